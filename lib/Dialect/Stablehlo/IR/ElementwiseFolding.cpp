//===- ElementwiseFolding.cpp - folding of elementwise ops -----*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants are computed as ConstantFolding.h says. Identities hold for every
// value of the type: `x + 0` is not one for floats, since -0.0 + 0.0 is 0.0,
// but `x + -0.0` and `x * 1` are.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ConstantFolding.h"
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft::stablehlo;

using Complex = std::complex<APFloat>;
using IntFn = function_ref<std::optional<APInt>(ArrayRef<APInt>)>;
using FloatFn = function_ref<APFloat(ArrayRef<APFloat>)>;

static Type getElement(Value value) {
  return getElementTypeOrSelf(value.getType());
}

static bool isUnsigned(Type type) {
  return isUnsignedIntType(type) || isPredType(type);
}

/// Folds an op whose operands and result have the same element type. `onInt`
/// and `onFloat` may be null.
static Attribute foldSame(Operation *op, ArrayRef<Attribute> operands,
                          IntFn onInt, FloatFn onFloat) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (Attribute operand : operands) {
    auto constant = dyn_cast_if_present<ElementsAttr>(operand);
    if (!constant || constant.getElementType() != type.getElementType())
      return {};
  }
  if (isa<IntegerType>(type.getElementType()) && onInt)
    return mapElements<APInt, APInt>(operands, type, onInt);
  if (isa<FloatType>(type.getElementType()) && onFloat)
    return mapElements<APFloat, APFloat>(
        operands, type,
        [&](ArrayRef<APFloat> x) { return computeFloat(x, onFloat); });
  return {};
}

/// `value`, if it can stand for the result of `op` as it is.
static OpFoldResult asResult(Operation *op, Value value) {
  return value.getType() == op->getResult(0).getType() ? OpFoldResult(value)
                                                       : OpFoldResult();
}

/// A constant operand that can stand for the result, or nothing.
static OpFoldResult asResult(Operation *op, Attribute constant) {
  auto elements = dyn_cast_if_present<ElementsAttr>(constant);
  return elements && elements.getType() == op->getResult(0).getType()
             ? OpFoldResult(constant)
             : OpFoldResult();
}

/// The op computes on integers (a quantized constant also holds integers, but
/// stands for other numbers), and the constant is `value` everywhere.
static bool isIntSplat(Operation *op, Attribute constant, int64_t value) {
  return isa<IntegerType>(getElement(op->getResult(0))) &&
         isSplatInt(constant, value);
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

static APFloat roundFloat(APFloat value, APFloat::roundingMode mode) {
  value.roundToIntegral(mode);
  return value;
}

OpFoldResult AbsOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getOperand().getDefiningOp<AbsOp>())
    return asResult(*this, inner.getResult());
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0].abs()); },
      [](ArrayRef<APFloat> x) { return abs(x[0]); });
}

OpFoldResult CeilOp::fold(FoldAdaptor adaptor) {
  return foldSame(*this, adaptor.getOperands(), nullptr,
                  [](ArrayRef<APFloat> x) {
                    return roundFloat(x[0], APFloat::rmTowardPositive);
                  });
}

OpFoldResult FloorOp::fold(FoldAdaptor adaptor) {
  return foldSame(*this, adaptor.getOperands(), nullptr,
                  [](ArrayRef<APFloat> x) {
                    return roundFloat(x[0], APFloat::rmTowardNegative);
                  });
}

OpFoldResult RoundNearestAfzOp::fold(FoldAdaptor adaptor) {
  return foldSame(*this, adaptor.getOperands(), nullptr,
                  [](ArrayRef<APFloat> x) {
                    return roundFloat(x[0], APFloat::rmNearestTiesToAway);
                  });
}

OpFoldResult RoundNearestEvenOp::fold(FoldAdaptor adaptor) {
  return foldSame(*this, adaptor.getOperands(), nullptr,
                  [](ArrayRef<APFloat> x) {
                    return roundFloat(x[0], APFloat::rmNearestTiesToEven);
                  });
}

OpFoldResult CountLeadingZerosOp::fold(FoldAdaptor adaptor) {
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) -> std::optional<APInt> {
        // The count may not fit in few bits: then it is cut off.
        return APInt(x[0].getBitWidth(), x[0].countl_zero(), false, true);
      },
      nullptr);
}

OpFoldResult PopcntOp::fold(FoldAdaptor adaptor) {
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) -> std::optional<APInt> {
        return APInt(x[0].getBitWidth(), x[0].popcount(), false, true);
      },
      nullptr);
}

