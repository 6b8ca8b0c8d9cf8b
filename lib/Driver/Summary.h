//===- Summary.h - a result in a few words ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_SUMMARY_H
#define WEFT_LIB_DRIVER_SUMMARY_H

#include "weft/Reference/Tensor.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace weft {

/// Prints an array for people: all elements of a small one; of a large one the
/// smallest, the largest and the mean, how many are not finite, and the first
/// few.
///
///   tensor<2x2xf32> [[1, 2], [3, 4]]
///   tensor<8x16xf32> min -0.5, max 2, mean 0.25; [1, 2, 3, 4, 5, 6, ...]
void printSummary(llvm::raw_ostream &os, const reference::Tensor &tensor);

} // namespace weft

#endif // WEFT_LIB_DRIVER_SUMMARY_H
