//===- Collective.cpp - derivatives of collectives --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective that moves or adds is linear in the values of all devices, and
// its cotangents go back by its transpose: a sum by a sum, joining shards by
// summing and splitting, moving by moving back.
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "weft/Dialect/Stablehlo/IR/Reducers.h"
#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

//===----------------------------------------------------------------------===//
// Over named axes
//===----------------------------------------------------------------------===//

/// How many devices take part in a verified op.
static int64_t countDevices(AxesOpInterface op) {
  Attribute ref = op.getMeshAttr();
  MeshBinding binding =
      ref ? lookupMesh(op, ref) : lookupImpliedMesh(op.getOperation());
  if (!binding)
    return 1;
  llvm::Expected<AxisList> axes =
      toAxisList(toMesh(binding.mesh), op.getAxes().getAxes());
  if (axes)
    return axes->numShards();
  llvm::consumeError(axes.takeError());
  return 1;
}

/// Adds zeros behind dimension `dim`, up to `size`.
static Value extend(FormulaBuilder &builder, Value tensor, int64_t dim,
                    int64_t size) {
  SmallVector<int64_t> none(getShape(tensor).size(), 0), high(none);
  high[dim] = size - getShape(tensor)[dim];
  return high[dim] == 0 ? tensor : builder.pad(tensor, none, high, none);
}

static Value allReduce(FormulaBuilder &builder, Value tensor,
                       AxesOpInterface like) {
  return AllReduceOp::create(
             builder, TypeRange{tensor.getType()}, ValueRange{tensor},
             ReducerAttr::get(builder.getContext(), ReducerKind::Add),
             like.getMeshAttr(), like.getAxes())
      ->getResult(0);
}

static Value getIndex(FormulaBuilder &builder, AxesOpInterface like) {
  return AxisIndexOp::create(builder,
                             RankedTensorType::get({}, builder.getI32Type()),
                             like.getMeshAttr(), like.getAxes());
}

/// The devices that hold the extreme value share the cotangents of all.
static Value pullBackExtreme(GradientBuilder &gradients, Value input,
                             Value output,
                             llvm::function_ref<Value(Value)> sum) {
  Value isChosen =
      gradients.compare(hlo::ComparisonDirection::EQ, input, output);
  Value marks =
      gradients.convert(isChosen, getElementTypeOrSelf(input.getType()));
  Value share =
      gradients.divide(sum(gradients.getCotangent(output)), sum(marks));
  return gradients.multiply(share, marks);
}

static LogicalResult pullBackReduction(Operation *op, ValueRange inputs,
                                       std::optional<ReducerKind> kind,
                                       GradientBuilder &gradients,
                                       llvm::function_ref<Value(Value)> sum) {
  bool isExtreme = kind == ReducerKind::Max || kind == ReducerKind::Min;
  if (kind != ReducerKind::Add && !isExtreme)
    return op->emitOpError("combines the values of devices by a body that has "
                           "no derivative; sums, maxima and minima have one");
  for (auto [input, output] : llvm::zip(inputs, op->getResults())) {
    Value cotangent = gradients.getCotangent(output);
    if (cotangent && gradients.isWanted(input))
      gradients.accumulate(
          input, isExtreme ? pullBackExtreme(gradients, input, output, sum)
                           : sum(cotangent));
  }
  return success();
}

