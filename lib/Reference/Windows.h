//===- Windows.h - how a window moves ---------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_WINDOWS_H
#define WEFT_LIB_REFERENCE_WINDOWS_H

#include "Strided.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace weft::reference {

/// How a window moves along one dimension of an input that was dilated (holes
/// between its elements) and then padded.
struct WindowDim {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t padding = 0;
  int64_t inputDilation = 1;
  int64_t windowDilation = 1;

  /// The element of an input of `inputSize` that lies under `place` of the
  /// window at `position`; -1 if that is padding or a hole.
  int64_t getInput(int64_t position, int64_t place, int64_t inputSize) const {
    const int64_t dilated =
        position * stride + place * windowDilation - padding;
    if (dilated < 0 || dilated % inputDilation != 0)
      return -1;
    const int64_t input = dilated / inputDilation;
    return input < inputSize ? input : -1;
  }
};

/// The positions at which one place of the window lies on elements: every
/// `positionStep`-th from `firstPosition` on, and the elements it lies on.
struct WindowRange {
  int64_t count = 0;
  int64_t firstPosition = 0, positionStep = 1;
  int64_t firstInput = 0, inputStep = 1;
};

/// Asks `window` about positions [0, numPositions).
WindowRange getWindowRange(const WindowDim &window, int64_t place,
                           int64_t numPositions, int64_t inputSize);

using Windows = llvm::SmallVector<WindowDim, 4>;

/// The numbers of a padding attribute, which may be absent.
llvm::SmallVector<int64_t> getPadding(mlir::DenseIntElementsAttr attribute);

/// From the attributes of an op; what is absent is 1, or 0 for the padding,
/// which has two numbers per dimension.
Windows makeWindows(llvm::ArrayRef<int64_t> sizes,
                    std::optional<llvm::ArrayRef<int64_t>> strides,
                    llvm::ArrayRef<int64_t> padding,
                    std::optional<llvm::ArrayRef<int64_t>> inputDilations,
                    std::optional<llvm::ArrayRef<int64_t>> windowDilations);

/// The sizes alone.
Dims getSizes(llvm::ArrayRef<WindowDim> windows);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_WINDOWS_H
