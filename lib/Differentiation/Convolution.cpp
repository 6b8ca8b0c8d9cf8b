//===- Convolution.cpp - derivatives of convolutions ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "Windows.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// Splits dimension `from` into `count` parts and makes their number the slow
/// part of dimension `to`.
static Value moveGroups(FormulaBuilder &builder, Value x, int64_t from,
                        int64_t to, int64_t count) {
  SmallVector<int64_t> split(getShape(x)), merged(split), order;
  split[from] /= count;
  split.insert(split.begin() + from, count);
  for (int64_t dim = 0, rank = merged.size(); dim != rank; ++dim) {
    if (dim == to)
      order.push_back(from);
    order.push_back(dim < from ? dim : dim + 1);
  }
  merged[from] /= count;
  merged[to] *= count;
  return builder.reshape(builder.transpose(builder.reshape(x, split), order),
                         merged);
}

namespace {

/// A convolution with everything that is left out filled in.
struct Convolution {
  Value lhs, rhs;
  hlo::ConvDimensionNumbersAttr dims;
  WindowShape window;
  SmallVector<bool> reversal;
  int64_t featureGroups, batchGroups;
  ArrayAttr precision;

  explicit Convolution(hlo::ConvolutionOp op);

  SmallVector<int64_t> getSpatial(Value value, ArrayRef<int64_t> dims) const {
    return llvm::map_to_vector(
        dims, [&](int64_t dim) { return getShape(value)[dim]; });
  }
  /// The dimensions of the kernel that it is read backwards along.
  SmallVector<int64_t> getReversed(bool reversed) const;
  Value build(FormulaBuilder &builder, ArrayRef<int64_t> shape) const;
};

} // namespace

Convolution::Convolution(hlo::ConvolutionOp op)
    : lhs(op.getLhs()), rhs(op.getRhs()), dims(op.getDimensionNumbers()),
      featureGroups(op.getFeatureGroupCount()),
      batchGroups(op.getBatchGroupCount()),
      precision(op.getPrecisionConfigAttr()) {
  auto sizes = getSpatial(rhs, dims.getKernelSpatialDimensions());
  window =
      WindowShape(sizes, op.getWindowStridesAttr(), op.getLhsDilationAttr(),
                  op.getRhsDilationAttr(), op.getPaddingAttr());
  reversal.assign(sizes.size(), false);
  if (auto given = op.getWindowReversal())
    reversal.assign(given->begin(), given->end());
}

SmallVector<int64_t> Convolution::getReversed(bool reversed) const {
  SmallVector<int64_t> result;
  for (auto [dim, isReversed] :
       llvm::zip(dims.getKernelSpatialDimensions(), reversal))
    if (isReversed == reversed)
      result.push_back(dim);
  return result;
}

Value Convolution::build(FormulaBuilder &builder,
                         ArrayRef<int64_t> shape) const {
  Type element = getElementTypeOrSelf(lhs.getType());
  return hlo::ConvolutionOp::create(
      builder, RankedTensorType::get(shape, element), lhs,
      builder.convert(rhs, element), window.getPaddingAttr(builder),
      builder.getDenseI64ArrayAttr(window.strides),
      builder.getDenseI64ArrayAttr(window.baseDilations),
      builder.getDenseI64ArrayAttr(window.windowDilations),
      DenseBoolArrayAttr(), dims, builder.getI64IntegerAttr(featureGroups),
      builder.getI64IntegerAttr(batchGroups), precision);
}

