//===- Initializers.cpp - first values of parameters ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringModels.h"
#include "Random.h"

#include "weft/Conversion/WeftToStablehlo/RandomKeys.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Interfaces/LoweringAttrInterfaces.h"

#include <numbers>

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

/// Reports a type that an initialiser cannot fill with random numbers.
static LogicalResult verifyRandom(Location loc, StringRef name,
                                  RankedTensorType type, bool allowComplex) {
  Type element = type.getElementType();
  bool isComplex = isa<ComplexType>(element);
  if (type.hasStaticShape() && isRandomElement(getRealElement(element)) &&
      (allowComplex || !isComplex))
    return success();
  return mlir::emitError(loc)
         << "initialiser " << name << " cannot make a parameter of type "
         << type << "; it makes f16, bf16, f32 and f64"
         << (allowComplex ? ", and complex numbers of these" : "");
}

/// `values`, which are of one type with `factor`, a scalar, times it.
static Value scaleBy(TensorBuilder &b, Value values, Value factor) {
  return b.multiply(values,
                    b.broadcast(factor, getTensorType(values).getShape(), {}));
}

static Value scaleBy(TensorBuilder &b, Value values, FloatAttr factor) {
  return scaleBy(b, values,
                 b.scalar(getElement(values), factor.getValueAsDouble()));
}

namespace {

//===----------------------------------------------------------------------===//
// The same number everywhere
//===----------------------------------------------------------------------===//

struct ZerosLowering
    : InitializerLoweringInterface::ExternalModel<ZerosLowering,
                                                  ZerosInitAttr> {
  FailureOr<Value> buildInitialValue(Attribute, OpBuilder &builder,
                                     Location loc, RankedTensorType type,
                                     Value) const {
    return TensorBuilder(builder, loc).splat(type, 0.0);
  }
};

struct OnesLowering
    : InitializerLoweringInterface::ExternalModel<OnesLowering, OnesInitAttr> {
  FailureOr<Value> buildInitialValue(Attribute, OpBuilder &builder,
                                     Location loc, RankedTensorType type,
                                     Value) const {
    return TensorBuilder(builder, loc).splat(type, 1.0);
  }
};

struct ConstantLowering
    : InitializerLoweringInterface::ExternalModel<ConstantLowering,
                                                  ConstantInitAttr> {
  FailureOr<Value> buildInitialValue(Attribute attr, OpBuilder &builder,
                                     Location loc, RankedTensorType type,
                                     Value) const {
    double value = cast<ConstantInitAttr>(attr).getValue().getValueAsDouble();
    return TensorBuilder(builder, loc).splat(type, value);
  }
};

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

struct NormalLowering
    : InitializerLoweringInterface::ExternalModel<NormalLowering,
                                                  NormalInitAttr> {
  FailureOr<Value> buildInitialValue(Attribute attr, OpBuilder &builder,
                                     Location loc, RankedTensorType type,
                                     Value key) const {
    if (failed(verifyRandom(loc, "normal", type, /*allowComplex=*/true)))
      return failure();
    TensorBuilder b(builder, loc);
    return scaleBy(b, buildNormal(b, key, type),
                   cast<NormalInitAttr>(attr).getStddev());
  }
};

struct TruncatedNormalLowering
    : InitializerLoweringInterface::ExternalModel<TruncatedNormalLowering,
                                                  TruncatedNormalInitAttr> {
  FailureOr<Value> buildInitialValue(Attribute attr, OpBuilder &builder,
                                     Location loc, RankedTensorType type,
                                     Value key) const {
    if (failed(verifyRandom(loc, "truncated_normal", type,
                            /*allowComplex=*/false)))
      return failure();
    auto init = cast<TruncatedNormalInitAttr>(attr);
    TensorBuilder b(builder, loc);
    Value numbers =
        buildTruncatedNormal(b, key, type, init.getLower().getValueAsDouble(),
                             init.getUpper().getValueAsDouble());
    return scaleBy(b, numbers, init.getStddev());
  }
};

struct UniformLowering
    : InitializerLoweringInterface::ExternalModel<UniformLowering,
                                                  UniformInitAttr> {
  FailureOr<Value> buildInitialValue(Attribute attr, OpBuilder &builder,
                                     Location loc, RankedTensorType type,
                                     Value key) const {
    if (failed(verifyRandom(loc, "uniform", type, /*allowComplex=*/false)))
      return failure();
    TensorBuilder b(builder, loc);
    Type element = type.getElementType();
    Value numbers = buildUniform(b, key, type, b.scalar(element, 0.0),
                                 b.scalar(element, 1.0));
    return scaleBy(b, numbers, cast<UniformInitAttr>(attr).getScale());
  }
};

//===----------------------------------------------------------------------===//
// Variance scaling
//===----------------------------------------------------------------------===//

struct VarianceScalingLowering
    : InitializerLoweringInterface::ExternalModel<VarianceScalingLowering,
                                                  VarianceScalingInitAttr> {
  FailureOr<Value> buildInitialValue(Attribute attr, OpBuilder &builder,
                                     Location loc, RankedTensorType type,
                                     Value key) const;
};
} // namespace

