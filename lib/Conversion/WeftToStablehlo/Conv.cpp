//===- Conv.cpp - the lowering of convolutions ------------------*- C++ -*-===//
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

namespace {
/// The window along one spatial dimension.
struct WindowDim {
  int64_t size; ///< of the window, its dilation included
  int64_t stride;
  int64_t inputDilation;
  int64_t kernelDilation;
  int64_t low, high; ///< zeros before and after the dilated input
};
} // namespace

/// `size` elements with `step - 1` holes between neighbours.
static int64_t dilate(int64_t size, int64_t step) {
  return size == 0 ? 0 : (size - 1) * step + 1;
}

static WindowDim getWindowDim(ConvOp op, size_t i, int64_t inputSize,
                              int64_t outputSize) {
  auto at = [&](std::optional<ArrayRef<int64_t>> list) {
    return list ? (*list)[i] : 1;
  };
  WindowDim dim{0,
                at(op.getStrides()),
                at(op.getInputDilation()),
                at(op.getKernelDilation()),
                0,
                0};
  dim.size = dilate(op.getWindow()[i], dim.kernelDilation);
  if (auto pads = op.getPads()) {
    dim.low = (*pads)[2 * i];
    dim.high = (*pads)[2 * i + 1];
  } else if (PaddingKind kind = op.getPadding().value_or(PaddingKind::Same);
             kind == PaddingKind::Causal) {
    dim.low = dim.size - 1;
  } else if (kind == PaddingKind::Same) {
    int64_t missing = (outputSize - 1) * dim.stride + dim.size -
                      dilate(inputSize, dim.inputDilation);
    dim.low = std::max<int64_t>(missing, 0) / 2;
    dim.high = std::max<int64_t>(missing, 0) - dim.low;
  }
  return dim;
}

//===----------------------------------------------------------------------===//
// Inputs that continue beyond their ends
//===----------------------------------------------------------------------===//

/// Where element `position` of a dimension of `size` elements, continued beyond
/// its ends, is found inside.
static int64_t continuePosition(int64_t position, int64_t size, bool reflects) {
  int64_t period = reflects ? std::max<int64_t>(2 * (size - 1), 1) : size;
  int64_t inside = ((position % period) + period) % period;
  return inside < size ? inside : period - inside;
}

/// Elements `-low` to `size + high` of a dimension that is continued beyond its
/// ends: neighbouring runs of it, some of them backwards.
static Value continueDim(TensorBuilder &b, Value value, int64_t dim,
                         int64_t low, int64_t high, bool reflects) {
  int64_t size = getTensorType(value).getDimSize(dim), limit = size + high;
  auto inside = [&](int64_t position) {
    return continuePosition(position, size, reflects);
  };
  SmallVector<Value> runs;
  for (int64_t start = -low; start < limit;) {
    int64_t end = start + 1;
    int64_t step = end < limit ? inside(end) - inside(start) : 1;
    if (step != 1 && step != -1)
      step = 1;
    while (end < limit && inside(end) - inside(end - 1) == step)
      ++end;
    int64_t first = inside(start), last = inside(end - 1);
    Value run =
        b.slice(value, dim, std::min(first, last), std::max(first, last) + 1);
    runs.push_back(step < 0 ? b.reverse(run, dim) : run);
    start = end;
  }
  return b.concatenate(runs, dim);
}

/// Puts zeros between the elements of the spatial dimensions.
static Value dilateInput(TensorBuilder &b, Value input,
                         MutableArrayRef<WindowDim> window) {
  RankedTensorType type = getTensorType(input);
  SmallVector<int64_t> none(type.getRank(), 0), interior(type.getRank(), 0);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [i, dim] : llvm::enumerate(window)) {
    interior[i + 1] = dim.inputDilation - 1;
    shape[i + 1] = dilate(shape[i + 1], dim.inputDilation);
    dim.inputDilation = 1;
  }
  return hlo::PadOp::create(b, type.clone(shape), input,
                            b.scalar(type.getElementType(), 0.0), none, none,
                            interior);
}

