//===- Convolution.cpp - convolution ----------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both sides are brought into one order of dimensions, with features last, as
// numbers with room to sum in. Then each element of the result is a sum over
// the places of the kernel and the input features, made for all output features
// of a group at once.
//
//===----------------------------------------------------------------------===//

#include "Dynamic.h"
#include "Places.h"
#include "ReferenceModels.h"
#include "Wide.h"
#include "Windows.h"

#include "weft/Dialect/Stablehlo/IR/ContractionOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

/// The dimensions of an operand in the order that is computed with: batch,
/// spatial, feature; for the kernel spatial, input feature, output feature.
static Dims getOrder(int64_t first, ArrayRef<int64_t> spatial, int64_t last) {
  Dims order{first};
  llvm::append_range(order, spatial);
  order.push_back(last);
  return order;
}

static View getOrderedView(const ArrayType &type, ArrayRef<int64_t> order,
                           Dims &sizes) {
  const Dims strides = type.getStrides();
  View view;
  for (int64_t dim : order) {
    sizes.push_back(type.getDims()[dim]);
    view.strides.push_back(strides[dim]);
  }
  return view;
}

/// `tensor` with its dimensions in `order`, as wide numbers.
static Expected<Tensor> reorder(Evaluation &evaluation, const Tensor &tensor,
                                ArrayRef<int64_t> order, ElementType wide) {
  Dims sizes;
  View from = getOrderedView(tensor.getType(), order, sizes);
  Expected<Tensor> result = evaluation.allocate(tensor.getElementType(), sizes);
  if (!result)
    return result;
  copyStrided(runtime::getByteWidth(tensor.getElementType()), sizes,
              tensor.data(), from, result->mutableData(),
              getView(result->getType()));
  return widen(evaluation, std::move(*result), wide);
}

namespace {
template <typename W> class Convolution {
public:
  /// All three with features last; the kernel's input features before those.
  Convolution(const Tensor &input, const Tensor &kernel, Tensor &result,
              ArrayRef<WindowDim> windows, ArrayRef<bool> isReversed,
              int64_t featureGroups, int64_t batchGroups)
      : windows(windows), isReversed(isReversed),
        groups(featureGroups * batchGroups), isBatchGrouped(batchGroups > 1),
        input(input.as<W>().data()), kernel(kernel.as<W>().data()),
        result(result.mutableAs<W>().data()), inputDims(input.getDims()),
        resultDims(result.getDims()),
        inputStrides(input.getType().getStrides()),
        kernelStrides(kernel.getType().getStrides()),
        inputFeatures(kernel.getDims().drop_back().back()),
        groupOutputs(kernel.getDims().back() / groups) {}

  void run() {
    Dims index(resultDims.drop_back());
    const Dims sizes = index;
    llvm::fill(index, 0);
    W *out = result;
    do {
      for (int64_t group = 0; group < groups; ++group, out += groupOutputs)
        addWindow(index, group, out);
    } while (advance(index, sizes));
  }

private:
  /// The sums of one position for the output features of one group.
  void addWindow(ArrayRef<int64_t> index, int64_t group, W *out) {
    const Dims sizes = getSizes(windows);
    const int64_t batch =
        index.front() + (isBatchGrouped ? group * resultDims.front() : 0);
    const int64_t feature = isBatchGrouped ? 0 : group * inputFeatures;
    Dims place(sizes.size(), 0);
    if (isEmpty(sizes))
      return;
    do {
      int64_t from = batch * inputStrides.front() + feature;
      int64_t with = group * groupOutputs;
      if (findPlace(index.drop_front(), place, from, with))
        addPlace(input + from, kernel + with, out);
    } while (advance(place, sizes));
  }

  /// Adds the offsets of one place of the window; false if it lies on no
  /// element.
  bool findPlace(ArrayRef<int64_t> position, ArrayRef<int64_t> place,
                 int64_t &from, int64_t &with) const {
    for (auto [dim, window] : llvm::enumerate(windows)) {
      const int64_t element =
          window.getInput(position[dim], place[dim], inputDims[dim + 1]);
      if (element < 0)
        return false;
      from += element * inputStrides[dim + 1];
      with += (isReversed[dim] ? window.size - 1 - place[dim] : place[dim]) *
              kernelStrides[dim];
    }
    return true;
  }

  void addPlace(const W *in, const W *weights, W *out) const {
    const int64_t row = kernelStrides[windows.size()];
    for (int64_t i = 0; i < inputFeatures; ++i, weights += row)
      for (int64_t o = 0; o < groupOutputs; ++o)
        out[o] = wideAdd(out[o], wideMultiply(in[i], weights[o]));
  }

  ArrayRef<WindowDim> windows;
  ArrayRef<bool> isReversed;
  const int64_t groups;
  const bool isBatchGrouped;
  const W *input, *kernel;
  W *result;
  ArrayRef<int64_t> inputDims, resultDims;
  const Dims inputStrides, kernelStrides;
  const int64_t inputFeatures, groupOutputs;
};
} // namespace

