//===- BatchNorm.cpp - batch normalisation ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each feature is computed by itself in double precision and rounded once; the
// specification's chains of narrow ops leave the order of sums open anyway.
//
//===----------------------------------------------------------------------===//

#include "ReferenceModels.h"
#include "Wide.h"

#include "weft/Dialect/Stablehlo/IR/ReductionOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {
/// The elements of one feature of an array: `outer` stretches of `inner`
/// elements.
struct FeatureLayout {
  FeatureLayout(const ArrayType &type, int64_t featureDim)
      : features(type.getDims()[featureDim]) {
    for (int64_t size : type.getDims().drop_front(featureDim + 1))
      inner *= size;
    for (int64_t size : type.getDims().take_front(featureDim))
      outer *= size;
  }

  template <typename Fn> void forEach(int64_t feature, Fn fn) const {
    for (int64_t i = 0; i < outer; ++i)
      for (int64_t j = 0; j < inner; ++j)
        fn((i * features + feature) * inner + j);
  }
  double getCount() const { return static_cast<double>(outer * inner); }

  int64_t features, inner = 1, outer = 1;
};

/// The operands as double precision.
Expected<SmallVector<Tensor>> widenOperands(Evaluation &evaluation) {
  SmallVector<Tensor> tensors;
  for (Datum &operand : evaluation.getOperands()) {
    auto wide = widen(evaluation, operand.getTensor(), ElementType::F64);
    if (!wide)
      return wide.takeError();
    tensors.push_back(std::move(*wide));
  }
  return tensors;
}

Expected<Tensor> allocateWide(Evaluation &evaluation, ArrayRef<int64_t> dims) {
  return evaluation.allocate(ElementType::F64, dims);
}

/// y = (x - mean) * scale / sqrt(variance + epsilon) + offset
void normalize(const FeatureLayout &layout, int64_t feature, const double *x,
               double mean, double variance, double scale, double offset,
               double epsilon, double *y) {
  const double factor = scale / std::sqrt(variance + epsilon);
  layout.forEach(feature,
                 [&](int64_t i) { y[i] = (x[i] - mean) * factor + offset; });
}

struct BatchNormInferenceModel
    : ReferenceInterface::ExternalModel<BatchNormInferenceModel,
                                        stablehlo::BatchNormInferenceOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto norm = cast<stablehlo::BatchNormInferenceOp>(op);
    auto in = widenOperands(evaluation);
    if (!in)
      return in.takeError();
    auto result = allocateWide(evaluation, (*in)[0].getDims());
    if (!result)
      return result.takeError();
    FeatureLayout layout(result->getType(), norm.getFeatureIndex());
    auto get = [&](unsigned i) { return (*in)[i].as<double>(); };
    for (int64_t f = 0; f < layout.features; ++f)
      normalize(layout, f, get(0).data(), get(3)[f], get(4)[f], get(1)[f],
                get(2)[f], norm.getEpsilon().convertToDouble(),
                result->mutableAs<double>().data());
    return setNarrowResult(evaluation, 0, std::move(*result));
  }
};

struct BatchNormTrainingModel
    : ReferenceInterface::ExternalModel<BatchNormTrainingModel,
                                        stablehlo::BatchNormTrainingOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto norm = cast<stablehlo::BatchNormTrainingOp>(op);
    auto in = widenOperands(evaluation);
    if (!in)
      return in.takeError();
    FeatureLayout layout((*in)[0].getType(), norm.getFeatureIndex());
    auto y = allocateWide(evaluation, (*in)[0].getDims());
    if (!y)
      return y.takeError();
    auto means = allocateWide(evaluation, {layout.features});
    if (!means)
      return means.takeError();
    auto variances = allocateWide(evaluation, {layout.features});
    if (!variances)
      return variances.takeError();
    const double *x = (*in)[0].as<double>().data();
    for (int64_t f = 0; f < layout.features; ++f) {
      double &mean = means->mutableAs<double>()[f];
      double &variance = variances->mutableAs<double>()[f];
      mean = variance = 0;
      layout.forEach(f, [&](int64_t i) { mean += x[i]; });
      mean /= layout.getCount();
      layout.forEach(
          f, [&](int64_t i) { variance += (x[i] - mean) * (x[i] - mean); });
      variance /= layout.getCount();
      normalize(layout, f, x, mean, variance, (*in)[1].as<double>()[f],
                (*in)[2].as<double>()[f], norm.getEpsilon().convertToDouble(),
                y->mutableAs<double>().data());
    }
    if (Error error = setNarrowResult(evaluation, 0, std::move(*y)))
      return error;
    if (Error error = setNarrowResult(evaluation, 1, std::move(*means)))
      return error;
    return setNarrowResult(evaluation, 2, std::move(*variances));
  }
};

/// With c = x - mean, s = 1 / sqrt(variance + epsilon), dy the gradient of the
/// result and means over the elements of a feature:
///   gradient of offset = sum(dy)
///   gradient of scale  = sum(dy c) s
///   gradient of x      = scale s (dy - mean(dy) - c s^2 mean(dy c))
struct BatchNormGradModel
    : ReferenceInterface::ExternalModel<BatchNormGradModel,
                                        stablehlo::BatchNormGradOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto norm = cast<stablehlo::BatchNormGradOp>(op);
    auto in = widenOperands(evaluation);
    if (!in)
      return in.takeError();
    FeatureLayout layout((*in)[0].getType(), norm.getFeatureIndex());
    auto dx = allocateWide(evaluation, (*in)[0].getDims());
    if (!dx)
      return dx.takeError();
    auto dscale = allocateWide(evaluation, {layout.features});
    if (!dscale)
      return dscale.takeError();
    auto doffset = allocateWide(evaluation, {layout.features});
    if (!doffset)
      return doffset.takeError();
    auto get = [&](unsigned i) { return (*in)[i].as<double>().data(); };
    const double *x = get(0), *dy = get(4);
    const double epsilon = norm.getEpsilon().convertToDouble();
    double *out = dx->mutableAs<double>().data();
    for (int64_t f = 0; f < layout.features; ++f) {
      const double mean = get(2)[f], s = 1 / std::sqrt(get(3)[f] + epsilon);
      double sum = 0, centred = 0;
      layout.forEach(f, [&](int64_t i) {
        sum += dy[i];
        centred += dy[i] * (x[i] - mean);
      });
      const double count = layout.getCount(), scale = get(1)[f];
      layout.forEach(f, [&](int64_t i) {
        out[i] =
            scale * s *
            (dy[i] - sum / count - (x[i] - mean) * s * s * centred / count);
      });
      dscale->mutableAs<double>()[f] = centred * s;
      doffset->mutableAs<double>()[f] = sum;
    }
    if (Error error = setNarrowResult(evaluation, 0, std::move(*dx)))
      return error;
    if (Error error = setNarrowResult(evaluation, 1, std::move(*dscale)))
      return error;
    return setNarrowResult(evaluation, 2, std::move(*doffset));
  }
};
} // namespace

void weft::reference::attachBatchNormModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  BatchNormGradOp::attachInterface<BatchNormGradModel>(context);
  BatchNormInferenceOp::attachInterface<BatchNormInferenceModel>(context);
  BatchNormTrainingOp::attachInterface<BatchNormTrainingModel>(context);
}
