//===- ConstantFolding.cpp - arithmetic on constants -----------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ConstantFolding.h"

#include "weft/Dialect/Stablehlo/IR/Verification.h"

using namespace mlir;
using llvm::APFloatBase;
using llvm::fltSemantics;

namespace weft::stablehlo {

bool isSmallEnoughToFold(ShapedType type) {
  if (!type.hasStaticShape())
    return false;
  std::optional<int64_t> count = countElements(type.getShape());
  return count && *count <= kFoldLimit;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// The formats that have everything IEEE 754 asks for.
static bool isOrdinaryFormat(const fltSemantics &semantics) {
  return &semantics == &APFloatBase::BFloat() ||
         &semantics == &APFloatBase::IEEEhalf() ||
         &semantics == &APFloatBase::IEEEsingle() ||
         &semantics == &APFloatBase::IEEEdouble();
}

/// Has neither zero nor sign, which APFloat's operations take for granted.
static bool isExponentOnly(const fltSemantics &semantics) {
  return &semantics == &APFloatBase::Float8E8M0FNU();
}

std::optional<APFloat> convertFloat(APFloat value,
                                    const fltSemantics &semantics) {
  if (&value.getSemantics() == &semantics)
    return value;
  bool ordinary = isOrdinaryFormat(semantics);
  if (!ordinary && (!value.isFinite() || isExponentOnly(semantics)))
    return std::nullopt;
  bool losesInfo = false;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  if (!ordinary && losesInfo)
    return std::nullopt;
  return value;
}

std::optional<APFloat>
computeFloat(ArrayRef<APFloat> arguments,
             function_ref<APFloat(ArrayRef<APFloat>)> fn) {
  const fltSemantics &semantics = arguments.front().getSemantics();
  if (isOrdinaryFormat(semantics))
    return fn(arguments);
  if (isExponentOnly(semantics))
    return std::nullopt;
  SmallVector<APFloat, 3> wide;
  for (const APFloat &argument : arguments)
    wide.push_back(*convertFloat(argument, APFloatBase::IEEEdouble()));
  return convertFloat(fn(wide), semantics);
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

bool isSplatInt(Attribute constant, int64_t value) {
  auto dense = dyn_cast_if_present<DenseElementsAttr>(constant);
  if (!dense || !dense.isSplat() || !isa<IntegerType>(dense.getElementType()))
    return false;
  APInt splat = dense.getSplatValue<APInt>();
  return splat == APInt(splat.getBitWidth(), value, /*isSigned=*/true,
                        /*implicitTrunc=*/true);
}

bool isSplatFloat(Attribute constant, double value) {
  auto dense = dyn_cast_if_present<DenseElementsAttr>(constant);
  if (!dense || !dense.isSplat() || !isa<FloatType>(dense.getElementType()))
    return false;
  std::optional<APFloat> splat =
      convertFloat(dense.getSplatValue<APFloat>(), APFloatBase::IEEEdouble());
  return splat && splat->bitwiseIsEqual(APFloat(value));
}

DenseElementsAttr getZeros(ShapedType type) {
  if (!type.hasStaticShape())
    return {};
  Type elementType = type.getElementType();
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return DenseElementsAttr::get(type, APInt::getZero(integer.getWidth()));
  if (auto real = dyn_cast<FloatType>(elementType))
    if (!isExponentOnly(real.getFloatSemantics()))
      return DenseElementsAttr::get(type,
                                    APFloat::getZero(real.getFloatSemantics()));
  return {};
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

/// Steps `index` to the next element in row-major order.
static void advance(SmallVectorImpl<int64_t> &index, ArrayRef<int64_t> shape) {
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    if (++index[dim] < shape[dim])
      return;
    index[dim] = 0;
  }
}

static int64_t linearize(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  int64_t linear = 0;
  for (auto [position, size] : llvm::zip_equal(index, shape))
    linear = linear * size + position;
  return linear;
}

DenseElementsAttr moveElements(
    Attribute operand, ShapedType type,
    function_ref<void(ArrayRef<int64_t>, SmallVectorImpl<int64_t> &)> source) {
  auto constant = dyn_cast_if_present<DenseElementsAttr>(operand);
  if (!constant || !type.hasStaticShape() ||
      constant.getElementType() != type.getElementType())
    return {};
  if (constant.isSplat())
    return constant.resizeSplat(type);
  if (!isSmallEnoughToFold(type) || !isSmallEnoughToFold(constant.getType()))
    return {};
  auto values = llvm::to_vector(constant.getValues<Attribute>());
  SmallVector<Attribute> moved;
  SmallVector<int64_t> index(type.getRank(), 0), from;
  for (int64_t i = 0, count = type.getNumElements(); i < count; ++i) {
    from.clear();
    source(index, from);
    moved.push_back(values[linearize(from, constant.getType().getShape())]);
    advance(index, type.getShape());
  }
  return DenseElementsAttr::get(type, moved);
}

} // namespace weft::stablehlo
