//===- Chlo.cpp - derivatives of chlo ---------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseRules.h"
#include "weft/Dialect/Chlo/IR/ChloOps.h"

#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

static const double kTwoBySqrtPi = 2.0 / std::sqrt(M_PI);

static Term square(Term x) { return x * x; }

/// exp(-x * x), the slope of the error function but for a factor.
static Term bell(Term x) { return (-square(x)).apply<hlo::ExponentialOp>(); }

namespace {

struct ConjRule : Derivative<ConjRule, chlo::ConjOp> {
  static LogicalResult pullBack(chlo::ConjOp op, GradientBuilder &gradients) {
    gradients.accumulate(
        op.getOperand(),
        gradients.conjugate(gradients.getCotangent(op.getResult())));
    return success();
  }
};

/// The order of a polygamma function has no derivative.
struct PolygammaRule : Derivative<PolygammaRule, chlo::PolygammaOp> {
  static LogicalResult pullBack(chlo::PolygammaOp op,
                                GradientBuilder &gradients) {
    if (gradients.isWanted(op.getN()))
      return op.emitOpError("has no derivative with respect to the order");
    Term cotangent{&gradients, gradients.getCotangent(op.getResult())};
    Term order = 1.0 + cotangent.with(op.getN());
    Term slope = cotangent.with(
        gradients.make<chlo::PolygammaOp>({order.value, op.getX()}));
    gradients.accumulate(op.getX(), (cotangent * slope).value);
    return success();
  }
};

/// d zeta(x, q) / dq = -x zeta(x + 1, q).
struct ZetaRule : Derivative<ZetaRule, chlo::ZetaOp> {
  static LogicalResult pullBack(chlo::ZetaOp op, GradientBuilder &gradients) {
    if (gradients.isWanted(op.getX()))
      return op.emitOpError("has no derivative with respect to the exponent");
    Term cotangent{&gradients, gradients.getCotangent(op.getResult())};
    Term x = cotangent.with(op.getX());
    Term next = cotangent.with(
        gradients.make<chlo::ZetaOp>({(1.0 + x).value, op.getQ()}));
    gradients.accumulate(op.getQ(), (cotangent * (-x * next)).value);
    return success();
  }
};

/// A binary op after broadcasting is the op on what was broadcast.
template <typename From, typename To>
struct BroadcastingRule : Derivative<BroadcastingRule<From, To>, From> {
  static LogicalResult pullBack(From op, GradientBuilder &gradients) {
    return gradients.expand(op, [&](FormulaBuilder &builder) {
      auto spread = [&](Value operand) {
        ArrayRef<int64_t> shape = getShape(op.getResult());
        int64_t rank = getShape(operand).size();
        int64_t offset = int64_t(shape.size()) - rank;
        SmallVector<int64_t> dims =
            llvm::to_vector(llvm::seq<int64_t>(offset, int64_t(shape.size())));
        if (auto given = op.getBroadcastDimensions();
            given && int64_t(given->size()) == rank && offset > 0)
          dims = SmallVector<int64_t>(*given);
        return builder.broadcast(operand, shape, dims);
      };
      Value result = builder.make<To>(
          op.getResult().getType(), {spread(op.getLhs()), spread(op.getRhs())});
      return SmallVector<Value>{result};
    });
  }
};

template <typename From, typename To>
void attachBroadcasting(MLIRContext &context) {
  From::template attachInterface<BroadcastingRule<From, To>>(context);
}

} // namespace

