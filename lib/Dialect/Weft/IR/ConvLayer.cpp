//===- ConvLayer.cpp - the convolution layer --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerTypes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

/// [window..., in / groups, out], or null if the layer does not verify.
static RankedTensorType getKernelType(ConvOp op) {
  if (!op.getInFeaturesAttr() || !op.getOutFeaturesAttr() ||
      !op.getWindowAttr())
    return {};
  int64_t groups = op.getGroups().value_or(1);
  if (groups < 1)
    return {};
  SmallVector<int64_t> shape(op.getWindow());
  shape.push_back(static_cast<int64_t>(op.getInFeatures()) / groups);
  shape.push_back(op.getOutFeatures());
  return getLeafType(op.getContext(), shape, op.getParamDtypeAttr());
}

void ConvOp::visitLeaves(LeafVisitor &visitor) {
  RankedTensorType kernel = getKernelType(*this);
  if (!kernel)
    return;
  tellLeaf(visitor, "kernel", kernel, getKernelInitAttr(),
           getLecunNormal(getContext()), getKernelSpecAttr());
  if (!getNoBias())
    tellLeaf(visitor, "bias", kernel.clone(kernel.getShape().take_back(1)),
             getBiasInitAttr(), getZeros(getContext()), getBiasSpecAttr());
}

/// A list with an entry, at least `min`, for each dimension of the window.
static LogicalResult verifyPerDimension(ConvOp op, StringRef name,
                                        std::optional<ArrayRef<int64_t>> list,
                                        size_t size, int64_t min) {
  if (!list)
    return success();
  if (list->size() != size)
    return op.emitOpError()
           << "has " << list->size() << " " << name << ", but a window of "
           << op.getWindow().size()
           << (op.getWindow().size() == 1 ? " dimension" : " dimensions")
           << " needs " << size;
  for (int64_t value : *list)
    if (value < min)
      return op.emitOpError() << "has " << name << " of " << value
                              << "; they must be at least " << min;
  return success();
}

LogicalResult ConvOp::verify() {
  size_t rank = getWindow().size();
  if (failed(verifySettings(*this,
                            {{"in_features", getInFeaturesAttr()},
                             {"out_features", getOutFeaturesAttr()},
                             {"groups", getGroupsAttr()}},
                            getDtypeAttr(), getParamDtypeAttr())) ||
      failed(verifyPerDimension(*this, "window sizes", getWindow(), rank, 1)) ||
      failed(verifyPerDimension(*this, "strides", getStrides(), rank, 1)) ||
      failed(verifyPerDimension(*this, "input dilations", getInputDilation(),
                                rank, 1)) ||
      failed(verifyPerDimension(*this, "kernel dilations", getKernelDilation(),
                                rank, 1)) ||
      failed(verifyPerDimension(*this, "pads", getPads(), 2 * rank, 0)))
    return failure();
  if (rank == 0)
    return emitOpError("has an empty window; use weft.linear");
  int64_t groups = getGroups().value_or(1);
  for (auto [name, value] : {std::pair("in_features", getInFeatures()),
                             std::pair("out_features", getOutFeatures())})
    if (static_cast<int64_t>(value) % groups != 0)
      return emitOpError() << "has " << name << " " << value << ", which the "
                           << groups << " groups do not divide";
  if (getPads() && getPadding())
    return emitOpError("has both padding and pads; remove one of the two");
  if (getPadding() == PaddingKind::Causal && rank != 1)
    return emitOpError() << "is causal, but has a window of " << rank
                         << " dimensions; only one can be";
  if (getNoBias() && (getBiasInit() || getBiasSpec()))
    return emitOpError("has no bias, but a bias_init or bias_spec; remove one "
                       "of the two");
  if (!getKernelType(*this))
    return emitOpError("has a parameter of more than 2^63 elements");
  return verifyLeaves(*this);
}

/// `size` elements with `step - 1` holes between neighbours.
static std::optional<int64_t> dilate(int64_t size, int64_t step) {
  int64_t result;
  if (size == 0)
    return 0;
  if (llvm::MulOverflow(size - 1, step, result) ||
      llvm::AddOverflow(result, int64_t(1), result))
    return std::nullopt;
  return result;
}

/// The number of windows along spatial dimension `i`; none on overflow.
static std::optional<int64_t> countWindows(ConvOp op, size_t i, int64_t size) {
  auto at = [&](std::optional<ArrayRef<int64_t>> list) {
    return list ? (*list)[i] : 1;
  };
  std::optional<int64_t> input = dilate(size, at(op.getInputDilation()));
  std::optional<int64_t> window =
      dilate(op.getWindow()[i], at(op.getKernelDilation()));
  if (!input || !window)
    return std::nullopt;
  int64_t stride = at(op.getStrides());
  bool valid = op.getPads() || op.getPadding() == PaddingKind::Valid;
  // All other kinds add what makes the window fit at every element.
  if (!valid)
    return *input / stride + (*input % stride != 0);
  if (op.getPads())
    for (int64_t pad : op.getPads()->slice(2 * i, 2))
      if (llvm::AddOverflow(*input, pad, *input))
        return std::nullopt;
  return *input < *window ? 0 : (*input - *window) / stride + 1;
}

CallTypes ConvOp::inferCallTypes(StringRef method, TypeRange operands,
                                 EmitError emitError, SymbolTableCollection &) {
  size_t rank = getWindowAttr() ? getWindow().size() : 0;
  // Whatever `verify` refuses is reported there.
  for (auto list : {getStrides(), getInputDilation(), getKernelDilation()})
    if (list && (list->size() != rank ||
                 llvm::any_of(*list, [](int64_t value) { return value < 1; })))
      return failure();
  if (!getKernelType(*this) || (getPads() && getPads()->size() != 2 * rank) ||
      failed(verifyCall(method, operands, 1, 1, emitError)))
    return failure();
  FailureOr<RankedTensorType> input =
      getInput(operands, 0, rank + 1, getInFeatures(), emitError);
  if (failed(input))
    return failure();
  FailureOr<Type> element = getResultElement(
      input->getElementType(), getDtypeAttr(), getParamDtypeAttr(), emitError);
  if (failed(element))
    return failure();
  SmallVector<int64_t> shape(input->getShape());
  shape.back() = getOutFeatures();
  size_t first = shape.size() - 1 - rank;
  for (size_t i = 0; i < rank; ++i) {
    int64_t &size = shape[first + i];
    if (ShapedType::isDynamic(size))
      continue;
    std::optional<int64_t> count = countWindows(*this, i, size);
    if (!count)
      return emitError() << "dimension " << first + i << " of " << *input
                         << " has more than 2^63 elements with its dilation "
                            "and padding";
    size = *count;
  }
  return SmallVector<Type>{RankedTensorType::get(shape, *element)};
}
