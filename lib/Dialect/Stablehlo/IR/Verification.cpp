//===- Verification.cpp - shared checks of the specification ---*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/Verification.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Lists of dimensions
//===----------------------------------------------------------------------===//

LogicalResult verifyDimension(const Reporter &report, StringRef what,
                              int64_t dim, int64_t rank) {
  if (dim >= 0 && dim < rank)
    return success();
  return report(what, " is ", dim, ", but the tensor has rank ", rank);
}

LogicalResult verifyDimensions(const Reporter &report, StringRef what,
                               ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank)
      return report(what, " contains ", dim, ", but the tensor has rank ",
                    rank);
    if (seen.test(dim))
      return report(what, " contains dimension ", dim, " twice");
    seen.set(dim);
  }
  return success();
}

LogicalResult verifyPermutation(const Reporter &report, StringRef what,
                                ArrayRef<int64_t> dims, int64_t rank) {
  if (failed(verifyOnePerDimension(report, what, dims.size(), rank)))
    return failure();
  return verifyDimensions(report, what, dims, rank);
}

LogicalResult verifyOnePerDimension(const Reporter &report, StringRef what,
                                    int64_t size, int64_t rank) {
  if (size == rank)
    return success();
  return report(what, " has ", size, " entries, but the tensor has rank ",
                rank);
}

LogicalResult verifyAscending(const Reporter &report, StringRef what,
                              ArrayRef<int64_t> dims) {
  for (size_t i = 1; i < dims.size(); ++i)
    if (dims[i - 1] >= dims[i])
      return report(what, " must ascend, but ", dims[i], " follows ",
                    dims[i - 1]);
  return success();
}

//===----------------------------------------------------------------------===//
// Arithmetic on sizes
//===----------------------------------------------------------------------===//

std::optional<int64_t> addSizes(int64_t lhs, int64_t rhs) {
  if (ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs))
    return ShapedType::kDynamic;
  return llvm::checkedAdd(lhs, rhs);
}

std::optional<int64_t> multiplySizes(int64_t lhs, int64_t rhs) {
  if (ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs))
    return ShapedType::kDynamic;
  return llvm::checkedMul(lhs, rhs);
}

std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  if (ShapedType::isDynamicShape(shape))
    return std::nullopt;
  // A zero anywhere makes the count zero, however large the other sizes are.
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t count = 1;
  for (int64_t size : shape) {
    std::optional<int64_t> product = llvm::checkedMul(count, size);
    if (!product)
      return std::nullopt;
    count = *product;
  }
  return count;
}

std::optional<int64_t> dilateSize(int64_t size, int64_t dilation) {
  if (ShapedType::isDynamic(size) || size <= 0)
    return size;
  std::optional<int64_t> span = llvm::checkedMul(size - 1, dilation);
  return span ? llvm::checkedAdd<int64_t>(*span, 1) : std::nullopt;
}

std::optional<int64_t> padSize(int64_t size, int64_t low, int64_t high,
                               int64_t interior) {
  if (ShapedType::isDynamic(size))
    return size;
  std::optional<int64_t> dilation = llvm::checkedAdd<int64_t>(interior, 1);
  std::optional<int64_t> edges = llvm::checkedAdd(low, high);
  if (!dilation || !edges)
    return std::nullopt;
  std::optional<int64_t> inner = dilateSize(size, *dilation);
  return inner ? llvm::checkedAdd(*inner, *edges) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// `values` is empty or has `size` entries, all positive.
static LogicalResult verifyPositive(const Reporter &report, StringRef what,
                                    ArrayRef<int64_t> values, size_t size) {
  if (!values.empty() && values.size() != size)
    return report(what, " has ", values.size(), " entries, but the window has ",
                  size, " dimensions");
  for (auto [dim, value] : llvm::enumerate(values))
    if (value <= 0)
      return report(what, " is ", value, " along window dimension ", dim,
                    "; it must be positive");
  return success();
}

FailureOr<SmallVector<WindowDimension>>
buildWindow(const Reporter &report, ArrayRef<int64_t> sizes,
            ArrayRef<int64_t> strides, ArrayRef<int64_t> padding,
            ArrayRef<int64_t> baseDilations, ArrayRef<int64_t> windowDilations,
            ArrayRef<bool> reversal) {
  size_t rank = sizes.size();
  if (failed(verifyPositive(report, "the window size", sizes, rank)) ||
      failed(verifyPositive(report, "the window stride", strides, rank)) ||
      failed(
          verifyPositive(report, "the base dilation", baseDilations, rank)) ||
      failed(
          verifyPositive(report, "the window dilation", windowDilations, rank)))
    return failure();
  if (!padding.empty() && padding.size() != 2 * rank)
    return report("the padding has ", padding.size() / 2,
                  " entries, but the window has ", rank, " dimensions");
  if (!reversal.empty() && reversal.size() != rank)
    return report("the window reversal has ", reversal.size(),
                  " entries, but the window has ", rank, " dimensions");

  SmallVector<WindowDimension> window(rank);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    WindowDimension &entry = window[dim];
    entry.size = size;
    if (!strides.empty())
      entry.stride = strides[dim];
    if (!padding.empty()) {
      entry.padLow = padding[2 * dim];
      entry.padHigh = padding[2 * dim + 1];
    }
    if (!baseDilations.empty())
      entry.baseDilation = baseDilations[dim];
    if (!windowDilations.empty())
      entry.windowDilation = windowDilations[dim];
    if (!reversal.empty())
      entry.reversal = reversal[dim];
  }
  return window;
}

FailureOr<SmallVector<int64_t>> getPadding(const Reporter &report,
                                           DenseIntElementsAttr padding,
                                           int64_t numDims) {
  if (!padding)
    return SmallVector<int64_t>(2 * numDims, 0);
  if (!padding.getElementType().isInteger(64))
    return report("the padding has element type ", padding.getElementType(),
                  "; it must be i64");
  ArrayRef<int64_t> shape = padding.getType().getShape();
  if (shape.size() != 2 || shape[0] != numDims || shape[1] != 2)
    return report("the padding has type ", padding.getType(), ", but a tensor<",
                  numDims, "x2xi64> is needed");
  return llvm::to_vector(padding.getValues<int64_t>());
}

FailureOr<SmallVector<int64_t>>
inferWindowShape(const Reporter &report, ArrayRef<int64_t> inputShape,
                 ArrayRef<WindowDimension> window) {
  if (inputShape.size() != window.size())
    return report("the window has ", window.size(),
                  " dimensions, but the input has ", inputShape.size());
  SmallVector<int64_t> result;
  for (auto [dim, size, entry] : llvm::enumerate(inputShape, window)) {
    if (ShapedType::isDynamic(size)) {
      result.push_back(ShapedType::kDynamic);
      continue;
    }
    std::optional<int64_t> base =
        padSize(size, entry.padLow, entry.padHigh, entry.baseDilation - 1);
    std::optional<int64_t> reach = dilateSize(entry.size, entry.windowDilation);
    if (!base || !reach)
      return report("the window arithmetic of dimension ", dim,
                    " overflows 64 bits");
    if (*base < 0)
      return report("dimension ", dim, " of size ", size,
                    " is padded to the negative size ", *base);
    bool fits = *base > 0 && *reach <= *base;
    result.push_back(fits ? (*base - *reach) / entry.stride + 1 : 0);
  }
  return result;
}

} // namespace weft::stablehlo
