//===- Windows.h - the windows of convolutions and pools --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_WINDOWS_H
#define WEFT_LIB_DIFFERENTIATION_WINDOWS_H

#include "mlir/IR/Builders.h"

namespace weft {

/// The reach of `size` elements with `dilation - 1` others between neighbours.
inline int64_t dilate(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

/// A window that moves over a tensor, with everything that an op may leave out.
struct WindowShape {
  llvm::SmallVector<int64_t> sizes, strides, baseDilations, windowDilations;
  llvm::SmallVector<std::pair<int64_t, int64_t>> padding;

  WindowShape() = default;
  WindowShape(llvm::ArrayRef<int64_t> sizes, mlir::DenseI64ArrayAttr strides,
              mlir::DenseI64ArrayAttr baseDilations,
              mlir::DenseI64ArrayAttr windowDilations,
              mlir::DenseIntElementsAttr padding);

  mlir::DenseIntElementsAttr getPaddingAttr(mlir::Builder &builder) const;

  /// The window that goes back: from the positions of this one over a tensor
  /// of `inputSizes`, of which there are `outputSizes`, to the elements that
  /// each position has seen.
  WindowShape transpose(llvm::ArrayRef<int64_t> inputSizes,
                        llvm::ArrayRef<int64_t> outputSizes) const;
};

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_WINDOWS_H
