//===- ShardBuilder.cpp - build what one device does ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardBuilder.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Sharding/LocalShape.h"

#include "llvm/ADT/STLExtras.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

RankedTensorType weft::withDim(RankedTensorType type, unsigned dim,
                               int64_t size) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  return type.clone(shape);
}

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// ShardedTensor
//===----------------------------------------------------------------------===//

int64_t ShardedTensor::localSize(unsigned dim) const {
  return weft::localSize(size(dim), numShards(dim));
}

RankedTensorType ShardedTensor::localType() const {
  return whole.clone(localShape(whole.getShape(), sharding));
}

bool ShardedTensor::isPadded(unsigned dim) const {
  return isSplit(dim) && size(dim) % numShards(dim) != 0;
}

//===----------------------------------------------------------------------===//
// Scalars and constants
//===----------------------------------------------------------------------===//

Operation *ShardBuilder::cloneWith(ValueRange localOperands) {
  IRMapping mapping;
  mapping.map(op->getOperands(), localOperands);
  Operation *copy = op->cloneWithoutRegions();
  copy->setOperands(localOperands);
  for (auto [region, original] :
       llvm::zip(copy->getRegions(), op->getRegions()))
    original.cloneInto(&region, mapping);
  for (auto [result, tensor] : llvm::zip(copy->getResults(), results))
    if (tensor.whole)
      result.setType(tensor.localType());
  copy->removeDiscardableAttr("weft.shardings");
  insert(copy);
  return copy;
}

Value ShardBuilder::constant(TypedAttr value) {
  return hlo::ConstantOp::create(*this, value.getType(),
                                 cast<ElementsAttr>(value));
}

Value ShardBuilder::constant(Type element, int64_t value) {
  auto type = RankedTensorType::get({}, element);
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = cast<FloatType>(complex.getElementType());
    APFloat real(part.getFloatSemantics());
    real.convertFromAPInt(APInt(64, value, true), true,
                          APFloat::rmNearestTiesToEven);
    std::complex<APFloat> number(real,
                                 APFloat::getZero(part.getFloatSemantics()));
    return constant(DenseElementsAttr::get(type, number));
  }
  if (auto real = dyn_cast<FloatType>(element)) {
    APFloat number(real.getFloatSemantics());
    number.convertFromAPInt(APInt(64, value, true), true,
                            APFloat::rmNearestTiesToEven);
    return constant(DenseElementsAttr::get(type, number));
  }
  APInt number(element.getIntOrFloatBitWidth(), uint64_t(value),
               /*isSigned=*/true, /*implicitTrunc=*/true);
  return constant(DenseElementsAttr::get(type, number));
}

Value ShardBuilder::zero(Type element) { return constant(element, 0); }

Value ShardBuilder::splat(RankedTensorType type, Value scalar) {
  return hlo::BroadcastInDimOp::create(
      *this, type.clone(getElementTypeOrSelf(scalar.getType())), scalar,
      getDenseI64ArrayAttr({}));
}

/// The largest or smallest value of a float format: an infinity if it has one.
static APFloat getExtreme(const llvm::fltSemantics &semantics, bool negative) {
  if (APFloat::semanticsHasInf(semantics))
    return APFloat::getInf(semantics, negative);
  return APFloat::getLargest(semantics, negative);
}

Value ShardBuilder::identity(Type element, ReducerKind reducer) {
  auto type = RankedTensorType::get({}, element);
  auto real = dyn_cast<FloatType>(element);
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  unsigned width = real ? 0
                   : isa<ComplexType>(element)
                       ? 0
                       : element.getIntOrFloatBitWidth();
  auto integer = [&](APInt value) {
    return constant(DenseElementsAttr::get(type, value));
  };
  switch (reducer) {
  case ReducerKind::Add:
    if (real && APFloat::semanticsHasSignedRepr(real.getFloatSemantics()) &&
        APFloat::getZero(real.getFloatSemantics(), true).isNegative())
      return constant(DenseElementsAttr::get(
          type, APFloat::getZero(real.getFloatSemantics(), /*Negative=*/true)));
    if (auto complex = dyn_cast<ComplexType>(element)) {
      APFloat part = APFloat::getZero(
          cast<FloatType>(complex.getElementType()).getFloatSemantics(), true);
      return constant(
          DenseElementsAttr::get(type, std::complex<APFloat>(part, part)));
    }
    return zero(element);
  case ReducerKind::Or:
  case ReducerKind::Xor:
    return zero(element);
  case ReducerKind::Mul:
    return constant(element, 1);
  case ReducerKind::And:
    return integer(APInt::getAllOnes(width));
  case ReducerKind::Max:
    if (real)
      return constant(DenseElementsAttr::get(
          type, getExtreme(real.getFloatSemantics(), /*negative=*/true)));
    return integer(isUnsigned ? APInt::getMinValue(width)
                              : APInt::getSignedMinValue(width));
  case ReducerKind::Min:
    if (real)
      return constant(DenseElementsAttr::get(
          type, getExtreme(real.getFloatSemantics(), /*negative=*/false)));
    return integer(isUnsigned ? APInt::getMaxValue(width)
                              : APInt::getSignedMaxValue(width));
  }
  return zero(element);
}

