//===- Random.cpp - random numbers as JAX makes them ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"
#include "Threefry.h"

#include "weft/Conversion/WeftToStablehlo/RandomKeys.h"
#include "weft/Dialect/Chlo/IR/ChloOps.h"

#include <numbers>

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

bool lowering::isRandomElement(Type element) {
  return element.isF16() || element.isBF16() || element.isF32() ||
         element.isF64();
}

Value lowering::buildRandomBits(TensorBuilder &b, Value key,
                                ArrayRef<int64_t> shape, unsigned width) {
  WordPair words = buildThreefry(b, key, buildPositions(b, shape));
  Type element = b.getIntegerType(width, /*isSigned=*/false);
  if (width != 64)
    return b.convert(b.binary<hlo::XorOp>(words.first, words.second), element);
  Value upper = b.convert(words.first, element);
  Value shifted = b.binary<hlo::ShiftLeftOp>(
      upper, b.splatInteger(getTensorType(upper), 32));
  return b.binary<hlo::OrOp>(shifted, b.convert(words.second, element));
}

/// Numbers from 0, included, to 1, excluded: random bits become the mantissa of
/// a number from 1 to 2, from which 1 is subtracted.
static Value buildUnitInterval(TensorBuilder &b, Value key,
                               RankedTensorType type) {
  auto element = cast<FloatType>(type.getElementType());
  unsigned width = element.getWidth();
  unsigned mantissa = element.getFPMantissaWidth() - 1;
  unsigned randomWidth = mantissa < 8 ? 8 : width;
  Value bits = b.convert(buildRandomBits(b, key, type.getShape(), randomWidth),
                         b.getIntegerType(width, /*isSigned=*/false));
  RankedTensorType words = getTensorType(bits);
  bits = b.binary<hlo::ShiftRightLogicalOp>(
      bits, b.splatInteger(words, randomWidth - mantissa));
  uint64_t one = llvm::APFloat::getOne(element.getFloatSemantics())
                     .bitcastToAPInt()
                     .getZExtValue();
  bits = b.binary<hlo::OrOp>(bits, b.splatInteger(words, one));
  Value number = hlo::BitcastConvertOp::create(b, type, bits);
  return b.subtract(number, b.splat(type, 1.0));
}

Value lowering::buildUniform(TensorBuilder &b, Value key, RankedTensorType type,
                             Value low, Value high) {
  Value unit = buildUnitInterval(b, key, type);
  Value width = b.broadcast(b.subtract(high, low), type.getShape(), {});
  Value start = b.broadcast(low, type.getShape(), {});
  // Rounding must not give a number below the interval.
  return b.binary<hlo::MaximumOp>(start, b.add(b.multiply(unit, width), start));
}

static Value buildRealNormal(TensorBuilder &b, Value key,
                             RankedTensorType type) {
  auto scalar = RankedTensorType::get({}, type.getElementType());
  // Not -1, whose inverse error function is infinite.
  llvm::APFloat low = llvm::APFloat::getOne(
      cast<FloatType>(type.getElementType()).getFloatSemantics(),
      /*Negative=*/true);
  low.next(/*nextDown=*/false);
  Value uniform =
      buildUniform(b, key, type, b.splat(scalar, low), b.splat(scalar, 1.0));
  return b.multiply(b.splat(type, std::numbers::sqrt2),
                    b.unary<chlo::ErfInvOp>(uniform));
}

Value lowering::buildNormal(TensorBuilder &b, Value key,
                            RankedTensorType type) {
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return buildRealNormal(b, key, type);
  RankedTensorType part = type.clone(complex.getElementType());
  SmallVector<Value> keys = splitKey(b, b.getLoc(), key, 2);
  Value real = buildRealNormal(b, keys[0], part);
  Value imaginary = buildRealNormal(b, keys[1], part);
  return b.divide(b.complex(real, imaginary),
                  b.splat(type, std::numbers::sqrt2));
}

/// The number next to `bound`, rounded to `type`, towards the inside.
static llvm::APFloat getInnerNeighbour(FloatType type, double bound,
                                       bool isUpper) {
  llvm::APFloat number(bound);
  bool inexact;
  number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &inexact);
  number.next(/*nextDown=*/isUpper);
  return number;
}

Value lowering::buildTruncatedNormal(TensorBuilder &b, Value key,
                                     RankedTensorType type, double lower,
                                     double upper) {
  auto element = cast<FloatType>(type.getElementType());
  Value sqrt2 = b.scalar(element, std::numbers::sqrt2);
  auto probability = [&](double bound) {
    return b.unary<chlo::ErfOp>(b.divide(b.scalar(element, bound), sqrt2));
  };
  Value uniform =
      buildUniform(b, key, type, probability(lower), probability(upper));
  Value number = b.multiply(b.splat(type, std::numbers::sqrt2),
                            b.unary<chlo::ErfInvOp>(uniform));
  // Rounding must not reach the bounds.
  Value floor = b.splat(type, getInnerNeighbour(element, lower, false));
  Value ceiling = b.splat(type, getInnerNeighbour(element, upper, true));
  return hlo::ClampOp::create(b, type, floor, number, ceiling);
}

Value lowering::buildBernoulli(TensorBuilder &b, Value key,
                               ArrayRef<int64_t> shape, double probability) {
  auto type = RankedTensorType::get(shape, b.getF32Type());
  Value uniform = buildUniform(b, key, type, b.scalar(b.getF32Type(), 0.0),
                               b.scalar(b.getF32Type(), 1.0));
  return b.compare(uniform, b.splat(type, probability),
                   hlo::ComparisonDirection::LT);
}
