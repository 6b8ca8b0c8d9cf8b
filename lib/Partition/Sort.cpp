//===- Sort.cpp - the largest elements, on shards ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// What comes after every element in the order of `top_k`, or is equal to the
/// last: floats are ordered by their bits, so a negative NaN, if there is one.
static Value getLeast(ShardBuilder &builder, Type element) {
  auto real = dyn_cast<FloatType>(element);
  if (!real)
    return builder.identity(element, ReducerKind::Max);
  const llvm::fltSemantics &semantics = real.getFloatSemantics();
  unsigned width = real.getWidth();
  APInt bits = APFloat::semanticsHasSignedRepr(semantics)
                   ? APInt::getAllOnes(width)
                   : APInt::getZero(width);
  return builder.constant(DenseElementsAttr::get(
      RankedTensorType::get({}, element), APFloat(semantics, bits)));
}

namespace {

/// Each device finds the largest of what it has; the largest of all are among
/// these. They are gathered in the order of the devices, so that of equals the
/// first one still comes first.
struct TopKPartitioning
    : PartitionInterface::ExternalModel<TopKPartitioning, chlo::TopKOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    FactorRuleBuilder rule = createWayBuilder(op);
    ArrayRef<int64_t> shape = rule.getShape(0);
    for (unsigned dim = 0; dim + 1 < shape.size(); ++dim)
      rule.addFactor(shape[dim], {{0, dim}, {1, dim}, {2, dim}});
    // Of nothing, no candidates can be gathered.
    if (cast<chlo::TopKOp>(op).getK() > 0 && !llvm::is_contained(shape, 0))
      rule.addFactor(shape.back(),
                     {{0, static_cast<unsigned>(shape.size() - 1)}},
                     FactorKind::Reduction);
    ways.push_back(
        PartitionWay::of(std::move(rule).build(),
                         {FactorKind::PassThrough, FactorKind::Reduction}));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

} // namespace

/// The `k` largest along the last dimension, and where they are.
static std::pair<Value, Value> findLargest(ShardBuilder &builder, Value value,
                                           int64_t k, Type index) {
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType found = withDim(type, type.getRank() - 1, k);
  auto top = chlo::TopKOp::create(builder, found, found.clone(index), value,
                                  static_cast<uint64_t>(k));
  return {top.getValues(), top.getIndices()};
}

LocalResults TopKPartitioning::localise(Operation *op,
                                        ShardBuilder &builder) const {
  const ShardedTensor &input = builder.operands[0];
  unsigned dim = input.sharding.rank() - 1;
  if (!input.isSplit(dim))
    return SmallVector<Value>(builder.cloneWith(input.value)->getResults());
  int64_t k = cast<chlo::TopKOp>(op).getK();
  Type index = builder.results[1].whole.getElementType();
  int64_t few = std::min(k, input.localSize(dim));
  int64_t count = input.numShards(dim);
  Value filled = builder.fillPadding(
      input, dim, getLeast(builder, input.whole.getElementType()));
  auto [values, places] = findLargest(builder, filled, few, index);
  Value offset = builder.convert(builder.shardOffset(input, dim), index);
  places = builder.add(
      places, builder.splat(cast<RankedTensorType>(places.getType()), offset));
  values = builder.allGather(values, dim, input.axes(dim), few * count);
  places = builder.allGather(places, dim, input.axes(dim), few * count);
  auto [largest, where] = findLargest(builder, values, k, index);
  // places[..., where[..., i]], with all other dimensions as batches.
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, dim));
  SmallVector<int64_t> ones(dim + 1, 1);
  auto numbers = hlo::GatherDimensionNumbersAttr::get(
      builder.getContext(), /*offsetDims=*/{}, /*collapsedSliceDims=*/
      ArrayRef<int64_t>(int64_t(dim)), /*operandBatchingDims=*/batch,
      /*startIndicesBatchingDims=*/batch, /*startIndexMap=*/
      ArrayRef<int64_t>(int64_t(dim)), /*indexVectorDim=*/dim + 1);
  Value taken =
      hlo::GatherOp::create(builder, where.getType(), places, where, numbers,
                            builder.getDenseI64ArrayAttr(ones));
  return SmallVector<Value>{largest, taken};
}

void weft::attachSortPartitioning(MLIRContext &context) {
  chlo::TopKOp::attachInterface<TopKPartitioning>(context);
}