/// An input with what a circular or reflecting window sees outside of it.
static Value continueInput(TensorBuilder &b, Value input,
                           MutableArrayRef<WindowDim> window, bool reflects) {
  if (llvm::any_of(window,
                   [](const WindowDim &dim) { return dim.inputDilation != 1; }))
    input = dilateInput(b, input, window);
  for (auto [i, dim] : llvm::enumerate(window))
    if (dim.size > 1)
      input = continueDim(b, input, i + 1, (dim.size - 1) / 2, dim.size / 2,
                          reflects);
  return input;
}

//===----------------------------------------------------------------------===//
// The convolution
//===----------------------------------------------------------------------===//

/// [batch, spatial..., features] by [spatial..., in, out].
static hlo::ConvDimensionNumbersAttr getDimensions(MLIRContext *context,
                                                   int64_t rank) {
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(1, rank + 1));
  auto window = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  return hlo::ConvDimensionNumbersAttr::get(context, 0, rank + 1, spatial, rank,
                                            rank + 1, window, 0, rank + 1,
                                            spatial);
}

static Value convolve(TensorBuilder &b, Value input, Value kernel,
                      ArrayRef<WindowDim> window, int64_t groups,
                      RankedTensorType result) {
  SmallVector<int64_t> strides, pads, inputDilation, kernelDilation;
  for (const WindowDim &dim : window) {
    strides.push_back(dim.stride);
    pads.append({dim.low, dim.high});
    inputDilation.push_back(dim.inputDilation);
    kernelDilation.push_back(dim.kernelDilation);
  }
  auto rank = static_cast<int64_t>(window.size());
  auto padding = DenseIntElementsAttr::get(
      RankedTensorType::get({rank, 2}, b.getI64Type()), pads);
  return hlo::ConvolutionOp::create(
      b, result, input, kernel, padding, b.getDenseI64ArrayAttr(strides),
      b.getDenseI64ArrayAttr(inputDilation),
      b.getDenseI64ArrayAttr(kernelDilation),
      /*window_reversal=*/DenseBoolArrayAttr(),
      getDimensions(b.getContext(), rank), b.getI64IntegerAttr(groups),
      b.getI64IntegerAttr(1), /*precision_config=*/ArrayAttr());
}

/// `shape` with everything before its last `kept` sizes as one size.
static SmallVector<int64_t> mergeBatch(ArrayRef<int64_t> shape, size_t kept) {
  SmallVector<int64_t> merged{1};
  for (int64_t size : shape.drop_back(kept))
    merged.front() *= size;
  llvm::append_range(merged, shape.take_back(kept));
  return merged;
}

namespace {
struct LowerConv {
  static FailureOr<Value> lower(ConvOp op, LayerCall &call) {
    Type element = call.getElementType();
    Value input = call.operand(0), bias = call.leaf("bias");
    size_t rank = op.getWindow().size();
    RankedTensorType result = call.getResultType();
    SmallVector<int64_t> shape = mergeBatch(result.getShape(), rank + 1);
    input = call.reshape(input,
                         mergeBatch(getTensorType(input).getShape(), rank + 1));

    SmallVector<WindowDim> window;
    for (size_t i = 0; i < rank; ++i)
      window.push_back(getWindowDim(
          op, i, getTensorType(input).getDimSize(i + 1), shape[i + 1]));
    PaddingKind kind = op.getPadding().value_or(PaddingKind::Same);
    if (kind == PaddingKind::Circular || kind == PaddingKind::Reflect) {
      if (llvm::is_contained(getTensorType(input).getShape(), 0))
        return mlir::emitError(call.getLoc())
               << "the input is " << getTensorType(call.operand(0))
               << ", which has no elements that padding "
               << stringifyPaddingKind(kind) << " could repeat";
      input = continueInput(call, input, window, kind == PaddingKind::Reflect);
    }
    Value output = convolve(call, call.convert(input, element),
                            call.convert(call.leaf("kernel"), element), window,
                            op.getGroups().value_or(1),
                            RankedTensorType::get(shape, element));
    if (bias)
      output = call.add(output,
                        call.broadcastLast(call.convert(bias, element), shape));
    return call.reshape(output, result.getShape());
  }
};
} // namespace

void weft::registerConvLowering(MLIRContext *context) {
  ConvOp::attachInterface<LayerModel<LowerConv, ConvOp>>(*context);
}
