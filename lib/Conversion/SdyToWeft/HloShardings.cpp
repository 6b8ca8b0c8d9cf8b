//===- HloShardings.cpp - mhlo.sharding strings to sdy ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the strings are found and what they turn into. Besides arguments,
// results and ops they are on three custom calls:
//
//     @Sharding                    a sharding constraint
//     @SPMDFullToShardShape, call, @SPMDShardToFullShape
//                                  a manual computation
//
//===----------------------------------------------------------------------===//

#include "CustomCalls.h"
#include "HloShardingConverter.h"
#include "ImportPhases.h"

#include "weft/Dialect/Sdy/IR/MeshLookup.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::sdy;

static constexpr StringLiteral kHloSharding = "mhlo.sharding";

namespace {

class Importer {
public:
  explicit Importer(ModuleOp module)
      : module(module), context(module.getContext()), converter(module) {}

  LogicalResult run() {
    if (failed(collect()))
      return failure();
    if (converter.empty())
      return success();
    converter.declareMeshes();
    // Before the constraints around them are gone.
    for (func::CallOp call : manualCalls)
      rewriteManualCall(call);
    for (const Site &site : sites)
      if (!erased.contains(site.op) && failed(rewrite(site)))
        return failure();
    return success();
  }

private:
  /// A place where a string was found.
  struct Site {
    enum Kind { OnOp, OnArgument, OnResult } kind;
    Operation *op;
    unsigned index;
    StringAttr text;
  };

  ModuleOp module;
  MLIRContext *context;
  HloShardingConverter converter;
  SmallVector<Site> sites;
  SmallVector<func::CallOp> manualCalls;
  DenseSet<Operation *> erased;

  LogicalResult collect() {
    WalkResult result = module.walk([&](Operation *op) -> WalkResult {
      if (auto call = dyn_cast<func::CallOp>(op))
        if (hasLocalOperands(call))
          manualCalls.push_back(call);
      if (Attribute text = op->getDiscardableAttr(kHloSharding))
        if (failed(add(Site::OnOp, op, 0, text)))
          return WalkResult::interrupt();
      auto function = dyn_cast<FunctionOpInterface>(op);
      return function ? collectSignature(function) : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  WalkResult collectSignature(FunctionOpInterface function) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (Attribute text = function.getArgAttr(i, kHloSharding))
        if (failed(add(Site::OnArgument, function, i, text)))
          return WalkResult::interrupt();
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (Attribute text = function.getResultAttr(i, kHloSharding))
        if (failed(add(Site::OnResult, function, i, text)))
          return WalkResult::interrupt();
    return WalkResult::advance();
  }

  LogicalResult add(Site::Kind kind, Operation *op, unsigned index,
                    Attribute value) {
    auto text = dyn_cast<StringAttr>(value);
    if (!text)
      return op->emitError("'mhlo.sharding' must be a string, found ") << value;
    sites.push_back({kind, op, index, text});
    if (llvm::Error error = converter.add(text))
      return op->emitError("cannot read 'mhlo.sharding' = ")
             << text << ": " << llvm::toString(std::move(error));
    return success();
  }

  //===--------------------------------------------------------------------===//
  // Arguments, results and ops
  //===--------------------------------------------------------------------===//

  /// Says that a string stays, and why.
  void warn(const Site &site, llvm::Error reason) {
    site.op->emitWarning("'mhlo.sharding' = ")
        << site.text << " has no equivalent and stays: "
        << llvm::toString(std::move(reason));
  }

  LogicalResult rewrite(const Site &site) {
    if (site.kind == Site::OnOp)
      return rewriteOp(site);
    auto function = cast<FunctionOpInterface>(site.op);
    bool isArgument = site.kind == Site::OnArgument;
    Type type = isArgument ? function.getArgumentTypes()[site.index]
                           : function.getResultTypes()[site.index];
    Attribute known =
        isArgument ? function.getArgAttr(site.index, kShardingAttrName)
                   : function.getResultAttr(site.index, kShardingAttrName);
    if (known) // where both are written the newer form counts
      return success();
    llvm::Expected<TensorShardingAttr> sharding =
        converter.getSharding(site.text, type);
    auto name = StringAttr::get(context, kHloSharding);
    if (!sharding) {
      warn(site, sharding.takeError());
    } else if (isArgument) {
      function.removeArgAttr(site.index, name);
      function.setArgAttr(site.index, kShardingAttrName, *sharding);
    } else {
      function.removeResultAttr(site.index, name);
      function.setResultAttr(site.index, kShardingAttrName, *sharding);
    }
    return success();
  }

  LogicalResult rewriteOp(const Site &site) {
    Operation *op = site.op;
    if (op->hasAttr(kShardingAttrName))
      return success();
    // An op without results may still say on which devices it runs.
    SmallVector<Type> types(op->getResultTypes());
    if (types.empty())
      types.push_back(NoneType::get(context));
    llvm::Expected<TensorShardingPerValueAttr> shardings =
        converter.getShardings(site.text, types);
    if (!shardings) {
      warn(site, shardings.takeError());
      return success();
    }
    if (getCustomCallTarget(op) == "Sharding")
      return rewriteConstraint(op, (*shardings).getShardings().front());
    op->removeDiscardableAttr(kHloSharding);
    op->setDiscardableAttr(kShardingAttrName, *shardings);
    return success();
  }

  LogicalResult rewriteConstraint(Operation *op, TensorShardingAttr sharding) {
    if (failed(verifyIdentityCall(op)))
      return failure();
    FailureOr<TensorShardingAttr> opened = openUnspecified(op, sharding);
    if (failed(opened))
      return failure();
    replaceByConstraint(op, *opened);
    return success();
  }

  /// `backend_config = "unspecified_dims=[0,1]"` of a constraint: these
  /// dimensions are for propagation to choose.
  FailureOr<TensorShardingAttr> openUnspecified(Operation *op,
                                                TensorShardingAttr sharding) {
    auto config = op->getAttrOfType<StringAttr>("backend_config");
    if (!config || config.getValue().empty())
      return sharding;
    StringRef list = config.getValue();
    SmallVector<StringRef> numbers;
    if (!list.consume_front("unspecified_dims=[") || !list.consume_back("]"))
      return op->emitError("cannot read the 'backend_config' ")
             << config << " of @Sharding; expected unspecified_dims=[...]";
    list.split(numbers, ',');
    SmallVector<DimensionShardingAttr> dims(sharding.getDimShardings());
    for (StringRef number : numbers) {
      size_t dim;
      if (number.trim().getAsInteger(10, dim) || dim >= dims.size())
        return op->emitError("'backend_config' ")
               << config << " of @Sharding names dimension '" << number
               << "', but the tensor has rank " << dims.size();
      dims[dim] = DimensionShardingAttr::get(context, dims[dim].getAxes(),
                                             /*isClosed=*/false, std::nullopt);
    }
    return TensorShardingAttr::get(
        context, sharding.getMeshOrRef(), dims, sharding.getReplicatedAxes(),
        sharding.getUnreducedAxes(), sharding.getReductionKind());
  }

  //===--------------------------------------------------------------------===//
  // Manual computations
  //===--------------------------------------------------------------------===//

  static bool isToLocal(Operation *op) {
    return op && getCustomCallTarget(op) == "SPMDFullToShardShape" &&
           op->getNumOperands() == 1 && op->getNumResults() == 1;
  }

  static bool hasLocalOperands(func::CallOp call) {
    return call.getNumOperands() != 0 &&
           llvm::all_of(call.getOperands(), [](Value operand) {
             return isToLocal(operand.getDefiningOp());
           });
  }

  StringAttr getText(Operation *op) {
    return op->getAttrOfType<StringAttr>(kHloSharding);
  }

  /// The sharding that is stated for `value`; null if there is none.
  TensorShardingAttr getStated(Value value) {
    if (TensorShardingAttr sharding = sdy::getSharding(value))
      return sharding;
    StringAttr text;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto function = dyn_cast_if_present<FunctionOpInterface>(
          argument.getOwner()->getParentOp());
      if (function && argument.getOwner()->isEntryBlock())
        text = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                     kHloSharding);
    } else if (value.getDefiningOp()->getNumResults() == 1) {
      text = getText(value.getDefiningOp());
    }
    return text ? convertOrNull(text, value.getType()) : TensorShardingAttr();
  }