static void attachFunctions(MLIRContext &context) {
  attachUnary<chlo::AcosOp, [](Term x, Term) {
    return -(1.0 - square(x)).apply<hlo::RsqrtOp>();
  }>(context);
  attachUnary<chlo::AcoshOp, [](Term x, Term) {
    return (square(x) - x.constant(1)).apply<hlo::RsqrtOp>();
  }>(context);
  attachUnary<chlo::AsinOp, [](Term x, Term) {
    return (1.0 - square(x)).apply<hlo::RsqrtOp>();
  }>(context);
  attachUnary<chlo::AsinhOp, [](Term x, Term) {
    return (1.0 + square(x)).apply<hlo::RsqrtOp>();
  }>(context);
  attachUnary<chlo::AtanOp,
              [](Term x, Term) { return 1.0 / (1.0 + square(x)); }>(context);
  attachUnary<chlo::AtanhOp, [](Term x, Term) {
    return 1.0 / ((1.0 + x) * (1.0 - x));
  }>(context);
  attachUnary<chlo::CoshOp,
              [](Term x, Term) { return x.apply<chlo::SinhOp>(); }>(context);
  attachUnary<chlo::SinhOp,
              [](Term x, Term) { return x.apply<chlo::CoshOp>(); }>(context);
  attachUnary<chlo::TanOp, [](Term, Term y) { return 1.0 + square(y); }>(
      context);
  attachUnary<chlo::SquareOp, [](Term x, Term) { return 2.0 * x; }>(context);
  attachUnary<chlo::ErfOp, [](Term x, Term) { return kTwoBySqrtPi * bell(x); }>(
      context);
  attachUnary<chlo::ErfcOp,
              [](Term x, Term) { return -kTwoBySqrtPi * bell(x); }>(context);
  attachUnary<chlo::ErfInvOp, [](Term, Term y) {
    return (1.0 / kTwoBySqrtPi) / bell(y);
  }>(context);
  attachUnary<chlo::LgammaOp,
              [](Term x, Term) { return x.apply<chlo::DigammaOp>(); }>(context);
  attachUnary<chlo::DigammaOp, [](Term x, Term) {
    return x.with(
        x.builder->make<chlo::PolygammaOp>({x.constant(1).value, x.value}));
  }>(context);
}

void weft::attachChloDerivatives(MLIRContext &context) {
  attachFunctions(context);
  chlo::ConjOp::attachInterface<ConjRule>(context);
  chlo::PolygammaOp::attachInterface<PolygammaRule>(context);
  chlo::ZetaOp::attachInterface<ZetaRule>(context);
  attachBroadcasting<chlo::BroadcastAddOp, hlo::AddOp>(context);
  attachBroadcasting<chlo::BroadcastAtan2Op, hlo::Atan2Op>(context);
  attachBroadcasting<chlo::BroadcastComplexOp, hlo::ComplexOp>(context);
  attachBroadcasting<chlo::BroadcastDivideOp, hlo::DivideOp>(context);
  attachBroadcasting<chlo::BroadcastMaximumOp, hlo::MaximumOp>(context);
  attachBroadcasting<chlo::BroadcastMinimumOp, hlo::MinimumOp>(context);
  attachBroadcasting<chlo::BroadcastMultiplyOp, hlo::MultiplyOp>(context);
  attachBroadcasting<chlo::BroadcastPolygammaOp, chlo::PolygammaOp>(context);
  attachBroadcasting<chlo::BroadcastPowerOp, hlo::PowerOp>(context);
  attachBroadcasting<chlo::BroadcastRemainderOp, hlo::RemainderOp>(context);
  attachBroadcasting<chlo::BroadcastSubtractOp, hlo::SubtractOp>(context);
  attachBroadcasting<chlo::BroadcastZetaOp, chlo::ZetaOp>(context);
  attachModels<Stationary, chlo::ConstantOp, chlo::ConstantLikeOp,
               chlo::IsInfOp, chlo::IsNegInfOp, chlo::IsPosInfOp,
               chlo::NextAfterOp, chlo::MulhiOp, chlo::BroadcastAndOp,
               chlo::BroadcastCompareOp, chlo::BroadcastNextAfterOp,
               chlo::BroadcastOrOp, chlo::BroadcastShiftLeftOp,
               chlo::BroadcastShiftRightArithmeticOp,
               chlo::BroadcastShiftRightLogicalOp, chlo::BroadcastXorOp>(
      context);
}
