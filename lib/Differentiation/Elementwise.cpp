//===- Elementwise.cpp - derivatives of elementwise ops ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a function has no derivative, or several, the value is JAX's: 1 for the
// absolute value at 0, one half each for the two sides of a maximum that are
// equal, 0 for rounding.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseRules.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;
using hlo::ComparisonDirection;

/// `x`, with 1 where it is 0.
static Term replaceZero(Term x) {
  Value isZero =
      x.builder->compare(ComparisonDirection::EQ, x.value, x.constant(0).value);
  return x.with(x.builder->select(isZero, x.constant(1).value, x.value));
}

/// The share of `x` in a maximum or minimum `chosen` of `x` and `other`.
static Term getShare(Term x, Term chosen, Term other) {
  FormulaBuilder &builder = *x.builder;
  Value isChosen =
      builder.compare(ComparisonDirection::EQ, x.value, chosen.value);
  Value isTied =
      builder.compare(ComparisonDirection::EQ, other.value, chosen.value);
  Value part =
      builder.select(isTied, x.constant(0.5).value, x.constant(1).value);
  return x.with(builder.select(isChosen, part, x.constant(0).value));
}

namespace {

//===----------------------------------------------------------------------===//
// Of one operand
//===----------------------------------------------------------------------===//

struct AbsRule : Derivative<AbsRule, hlo::AbsOp> {
  static LogicalResult pullBack(hlo::AbsOp op, GradientBuilder &gradients) {
    Term x{&gradients, op.getOperand()};
    Value cotangent = gradients.getCotangent(op.getResult());
    Type element = getElementTypeOrSelf(x.type());
    if (!isa<ComplexType>(element)) {
      Value isPositive = gradients.compare(ComparisonDirection::GE, x.value,
                                           x.constant(0).value);
      gradients.accumulate(
          x.value,
          gradients.select(isPositive, cotangent, gradients.negate(cotangent)));
      return success();
    }
    // The real part of the tangent times conj(x) / |x|.
    Term modulus =
        replaceZero(x.with(gradients.convert(op.getResult(), element)));
    Term wide = x.with(gradients.convert(cotangent, element));
    Term direction = x.with(gradients.conjugate(x.value)) / modulus;
    gradients.accumulate(x.value, (wide * direction).value);
    return success();
  }
};

struct RealRule : Derivative<RealRule, hlo::RealOp> {
  static LogicalResult pullBack(hlo::RealOp op, GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    Type element = getElementTypeOrSelf(op.getOperand().getType());
    gradients.accumulate(op.getOperand(),
                         gradients.convert(cotangent, element));
    return success();
  }
};

struct ImagRule : Derivative<ImagRule, hlo::ImagOp> {
  static LogicalResult pullBack(hlo::ImagOp op, GradientBuilder &gradients) {
    // The imaginary part of a real number is zero.
    Type type = op.getOperand().getType();
    if (!isa<ComplexType>(getElementTypeOrSelf(type)))
      return success();
    Value cotangent = gradients.negate(gradients.getCotangent(op.getResult()));
    Value zero = gradients.zeros(cotangent.getType());
    gradients.accumulate(op.getOperand(), gradients.make<hlo::ComplexOp>(
                                              type, {zero, cotangent}));
    return success();
  }
};

struct ConvertRule : Derivative<ConvertRule, hlo::ConvertOp> {
  static LogicalResult pullBack(hlo::ConvertOp op, GradientBuilder &gradients) {
    gradients.accumulate(
        op.getOperand(),
        gradients.convert(gradients.getCotangent(op.getResult()),
                          getElementTypeOrSelf(op.getOperand().getType())));
    return success();
  }
  /// A conversion to a wider type keeps less.
  static Repetition repeat(hlo::ConvertOp op) {
    auto getWidth = [](Value value) {
      Type element = getElementTypeOrSelf(value.getType());
      if (auto complex = dyn_cast<ComplexType>(element))
        return 2 * complex.getElementType().getIntOrFloatBitWidth();
      return element.getIntOrFloatBitWidth();
    };
    return getWidth(op.getOperand()) <= getWidth(op.getResult())
               ? Repetition::Always
               : Repetition::IfFree;
  }
};

/// Linear as JAX has it: the cotangent is rounded alike.
struct ReducePrecisionRule
    : Derivative<ReducePrecisionRule, hlo::ReducePrecisionOp> {
  static LogicalResult pullBack(hlo::ReducePrecisionOp op,
                                GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getOutput());
    gradients.accumulate(
        op.getOperand(),
        hlo::ReducePrecisionOp::create(gradients, cotangent.getType(),
                                       cotangent, op.getExponentBitsAttr(),
                                       op.getMantissaBitsAttr()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Of several operands
//===----------------------------------------------------------------------===//

struct ComplexRule : Derivative<ComplexRule, hlo::ComplexOp> {
  static LogicalResult pullBack(hlo::ComplexOp op, GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    Type part = op.getLhs().getType();
    gradients.accumulate(op.getLhs(),
                         gradients.make<hlo::RealOp>(part, {cotangent}));
    gradients.accumulate(
        op.getRhs(),
        gradients.negate(gradients.make<hlo::ImagOp>(part, {cotangent})));
    return success();
  }
};

struct SelectRule : Derivative<SelectRule, hlo::SelectOp> {
  static LogicalResult pullBack(hlo::SelectOp op, GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    Value zero = gradients.zeros(cotangent.getType());
    gradients.accumulate(op.getOnTrue(),
                         gradients.select(op.getPred(), cotangent, zero));
    gradients.accumulate(op.getOnFalse(),
                         gradients.select(op.getPred(), zero, cotangent));
    return success();
  }
  static Repetition repeat(hlo::SelectOp op) { return repeatScalars(op); }
};

/// A limit may be a scalar, and then collects the cotangents of all elements.
struct ClampRule : Derivative<ClampRule, hlo::ClampOp> {
  static LogicalResult pullBack(hlo::ClampOp op, GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    ArrayRef<int64_t> shape = getShape(cotangent);
    Value x = op.getOperand();
    Value min = gradients.splat(op.getMin(), shape);
    Value max = gradients.splat(op.getMax(), shape);
    auto compare = [&](Value a, Value b) {
      return gradients.compare(ComparisonDirection::LT, a, b);
    };
    auto passWhere = [&](Value operand, Value condition) {
      if (!gradients.isWanted(operand))
        return;
      Value part = gradients.select(condition, cotangent,
                                    gradients.zeros(cotangent.getType()));
      bool isScalar = getShape(operand) != shape;
      gradients.accumulate(operand,
                           isScalar ? gradients.reduceSum(part) : part);
    };
    auto both = [&](Value a, Value b) {
      return gradients.make<hlo::AndOp>({a, b});
    };
    passWhere(op.getMin(), both(compare(x, min), compare(min, max)));
    passWhere(x, both(compare(min, x), compare(x, max)));
    passWhere(op.getMax(), compare(max, x));
    return success();
  }
  static Repetition repeat(hlo::ClampOp op) { return repeatScalars(op); }
};

} // namespace

/// Functions of one operand: the factor by which the cotangent is multiplied,
/// from the operand x and the result y.
static void attachFunctions(MLIRContext &context) {
  attachUnary<hlo::NegateOp, [](Term x, Term) { return x.constant(-1); }>(
      context);
  attachUnary<hlo::ExponentialOp, [](Term, Term y) { return y; }>(context);
  attachUnary<hlo::ExponentialMinusOneOp, [](Term, Term y) { return 1.0 + y; }>(
      context);
  attachUnary<hlo::LogOp, [](Term x, Term) { return 1.0 / x; }>(context);
  attachUnary<hlo::LogPlusOneOp, [](Term x, Term) { return 1.0 / (1.0 + x); }>(
      context);
  attachUnary<hlo::LogisticOp, [](Term, Term y) { return y * (1.0 - y); }>(
      context);
  attachUnary<hlo::TanhOp, [](Term, Term y) { return (1.0 + y) * (1.0 - y); }>(
      context);
  attachUnary<hlo::TanOp, [](Term, Term y) { return 1.0 + y * y; }>(context);
  attachUnary<hlo::SineOp,
              [](Term x, Term) { return x.apply<hlo::CosineOp>(); }>(context);
  attachUnary<hlo::CosineOp,
              [](Term x, Term) { return -x.apply<hlo::SineOp>(); }>(context);
  attachUnary<hlo::SqrtOp, [](Term, Term y) { return 0.5 / y; }>(context);
  attachUnary<hlo::RsqrtOp, [](Term x, Term y) { return -0.5 * (y / x); }>(
      context);
  attachUnary<hlo::CbrtOp, [](Term, Term y) { return (1.0 / 3.0) / (y * y); }>(
      context);
}

/// Functions of two operands.
static void attachArithmetic(MLIRContext &context) {
  attachBinary<hlo::AddOp, [](Term ct, Term, Term, Term) { return ct; },
               [](Term ct, Term, Term, Term) { return ct; }>(context);
  attachBinary<hlo::SubtractOp, [](Term ct, Term, Term, Term) { return ct; },
               [](Term ct, Term, Term, Term) { return -ct; }>(context);
  attachBinary<hlo::MultiplyOp,
               [](Term ct, Term, Term y, Term) { return ct * y; },
               [](Term ct, Term x, Term, Term) { return ct * x; }>(context);
  attachBinary<hlo::DivideOp,
               [](Term ct, Term, Term y, Term) { return ct / y; },
               [](Term ct, Term x, Term y, Term) { return -ct * x / (y * y); }>(
      context);
  attachBinary<hlo::RemainderOp, [](Term ct, Term, Term, Term) { return ct; },
               [](Term ct, Term x, Term y, Term) {
                 Term quotient = x / y;
                 Term whole =
                     quotient.apply<hlo::AbsOp>().apply<hlo::FloorOp>();
                 return -ct * (quotient.apply<hlo::SignOp>() * whole);
               }>(context);
  attachBinary<hlo::PowerOp,
               [](Term ct, Term x, Term y, Term) {
                 Term less = y - y.constant(1);
                 Term power = x.with(
                     x.builder->make<hlo::PowerOp>({x.value, less.value}));
                 Value isZero = y.builder->compare(
                     ComparisonDirection::EQ, y.value, y.constant(0).value);
                 Term slope = y * power;
                 return ct * x.with(y.builder->select(
                                 isZero, y.constant(0).value, slope.value));
               },
               [](Term ct, Term x, Term, Term z) {
                 return ct * (replaceZero(x).apply<hlo::LogOp>() * z);
               }>(context);
  attachBinary<hlo::Atan2Op,
               [](Term ct, Term x, Term y, Term) {
                 return ct * (y / (x * x + y * y));
               },
               [](Term ct, Term x, Term y, Term) {
                 return ct * (-x / (x * x + y * y));
               }>(context);
  attachBinary<
      hlo::MaximumOp,
      [](Term ct, Term x, Term y, Term z) { return ct * getShare(x, z, y); },
      [](Term ct, Term x, Term y, Term z) { return ct * getShare(y, z, x); }>(
      context);
  attachBinary<
      hlo::MinimumOp,
      [](Term ct, Term x, Term y, Term z) { return ct * getShare(x, z, y); },
      [](Term ct, Term x, Term y, Term z) { return ct * getShare(y, z, x); }>(
      context);
}

void weft::attachElementwiseDerivatives(MLIRContext &context) {
  attachFunctions(context);
  attachArithmetic(context);
  hlo::AbsOp::attachInterface<AbsRule>(context);
  hlo::RealOp::attachInterface<RealRule>(context);
  hlo::ImagOp::attachInterface<ImagRule>(context);
  hlo::ConvertOp::attachInterface<ConvertRule>(context);
  hlo::ReducePrecisionOp::attachInterface<ReducePrecisionRule>(context);
  hlo::ComplexOp::attachInterface<ComplexRule>(context);
  hlo::SelectOp::attachInterface<SelectRule>(context);
  hlo::ClampOp::attachInterface<ClampRule>(context);
  attachModels<Stationary, hlo::CeilOp, hlo::FloorOp, hlo::RoundNearestAfzOp,
               hlo::RoundNearestEvenOp, hlo::SignOp, hlo::CompareOp,
               hlo::IsFiniteOp, hlo::AndOp, hlo::OrOp, hlo::XorOp, hlo::NotOp,
               hlo::PopcntOp, hlo::CountLeadingZerosOp, hlo::ShiftLeftOp,
               hlo::ShiftRightArithmeticOp, hlo::ShiftRightLogicalOp>(context);
}