namespace {

struct AllReduceRule : Derivative<AllReduceRule, AllReduceOp> {
  static LogicalResult pullBack(AllReduceOp op, GradientBuilder &gradients) {
    std::optional<ReducerKind> kind;
    if (op.getReducerAttr())
      kind = op.getReducerAttr().getValue();
    else if (op.getInputs().size() == 1)
      kind = hlo::matchReducer(op.getCombiner());
    return pullBackReduction(
        op, op.getInputs(), kind, gradients,
        [&](Value tensor) { return allReduce(gradients, tensor, op); });
  }
};

struct ReduceScatterRule : Derivative<ReduceScatterRule, ReduceScatterOp> {
  static LogicalResult pullBack(ReduceScatterOp op,
                                GradientBuilder &gradients) {
    auto kind = op.getReducerAttr()
                    ? std::optional(op.getReducerAttr().getValue())
                    : hlo::matchReducer(op.getCombiner());
    if (kind != ReducerKind::Add)
      return op.emitOpError("has a derivative only if it adds; use an "
                            "all_reduce and a slice for other reducers");
    gradients.accumulate(
        op.getInput(),
        AllGatherOp::create(gradients, op.getInput().getType(),
                            gradients.getCotangent(op.getOutput()),
                            op.getMeshAttr(), op.getAxes(), op.getDimAttr()));
    return success();
  }
};

struct AllGatherRule : Derivative<AllGatherRule, AllGatherOp> {
  static LogicalResult pullBack(AllGatherOp op, GradientBuilder &gradients) {
    int64_t dim = op.getDim();
    // Shards that are cut off in the end get zeros.
    Value cotangent =
        extend(gradients, gradients.getCotangent(op.getOutput()), dim,
               getShape(op.getInput())[dim] * countDevices(op));
    gradients.accumulate(
        op.getInput(), ReduceScatterOp::create(
                           gradients, op.getInput().getType(), cotangent,
                           ReducerAttr::get(op.getContext(), ReducerKind::Add),
                           op.getMeshAttr(), op.getAxes(), op.getDimAttr()));
    return success();
  }
};

/// No communication: the parts that others keep get their cotangents there.
struct AllSliceRule : Derivative<AllSliceRule, AllSliceOp> {
  static LogicalResult pullBack(AllSliceOp op, GradientBuilder &gradients) {
    int64_t dim = op.getDim(), part = getShape(op.getOutput())[dim];
    SmallVector<int64_t> shape(getShape(op.getInput()));
    int64_t size = shape[dim];
    shape[dim] = part * countDevices(op);
    Value empty = gradients.zeros(getRankedType(op.getInput()).clone(shape));
    Value index = getIndex(gradients, op);
    SmallVector<Value> starts(shape.size(), gradients.zeros(index.getType()));
    starts[dim] =
        gradients.multiply(index, gradients.constant(index.getType(), part));
    Value whole = gradients.dynamicUpdateSlice(
        empty, gradients.getCotangent(op.getOutput()), starts);
    gradients.accumulate(
        op.getInput(),
        shape[dim] == size ? whole : gradients.slice(whole, dim, 0, size));
    return success();
  }
};

struct AllToAllRule : Derivative<AllToAllRule, AllToAllOp> {
  static LogicalResult pullBack(AllToAllOp op, GradientBuilder &gradients) {
    int64_t dim = op.getConcatDim();
    // If both are one dimension, it is split as it was.
    bool isOne = op.getSplitDim() == op.getConcatDim();
    Value cotangent = gradients.getCotangent(op.getOutput());
    if (!isOne)
      cotangent = extend(gradients, cotangent, dim,
                         getShape(op.getInput())[dim] * countDevices(op));
    gradients.accumulate(op.getInput(),
                         AllToAllOp::create(gradients, op.getInput().getType(),
                                            cotangent, op.getMeshAttr(),
                                            op.getAxes(), op.getConcatDimAttr(),
                                            op.getSplitDimAttr()));
    return success();
  }
};

struct PermuteRule : Derivative<PermuteRule, PermuteOp> {
  static LogicalResult pullBack(PermuteOp op, GradientBuilder &gradients) {
    auto negate = [&](std::optional<uint64_t> distance) {
      return distance ? gradients.getI64IntegerAttr(-int64_t(*distance))
                      : IntegerAttr();
    };
    DenseI64ArrayAttr pairs = op.getPairsAttr();
    if (pairs) {
      SmallVector<int64_t> turned(pairs.asArrayRef());
      for (size_t i = 0; i + 1 < turned.size(); i += 2)
        std::swap(turned[i], turned[i + 1]);
      pairs = gradients.getDenseI64ArrayAttr(turned);
    }
    Value cotangent = gradients.getCotangent(op.getOutput());
    gradients.accumulate(op.getInput(),
                         PermuteOp::create(gradients, cotangent.getType(),
                                           cotangent, op.getMeshAttr(),
                                           op.getAxes(), negate(op.getRotate()),
                                           negate(op.getShift()), pairs));
    return success();
  }
};

/// The device whose value all have got gets the sum, the others nothing.
struct BroadcastRule : Derivative<BroadcastRule, BroadcastOp> {
  static LogicalResult pullBack(BroadcastOp op, GradientBuilder &gradients) {
    Value sum =
        allReduce(gradients, gradients.getCotangent(op.getOutput()), op);
    Value index = getIndex(gradients, op);
    Value isSource = gradients.compare(
        hlo::ComparisonDirection::EQ, index,
        gradients.constant(index.getType(), double(op.getSource())));
    gradients.accumulate(
        op.getInput(),
        gradients.select(gradients.splat(isSource, getShape(sum)), sum,
                         gradients.zeros(sum.getType())));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Over groups of devices
//===----------------------------------------------------------------------===//

struct GroupAllReduceRule : Derivative<GroupAllReduceRule, hlo::AllReduceOp> {
  static LogicalResult pullBack(hlo::AllReduceOp op,
                                GradientBuilder &gradients) {
    std::optional<ReducerKind> kind = hlo::matchReducer(op.getComputation());
    auto sum = [&](Value tensor) {
      auto result = hlo::AllReduceOp::create(
          gradients, TypeRange{tensor.getType()}, ValueRange{tensor},
          op.getReplicaGroupsAttr(), op.getChannelHandleAttr(),
          op.getUseGlobalDeviceIdsAttr());
      gradients.fillCombiner<hlo::AddOp>(
          result.getComputation(), getElementTypeOrSelf(tensor.getType()));
      return result->getResult(0);
    };
    return pullBackReduction(op, op.getOperands(), kind, gradients, sum);
  }
};

struct CrossReplicaSumRule
    : Derivative<CrossReplicaSumRule, hlo::CrossReplicaSumOp> {
  static LogicalResult pullBack(hlo::CrossReplicaSumOp op,
                                GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    gradients.accumulate(
        op.getOperand(),
        hlo::CrossReplicaSumOp::create(gradients, cotangent.getType(),
                                       cotangent, op.getReplicaGroupsAttr()));
    return success();
  }
};

struct GroupAllGatherRule : Derivative<GroupAllGatherRule, hlo::AllGatherOp> {
  static LogicalResult pullBack(hlo::AllGatherOp op,
                                GradientBuilder &gradients) {
    for (auto [operand, result] :
         llvm::zip(op.getOperands(), op->getResults())) {
      Value cotangent = gradients.getCotangent(result);
      if (!cotangent || !gradients.isWanted(operand))
        continue;
      auto scattered = hlo::ReduceScatterOp::create(
          gradients, operand.getType(), cotangent, op.getAllGatherDimAttr(),
          op.getReplicaGroupsAttr(), op.getChannelHandleAttr(),
          op.getUseGlobalDeviceIdsAttr());
      gradients.fillCombiner<hlo::AddOp>(
          scattered.getComputation(), getElementTypeOrSelf(operand.getType()));
      gradients.accumulate(operand, scattered.getResult());
    }
    return success();
  }
};

struct GroupReduceScatterRule
    : Derivative<GroupReduceScatterRule, hlo::ReduceScatterOp> {
  static LogicalResult pullBack(hlo::ReduceScatterOp op,
                                GradientBuilder &gradients) {
    if (hlo::matchReducer(op.getComputation()) != ReducerKind::Add)
      return op.emitOpError("has a derivative only if it adds; use an "
                            "all_reduce and a slice for other reducers");
    auto gathered = hlo::AllGatherOp::create(
        gradients, TypeRange{op.getOperand().getType()},
        ValueRange{gradients.getCotangent(op.getResult())},
        op.getScatterDimensionAttr(), op.getReplicaGroupsAttr(),
        op.getChannelHandleAttr(), op.getUseGlobalDeviceIdsAttr());
    gradients.accumulate(op.getOperand(), gathered->getResult(0));
    return success();
  }
};

struct GroupAllToAllRule : Derivative<GroupAllToAllRule, hlo::AllToAllOp> {
  static LogicalResult pullBack(hlo::AllToAllOp op,
                                GradientBuilder &gradients) {
    for (auto [operand, result] :
         llvm::zip(op.getOperands(), op->getResults())) {
      Value cotangent = gradients.getCotangent(result);
      if (!cotangent || !gradients.isWanted(operand))
        continue;
      auto back = hlo::AllToAllOp::create(
          gradients, TypeRange{operand.getType()}, ValueRange{cotangent},
          op.getConcatDimensionAttr(), op.getSplitDimensionAttr(),
          op.getSplitCountAttr(), op.getReplicaGroupsAttr(),
          op.getChannelHandleAttr());
      gradients.accumulate(operand, back->getResult(0));
    }
    return success();
  }
};

struct GroupPermuteRule
    : Derivative<GroupPermuteRule, hlo::CollectivePermuteOp> {
  static LogicalResult pullBack(hlo::CollectivePermuteOp op,
                                GradientBuilder &gradients) {
    auto pairs =
        llvm::to_vector(cast<DenseIntElementsAttr>(op.getSourceTargetPairs())
                            .getValues<int64_t>());
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      std::swap(pairs[i], pairs[i + 1]);
    Value cotangent = gradients.getCotangent(op.getResult());
    gradients.accumulate(
        op.getOperand(),
        hlo::CollectivePermuteOp::create(
            gradients, cotangent.getType(), cotangent,
            DenseIntElementsAttr::get(op.getSourceTargetPairs().getShapedType(),
                                      ArrayRef<int64_t>(pairs)),
            op.getChannelHandleAttr()));
    return success();
  }
};

} // namespace

void weft::attachCollectiveDerivatives(MLIRContext &context) {
  AllGatherOp::attachInterface<AllGatherRule>(context);
  AllReduceOp::attachInterface<AllReduceRule>(context);
  AllSliceOp::attachInterface<AllSliceRule>(context);
  AllToAllOp::attachInterface<AllToAllRule>(context);
  BroadcastOp::attachInterface<BroadcastRule>(context);
  PermuteOp::attachInterface<PermuteRule>(context);
  ReduceScatterOp::attachInterface<ReduceScatterRule>(context);
  attachModels<Stationary, AxisIndexOp>(context);
}

void weft::attachGroupCollectiveDerivatives(MLIRContext &context) {
  hlo::AllGatherOp::attachInterface<GroupAllGatherRule>(context);
  hlo::AllReduceOp::attachInterface<GroupAllReduceRule>(context);
  hlo::AllToAllOp::attachInterface<GroupAllToAllRule>(context);
  hlo::CollectivePermuteOp::attachInterface<GroupPermuteRule>(context);
  hlo::CrossReplicaSumOp::attachInterface<CrossReplicaSumRule>(context);
  hlo::ReduceScatterOp::attachInterface<GroupReduceScatterRule>(context);
  attachModels<Stationary, hlo::PartitionIdOp, hlo::ReplicaIdOp>(context);
}