/// What the scale is divided by.
static double getDenominator(VarianceScalingInitAttr init,
                             ArrayRef<int64_t> shape) {
  auto [in, out] = init.computeFans(shape);
  switch (init.getMode()) {
  case FanMode::FanIn:
    return in;
  case FanMode::FanOut:
    return out;
  case FanMode::FanAvg:
    return (in + out) / 2.0;
  case FanMode::FanGeoAvg:
    return std::sqrt(in * out);
  }
  llvm_unreachable("all modes are listed");
}

/// A complex number of the given modulus and a random direction.
static Value withRandomDirection(TensorBuilder &b, Value modulus, Value key) {
  RankedTensorType type = getTensorType(modulus);
  Type element = type.getElementType();
  Value turn = buildUniform(b, key, type, b.scalar(element, 0.0),
                            b.scalar(element, 1.0));
  Value angle = b.multiply(b.splat(type, 2.0 * std::numbers::pi), turn);
  return b.complex(b.multiply(modulus, b.unary<hlo::CosineOp>(angle)),
                   b.multiply(modulus, b.unary<hlo::SineOp>(angle)));
}

/// Complex numbers in a disk, of variance 1: uniform, or normal with the
/// modulus cut off at 2.
static Value buildDisk(TensorBuilder &b, Value key, RankedTensorType type,
                       bool isUniform) {
  RankedTensorType part = type.clone(getRealElement(type.getElementType()));
  Type element = part.getElementType();
  SmallVector<Value> keys = splitKey(b, b.getLoc(), key, 2);
  Value unit = buildUniform(b, keys[0], part, b.scalar(element, 0.0),
                            b.scalar(element, 1.0));
  Value square = b.multiply(b.splat(part, 2.0), unit);
  if (!isUniform) {
    Value cut = b.multiply(b.splat(part, 1.0 - std::exp(-4.0)), unit);
    Value kept = b.subtract(b.splat(part, 1.0), cut);
    square = b.unary<hlo::NegateOp>(b.unary<hlo::LogOp>(kept));
  }
  return withRandomDirection(b, b.unary<hlo::SqrtOp>(square), keys[1]);
}

/// Numbers of the distribution; `variance`, a scalar, becomes the factor that
/// gives them that variance.
static Value buildStandard(TensorBuilder &b, Value key, RankedTensorType type,
                           Distribution distribution, Value &variance) {
  Type element = type.getElementType();
  bool isComplex = isa<ComplexType>(element);
  // The standard deviations of what is left after cutting off at 2.
  double truncated = isComplex ? .95311164380491208 : .87962566103423978;
  switch (distribution) {
  case Distribution::Normal:
    variance = b.unary<hlo::SqrtOp>(variance);
    return buildNormal(b, key, type);
  case Distribution::TruncatedNormal:
    variance =
        b.divide(b.unary<hlo::SqrtOp>(variance), b.scalar(element, truncated));
    return isComplex ? buildDisk(b, key, type, /*isUniform=*/false)
                     : buildTruncatedNormal(b, key, type, -2.0, 2.0);
  case Distribution::Uniform:
    if (isComplex) {
      variance = b.unary<hlo::SqrtOp>(variance);
      return buildDisk(b, key, type, /*isUniform=*/true);
    }
    variance =
        b.unary<hlo::SqrtOp>(b.multiply(b.scalar(element, 3.0), variance));
    return buildUniform(b, key, type, b.scalar(element, -1.0),
                        b.scalar(element, 1.0));
  }
  llvm_unreachable("all distributions are listed");
}

FailureOr<Value>
VarianceScalingLowering::buildInitialValue(Attribute attr, OpBuilder &builder,
                                           Location loc, RankedTensorType type,
                                           Value key) const {
  if (failed(verifyRandom(loc, "variance_scaling", type,
                          /*allowComplex=*/true)))
    return failure();
  auto init = cast<VarianceScalingInitAttr>(attr);
  TensorBuilder b(builder, loc);
  double denominator = getDenominator(init, type.getShape());
  Value factor = b.scalar(type.getElementType(),
                          init.getScale().getValueAsDouble() / denominator);
  Value numbers = buildStandard(b, key, type, init.getDistribution(), factor);
  return scaleBy(b, numbers, factor);
}

void weft::registerInitializerLowerings(MLIRContext *context) {
  ZerosInitAttr::attachInterface<ZerosLowering>(*context);
  OnesInitAttr::attachInterface<OnesLowering>(*context);
  ConstantInitAttr::attachInterface<ConstantLowering>(*context);
  NormalInitAttr::attachInterface<NormalLowering>(*context);
  TruncatedNormalInitAttr::attachInterface<TruncatedNormalLowering>(*context);
  UniformInitAttr::attachInterface<UniformLowering>(*context);
  VarianceScalingInitAttr::attachInterface<VarianceScalingLowering>(*context);
}
