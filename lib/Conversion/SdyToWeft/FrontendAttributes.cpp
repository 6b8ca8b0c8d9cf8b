//===- FrontendAttributes.cpp - xla.sdy.* strings and calls -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HLO cannot hold attributes of a dialect, so for a trip through it Shardy
// prints them into strings of a dictionary:
//
//     mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<...>"}
//
// and makes custom calls of its ops:
//
//     @Sharding                                a sharding constraint
//     @xla.sdy.FuncResultSharding              the sharding of a result of main
//     @xla.sdy.ShardingGroup, @xla.sdy.PropagationBarrier
//     @xla.sdy.GlobalToLocalShape, call, @xla.sdy.LocalToGlobalShape
//                                              a manual computation
//
//===----------------------------------------------------------------------===//

#include "CustomCalls.h"
#include "ImportPhases.h"

#include "weft/Dialect/Sdy/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/SignatureAttrs.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::sdy;

static constexpr StringLiteral kFrontendAttributes = "mhlo.frontend_attributes";
static constexpr StringLiteral kHloSharding = "mhlo.sharding";

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// Undoes the escapes of C, which the trip through HLO adds.
static std::string unescape(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() &&
        (text[i + 1] == '"' || text[i + 1] == '\\'))
      ++i;
    result.push_back(text[i]);
  }
  return result;
}

namespace {
/// One dictionary of strings, and what is left of it once some were read.
class FrontendDictionary {
public:
  FrontendDictionary(Operation *op, Attribute attribute)
      : op(op), dictionary(dyn_cast_if_present<DictionaryAttr>(attribute)) {
    if (dictionary)
      entries = NamedAttrList(dictionary);
  }

  explicit operator bool() const { return static_cast<bool>(dictionary); }
  bool contains(StringRef key) const { return entries.get(key) != nullptr; }

  /// Takes the entry `key` out. Null, without an error, if there is none.
  template <typename T> FailureOr<T> take(StringRef key) {
    Attribute value = entries.get(key);
    if (!value)
      return T();
    FailureOr<Attribute> parsed = read(key, value);
    if (failed(parsed))
      return failure();
    auto typed = dyn_cast<T>(*parsed);
    if (!typed)
      return op->emitError() << "'" << key << "' holds " << *parsed
                             << ", which is something else";
    entries.erase(key);
    return typed;
  }

  void drop(StringRef key) { entries.erase(key); }

  /// What is left, or null.
  DictionaryAttr getRest() const {
    return entries.empty() ? DictionaryAttr()
                           : entries.getDictionary(op->getContext());
  }

private:
  Operation *op;
  DictionaryAttr dictionary;
  NamedAttrList entries;

