//===- IndexedPlaces.cpp - reads and writes at computed places --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexedPlaces.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

IndexedPlaces IndexedPlaces::of(hlo::GatherOp op) {
  return {op.getStartIndices(), op.getDimensionNumbers(),
          SmallVector<int64_t>(op.getSliceSizes()), op.getIndicesAreSorted(),
          /*areUnique=*/false};
}

IndexedPlaces IndexedPlaces::of(hlo::ScatterOp op) {
  hlo::ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  ArrayRef<int64_t> windows = getShape(op.getUpdates()[0]);
  SmallVector<int64_t> sizes;
  const int64_t *next = dims.getUpdateWindowDims().begin();
  for (int64_t dim = 0, rank = getShape(op.getInputs()[0]).size(); dim != rank;
       ++dim) {
    bool isOne = llvm::is_contained(dims.getInsertedWindowDims(), dim) ||
                 llvm::is_contained(dims.getInputBatchingDims(), dim);
    sizes.push_back(isOne ? 1 : windows[*next++]);
  }
  auto gather = hlo::GatherDimensionNumbersAttr::get(
      op.getContext(), dims.getUpdateWindowDims(), dims.getInsertedWindowDims(),
      dims.getInputBatchingDims(), dims.getScatterIndicesBatchingDims(),
      dims.getScatterDimsToOperandDims(), dims.getIndexVectorDim());
  return {op.getScatterIndices(), gather, sizes, op.getIndicesAreSorted(),
          op.getUniqueIndices()};
}

SmallVector<int64_t> IndexedPlaces::getLimits(ArrayRef<int64_t> shape) const {
  auto type = cast<IntegerType>(getElementTypeOrSelf(indices.getType()));
  unsigned bits = std::min(type.getWidth(), 63u) - !type.isUnsigned();
  int64_t largest = int64_t(llvm::maskTrailingOnes<uint64_t>(bits));
  return llvm::map_to_vector(dims.getStartIndexMap(), [&](int64_t dim) {
    return std::min(shape[dim] - sliceSizes[dim], largest);
  });
}

Value IndexedPlaces::spreadLimits(FormulaBuilder &builder,
                                  ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> limits = getLimits(shape);
  RankedTensorType type = getRankedType(indices);
  int64_t dim = dims.getIndexVectorDim();
  if (dim == type.getRank())
    return builder.constant(type, limits[0]);
  auto list =
      RankedTensorType::get({int64_t(limits.size())}, type.getElementType());
  auto numbers = llvm::map_to_vector(limits, [&](int64_t limit) {
    return APInt(type.getElementTypeBitWidth(), limit);
  });
  Value constant = hlo::ConstantOp::create(
      builder, list, DenseElementsAttr::get(list, numbers));
  return builder.broadcast(constant, type.getShape(), {dim});
}

IndexedPlaces IndexedPlaces::clamp(FormulaBuilder &builder,
                                   ArrayRef<int64_t> shape) const {
  if (dims.getStartIndexMap().empty())
    return *this;
  IndexedPlaces result = *this;
  result.indices = builder.make<hlo::ClampOp>(
      indices.getType(), {builder.zeros(indices.getType()), indices,
                          spreadLimits(builder, shape)});
  return result;
}

SmallVector<int64_t> IndexedPlaces::getCountingDims(Value windows) const {
  SmallVector<int64_t> result;
  for (int64_t dim = 0, rank = getShape(windows).size(); dim != rank; ++dim)
    if (!llvm::is_contained(dims.getOffsetDims(), dim))
      result.push_back(dim);
  return result;
}

Value IndexedPlaces::isInside(FormulaBuilder &builder, Value windows,
                              ArrayRef<int64_t> shape) const {
  auto flags = getRankedType(windows).clone(builder.getI1Type());
  if (dims.getStartIndexMap().empty())
    return builder.constant(flags, 1);
  Value isLow = builder.compare(hlo::ComparisonDirection::GE, indices,
                                builder.zeros(indices.getType()));
  Value isHigh = builder.compare(hlo::ComparisonDirection::LE, indices,
                                 spreadLimits(builder, shape));
  Value inside = builder.make<hlo::AndOp>({isLow, isHigh});
  int64_t dim = dims.getIndexVectorDim();
  if (dim != getRankedType(indices).getRank()) {
    SmallVector<int64_t> counting(getShape(indices));
    counting.erase(counting.begin() + dim);
    auto all = hlo::ReduceOp::create(
        builder, TypeRange{getRankedType(inside).clone(counting)},
        ValueRange{inside}, ValueRange{builder.scalar(builder.getI1Type(), 1)},
        builder.getDenseI64ArrayAttr({dim}));
    builder.fillCombiner<hlo::AndOp>(all.getBody(), builder.getI1Type());
    inside = all->getResult(0);
  }
  return builder.broadcast(inside, getShape(windows), getCountingDims(windows));
}

Value IndexedPlaces::gather(FormulaBuilder &builder, Value operand,
                            ArrayRef<int64_t> windows) const {
  return hlo::GatherOp::create(
      builder, getRankedType(operand).clone(windows), operand, indices, dims,
      builder.getDenseI64ArrayAttr(sliceSizes), builder.getBoolAttr(areSorted));
}

hlo::ScatterOp IndexedPlaces::createScatter(FormulaBuilder &builder,
                                            Value operand,
                                            Value windows) const {
  auto scatter = hlo::ScatterDimensionNumbersAttr::get(
      builder.getContext(), dims.getOffsetDims(), dims.getCollapsedSliceDims(),
      dims.getOperandBatchingDims(), dims.getStartIndicesBatchingDims(),
      dims.getStartIndexMap(), dims.getIndexVectorDim());
  return hlo::ScatterOp::create(
      builder, TypeRange{operand.getType()}, ValueRange{operand}, indices,
      ValueRange{windows}, scatter, builder.getBoolAttr(areSorted),
      builder.getBoolAttr(areUnique));
}

Value IndexedPlaces::replace(FormulaBuilder &builder, Value operand,
                             Value windows) const {
  hlo::ScatterOp op = createScatter(builder, operand, windows);
  OpBuilder::InsertionGuard guard(builder);
  auto type =
      RankedTensorType::get({}, getRankedType(operand).getElementType());
  Block *body =
      builder.createBlock(&op.getUpdateComputation(), {}, {type, type},
                          {builder.getLoc(), builder.getLoc()});
  hlo::ReturnOp::create(builder, ValueRange{body->getArgument(1)});
  return op->getResult(0);
}
