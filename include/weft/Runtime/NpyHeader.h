//===- NpyHeader.h - the head of a .npy file --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A .npy file is `\x93NUMPY`, a version, the length of the header, the header
// (the text of a Python dictionary, padded with blanks), then the elements. The
// types of ml_dtypes have no descriptor of their own: numpy stores them as raw
// bytes, "V2" for bfloat16 and "V1" for the 8-bit and narrower ones, so a file
// alone does not tell f8E4M3FN from i4. That is why a reader is told which type
// it should find.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_NPYHEADER_H
#define WEFT_RUNTIME_NPYHEADER_H

#include "weft/Runtime/ArrayType.h"

namespace weft::runtime {

/// What a .npy header says, checked only for what can be known without an
/// expectation: the header is well formed and no dimension is negative.
struct NpyHeader {
  /// The descriptor without its byte order: "f4", "V1", "c16".
  std::string descriptor;
  /// Whether multi-byte elements are stored big endian.
  bool bigEndian = false;
  /// Whether the first dimension varies fastest.
  bool fortranOrder = false;
  ArrayType::Dims dims;
  /// Where the elements begin, from the beginning of the file.
  uint64_t dataOffset = 0;

  /// Longer headers are refused: an array of rank 1000 needs 20 kB.
  static constexpr uint64_t maxBytes = 1 << 20;

  /// How many bytes from the beginning of the file the header takes, from the
  /// file's first bytes (12, or as many as there are).
  static llvm::Expected<uint64_t> getNumBytes(llvm::ArrayRef<uint8_t> start);

  /// Reads a header from exactly the bytes `getNumBytes` asked for. Accepts
  /// versions 1.0, 2.0 and 3.0.
  static llvm::Expected<NpyHeader> parse(llvm::ArrayRef<uint8_t> bytes);

  /// The bytes numpy writes for `type`, a multiple of 64. (For f8E5M2 numpy
  /// writes "<f1", which it cannot load again; this writes "<V1".)
  static std::string format(const ArrayType &type);

  /// The element types that are stored under this descriptor; none when it is
  /// one Weft has no type for ("U3", "M8[s]").
  llvm::SmallVector<ElementType> getPossibleTypes() const;

  /// Fails, saying everything that differs, unless the file holds `expected`.
  llvm::Error expect(const ArrayType &expected) const;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_NPYHEADER_H