  TensorShardingAttr convertOrNull(StringAttr text, Type type) {
    llvm::Expected<TensorShardingAttr> sharding =
        converter.getSharding(text, type);
    if (sharding)
      return *sharding;
    llvm::consumeError(sharding.takeError());
    return {};
  }

  /// The op that makes a result of a call whole again. There may be a
  /// `@Sharding` in between, which says that the result is manual.
  static Operation *getToWhole(Value result,
                               SmallVectorImpl<Operation *> &between) {
    if (!result.hasOneUse())
      return nullptr;
    Operation *user = *result.user_begin();
    if (getCustomCallTarget(user) == "Sharding" && user->getNumResults() == 1 &&
        user->hasOneUse()) {
      between.push_back(user);
      user = *user->user_begin();
    }
    if (getCustomCallTarget(user) == "SPMDShardToFullShape" &&
        user->getNumOperands() == 1 && user->getNumResults() == 1)
      return user;
    return nullptr;
  }

  /// Puts a manual computation around a call whose operands are local. If a
  /// part is missing the call stays, and the strings get their warnings.
  void rewriteManualCall(func::CallOp call) {
    ManualCall manual{call, {}, {}, {}, {}, {}};
    SmallVector<TensorShardingAttr> in, out;
    SmallVector<Operation *> between, toLocal;
    for (Value operand : call.getOperands()) {
      toLocal.push_back(operand.getDefiningOp());
      manual.inputs.push_back(toLocal.back()->getOperand(0));
      in.push_back(getStated(manual.inputs.back()));
    }
    for (Value result : call.getResults()) {
      Operation *toWhole = getToWhole(result, between);
      if (!toWhole || !getText(toWhole))
        return;
      manual.outputs.push_back(toWhole);
      out.push_back(
          convertOrNull(getText(toWhole), toWhole->getResult(0).getType()));
    }
    if (llvm::is_contained(in, nullptr) || llvm::is_contained(out, nullptr) ||
        !getText(toLocal.front()))
      return;
    Attribute mesh = in.front().getMeshOrRef();
    manual.manualAxes = converter.getManualAxes(getText(toLocal.front()), mesh);
    if (!manual.manualAxes)
      return;
    manual.inShardings = TensorShardingPerValueAttr::get(context, in);
    manual.outShardings = TensorShardingPerValueAttr::get(context, out);

    for (Operation *op : between) {
      erased.insert(op);
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    }
    erased.insert(manual.outputs.begin(), manual.outputs.end());
    erased.insert(call);
    wrapInManualComputation(manual);
    for (Operation *op : toLocal)
      if (!erased.contains(op) && op->use_empty()) {
        erased.insert(op);
        op->erase();
      }
  }
};

} // namespace

LogicalResult weft::importHloShardings(ModuleOp module) {
  return Importer(module).run();
}
