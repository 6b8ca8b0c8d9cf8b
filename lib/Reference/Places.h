//===- Places.h - elements at computed places -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_PLACES_H
#define WEFT_LIB_REFERENCE_PLACES_H

#include "Strided.h"

#include "weft/Reference/Evaluation.h"

namespace weft::reference {

/// Moves `index` to the next of a box, in row-major order; false after the
/// last.
bool advance(Dims &index, llvm::ArrayRef<int64_t> sizes);

/// Whether a box has no elements at all.
bool isEmpty(llvm::ArrayRef<int64_t> sizes);

/// The number of the element at `index`.
int64_t getOffset(llvm::ArrayRef<int64_t> index,
                  llvm::ArrayRef<int64_t> strides);

/// `number` moved into [0, last]; 0 if there is no such number.
inline int64_t clampToSize(int64_t number, int64_t last) {
  return std::max<int64_t>(0, std::min(number, last));
}

/// The elements of an integer tensor as i64. What is too large for that, which
/// only a ui64 can be, becomes the largest: it is out of bounds all the same.
llvm::Expected<Tensor> readIndices(Evaluation &evaluation,
                                   const Tensor &indices);

/// target[i] = source[places[i]], elements of `width` bytes.
void takeElements(unsigned width, const uint8_t *source,
                  llvm::ArrayRef<int64_t> places, uint8_t *target);
/// target[places[i]] = source[i].
void putElements(unsigned width, const uint8_t *source,
                 llvm::ArrayRef<int64_t> places, uint8_t *target);

/// The same as a new vector.
llvm::Expected<Tensor> takeLanes(Evaluation &evaluation, const Tensor &source,
                                 llvm::ArrayRef<int64_t> places);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_PLACES_H
