//===- ConvertOps.cpp - sdy ops and attributes to weft ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the module, without a pattern driver: every op has exactly one
// image, so there is nothing to search for. Inner ops come before the ops that
// hold them, hence a region is moved with its contents already converted.
//
//===----------------------------------------------------------------------===//

#include "ImportPhases.h"
#include "SdyAttrConverter.h"

#include "weft/Conversion/SdyMarks.h"
#include "weft/Dialect/Sdy/IR/MeshLookup.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;

namespace {

class OpConverter {
public:
  explicit OpConverter(ModuleOp module)
      : module(module), context(module.getContext()), builder(context),
        sdyDialect(context->getLoadedDialect<sdy::SdyDialect>()),
        sdySharding(StringAttr::get(context, sdy::kShardingAttrName)),
        sdyRule(StringAttr::get(context, sdy::kShardingRuleAttrName)),
        weftSharding(StringAttr::get(context, "weft.sharding")),
        weftShardings(StringAttr::get(context, "weft.shardings")),
        weftRule(StringAttr::get(context, "weft.rule")) {}

  LogicalResult run() {
    WalkResult result = module.walk([&](Operation *op) -> WalkResult {
      attrs.current = op;
      if (failed(convertAttributes(op)))
        return WalkResult::interrupt();
      if (op->getDialect() == sdyDialect) {
        builder.setInsertionPoint(op);
        return convertOp(op);
      }
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        return convertSignature(function);
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

private:
  ModuleOp module;
  MLIRContext *context;
  OpBuilder builder;
  Dialect *sdyDialect;
  StringAttr sdySharding, sdyRule, weftSharding, weftShardings, weftRule;
  SdyAttrConverter attrs;

  //===--------------------------------------------------------------------===//
  // Attributes on any op
  //===--------------------------------------------------------------------===//

  LogicalResult convertAttributes(Operation *op) {
    if (op->getRawDictionaryAttrs().empty())
      return success();
    if (auto old = dyn_cast_if_present<sdy::TensorShardingPerValueAttr>(
            op->getDiscardableAttr(sdySharding))) {
      ShardingsAttr shardings = attrs.convert(old);
      if (!shardings)
        return failure();
      op->removeDiscardableAttr(sdySharding);
      op->setDiscardableAttr(weftShardings, shardings);
    }
    if (auto old = dyn_cast_if_present<sdy::OpShardingRuleAttr>(
            op->getDiscardableAttr(sdyRule))) {
      RuleAttr rule = attrs.convert(old);
      if (!rule)
        return failure();
      op->removeDiscardableAttr(sdyRule);
      op->setDiscardableAttr(weftRule, rule);
    }
    return success();
  }

  /// All dictionaries of arguments, or of results, at once: setting them one
  /// by one would build the list anew each time.
  FailureOr<ArrayAttr> convertDictionaries(ArrayAttr dictionaries) {
    if (!dictionaries)
      return dictionaries;
    SmallVector<Attribute> result;
    for (Attribute attribute : dictionaries) {
      auto dictionary = cast<DictionaryAttr>(attribute);
      auto old = dyn_cast_if_present<sdy::TensorShardingAttr>(
          dictionary.get(sdySharding));
      if (!old) {
        result.push_back(dictionary);
        continue;
      }
      ShardingAttr sharding = attrs.convert(old);
      if (!sharding)
        return failure();
      NamedAttrList list(dictionary);
      list.erase(sdySharding);
      list.set(weftSharding, sharding);
      result.push_back(list.getDictionary(context));
    }
    return ArrayAttr::get(context, result);
  }

  LogicalResult convertSignature(FunctionOpInterface function) {
    ArrayAttr oldArguments = function.getArgAttrsAttr();
    ArrayAttr oldResults = function.getResAttrsAttr();
    FailureOr<ArrayAttr> arguments = convertDictionaries(oldArguments);
    FailureOr<ArrayAttr> results = convertDictionaries(oldResults);
    if (failed(arguments) || failed(results))
      return failure();
    if (*arguments != oldArguments)
      function.setArgAttrsAttr(*arguments);
    if (*results != oldResults)
      function.setResAttrsAttr(*results);
    return success();
  }

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//

  /// Puts `image` in the place of `op`, with the attributes that are not part
  /// of either.
  LogicalResult replace(Operation *op, Operation *image) {
    if (!op->getRawDictionaryAttrs().empty())
      for (NamedAttribute attribute : op->getDiscardableAttrs())
        image->setDiscardableAttr(attribute.getName(), attribute.getValue());
    op->replaceAllUsesWith(image->getResults());
    op->erase();
    return success();
  }

  LogicalResult convertOp(Operation *op) {
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<sdy::MeshOp, sdy::ShardingConstraintOp, sdy::ReshardOp,
              sdy::ShardingGroupOp, sdy::PropagationBarrierOp,
              sdy::DataFlowEdgeOp, sdy::FuncDataFlowEdgeOp, sdy::ConstantOp,
              sdy::ManualComputationOp, sdy::NamedComputationOp, sdy::ReturnOp,
              sdy::AllGatherOp, sdy::AllSliceOp, sdy::ReduceScatterOp,
              sdy::ShardedToUnreducedOp, sdy::AllReduceOp,
              sdy::ReplicatedToUnreducedOp, sdy::AllToAllOp,
              sdy::CollectivePermuteOp>(
            [&](auto typed) { return convert(typed); })
        .Default(
            [](Operation *op) { return op->emitOpError("has no weft form"); });
  }

  LogicalResult convert(sdy::MeshOp op) {
    MeshAttr mesh = attrs.convert(op.getMesh());
    if (!mesh)
      return failure();
    // A mark of weft that sdy has no place for.
    bool isDefault = op->removeDiscardableAttr(kDefaultMeshAttrName) != nullptr;
    return replace(op, MeshOp::create(builder, op.getLoc(), op.getSymName(),
                                      mesh, isDefault));
  }

  /// The ops below stand for tensors only; a token cannot be split.
  LogicalResult verifyTensor(Operation *op) {
    if (isa<RankedTensorType>(op->getOperand(0).getType()))
      return success();
    return op->emitOpError("has no weft form: its operand has type ")
           << op->getOperand(0).getType() << ", which cannot be split";
  }

  /// In regions that are manual over some axes only, JAX constrains even the
  /// scalars in the bodies of reductions, which are whole anyway. A sum would
  /// not be seen to be one.
  static bool saysNothing(sdy::ShardingConstraintOp op, ShardingAttr sharding) {
    return cast<RankedTensorType>(op.getType()).getRank() == 0 &&
           sharding.getReplicated().empty() &&
           sharding.getUnreduced().empty() && isReducerBody(*op->getBlock());
  }

  /// A block that gets single elements of tensors: the body of a reduction, a
  /// scatter or a sort. A loop gets its variables as they are.
  static bool isReducerBody(Block &block) {
    auto isScalar = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.getRank() == 0;
    };
    Operation *parent = block.getParentOp();
    return isa_and_present<stablehlo::StablehloDialect>(parent->getDialect()) &&
           block.getNumArguments() != 0 &&
           llvm::all_of(block.getArgumentTypes(), isScalar) &&
           !llvm::all_of(parent->getOperandTypes(), isScalar);
  }

  LogicalResult convert(sdy::ShardingConstraintOp op) {
    ShardingAttr sharding = attrs.convert(op.getSharding());
    if (!sharding || failed(verifyTensor(op)))
      return failure();
    if (saysNothing(op, sharding)) {
      op.replaceAllUsesWith(op.getInput());
      op.erase();
      return success();
    }
    return replace(op, ConstrainOp::create(builder, op.getLoc(), op.getType(),
                                           op.getInput(), sharding));
  }

  LogicalResult convert(sdy::ReshardOp op) {
    return convertReshard(op, op.getSharding(), StepAttr());
  }

  LogicalResult convert(sdy::ShardingGroupOp op) {
    return replace(op,
                   ShardingGroupOp::create(builder, op.getLoc(), op.getInput(),
                                           op.getGroupIdAttr()));
  }

  LogicalResult convert(sdy::PropagationBarrierOp op) {
    PropagationDirection allowed;
    switch (op.getAllowedDirection()) {
    case sdy::PropagationDirection::None:
      allowed = PropagationDirection::None;
      break;
    case sdy::PropagationDirection::Forward:
      allowed = PropagationDirection::Forward;
      break;
    case sdy::PropagationDirection::Backward:
      allowed = PropagationDirection::Backward;
      break;
    case sdy::PropagationDirection::Both:
      return op.emitOpError("has no weft form: it lets shardings pass both "
                            "ways");
    }
    return replace(op, BarrierOp::create(builder, op.getLoc(), op.getType(),
                                         op.getInput(), allowed));
  }

  LogicalResult convert(sdy::DataFlowEdgeOp op) {
    ShardingAttr sharding;
    if (sdy::TensorShardingAttr old = op.getShardingAttr())
      if (!(sharding = attrs.convert(old)))
        return failure();
    return replace(op,
                   DataFlowEdgeOp::create(builder, op.getLoc(), op.getType(),
                                          op.getInput(), sharding));
  }

  LogicalResult convert(sdy::FuncDataFlowEdgeOp op) {
    return replace(op,
                   FuncDataFlowEdgeOp::create(builder, op.getLoc(),
                                              op.getType(), op.getOperand()));
  }

  LogicalResult convert(sdy::ConstantOp op) {
    auto constant = stablehlo::ConstantOp::create(builder, op.getLoc(),
                                                  op.getType(), op.getValue());
    constant->setDiscardableAttr(kUnmergedConstantAttrName,
                                 builder.getUnitAttr());
    return replace(op, constant);
  }

  LogicalResult convert(sdy::ReturnOp op) {
    return replace(op, ReturnOp::create(builder, op.getLoc(), op.getResults()));
  }

  LogicalResult convert(sdy::ManualComputationOp op) {
    ShardingsAttr in = attrs.convert(op.getInShardings());
    ShardingsAttr out = attrs.convert(op.getOutShardings());
    if (!in || !out)
      return failure();
    auto manual =
        ManualOp::create(builder, op.getLoc(), op.getResultTypes(),
                         op.getTensors(), getMeshIfUnsaid(op, in, out),
                         attrs.convert(op.getManualAxes()), in, out);
    manual.getBody().takeBody(op.getBody());
    return replace(op, manual);
  }

  /// Without shardings nothing says on which mesh the manual axes are; it is
  /// then the first that has them.
  Attribute getMeshIfUnsaid(sdy::ManualComputationOp op, ShardingsAttr in,
                            ShardingsAttr out) {
    if (in.size() + out.size() != 0)
      return {};
    auto hasAxes = [&](MeshOp mesh) {
      return llvm::all_of(op.getManualAxes().getValue(), [&](StringAttr name) {
        return mesh.getMesh().lookup(name.getValue()) != nullptr;
      });
    };
    for (auto mesh : module.getOps<MeshOp>())
      if (hasAxes(mesh))
        return FlatSymbolRefAttr::get(mesh.getSymNameAttr());
    return MeshAttr::get(context, ArrayRef<MeshAxisAttr>());
  }

  LogicalResult convert(sdy::NamedComputationOp op) {
    ShardingsAttr in, out;
    if (sdy::TensorShardingPerValueAttr old = op.getInShardingsAttr())
      if (!(in = attrs.convert(old)))
        return failure();
    if (sdy::TensorShardingPerValueAttr old = op.getOutShardingsAttr())
      if (!(out = attrs.convert(old)))
        return failure();
    auto scope = ScopeOp::create(builder, op.getLoc(), op.getResultTypes(),
                                 op.getOperands(), op.getNameAttr(), in, out);
    scope.getBody().takeBody(op.getBody());
    return replace(op, scope);
  }

  //===--------------------------------------------------------------------===//
  // Collectives
  //===--------------------------------------------------------------------===//

  LogicalResult convertReshard(Operation *op, sdy::TensorShardingAttr old,
                               StepAttr step) {
    ShardingAttr sharding = attrs.convert(old);
    if (!sharding || failed(verifyTensor(op)))
      return failure();
    return replace(op, ReshardOp::create(builder, op->getLoc(),
                                         op->getResult(0).getType(),
                                         op->getOperand(0), sharding, step));
  }

  LogicalResult convertStep(Operation *op, sdy::TensorShardingAttr outSharding,
                            StepKind kind, ArrayRef<sdy::AxisRefListAttr> lists,
                            std::optional<sdy::ReductionKind> reduction = {}) {
    SmallVector<AxesAttr, 4> axes;
    for (sdy::AxisRefListAttr list : lists)
      if (!axes.emplace_back(attrs.convert(list)))
        return failure();
    // A collective over no axes does nothing, and has no name in weft.
    bool isEmpty =
        llvm::all_of(axes, [](AxesAttr list) { return list.empty(); });
    if (isEmpty && kind != StepKind::CollectivePermute)
      return convertReshard(op, outSharding, StepAttr());
    ReducerKind reducer =
        convertReduction(reduction.value_or(sdy::ReductionKind::Sum));
    return convertReshard(op, outSharding,
                          StepAttr::get(context, kind, axes, reducer));
  }

  LogicalResult convert(sdy::AllGatherOp op) {
    return convertStep(op, op.getOutSharding(), StepKind::AllGather,
                       op.getGatheringAxes().getValue());
  }
  LogicalResult convert(sdy::AllSliceOp op) {
    return convertStep(op, op.getOutSharding(), StepKind::AllSlice,
                       op.getSlicingAxes().getValue());
  }
  LogicalResult convert(sdy::ReduceScatterOp op) {
    return convertStep(op, op.getOutSharding(), StepKind::ReduceScatter,
                       op.getReduceScatterAxes().getValue(),
                       op.getReductionOp());
  }
  LogicalResult convert(sdy::ShardedToUnreducedOp op) {
    return convertStep(op, op.getOutSharding(), StepKind::ShardedToUnreduced,
                       op.getAxes().getValue());
  }
  LogicalResult convert(sdy::AllReduceOp op) {
    return convertStep(op, op.getOutSharding(), StepKind::AllReduce,
                       op.getReductionAxes(), op.getReductionOp());
  }
  LogicalResult convert(sdy::ReplicatedToUnreducedOp op) {
    return convertStep(op, op.getOutSharding(), StepKind::ReplicatedToUnreduced,
                       op.getAxes());
  }
  LogicalResult convert(sdy::CollectivePermuteOp op) {
    return convertStep(op, op.getOutSharding(), StepKind::CollectivePermute,
                       {});
  }

  LogicalResult convert(sdy::AllToAllOp op) {
    SmallVector<AxesAttr, 2> lists;
    SmallVector<int64_t, 4> moves;
    for (sdy::AllToAllParamAttr param : op.getParams().getValue()) {
      SmallVector<AxisRefAttr, 2> axes;
      if (failed(attrs.convert(param.getAxes(), axes)))
        return failure();
      lists.push_back(AxesAttr::get(context, axes));
      moves.append({param.getSrcDim(), param.getTgtDim()});
    }
    return convertReshard(op, op.getOutSharding(),
                          StepAttr::get(context, StepKind::AllToAll, lists,
                                        ReducerKind::Add, moves));
  }
};

} // namespace

LogicalResult weft::convertSdyToWeft(ModuleOp module) {
  return OpConverter(module).run();
}
