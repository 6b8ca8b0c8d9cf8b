//===- Normalization.cpp - the lowering of norms ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerLowering.h"
#include "LoweringModels.h"

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

/// The mean of the last dimension, and that of the squared distance to it. Both
/// come from one pass over the input: the variance is that of the squares less
/// the square of the mean, kept from falling below 0 by rounding.
static std::pair<Value, Value> buildMoments(TensorBuilder &b, Value input) {
  int64_t last = getTensorType(input).getRank() - 1;
  Value mean = b.mean(input, {last});
  Value squares = b.mean(b.absoluteSquare(input), {last});
  Value variance = b.subtract(squares, b.absoluteSquare(mean));
  return {mean, b.binary<hlo::MaximumOp>(b.splatLike(variance, 0.0), variance)};
}

Value lowering::buildNorm(TensorBuilder &b, Value input, Value scale,
                          Value bias, bool subtractMean, double epsilon,
                          Type element) {
  ArrayRef<int64_t> shape = getTensorType(input).getShape();
  int64_t last = static_cast<int64_t>(shape.size()) - 1;
  // At least f32 inside, whatever the precision of the model.
  Type wide = promoteTypes(element, b.getF32Type());
  Value result = b.convert(b.convert(input, element), wide);
  Value variance;
  if (subtractMean) {
    auto [mean, distance] = buildMoments(b, result);
    variance = distance;
    result = b.subtract(result, b.broadcastFirst(mean, shape));
  } else {
    variance = b.mean(b.absoluteSquare(result), {last});
  }
  Value factor =
      b.unary<hlo::RsqrtOp>(b.add(variance, b.splatLike(variance, epsilon)));
  factor = b.broadcastFirst(b.convert(factor, wide), shape);
  auto widen = [&](Value leaf) {
    return b.broadcastLast(b.convert(b.convert(leaf, element), wide), shape);
  };
  if (scale)
    factor = b.multiply(factor, widen(scale));
  result = b.multiply(result, factor);
  if (bias)
    result = b.add(result, widen(bias));
  return b.convert(result, element);
}

/// The epsilon of a norm unless one is given.
static constexpr double kDefaultEpsilon = 1e-6;

namespace {
template <typename OpT, bool subtractMean> struct LowerNorm {
  static FailureOr<Value> lower(OpT op, LayerCall &call) {
    FloatAttr epsilon = op.getEpsilonAttr();
    return buildNorm(call, call.operand(0), call.leaf("scale"),
                     call.leaf("bias"), subtractMean,
                     epsilon ? epsilon.getValueAsDouble() : kDefaultEpsilon,
                     call.getElementType());
  }
};
} // namespace

void weft::registerNormLowerings(MLIRContext *context) {
  LayerNormOp::attachInterface<
      LayerModel<LowerNorm<LayerNormOp, true>, LayerNormOp>>(*context);
  RmsNormOp::attachInterface<
      LayerModel<LowerNorm<RmsNormOp, false>, RmsNormOp>>(*context);
}
