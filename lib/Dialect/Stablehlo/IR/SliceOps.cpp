//===- SliceOps.cpp - movement ops that cut and join -----------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of MovementOps.td that take parts of tensors or put them together,
// and those on sizes and quantization.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft::stablehlo;

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// ConcatenateOp
//===----------------------------------------------------------------------===//

/// Dimension `dim` of the result: its size, or dynamic, and its bound.
static LogicalResult addConcatenatedSize(const Reporter &report,
                                         RankedTensorType type, int64_t dim,
                                         int64_t &size, int64_t &bound) {
  ArrayRef<int64_t> bounds = getBounds(type);
  int64_t typeSize = type.getDimSize(dim);
  int64_t typeBound =
      type.isDynamicDim(dim) && !bounds.empty() ? bounds[dim] : typeSize;
  std::optional<int64_t> newSize = addSizes(size, typeSize);
  std::optional<int64_t> newBound = addSizes(bound, typeBound);
  if (!newSize || !newBound)
    return report("the size of dimension ", dim, " overflows 64 bits");
  size = *newSize;
  bound = *newBound;
  return success();
}

LogicalResult ConcatenateOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location> loc,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  ValueRange inputs = adaptor.getInputs();
  if (inputs.empty())
    return report("needs at least one operand");
  RankedTensorType first = getTensor(inputs.front());
  int64_t rank = first.getRank(), concatenated = adaptor.getDimension();
  if (failed(verifyDimension(report, "dimension", concatenated, rank)))
    return failure();

  // Along the other dimensions all must agree: compare as if the concatenated
  // dimension were dynamic everywhere.
  SmallVector<Type> types;
  int64_t size = 0, bound = 0;
  for (auto [number, input] : llvm::enumerate(inputs)) {
    RankedTensorType type = getTensor(input);
    if (!areCompatibleElementTypes(first.getElementType(),
                                   type.getElementType()))
      return report("the element types ", first.getElementType(),
                    " of operand 0 and ", type.getElementType(), " of operand ",
                    number, " are incompatible");
    if (type.getRank() != rank)
      return report("operand 0 has rank ", rank, ", but operand ", number,
                    " has rank ", type.getRank());
    if (failed(addConcatenatedSize(report, type, concatenated, size, bound)))
      return failure();
    auto shape = llvm::to_vector(type.getShape());
    shape[concatenated] = ShapedType::kDynamic;
    auto bounds = llvm::to_vector(getBounds(type));
    if (!bounds.empty())
      bounds[concatenated] = ShapedType::kDynamic;
    types.push_back(getTensorType(shape, first.getElementType(), bounds));
  }
  FailureOr<RankedTensorType> common = inferMostSpecificType(report, types);
  if (failed(common))
    return failure();

  auto shape = llvm::to_vector(common->getShape());
  auto bounds = llvm::to_vector(getBounds(*common));
  bounds.resize(rank, ShapedType::kDynamic);
  shape[concatenated] = size;
  bounds[concatenated] =
      ShapedType::isDynamic(size) ? bound : ShapedType::kDynamic;
  inferred.push_back(getTensorType(shape, first.getElementType(), bounds));
  return success();
}

//===----------------------------------------------------------------------===//
// DynamicSliceOp, DynamicUpdateSliceOp
//===----------------------------------------------------------------------===//

/// One start index per dimension, all of the same type.
static LogicalResult verifyStartIndices(const Reporter &report,
                                        ValueRange indices, int64_t rank) {
  if (failed(
          verifyOnePerDimension(report, "start_indices", indices.size(), rank)))
    return failure();
  for (Value index : indices)
    if (index.getType() != indices.front().getType())
      return report("the start indices have different types, ",
                    indices.front().getType(), " and ", index.getType());
  return success();
}