template <typename Op>
static Error convolve(Op op, Evaluation &evaluation,
                      ArrayRef<int64_t> padding) {
  auto numbers = op.getDimensionNumbers();
  Expected<ArrayType> type = evaluation.getResultType();
  if (!type)
    return type.takeError();
  const ElementType wide = getWideType(evaluation, type->getElementType());
  auto input = reorder(evaluation, evaluation.getOperand(0),
                       getOrder(numbers.getInputBatchDimension(),
                                numbers.getInputSpatialDimensions(),
                                numbers.getInputFeatureDimension()),
                       wide);
  if (!input)
    return input.takeError();
  Dims kernelOrder(numbers.getKernelSpatialDimensions());
  kernelOrder.push_back(numbers.getKernelInputFeatureDimension());
  kernelOrder.push_back(numbers.getKernelOutputFeatureDimension());
  auto kernel =
      reorder(evaluation, evaluation.getOperand(1), kernelOrder, wide);
  if (!kernel)
    return kernel.takeError();

  Dims resultSizes;
  View resultView =
      getOrderedView(*type,
                     getOrder(numbers.getOutputBatchDimension(),
                              numbers.getOutputSpatialDimensions(),
                              numbers.getOutputFeatureDimension()),
                     resultSizes);
  // Padding may be of any size, and sums are wider than what they round to.
  Expected<ArrayType> sumsType = ArrayType::get(wide, resultSizes);
  if (!sumsType)
    return sumsType.takeError();
  auto sums = evaluation.allocateZeros(*sumsType);
  if (!sums)
    return sums.takeError();
  Windows windows =
      makeWindows(kernel->getDims().drop_back(2), op.getWindowStrides(),
                  padding, op.getLhsDilation(), op.getRhsDilation());
  SmallVector<bool> isReversed(windows.size(), false);
  if (auto reversal = op.getWindowReversal())
    isReversed.assign(reversal->begin(), reversal->end());
  if (sums->getNumElements() > 0)
    dispatchWide(wide, [&]<typename W>() {
      Convolution<W>(*input, *kernel, *sums, windows, isReversed,
                     op.getFeatureGroupCount(), op.getBatchGroupCount())
          .run();
    });

  auto rounded = narrow(evaluation, std::move(*sums), type->getElementType());
  if (!rounded)
    return rounded.takeError();
  auto result = evaluation.allocate(*type);
  if (!result)
    return result.takeError();
  copyStrided(runtime::getByteWidth(type->getElementType()), resultSizes,
              rounded->data(), getView(rounded->getType()),
              result->mutableData(), resultView);
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

namespace {
struct ConvolutionModel
    : ReferenceInterface::ExternalModel<ConvolutionModel,
                                        stablehlo::ConvolutionOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto convolution = cast<stablehlo::ConvolutionOp>(op);
    return convolve(convolution, evaluation,
                    getPadding(convolution.getPaddingAttr()));
  }
};

struct DynamicConvModel
    : ReferenceInterface::ExternalModel<DynamicConvModel,
                                        stablehlo::DynamicConvOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto convolution = cast<stablehlo::DynamicConvOp>(op);
    Expected<Dims> padding = readSizes(evaluation, 2);
    if (!padding)
      return padding.takeError();
    if (Error error = check(convolution, evaluation, *padding))
      return error;
    return convolve(convolution, evaluation, *padding);
  }

private:
  /// The padded input must give as many positions as the result's type has.
  static Error check(stablehlo::DynamicConvOp op, Evaluation &evaluation,
                     ArrayRef<int64_t> padding) {
    auto numbers = op.getDimensionNumbers();
    const Tensor &input = evaluation.getOperand(0);
    const Tensor &kernel = evaluation.getOperand(1);
    Dims sizes(cast<ShapedType>(op->getResult(0).getType()).getShape());
    auto at = [](std::optional<ArrayRef<int64_t>> list, size_t i) {
      return list ? (*list)[i] : 1;
    };
    auto dilate = [](int64_t size, int64_t by) {
      return size == 0 ? 0 : (size - 1) * by + 1;
    };
    for (auto [i, from, with, to] :
         llvm::enumerate(numbers.getInputSpatialDimensions(),
                         numbers.getKernelSpatialDimensions(),
                         numbers.getOutputSpatialDimensions())) {
      int64_t padded =
          dilate(input.getDims()[from], at(op.getLhsDilation(), i));
      for (int64_t amount : padding.slice(2 * i, 2))
        if (llvm::AddOverflow(padded, amount, padded))
          return evaluation.error("padding {0} of spatial dimension {1} is too "
                                  "large",
                                  amount, i);
      const int64_t room =
          padded - dilate(kernel.getDims()[with], at(op.getRhsDilation(), i));
      sizes[to] =
          padded <= 0 || room < 0 ? 0 : room / at(op.getWindowStrides(), i) + 1;
    }
    return checkSizes(evaluation, sizes);
  }
};
} // namespace

void weft::reference::attachConvolutionModels(MLIRContext &context) {
  stablehlo::ConvolutionOp::attachInterface<ConvolutionModel>(context);
  stablehlo::DynamicConvOp::attachInterface<DynamicConvModel>(context);
}