OpFoldResult NegateOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getOperand().getDefiningOp<NegateOp>())
    return asResult(*this, inner.getOperand());
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(-x[0]); },
      [](ArrayRef<APFloat> x) { return neg(x[0]); });
}

OpFoldResult NotOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getOperand().getDefiningOp<NotOp>())
    return asResult(*this, inner.getOperand());
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(~x[0]); }, nullptr);
}

OpFoldResult SignOp::fold(FoldAdaptor adaptor) {
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) -> std::optional<APInt> {
        unsigned width = x[0].getBitWidth();
        if (x[0].isNegative())
          return APInt::getAllOnes(width);
        return APInt(width, x[0].isZero() ? 0 : 1);
      },
      [](ArrayRef<APFloat> x) {
        if (x[0].isNaN() || x[0].isZero())
          return x[0];
        return APFloat::getOne(x[0].getSemantics(), x[0].isNegative());
      });
}

OpFoldResult IsFiniteOp::fold(FoldAdaptor adaptor) {
  if (!isFloatType(getElement(getX())))
    return {};
  return mapElements<APFloat, APInt>(
      adaptor.getOperands(), getType(), [](ArrayRef<APFloat> x) {
        return std::optional(APInt(1, x[0].isFinite()));
      });
}

OpFoldResult RealOp::fold(FoldAdaptor adaptor) {
  if (auto parts = getOperand().getDefiningOp<ComplexOp>())
    return asResult(*this, parts.getLhs());
  if (isFloatType(getElement(getOperand())))
    return asResult(*this, getOperand());
  return mapElements<Complex, APFloat>(
      adaptor.getOperands(), getType(),
      [](ArrayRef<Complex> x) { return std::optional(x[0].real()); });
}

OpFoldResult ImagOp::fold(FoldAdaptor adaptor) {
  if (auto parts = getOperand().getDefiningOp<ComplexOp>())
    return asResult(*this, parts.getRhs());
  if (isFloatType(getElement(getOperand())))
    return getZeros(getType());
  return mapElements<Complex, APFloat>(
      adaptor.getOperands(), getType(),
      [](ArrayRef<Complex> x) { return std::optional(x[0].imag()); });
}

OpFoldResult ComplexOp::fold(FoldAdaptor adaptor) {
  auto re = getLhs().getDefiningOp<RealOp>();
  auto im = getRhs().getDefiningOp<ImagOp>();
  if (re && im && re.getOperand() == im.getOperand())
    return asResult(*this, re.getOperand());
  auto res = dyn_cast_if_present<DenseElementsAttr>(adaptor.getLhs());
  auto ims = dyn_cast_if_present<DenseElementsAttr>(adaptor.getRhs());
  if (!res || !ims || !isSmallEnoughToFold(getType()))
    return {};
  SmallVector<Complex> values;
  for (auto [x, y] :
       llvm::zip_equal(res.getValues<APFloat>(), ims.getValues<APFloat>()))
    values.emplace_back(x, y);
  return DenseElementsAttr::get(getType(), values);
}

//===----------------------------------------------------------------------===//
// Arithmetic of two operands
//===----------------------------------------------------------------------===//

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 0) ||
      isSplatFloat(adaptor.getRhs(), -0.0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  bool isPred = isPredType(getElement(getResult()));
  return foldSame(
      *this, adaptor.getOperands(),
      [&](ArrayRef<APInt> x) {
        return std::optional(isPred ? x[0] | x[1] : x[0] + x[1]);
      },
      [](ArrayRef<APFloat> x) { return x[0] + x[1]; });
}

OpFoldResult SubtractOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 0) ||
      isSplatFloat(adaptor.getRhs(), 0.0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  if (getLhs() == getRhs() && isIntType(getElement(getResult())))
    return getZeros(getType());
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0] - x[1]); },
      [](ArrayRef<APFloat> x) { return x[0] - x[1]; });
}

OpFoldResult MultiplyOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 1) ||
      isSplatFloat(adaptor.getRhs(), 1.0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  if (isIntSplat(*this, adaptor.getRhs(), 0))
    if (OpFoldResult folded = asResult(*this, adaptor.getRhs()))
      return folded;
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0] * x[1]); },
      [](ArrayRef<APFloat> x) { return x[0] * x[1]; });
}

