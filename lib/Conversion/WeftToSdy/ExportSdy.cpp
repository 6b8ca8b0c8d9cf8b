//===- ExportSdy.cpp - weft-export-sdy --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeftAttrConverter.h"

#include "weft/Conversion/Passes.h"
#include "weft/Conversion/SdyMarks.h"
#include "weft/Dialect/Sdy/IR/MeshLookup.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace weft {
#define GEN_PASS_DEF_EXPORTSDY
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

/// One walk, as in the import: inner ops before the ops that hold them.
class Exporter {
public:
  explicit Exporter(ModuleOp module)
      : module(module), context(module.getContext()), builder(context),
        weftDialect(context->getLoadedDialect<WeftDialect>()),
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
      builder.setInsertionPoint(op);
      if (weftDialect && op->getDialect() == weftDialect)
        return convertOp(op);
      if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
        return convert(constant);
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
  Dialect *weftDialect;
  StringAttr sdySharding, sdyRule, weftSharding, weftShardings, weftRule;
  WeftAttrConverter attrs;

  //===--------------------------------------------------------------------===//
  // Attributes on any op
  //===--------------------------------------------------------------------===//

  LogicalResult convertAttributes(Operation *op) {
    if (op->getRawDictionaryAttrs().empty())
      return success();
    if (auto old = dyn_cast_if_present<ShardingsAttr>(
            op->getDiscardableAttr(weftShardings))) {
      sdy::TensorShardingPerValueAttr shardings = attrs.convert(old);
      if (!shardings)
        return failure();
      op->removeDiscardableAttr(weftShardings);
      op->setDiscardableAttr(sdySharding, shardings);
    }
    if (auto old =
            dyn_cast_if_present<RuleAttr>(op->getDiscardableAttr(weftRule))) {
      op->removeDiscardableAttr(weftRule);
      op->setDiscardableAttr(sdyRule, attrs.convert(old));
    }
    return success();
  }