/// `size` lies between 0 and the size of dimension `dim` of `type`.
static LogicalResult verifyBlockSize(const Reporter &report, StringRef what,
                                     int64_t size, RankedTensorType type,
                                     int64_t dim) {
  if (ShapedType::isDynamic(size))
    return success();
  if (size < 0)
    return report(what, " is ", size, " along dimension ", dim,
                  "; it cannot be negative");
  if (!type.isDynamicDim(dim) && size > type.getDimSize(dim))
    return report(what, " is ", size, " along dimension ", dim,
                  ", but the operand has size ", type.getDimSize(dim),
                  " there");
  return success();
}

LogicalResult
DynamicSliceOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                 Adaptor adaptor,
                                 SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  RankedTensorType type = getTensor(adaptor.getOperand());
  ArrayRef<int64_t> sizes = adaptor.getSliceSizes();
  if (failed(verifyStartIndices(report, adaptor.getStartIndices(),
                                type.getRank())) ||
      failed(verifyOnePerDimension(report, "slice_sizes", sizes.size(),
                                   type.getRank())))
    return failure();
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    // The dynamic size is a negative number too: not what a user may write.
    if (ShapedType::isDynamic(size))
      return report("the slice size along dimension ", dim, " is out of range");
    if (failed(verifyBlockSize(report, "the slice size", size, type, dim)))
      return failure();
  }
  inferred.push_back(getTensorType(sizes, type.getElementType()));
  return success();
}

LogicalResult DynamicUpdateSliceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  RankedTensorType type = getTensor(adaptor.getOperand());
  RankedTensorType update = getTensor(adaptor.getUpdate());
  if (!areCompatibleElementTypes(type.getElementType(),
                                 update.getElementType()))
    return report("the element types ", type.getElementType(),
                  " of the operand and ", update.getElementType(),
                  " of the update are incompatible");
  if (type.getRank() != update.getRank())
    return report("the operand has rank ", type.getRank(),
                  ", but the update has rank ", update.getRank());
  if (failed(verifyStartIndices(report, adaptor.getStartIndices(),
                                type.getRank())))
    return failure();
  for (auto [dim, size] : llvm::enumerate(update.getShape()))
    if (failed(
            verifyBlockSize(report, "the size of the update", size, type, dim)))
      return failure();
  inferred.push_back(type);
  return success();
}

//===----------------------------------------------------------------------===//
// PadOp
//===----------------------------------------------------------------------===//

LogicalResult PadOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> loc,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  RankedTensorType type = getTensor(adaptor.getOperand());
  RankedTensorType value = getTensor(adaptor.getPaddingValue());
  ArrayRef<int64_t> low = adaptor.getEdgePaddingLow();
  ArrayRef<int64_t> high = adaptor.getEdgePaddingHigh();
  ArrayRef<int64_t> interior = adaptor.getInteriorPadding();
  int64_t rank = type.getRank();
  if (failed(verifyOnePerDimension(report, "edge_padding_low", low.size(),
                                   rank)) ||
      failed(verifyOnePerDimension(report, "edge_padding_high", high.size(),
                                   rank)) ||
      failed(verifyOnePerDimension(report, "interior_padding", interior.size(),
                                   rank)))
    return failure();
  if (value.getRank() != 0)
    return report("the padding value has type ", value,
                  "; it must be a scalar");
  if (!areCompatibleElementTypes(type.getElementType(), value.getElementType()))
    return report("the element types ", type.getElementType(),
                  " of the operand and ", value.getElementType(),
                  " of the padding value are incompatible");

  auto shape = llvm::to_vector(type.getShape());
  auto bounds = llvm::to_vector(getBounds(type));
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (interior[dim] < 0)
      return report("the interior padding of dimension ", dim, " is ",
                    interior[dim], "; it cannot be negative");
    auto pad = [&](int64_t size) {
      return padSize(size, low[dim], high[dim], interior[dim]);
    };
    std::optional<int64_t> padded = pad(shape[dim]);
    std::optional<int64_t> bound =
        bounds.empty() ? ShapedType::kDynamic : pad(bounds[dim]);
    if (!padded || !bound)
      return report("the padded size of dimension ", dim, " overflows 64 bits");
    if (*padded < 0 && !ShapedType::isDynamic(*padded))
      return report("dimension ", dim, " of size ", shape[dim],
                    " is padded to the negative size ", *padded);
    shape[dim] = *padded;
    if (!bounds.empty())
      bounds[dim] =
          ShapedType::isDynamic(*bound) ? *bound : std::max<int64_t>(*bound, 0);
  }
  inferred.push_back(getTensorType(shape, type.getElementType(), bounds));
  return success();
}

