//===- Strided.h - copies between strided arrays ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moving elements about is one loop: over a box of indices, from one place to
// another, each with a stride per dimension. A stride of 0 repeats, a negative
// one reverses, one larger than the next dimension's extent leaves gaps.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_STRIDED_H
#define WEFT_LIB_REFERENCE_STRIDED_H

#include "weft/Reference/Tensor.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft::reference {

using Dims = ArrayType::Dims;

/// Elements of an array: the first, and how many elements apart two neighbours
/// along each dimension are.
struct View {
  int64_t offset = 0;
  Dims strides;
};

/// All of an array.
View getView(const ArrayType &type);

/// Copies the elements of a box of `sizes`, `width` bytes each, from `source`
/// to `target`. Dimensions that lie one after the other in both are copied as
/// one.
void copyStrided(unsigned width, llvm::ArrayRef<int64_t> sizes,
                 const uint8_t *source, const View &from, uint8_t *target,
                 const View &to);

/// Fills `count` elements with copies of one.
void fillElements(unsigned width, const uint8_t *element, uint8_t *target,
                  size_t count);

/// Visits the indices of a box in row-major order and keeps the offsets of two
/// arrays. For outer loops; the inner one is the caller's.
void forEachIndex(llvm::ArrayRef<int64_t> sizes, const View &first,
                  const View &second,
                  llvm::function_ref<void(int64_t, int64_t)> fn);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_STRIDED_H