  FailureOr<ArrayAttr> convertDictionaries(ArrayAttr dictionaries) {
    if (!dictionaries)
      return dictionaries;
    SmallVector<Attribute> result;
    for (Attribute attribute : dictionaries) {
      auto dictionary = cast<DictionaryAttr>(attribute);
      auto old =
          dyn_cast_if_present<ShardingAttr>(dictionary.get(weftSharding));
      if (!old) {
        result.push_back(dictionary);
        continue;
      }
      sdy::TensorShardingAttr sharding = attrs.convert(old);
      if (!sharding)
        return failure();
      NamedAttrList list(dictionary);
      list.erase(weftSharding);
      list.set(sdySharding, sharding);
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
        .Case<MeshOp, ConstrainOp, ReshardOp, ShardingGroupOp, BarrierOp,
              DataFlowEdgeOp, FuncDataFlowEdgeOp, ManualOp, ScopeOp, ReturnOp>(
            [&](auto typed) { return convert(typed); })
        .Default([](Operation *op) {
          return op->emitOpError("has no sdy form; lower it first");
        });
  }

  LogicalResult convert(MeshOp op) {
    sdy::MeshAttr mesh = attrs.convert(op.getMesh());
    if (!mesh)
      return failure();
    auto image =
        sdy::MeshOp::create(builder, op.getLoc(), op.getSymName(), mesh);
    if (op.getIsDefault())
      image->setDiscardableAttr(kDefaultMeshAttrName, builder.getUnitAttr());
    return replace(op, image);
  }

  LogicalResult convert(ConstrainOp op) {
    sdy::TensorShardingAttr sharding = attrs.convert(op.getSharding());
    if (!sharding)
      return failure();
    return replace(
        op, sdy::ShardingConstraintOp::create(
                builder, op.getLoc(), op.getType(), op.getInput(), sharding));
  }

  LogicalResult convert(ShardingGroupOp op) {
    return replace(op, sdy::ShardingGroupOp::create(builder, op.getLoc(),
                                                    op.getInput(),
                                                    op.getGroupIdAttr()));
  }

  LogicalResult convert(BarrierOp op) {
    auto allowed = sdy::PropagationDirection::None;
    if (op.getAllowed() == PropagationDirection::Forward)
      allowed = sdy::PropagationDirection::Forward;
    else if (op.getAllowed() == PropagationDirection::Backward)
      allowed = sdy::PropagationDirection::Backward;
    return replace(
        op, sdy::PropagationBarrierOp::create(
                builder, op.getLoc(), op.getType(), op.getInput(), allowed));
  }

  LogicalResult convert(DataFlowEdgeOp op) {
    sdy::TensorShardingAttr sharding;
    if (ShardingAttr old = op.getShardingAttr())
      if (!(sharding = attrs.convert(old)))
        return failure();
    if (failed(verifyShaped(op)))
      return failure();
    return replace(op, sdy::DataFlowEdgeOp::create(builder, op.getLoc(),
                                                   op.getType(), op.getInput(),
                                                   sharding));
  }

  LogicalResult convert(FuncDataFlowEdgeOp op) {
    if (failed(verifyShaped(op)))
      return failure();
    return replace(op, sdy::FuncDataFlowEdgeOp::create(
                           builder, op.getLoc(), op.getType(), op.getInput()));
  }

  /// Edges of sdy carry shaped values only.
  LogicalResult verifyShaped(Operation *op) {
    if (isa<ShapedType>(op->getResult(0).getType()))
      return success();
    return op->emitOpError("has no sdy form: its operand has type ")
           << op->getResult(0).getType();
  }

  LogicalResult convert(ReturnOp op) {
    // Methods and others of weft end with it as well; they are errors anyway.
    return replace(op,
                   sdy::ReturnOp::create(builder, op.getLoc(), op.getValues()));
  }

  LogicalResult convert(ManualOp op) {
    sdy::TensorShardingPerValueAttr in = attrs.convert(op.getInShardings());
    sdy::TensorShardingPerValueAttr out = attrs.convert(op.getOutShardings());
    sdy::ManualAxesAttr axes = attrs.convertManualAxes(op.getManualAxes());
    if (!in || !out || !axes)
      return failure();
    auto manual = sdy::ManualComputationOp::create(
        builder, op.getLoc(), op.getResultTypes(), op.getInputs(), in, out,
        axes);
    manual.getBody().takeBody(op.getBody());
    return replace(op, manual);
  }

  LogicalResult convert(ScopeOp op) {
    sdy::TensorShardingPerValueAttr in, out;
    if (ShardingsAttr old = op.getInShardingsAttr())
      if (!(in = attrs.convert(old)))
        return failure();
    if (ShardingsAttr old = op.getOutShardingsAttr())
      if (!(out = attrs.convert(old)))
        return failure();
    auto named = sdy::NamedComputationOp::create(
        builder, op.getLoc(), op.getResultTypes(), op.getNameAttr(),
        op.getInputs(), in, out);
    named.getBody().takeBody(op.getBody());
    return replace(op, named);
  }

  LogicalResult convert(stablehlo::ConstantOp op) {
    if (!op->hasAttr(kUnmergedConstantAttrName))
      return success();
    op->removeDiscardableAttr(kUnmergedConstantAttrName);
    return replace(op, sdy::ConstantOp::create(builder, op.getLoc(),
                                               op.getType(), op.getValue()));
  }

  //===--------------------------------------------------------------------===//
  // Reshards
  //===--------------------------------------------------------------------===//

  LogicalResult convert(ReshardOp op) {
    sdy::TensorShardingAttr sharding = attrs.convert(op.getSharding());
    if (!sharding)
      return failure();
    StepAttr step = op.getViaAttr();
    if (!step)
      return replace(op,
                     sdy::ReshardOp::create(builder, op.getLoc(), op.getType(),
                                            op.getInput(), sharding));
    FailureOr<sdy::ReductionKind> kind = attrs.convert(step.getReducer());
    if (failed(kind))
      return failure();
    return replace(op, createStep(op, step, sharding, *kind));
  }

  sdy::ListOfAxisRefListsAttr getListPerDim(StepAttr step) {
    return sdy::ListOfAxisRefListsAttr::get(
        context, llvm::map_to_vector(step.getLists(), [&](AxesAttr axes) {
          return attrs.convert(axes);
        }));
  }

  sdy::AllToAllParamListAttr getMoves(StepAttr step) {
    SmallVector<sdy::AllToAllParamAttr, 2> params;
    ArrayRef<int64_t> moves = step.getMoves();
    for (auto [i, axes] : llvm::enumerate(step.getLists()))
      params.push_back(
          sdy::AllToAllParamAttr::get(context, attrs.convert(axes).getValue(),
                                      moves[2 * i], moves[2 * i + 1]));
    return sdy::AllToAllParamListAttr::get(context, params);
  }

  Operation *createStep(ReshardOp op, StepAttr step,
                        sdy::TensorShardingAttr sharding,
                        sdy::ReductionKind kind) {
    Location loc = op.getLoc();
    Type type = op.getType();
    Value input = op.getInput();
    sdy::ReductionKindAttr reduction;
    if (kind != sdy::ReductionKind::Sum)
      reduction = sdy::ReductionKindAttr::get(context, kind);
    switch (step.getKind()) {
    case StepKind::AllGather:
      return sdy::AllGatherOp::create(builder, loc, type, input,
                                      getListPerDim(step), sharding);
    case StepKind::AllSlice:
      return sdy::AllSliceOp::create(builder, loc, type, input,
                                     getListPerDim(step), sharding);
    case StepKind::ReduceScatter:
      return sdy::ReduceScatterOp::create(builder, loc, type, input, reduction,
                                          getListPerDim(step), sharding);
    case StepKind::ShardedToUnreduced:
      return sdy::ShardedToUnreducedOp::create(builder, loc, type, input,
                                               getListPerDim(step), sharding);
    case StepKind::AllReduce:
      return sdy::AllReduceOp::create(builder, loc, type, input, reduction,
                                      attrs.convert(step.getLists().front()),
                                      sharding);
    case StepKind::ReplicatedToUnreduced:
      return sdy::ReplicatedToUnreducedOp::create(
          builder, loc, type, input, attrs.convert(step.getLists().front()),
          sharding);
    case StepKind::AllToAll:
      return sdy::AllToAllOp::create(builder, loc, type, input, getMoves(step),
                                     sharding);
    case StepKind::CollectivePermute:
      return sdy::CollectivePermuteOp::create(builder, loc, type, input,
                                              sharding);
    }
    llvm_unreachable("all steps are listed");
  }
};

struct ExportSdy : weft::impl::ExportSdyBase<ExportSdy> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(Exporter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