  /// The attribute that a string holds. The parser reports on the text of the
  /// string; the user needs to know which op it is on.
  FailureOr<Attribute> read(StringRef key, Attribute value) {
    auto text = dyn_cast<StringAttr>(value);
    if (!text)
      return value;
    std::string message;
    Attribute attribute;
    {
      ScopedDiagnosticHandler handler(op->getContext(),
                                      [&](Diagnostic &diagnostic) {
                                        if (message.empty())
                                          message = diagnostic.str();
                                        return success();
                                      });
      attribute = parseAttribute(unescape(text.getValue()), op->getContext());
    }
    if (attribute)
      return attribute;
    return op->emitError() << "cannot read '" << key << "' = " << text << ": "
                           << message;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static void setOrRemove(Operation *op, StringRef name, Attribute value) {
  if (value)
    op->setAttr(name, value);
  else
    op->removeAttr(name);
}

/// `xla.sdy.meshes = "{mesh = #sdy.mesh<...>}"` of the module.
static LogicalResult importMeshes(ModuleOp module) {
  FrontendDictionary frontend(module, module->getAttr(kFrontendAttributes));
  if (!frontend)
    return success();
  auto meshes = frontend.take<DictionaryAttr>("xla.sdy.meshes");
  if (failed(meshes))
    return failure();
  setOrRemove(module, kFrontendAttributes, frontend.getRest());
  if (!*meshes)
    return success();
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  for (NamedAttribute entry : *meshes) {
    // Some versions put each mesh into a string of its own.
    FrontendDictionary inner(module,
                             DictionaryAttr::get(module.getContext(), entry));
    auto mesh = inner.take<sdy::MeshAttr>(entry.getName());
    if (failed(mesh))
      return failure();
    if (module.lookupSymbol(entry.getName()))
      return module.emitError("'xla.sdy.meshes' declares @")
             << entry.getName().getValue()
             << ", but the module has a symbol of this name";
    sdy::MeshOp::create(builder, module.getLoc(), entry.getName(), *mesh);
  }
  return success();
}

/// The strings on an op.
static LogicalResult importOpAttributes(Operation *op) {
  FrontendDictionary frontend(op, op->getDiscardableAttr(kFrontendAttributes));
  if (!frontend)
    return success();
  auto shardings =
      frontend.take<TensorShardingPerValueAttr>("xla.sdy.sharding");
  auto rule = frontend.take<OpShardingRuleAttr>("xla.sdy.sharding_rule");
  if (failed(shardings) || failed(rule))
    return failure();
  frontend.drop("xla.sdy.has_unreduced_axes"); // says what the sharding says
  if (*shardings) {
    op->setDiscardableAttr(kShardingAttrName, *shardings);
    op->removeDiscardableAttr(kHloSharding); // the same, with less detail
  }
  if (*rule)
    op->setDiscardableAttr(kShardingRuleAttrName, *rule);
  setOrRemove(op, kFrontendAttributes, frontend.getRest());
  return success();
}

/// The strings on an argument or result of a function: `attributes` is its
/// dictionary, and becomes the new one.
static LogicalResult importSignatureAttributes(Operation *op,
                                               DictionaryAttr &attributes) {
  if (!attributes)
    return success();
  FrontendDictionary frontend(op, attributes.get(kFrontendAttributes));
  if (!frontend)
    return success();
  auto sharding = frontend.take<TensorShardingAttr>("xla.sdy.sharding");
  if (failed(sharding))
    return failure();
  frontend.drop("xla.sdy.has_unreduced_axes");
  NamedAttrList list(attributes);
  if (*sharding) {
    list.set(kShardingAttrName, *sharding);
    list.erase(kHloSharding);
  }
  if (DictionaryAttr rest = frontend.getRest())
    list.set(kFrontendAttributes, rest);
  else
    list.erase(kFrontendAttributes);
  attributes = list.getDictionary(op->getContext());
  return success();
}

static LogicalResult importSignature(FunctionOpInterface function) {
  SignatureAttrs attrs(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    DictionaryAttr attributes = attrs.getArg(i);
    if (failed(importSignatureAttributes(function, attributes)))
      return failure();
    attrs.setArg(i, attributes);
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    DictionaryAttr attributes = attrs.getResult(i);
    if (failed(importSignatureAttributes(function, attributes)))
      return failure();
    attrs.setResult(i, attributes);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Custom calls
//===----------------------------------------------------------------------===//

/// The only sharding of a call that stands for one; an error if it has none.
static FailureOr<TensorShardingAttr> getOnlySharding(Operation *op) {
  auto shardings =
      op->getAttrOfType<TensorShardingPerValueAttr>(kShardingAttrName);
  if (shardings && shardings.getShardings().size() == 1)
    return shardings.getShardings().front();
  return op->emitError("custom call @")
         << getCustomCallTarget(op) << " needs one 'xla.sdy.sharding'";
}

/// `@Sharding` with a sharding of sdy; without one it is XLA's, see
/// HloShardings.cpp.
static LogicalResult importConstraint(Operation *op) {
  if (!op->hasAttr(kShardingAttrName))
    return success();
  FailureOr<TensorShardingAttr> sharding = getOnlySharding(op);
  if (failed(sharding) || failed(verifyIdentityCall(op)))
    return failure();
  replaceByConstraint(op, *sharding);
  return success();
}

/// The call stands between a value and its return; its sharding belongs to the
/// result of the function.
static LogicalResult importFuncResult(Operation *op) {
  FailureOr<TensorShardingAttr> sharding = getOnlySharding(op);
  if (failed(sharding) || failed(verifyIdentityCall(op)))
    return failure();
  for (OpOperand &use : op->getResult(0).getUses()) {
    auto function =
        dyn_cast_if_present<FunctionOpInterface>(use.getOwner()->getParentOp());
    if (!function || !use.getOwner()->hasTrait<OpTrait::ReturnLike>() ||
        use.getOperandNumber() >= function.getNumResults())
      return op->emitError("custom call @xla.sdy.FuncResultSharding may only "
                           "be used by the return of a function");
    function.setResultAttr(use.getOperandNumber(), kShardingAttrName,
                           *sharding);
    function.removeResultAttr(use.getOperandNumber(),
                              StringAttr::get(op->getContext(), kHloSharding));
  }
  op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  op->erase();
  return success();
}

static LogicalResult importShardingGroup(Operation *op,
                                         FrontendDictionary &frontend) {
  auto id = frontend.take<IntegerAttr>("xla.sdy.sharding_group_id");
  if (failed(id))
    return failure();
  if (!*id || op->getNumOperands() != 1 ||
      !isa<RankedTensorType>(op->getOperand(0).getType()) || !op->use_empty())
    return op->emitError(
        "custom call @xla.sdy.ShardingGroup needs an "
        "'xla.sdy.sharding_group_id', one tensor, and no uses");
  OpBuilder builder(op);
  sdy::ShardingGroupOp::create(
      builder, op->getLoc(), op->getOperand(0),
      builder.getI64IntegerAttr(
          (*id).getValue().sextOrTrunc(64).getSExtValue()));
  op->erase();
  return success();
}

static LogicalResult importBarrier(Operation *op,
                                   FrontendDictionary &frontend) {
  auto number = frontend.take<IntegerAttr>("xla.sdy.allowed_direction");
  if (failed(number) || failed(verifyIdentityCall(op)))
    return failure();
  std::optional<PropagationDirection> direction;
  if (*number && (*number).getValue().isIntN(32))
    direction = symbolizePropagationDirection(
        static_cast<uint32_t>((*number).getValue().getZExtValue()));
  if (!direction || !isa<RankedTensorType>(op->getResult(0).getType()))
    return op->emitError(
        "custom call @xla.sdy.PropagationBarrier needs an "
        "'xla.sdy.allowed_direction' from 0 to 2 and a tensor");
  OpBuilder builder(op);
  auto barrier = sdy::PropagationBarrierOp::create(
      builder, op->getLoc(), op->getOperand(0), *direction);
  op->getResult(0).replaceAllUsesWith(barrier.getResult());
  op->erase();
  return success();
}

/// The op of kind `target` that all `values` come from, or that uses them all,
/// in order.
template <typename Range, typename GetOp>
static Operation *getCommonOp(Range values, StringRef target, GetOp getOp) {
  Operation *common = nullptr;
  for (auto [i, value] : llvm::enumerate(values)) {
    Operation *op = getOp(value, i);
    if (!op || getCustomCallTarget(op) != target || (common && common != op))
      return nullptr;
    common = op;
  }
  return common;
}

/// A call between `GlobalToLocalShape` and `LocalToGlobalShape`. Other calls
/// are left alone.
static LogicalResult importManualCall(func::CallOp call) {
  Operation *toLocal =
      getCommonOp(call.getOperands(), "xla.sdy.GlobalToLocalShape",
                  [](Value value, size_t i) -> Operation * {
                    auto result = dyn_cast<OpResult>(value);
                    return result && result.getResultNumber() == i
                               ? result.getOwner()
                               : nullptr;
                  });
  Operation *toGlobal = getCommonOp(
      call.getResults(), "xla.sdy.LocalToGlobalShape",
      [](Value value, size_t i) -> Operation * {
        if (!value.hasOneUse())
          return nullptr;
        OpOperand &use = *value.use_begin();
        return use.getOperandNumber() == i ? use.getOwner() : nullptr;
      });
  bool isMissing = (call.getNumOperands() && !toLocal) ||
                   (call.getNumResults() && !toGlobal) ||
                   (!toLocal && !toGlobal);
  if (isMissing ||
      (toLocal && toLocal->getNumOperands() != call.getNumOperands()) ||
      (toGlobal && toGlobal->getNumResults() != call.getNumResults()))
    return success();

  ManualCall manual{call, {}, {}, {}, {}, {}};
  auto empty = TensorShardingPerValueAttr::get(call.getContext(), {});
  manual.inShardings = manual.outShardings = empty;
  auto readSide = [&](Operation *op, StringRef key,
                      TensorShardingPerValueAttr &shardings) -> LogicalResult {
    FrontendDictionary frontend(op,
                                op->getDiscardableAttr(kFrontendAttributes));
    auto list = frontend.take<TensorShardingPerValueAttr>(key);
    auto axes = frontend.take<ManualAxesAttr>("xla.sdy.manual_axes");
    if (failed(list) || failed(axes))
      return failure();
    if (!*list || !*axes)
      return op->emitError("custom call @")
             << getCustomCallTarget(op) << " needs '" << key
             << "' and 'xla.sdy.manual_axes'";
    shardings = *list;
    manual.manualAxes = *axes;
    return success();
  };
  if (toLocal) {
    if (failed(readSide(toLocal, "xla.sdy.in_shardings", manual.inShardings)))
      return failure();
    manual.inputs.assign(toLocal->operand_begin(), toLocal->operand_end());
  }
  if (toGlobal) {
    if (failed(
            readSide(toGlobal, "xla.sdy.out_shardings", manual.outShardings)))
      return failure();
    manual.outputs.push_back(toGlobal);
  }
  wrapInManualComputation(manual);
  if (toLocal && toLocal->use_empty())
    toLocal->erase();
  return success();
}

static LogicalResult importCustomCall(Operation *op) {
  StringRef target = getCustomCallTarget(op);
  FrontendDictionary frontend(op, op->getDiscardableAttr(kFrontendAttributes));
  if (target == "Sharding")
    return importConstraint(op);
  if (target == "xla.sdy.FuncResultSharding")
    return importFuncResult(op);
  if (target == "xla.sdy.ShardingGroup")
    return importShardingGroup(op, frontend);
  if (target == "xla.sdy.PropagationBarrier")
    return importBarrier(op, frontend);
  return success();
}

LogicalResult weft::importFrontendAttributes(ModuleOp module) {
  if (failed(importMeshes(module)))
    return failure();
  SmallVector<Operation *> customCalls;
  SmallVector<func::CallOp> calls;
  bool hasManualCalls = false;
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (failed(importOpAttributes(op)))
      return WalkResult::interrupt();
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      return importSignature(function);
    if (auto call = dyn_cast<func::CallOp>(op)) {
      calls.push_back(call);
    } else if (StringRef target = getCustomCallTarget(op);
               target == "Sharding" || target.starts_with("xla.sdy.")) {
      customCalls.push_back(op);
      hasManualCalls |= target.ends_with("Shape");
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  for (Operation *op : customCalls)
    if (failed(importCustomCall(op)))
      return failure();
  for (func::CallOp call : calls)
    if (hasManualCalls && failed(importManualCall(call)))
      return failure();
  return success();
}
