//===- WindowDim.h - the window along one dimension -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_WINDOWDIM_H
#define WEFT_LIB_PARTITION_WINDOWDIM_H

#include "mlir/IR/BuiltinAttributes.h"

namespace weft {

/// The window of a windowed op along one dimension.
struct WindowDim {
  int64_t size = 1, stride = 1, baseDilation = 1, dilation = 1;
  int64_t low = 0, high = 0;

  /// From the first to behind the last element that a window covers.
  int64_t span() const { return size == 0 ? 0 : (size - 1) * dilation + 1; }
  bool isTrivial() const {
    return size == 1 && stride == 1 && baseDilation == 1 && low == 0 &&
           high == 0;
  }
  /// Whether window i covers the elements up to element i of a dimension, or
  /// from it on (`fromEnd`).
  bool isCumulative(int64_t dimSize, bool fromEnd) const {
    return size == dimSize && size > 1 && stride == 1 && baseDilation == 1 &&
           dilation == 1 && (fromEnd ? low : high) == 0 &&
           (fromEnd ? high : low) == size - 1;
  }
};

/// An attribute with a number for each dimension, or its default.
inline int64_t getEntry(std::optional<llvm::ArrayRef<int64_t>> list,
                        unsigned dim) {
  return list && !list->empty() ? (*list)[dim] : 1;
}

/// Reads the attributes that all windowed ops have.
template <typename Op> WindowDim getWindow(Op op, unsigned dim) {
  WindowDim window;
  window.size = getEntry(op.getWindowDimensions(), dim);
  window.stride = getEntry(op.getWindowStrides(), dim);
  if (mlir::DenseIntElementsAttr padding = op.getPaddingAttr()) {
    auto values = padding.template getValues<int64_t>();
    window.low = values[2 * dim];
    window.high = values[2 * dim + 1];
  }
  return window;
}

} // namespace weft

#endif // WEFT_LIB_PARTITION_WINDOWDIM_H