Value ShardBuilder::add(Value a, Value b) {
  return hlo::AddOp::create(*this, a.getType(), a, b);
}

Value ShardBuilder::subtract(Value a, Value b) {
  return hlo::SubtractOp::create(*this, a.getType(), a, b);
}

Value ShardBuilder::multiply(Value a, int64_t factor) {
  Value other = constant(getElementTypeOrSelf(a.getType()), factor);
  return hlo::MultiplyOp::create(*this, a.getType(), a, other);
}

Value ShardBuilder::toIndex(Value tensor) {
  RankedTensorType type = getTensorType(tensor);
  Type index = getI64Type();
  if (type.getElementType() == index)
    return tensor;
  if (type.getElementType().isUnsignedInteger(64)) {
    // Beyond any dimension either way.
    Value largest = splat(type, constant(type.getElementType(), INT64_MAX));
    tensor = hlo::MinimumOp::create(*this, type, tensor, largest);
  }
  return hlo::ConvertOp::create(*this, type.clone(index), tensor);
}

Value ShardBuilder::clampIndex(Value index, int64_t low, int64_t high) {
  index = toIndex(index);
  return hlo::ClampOp::create(*this, index.getType(),
                              constant(getI64Type(), low), index,
                              constant(getI64Type(), high));
}

//===----------------------------------------------------------------------===//
// Where the device is
//===----------------------------------------------------------------------===//

AxesAttr weft::toAxesAttr(MLIRContext *context, const Mesh &mesh,
                          const AxisList &axes) {
  return AxesAttr::get(context, toAttrs(context, mesh, axes));
}

Value ShardBuilder::axisIndex(const AxisList &axes) {
  return AxisIndexOp::create(*this, RankedTensorType::get({}, getI64Type()),
                             meshRef, toAxesAttr(getContext(), mesh, axes));
}

Value ShardBuilder::shardOffset(const ShardedTensor &tensor, unsigned dim) {
  if (!tensor.isSplit(dim))
    return constant(getI64Type(), 0);
  return multiply(axisIndex(tensor.axes(dim)), tensor.localSize(dim));
}