/// The quotient or remainder of two integers is defined.
static bool canDivide(ArrayRef<APInt> x, bool isUnsigned) {
  if (x[1].isZero())
    return false;
  return isUnsigned || !x[0].isMinSignedValue() || !x[1].isAllOnes();
}

OpFoldResult DivideOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 1) ||
      isSplatFloat(adaptor.getRhs(), 1.0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  bool noSign = isUnsigned(getElement(getResult()));
  return foldSame(
      *this, adaptor.getOperands(),
      [&](ArrayRef<APInt> x) -> std::optional<APInt> {
        if (!canDivide(x, noSign))
          return std::nullopt;
        return noSign ? x[0].udiv(x[1]) : x[0].sdiv(x[1]);
      },
      [](ArrayRef<APFloat> x) { return x[0] / x[1]; });
}

OpFoldResult RemainderOp::fold(FoldAdaptor adaptor) {
  bool noSign = isUnsigned(getElement(getResult()));
  return foldSame(
      *this, adaptor.getOperands(),
      [&](ArrayRef<APInt> x) -> std::optional<APInt> {
        if (!canDivide(x, noSign))
          return std::nullopt;
        return noSign ? x[0].urem(x[1]) : x[0].srem(x[1]);
      },
      [](ArrayRef<APFloat> x) {
        APFloat result = x[0];
        result.mod(x[1]);
        return result;
      });
}

/// `base` to the power of `exponent`, modulo 2^n.
static APInt powerInt(APInt base, APInt exponent) {
  APInt result(base.getBitWidth(), 1);
  for (; !exponent.isZero(); exponent.lshrInPlace(1)) {
    if (exponent[0])
      result *= base;
    base *= base;
  }
  return result;
}

OpFoldResult PowerOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 1) ||
      isSplatFloat(adaptor.getRhs(), 1.0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  bool noSign = isUnsigned(getElement(getResult()));
  return foldSame(
      *this, adaptor.getOperands(),
      [&](ArrayRef<APInt> x) -> std::optional<APInt> {
        if (!noSign && x[1].isNegative())
          return std::nullopt;
        return powerInt(x[0], x[1]);
      },
      nullptr);
}

OpFoldResult MaximumOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return asResult(*this, getLhs());
  bool noSign = isUnsigned(getElement(getResult()));
  return foldSame(
      *this, adaptor.getOperands(),
      [&](ArrayRef<APInt> x) {
        return std::optional(noSign ? llvm::APIntOps::umax(x[0], x[1])
                                    : llvm::APIntOps::smax(x[0], x[1]));
      },
      [](ArrayRef<APFloat> x) { return maximum(x[0], x[1]); });
}

OpFoldResult MinimumOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return asResult(*this, getLhs());
  bool noSign = isUnsigned(getElement(getResult()));
  return foldSame(
      *this, adaptor.getOperands(),
      [&](ArrayRef<APInt> x) {
        return std::optional(noSign ? llvm::APIntOps::umin(x[0], x[1])
                                    : llvm::APIntOps::smin(x[0], x[1]));
      },
      [](ArrayRef<APFloat> x) { return minimum(x[0], x[1]); });
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

OpFoldResult AndOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isIntSplat(*this, adaptor.getRhs(), -1))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  if (isIntSplat(*this, adaptor.getRhs(), 0))
    if (OpFoldResult folded = asResult(*this, adaptor.getRhs()))
      return folded;
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0] & x[1]); }, nullptr);
}

OpFoldResult OrOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isIntSplat(*this, adaptor.getRhs(), 0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  if (isIntSplat(*this, adaptor.getRhs(), -1))
    if (OpFoldResult folded = asResult(*this, adaptor.getRhs()))
      return folded;
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0] | x[1]); }, nullptr);
}

OpFoldResult XorOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  if (getLhs() == getRhs())
    return getZeros(getType());
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0] ^ x[1]); }, nullptr);
}

// APInt's shifts by the width or more give what the specification asks for:
// zeros, or copies of the sign.

OpFoldResult ShiftLeftOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0].shl(x[1])); }, nullptr);
}

OpFoldResult ShiftRightArithmeticOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0].ashr(x[1])); },
      nullptr);
}

OpFoldResult ShiftRightLogicalOp::fold(FoldAdaptor adaptor) {
  if (isIntSplat(*this, adaptor.getRhs(), 0))
    if (OpFoldResult folded = asResult(*this, getLhs()))
      return folded;
  return foldSame(
      *this, adaptor.getOperands(),
      [](ArrayRef<APInt> x) { return std::optional(x[0].lshr(x[1])); },
      nullptr);
}
