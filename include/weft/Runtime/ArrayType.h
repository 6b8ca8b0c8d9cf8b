//===- ArrayType.h - element type and shape of an array ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_ARRAYTYPE_H
#define WEFT_RUNTIME_ARRAYTYPE_H

#include "weft/Runtime/ElementType.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace weft::runtime {

/// The type of a dense row-major array. An object of this class can always be
/// held in memory as far as arithmetic goes: no dimension is negative, and the
/// number of bytes fits into 63 bits. Later sums need not check again.
class ArrayType {
public:
  using Dims = llvm::SmallVector<int64_t, 4>;

  /// Fails on a negative dimension and on a size of 2^63 bytes or more.
  static llvm::Expected<ArrayType> get(ElementType element,
                                       llvm::ArrayRef<int64_t> dims);

  ElementType getElementType() const { return element; }
  llvm::ArrayRef<int64_t> getDims() const { return dims; }
  size_t getRank() const { return dims.size(); }
  uint64_t getNumElements() const { return numElements; }
  uint64_t getNumBytes() const { return numElements * getByteWidth(element); }

  /// How many elements apart two neighbours along each dimension are:
  /// [12, 4, 1] for 2x3x4. All zero for an array without elements.
  Dims getStrides() const;

  /// As in MLIR: "tensor<2x3xf32>", "tensor<i1>".
  std::string str() const;

  bool operator==(const ArrayType &other) const {
    return element == other.element && dims == other.dims;
  }

private:
  ArrayType(ElementType element, llvm::ArrayRef<int64_t> dims,
            uint64_t numElements)
      : element(element), dims(dims), numElements(numElements) {}

  ElementType element;
  Dims dims;
  uint64_t numElements;
};

/// A box inside an array: `sizes` elements from `offsets` on, per dimension.
/// The shard that one device holds of a whole array is one.
struct Box {
  ArrayType::Dims offsets;
  ArrayType::Dims sizes;

  /// The box that is all of `type`.
  static Box whole(const ArrayType &type);

  /// Fails unless the box has the rank of `type` and lies inside it; else gives
  /// the type of an array that holds just the box.
  llvm::Expected<ArrayType> getTypeWithin(const ArrayType &type) const;
};

/// "2x3", or "scalar" without dimensions.
std::string formatDims(llvm::ArrayRef<int64_t> dims);

} // namespace weft::runtime

#endif // WEFT_RUNTIME_ARRAYTYPE_H