Value ShardBuilder::isFirst(const AxisList &axes) {
  return hlo::CompareOp::create(*this, RankedTensorType::get({}, getI1Type()),
                                axisIndex(axes), constant(getI64Type(), 0),
                                hlo::ComparisonDirection::EQ,
                                hlo::ComparisonTypeAttr());
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value ShardBuilder::slice(Value value, unsigned dim, int64_t start,
                          int64_t limit, int64_t stride) {
  RankedTensorType type = getTensorType(value);
  if (start == 0 && limit == type.getDimSize(dim) && stride == 1)
    return value;
  SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
  SmallVector<int64_t> limits(type.getShape());
  starts[dim] = start;
  limits[dim] = limit;
  strides[dim] = stride;
  int64_t size = limit <= start ? 0 : (limit - start + stride - 1) / stride;
  return hlo::SliceOp::create(*this, withDim(type, dim, size), value, starts,
                              limits, strides);
}

Value ShardBuilder::pad(Value value, unsigned dim, int64_t low, int64_t high,
                        Value fill, int64_t interior) {
  RankedTensorType type = getTensorType(value);
  if (low == 0 && high == 0 && interior == 0)
    return value;
  SmallVector<int64_t> lows(type.getRank(), 0), highs(type.getRank(), 0),
      interiors(type.getRank(), 0);
  lows[dim] = low;
  highs[dim] = high;
  interiors[dim] = interior;
  int64_t size = type.getDimSize(dim);
  int64_t padded =
      low + size + high + std::max<int64_t>(size - 1, 0) * interior;
  return hlo::PadOp::create(*this, withDim(type, dim, padded), value, fill,
                            lows, highs, interiors);
}

Value ShardBuilder::concatenate(ValueRange pieces, unsigned dim) {
  if (pieces.size() == 1)
    return pieces.front();
  int64_t size = 0;
  for (Value piece : pieces)
    size += getTensorType(piece).getDimSize(dim);
  return hlo::ConcatenateOp::create(
      *this, withDim(getTensorType(pieces.front()), dim, size), pieces, dim);
}

Value ShardBuilder::dynamicSlice(Value value, unsigned dim, Value start,
                                 int64_t width) {
  RankedTensorType type = getTensorType(value);
  SmallVector<Value> starts(type.getRank());
  for (auto [i, each] : llvm::enumerate(starts))
    each = i == dim ? start : constant(getI64Type(), 0);
  RankedTensorType result = withDim(type, dim, width);
  return hlo::DynamicSliceOp::create(*this, result, value, starts,
                                     result.getShape());
}

Value ShardBuilder::select(Value condition, Value a, Value b) {
  return hlo::SelectOp::create(*this, a.getType(), condition, a, b);
}

Value ShardBuilder::keepWithin(Value value, unsigned dim, Value start,
                               int64_t low, int64_t high, Value fill) {
  RankedTensorType type = getTensorType(value);
  auto line = RankedTensorType::get({type.getDimSize(dim)}, getI64Type());
  Value position = hlo::IotaOp::create(*this, line, 0);
  position = add(position, splat(line, start));
  auto compare = [&](int64_t bound, hlo::ComparisonDirection direction) {
    return hlo::CompareOp::create(*this, line.clone(getI1Type()), position,
                                  splat(line, constant(getI64Type(), bound)),
                                  direction, hlo::ComparisonTypeAttr());
  };
  Value inside = compare(high, hlo::ComparisonDirection::LT);
  if (low != INT64_MIN)
    inside =
        hlo::AndOp::create(*this, inside.getType(),
                           compare(low, hlo::ComparisonDirection::GE), inside);
  Value mask = hlo::BroadcastInDimOp::create(
      *this, type.clone(getI1Type()), inside,
      getDenseI64ArrayAttr({static_cast<int64_t>(dim)}));
  return select(mask, value, splat(type, fill));
}

Value ShardBuilder::fillPadding(const ShardedTensor &tensor, unsigned dim,
                                Value fill) {
  if (!tensor.isPadded(dim))
    return tensor.value;
  return keepWithin(tensor.value, dim, shardOffset(tensor, dim), INT64_MIN,
                    tensor.size(dim), fill);
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

Value ShardBuilder::allGather(Value value, unsigned dim, const AxisList &axes,
                              int64_t whole) {
  if (axes.empty())
    return value;
  return AllGatherOp::create(
      *this, withDim(getTensorType(value), dim, whole), value, meshRef,
      toAxesAttr(getContext(), mesh, axes), getI64IntegerAttr(dim));
}

Value ShardBuilder::shift(Value value, const AxisList &axes, int64_t distance) {
  return PermuteOp::create(*this, value.getType(), value, meshRef,
                           toAxesAttr(getContext(), mesh, axes), IntegerAttr(),
                           getI64IntegerAttr(distance), DenseI64ArrayAttr());
}

Value ShardBuilder::allReduce(Value value, const AxisList &axes,
                              ReducerKind reducer) {
  if (axes.empty())
    return value;
  auto reduced =
      AllReduceOp::create(*this, TypeRange(value.getType()), ValueRange(value),
                          ReducerAttr::get(getContext(), reducer), meshRef,
                          toAxesAttr(getContext(), mesh, axes));
  return reduced.getResult(0);
}

Value ShardBuilder::allSlice(Value value, unsigned dim, const AxisList &axes) {
  if (axes.empty())
    return value;
  RankedTensorType type = getTensorType(value);
  int64_t local = localSize(type.getDimSize(dim), axes.numShards());
  return AllSliceOp::create(*this, withDim(type, dim, local), value, meshRef,
                            toAxesAttr(getContext(), mesh, axes),
                            getI64IntegerAttr(dim));
}

Value ShardBuilder::reduceScatter(Value value, unsigned dim,
                                  const AxisList &axes, ReducerKind reducer) {
  RankedTensorType type = getTensorType(value);
  int64_t local = localSize(type.getDimSize(dim), axes.numShards());
  return ReduceScatterOp::create(*this, withDim(type, dim, local), value,
                                 ReducerAttr::get(getContext(), reducer),
                                 meshRef, toAxesAttr(getContext(), mesh, axes),
                                 getI64IntegerAttr(dim));
}

Value ShardBuilder::allToAll(Value value, const AxisList &axes, unsigned split,
                             unsigned concat, ArrayRef<int64_t> shape) {
  return AllToAllOp::create(*this, getTensorType(value).clone(shape), value,
                            meshRef, toAxesAttr(getContext(), mesh, axes),
                            getI64IntegerAttr(split),
                            getI64IntegerAttr(concat));
}

Value ShardBuilder::permute(Value value, const AxisList &axes,
                            ArrayRef<int64_t> pairs) {
  return PermuteOp::create(*this, value.getType(), value, meshRef,
                           toAxesAttr(getContext(), mesh, axes), IntegerAttr(),
                           IntegerAttr(), getDenseI64ArrayAttr(pairs));
}

Value ShardBuilder::broadcast(Value value, const AxisList &axes,
                              int64_t source) {
  return BroadcastOp::create(*this, value.getType(), value, meshRef,
                             toAxesAttr(getContext(), mesh, axes),
                             getI64IntegerAttr(source));
}
