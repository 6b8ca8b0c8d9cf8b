//===- RaggedDot.cpp - products by groups of rows, on shards ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of the groups count places of the whole ragged dimension. A device
// that has a stretch of it, or some of the groups, or both, computes the sizes
// of its groups in its stretch. Groups begin where the last one ended, so what
// lies before a device's first group becomes a group of its own:
//
//     groups 3, 6, 2 of 11 rows; the device has rows 4..8 and groups 1, 2
//     sizes  0 (before), 4, 0
//
// The matrix of that group is zero, or its result is dropped.
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// One op, on shards.
class RaggedBuilder {
public:
  RaggedBuilder(ShardBuilder &builder, chlo::RaggedDotOp op)
      : builder(builder), dims(op.getRaggedDotDimensionNumbers()),
        ragged(dims.getLhsRaggedDimensions().front()) {}

  LocalResults run();

private:
  Value fillSummed(unsigned operand, ArrayRef<int64_t> summed);
  Value sumUpTo(Value sizes, int64_t numGroups);
  Value countOwn(Value &before);

  ShardBuilder &builder;
  chlo::RaggedDotDimensionNumbersAttr dims;
  const int64_t ragged;
};

/// Rows, columns and batches are as free as in any product, and groups are
/// split as contracted dimensions are: each device computes the rows of its
/// groups, and the rest are zero.
struct RaggedDotPartitioning
    : PartitionInterface::ExternalModel<RaggedDotPartitioning,
                                        chlo::RaggedDotOp> {
  void getPartitionWays(Operation *op, const FactorRule *rule,
                        SmallVectorImpl<PartitionWay> &ways) const {
    // Sizes that differ from batch to batch would have to be split with it.
    auto sizes = cast<RankedTensorType>(op->getOperand(2).getType());
    if (!rule || sizes.getRank() != 1)
      return;
    ways.push_back(PartitionWay::of(
        *rule, {FactorKind::PassThrough, FactorKind::Reduction},
        ReducerKind::Add));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    return RaggedBuilder(builder, cast<chlo::RaggedDotOp>(op)).run();
  }
};

} // namespace

/// An operand with zeros in the padding of what is summed over.
Value RaggedBuilder::fillSummed(unsigned operand, ArrayRef<int64_t> summed) {
  ShardedTensor tensor = builder.operands[operand];
  for (int64_t dim : summed)
    tensor.value = builder.fillPadding(
        tensor, dim, builder.zero(tensor.whole.getElementType()));
  return tensor.value;
}

/// Where each group ends, in the whole dimension.
Value RaggedBuilder::sumUpTo(Value sizes, int64_t numGroups) {
  auto square =
      RankedTensorType::get({numGroups, numGroups}, builder.getI64Type());
  Value up = hlo::CompareOp::create(builder, square.clone(builder.getI1Type()),
                                    hlo::IotaOp::create(builder, square, 1),
                                    hlo::IotaOp::create(builder, square, 0),
                                    hlo::ComparisonDirection::LE,
                                    hlo::ComparisonTypeAttr());
  Value each = builder.broadcastTo(square, sizes, {1});
  Value zero = builder.splat(square, builder.zero(builder.getI64Type()));
  return builder.reduce(builder.select(up, each, zero), {1}, ReducerKind::Add);
}

/// How many places of the device's stretch are in each of its groups, and
/// `before` the first of them.
Value RaggedBuilder::countOwn(Value &before) {
  const ShardedTensor &lhs = builder.operands[0], &given = builder.operands[2];
  const int64_t length = lhs.size(ragged), own = lhs.localSize(ragged);
  const int64_t numGroups = given.size(0);
  Value sizes = builder.clampIndex(given.value, 0, length);
  if (given.isSplit(0))
    sizes = builder.allGather(sizes, 0, given.axes(0), numGroups);
  Value ends = sumUpTo(sizes, numGroups);
  Value starts = builder.subtract(ends, sizes);
  auto toOwn = [&](Value places) {
    places = builder.clampIndex(places, 0, length);
    if (lhs.isSplit(ragged))
      places = builder.subtract(
          places, builder.broadcastTo(cast<RankedTensorType>(places.getType()),
                                      builder.shardOffset(lhs, ragged), {}));
    return builder.clampIndex(places, 0, own);
  };
  starts = toOwn(starts);
  Value counts = builder.subtract(toOwn(ends), starts);
  if (!given.isSplit(0))
    return counts;
  // Groups behind the last have no places, so it does not matter where they
  // would begin.
  const int64_t width = given.localSize(0);
  const int64_t missing = width * given.numShards(0) - numGroups;
  Value zero = builder.zero(builder.getI64Type());
  Value first = builder.shardOffset(given, 0);
  before = builder.dynamicSlice(builder.pad(starts, 0, 0, missing, zero), 0,
                                first, 1);
  return builder.dynamicSlice(builder.pad(counts, 0, 0, missing, zero), 0,
                              first, width);
}

LocalResults RaggedBuilder::run() {
  ArrayRef<int64_t> group = dims.getRhsGroupDimensions();
  const bool isSummed =
      llvm::is_contained(dims.getLhsContractingDimensions(), ragged);
  SmallVector<Value, 3> operands = {
      fillSummed(0, dims.getLhsContractingDimensions()),
      fillSummed(1, dims.getRhsContractingDimensions()),
      builder.operands[2].value};
  // In a batch nothing depends on the groups.
  if (!isSummed && group.empty())
    return SmallVector<Value>(builder.cloneWith(operands)->getResults());
  Value before;
  operands[2] = countOwn(before);
  if (before) {
    operands[2] = builder.concatenate({before, operands[2]}, 0);
    if (!group.empty())
      operands[1] =
          builder.pad(operands[1], group.front(), 1, 0,
                      builder.zero(builder.operands[1].whole.getElementType()));
  }
  Operation *local = builder.cloneWith(operands);
  if (!before || !group.empty())
    return SmallVector<Value>(local->getResults());
  auto type = cast<RankedTensorType>(local->getResult(0).getType());
  const int64_t count = type.getDimSize(0);
  local->getResult(0).setType(withDim(type, 0, count + 1));
  return SmallVector<Value>{
      builder.slice(local->getResult(0), 0, 1, count + 1)};
}

void weft::attachRaggedDotPartitioning(MLIRContext &context) {
  chlo::RaggedDotOp::attachInterface<RaggedDotPartitioning>(context);
}