//===----------------------------------------------------------------------===//
// SliceOp
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  RankedTensorType type = getTensor(adaptor.getOperand());
  ArrayRef<int64_t> starts = adaptor.getStartIndices();
  ArrayRef<int64_t> limits = adaptor.getLimitIndices();
  ArrayRef<int64_t> strides = adaptor.getStrides();
  int64_t rank = type.getRank();
  if (failed(verifyOnePerDimension(report, "start_indices", starts.size(),
                                   rank)) ||
      failed(verifyOnePerDimension(report, "limit_indices", limits.size(),
                                   rank)) ||
      failed(verifyOnePerDimension(report, "strides", strides.size(), rank)))
    return failure();

  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t start = starts[dim], limit = limits[dim], stride = strides[dim];
    if (start < 0)
      return report("the start of dimension ", dim, " is ", start,
                    "; it cannot be negative");
    if (limit < start)
      return report("the limit ", limit, " of dimension ", dim,
                    " is below its start ", start);
    if (!type.isDynamicDim(dim) && limit > type.getDimSize(dim))
      return report("the limit ", limit, " of dimension ", dim,
                    " exceeds its size ", type.getDimSize(dim));
    if (stride <= 0)
      return report("the stride of dimension ", dim, " is ", stride,
                    "; it must be positive");
    shape.push_back(
        llvm::divideCeil(uint64_t(limit - start), uint64_t(stride)));
  }
  inferred.push_back(getTensorType(shape, type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

LogicalResult GetDimensionSizeOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  if (failed(verifyDimension(Reporter(loc, getOperationName()), "dimension",
                             adaptor.getDimension(),
                             getTensor(adaptor.getOperand()).getRank())))
    return failure();
  inferred.push_back(RankedTensorType::get({}, IntegerType::get(context, 32)));
  return success();
}

LogicalResult
SetDimensionSizeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                     Adaptor adaptor,
                                     SmallVectorImpl<Type> &inferred) {
  RankedTensorType type = getTensor(adaptor.getOperand());
  int64_t dim = adaptor.getDimension();
  if (failed(verifyDimension(Reporter(loc, getOperationName()), "dimension",
                             dim, type.getRank())))
    return failure();
  auto shape = llvm::to_vector(type.getShape());
  auto bounds = llvm::to_vector(getBounds(type));
  bounds.resize(type.getRank(), ShapedType::kDynamic);
  if (!type.isDynamicDim(dim))
    bounds[dim] = shape[dim];
  shape[dim] = ShapedType::kDynamic;
  inferred.push_back(getTensorType(shape, type.getElementType(), bounds));
  return success();
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

LogicalResult UniformQuantizeOp::verify() {
  RankedTensorType operand = getTensor(getOperand()), result = getType();
  if (failed(verifySameShapes(Reporter(*this), {operand, result})))
    return failure();
  Type from = getExpressedType(operand.getElementType());
  Type to = getExpressedType(result.getElementType());
  if (from == to)
    return success();
  return emitOpError() << "the operand expresses " << from
                       << ", but the result expresses " << to;
}

LogicalResult
UniformDequantizeOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &inferred) {
  RankedTensorType type = getTensor(adaptor.getOperand());
  inferred.push_back(type.clone(getExpressedType(type.getElementType())));
  return success();
}