/// The cotangent convolved with the kernel turned around, features in and out
/// exchanged; strides and dilation of the input change places.
static Value pullBackInput(GradientBuilder &gradients, hlo::ConvolutionOp op,
                           Value cotangent) {
  Convolution given(op), result(op);
  hlo::ConvDimensionNumbersAttr dims = given.dims;
  int64_t out = dims.getKernelOutputFeatureDimension();
  int64_t in = dims.getKernelInputFeatureDimension();
  int64_t groups = std::max(given.featureGroups, given.batchGroups);
  result.lhs = cotangent;
  result.rhs = gradients.reverse(given.rhs, given.getReversed(false));
  if (groups > 1)
    result.rhs = moveGroups(gradients, result.rhs, out, in, groups);
  result.featureGroups = groups;
  result.batchGroups = 1;
  result.dims = hlo::ConvDimensionNumbersAttr::get(
      op.getContext(), dims.getOutputBatchDimension(),
      dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions(), out,
      in, dims.getKernelSpatialDimensions(), dims.getInputBatchDimension(),
      dims.getInputFeatureDimension(), dims.getInputSpatialDimensions());
  auto inputSizes =
      given.getSpatial(given.lhs, dims.getInputSpatialDimensions());
  auto outputSizes =
      given.getSpatial(cotangent, dims.getOutputSpatialDimensions());
  result.window = given.window.transpose(inputSizes, outputSizes);
  SmallVector<int64_t> shape(getShape(given.lhs));
  int64_t batch = dims.getInputBatchDimension();
  int64_t feature = dims.getInputFeatureDimension();
  shape[batch] /= given.batchGroups;
  shape[feature] *= given.batchGroups;
  Value value = result.build(gradients, shape);
  if (given.batchGroups > 1)
    value = moveGroups(gradients, value, feature, batch, given.batchGroups);
  return value;
}

/// The input convolved with the cotangent as a kernel, batch and features
/// exchanged; strides and dilation of the kernel change places.
static Value pullBackKernel(GradientBuilder &gradients, hlo::ConvolutionOp op,
                            Value cotangent) {
  Convolution given(op), result(op);
  hlo::ConvDimensionNumbersAttr dims = given.dims;
  Type element = getElementTypeOrSelf(cotangent.getType());
  result.lhs = gradients.convert(given.lhs, element);
  result.rhs = cotangent;
  result.featureGroups = given.batchGroups;
  result.batchGroups = given.featureGroups;
  result.dims = hlo::ConvDimensionNumbersAttr::get(
      op.getContext(), dims.getInputFeatureDimension(),
      dims.getInputBatchDimension(), dims.getInputSpatialDimensions(),
      dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(),
      dims.getOutputSpatialDimensions(), dims.getKernelInputFeatureDimension(),
      dims.getKernelOutputFeatureDimension(),
      dims.getKernelSpatialDimensions());
  auto inputSizes =
      given.getSpatial(given.lhs, dims.getInputSpatialDimensions());
  auto outputSizes =
      given.getSpatial(cotangent, dims.getOutputSpatialDimensions());
  result.window = given.window;
  std::swap(result.window.strides, result.window.windowDilations);
  result.window.sizes = outputSizes;
  for (auto [i, padding] : llvm::enumerate(result.window.padding))
    padding.second =
        dilate(outputSizes[i], given.window.strides[i]) -
        dilate(inputSizes[i], given.window.baseDilations[i]) +
        dilate(given.window.sizes[i], given.window.windowDilations[i]) -
        given.window.padding[i].first - 1;
  Value value = result.build(gradients, getShape(given.rhs));
  return gradients.reverse(value, given.getReversed(true));
}

namespace {

struct ConvolutionRule : Derivative<ConvolutionRule, hlo::ConvolutionOp> {
  static LogicalResult pullBack(hlo::ConvolutionOp op,
                                GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    // Without an output there are no windows, and nothing to divide by.
    if (getRankedType(cotangent).getNumElements() == 0)
      return success();
    auto add = [&](Value operand, Value other, auto pullBack) {
      if (!gradients.isWanted(operand))
        return;
      Value part = gradients.convert(pullBack(gradients, op, cotangent),
                                     getElementTypeOrSelf(operand.getType()));
      if (gradients.isWanted(other))
        gradients.alignLayouts(operand, part);
      gradients.accumulate(operand, part);
    };
    add(op.getLhs(), op.getRhs(), pullBackInput);
    add(op.getRhs(), op.getLhs(), pullBackKernel);
    return success();
  }
};

} // namespace

void weft::attachConvolutionDerivatives(MLIRContext &context) {
  hlo::ConvolutionOp::attachInterface<ConvolutionRule>(context);
}
