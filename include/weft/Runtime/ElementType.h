//===- ElementType.h - what one element of an array is ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types of StableHLO as plain values, without MLIR: what they are
// called, how wide they are and how an array of them lies in memory. The layout
// is that of numpy with ml_dtypes, so that arrays go to and from .npy files
// byte for byte:
//
//   - every element takes whole bytes; i4, f6E2M3FN and the like sit in the low
//     bits of one byte each, with zeros above (a negative i4 is not extended);
//   - i1 is one byte holding 0 or 1;
//   - a complex number is its real part followed by its imaginary part;
//   - multi-byte elements are in the byte order of the host, little endian.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_ELEMENTTYPE_H
#define WEFT_RUNTIME_ELEMENTTYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace weft::runtime {

enum class ElementType : uint8_t {
  I1,
  I2,
  I4,
  I8,
  I16,
  I32,
  I64,
  UI2,
  UI4,
  UI8,
  UI16,
  UI32,
  UI64,
  F4E2M1FN,
  F6E2M3FN,
  F6E3M2FN,
  F8E3M4,
  F8E4M3,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E4M3B11FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F8E8M0FNU,
  BF16,
  F16,
  F32,
  F64,
  ComplexF32,
  ComplexF64,
};

/// What arithmetic an element type takes part in.
enum class ElementClass : uint8_t {
  Boolean,
  SignedInteger,
  UnsignedInteger,
  Float,
  Complex,
};

/// Every element type, in the order of the enumeration.
llvm::ArrayRef<ElementType> getAllElementTypes();

/// The name StableHLO prints: "f32", "ui8", "f8E4M3FN", "complex<f32>".
llvm::StringRef getName(ElementType type);

/// The type of that name, or nothing.
std::optional<ElementType> parseElementType(llvm::StringRef name);

ElementClass getClass(ElementType type);

/// Bits that carry information: 4 for i4, 1 for i1, 64 for complex<f32>.
unsigned getBitWidth(ElementType type);

/// Bytes one element takes in memory and in files: 1 for i4, 8 for
/// complex<f32>.
unsigned getByteWidth(ElementType type);

inline bool isInteger(ElementType type) {
  ElementClass elementClass = getClass(type);
  return elementClass == ElementClass::SignedInteger ||
         elementClass == ElementClass::UnsignedInteger;
}
inline bool isFloat(ElementType type) {
  return getClass(type) == ElementClass::Float;
}
inline bool isComplex(ElementType type) {
  return getClass(type) == ElementClass::Complex;
}

/// The type of the real and imaginary part of a complex type; other types are
/// their own part.
ElementType getPartType(ElementType type);

/// Brings `count` elements that came from outside into the layout above: clears
/// the unused high bits of types narrower than a byte and makes every non-zero
/// i1 a 1. Other types are left alone.
void normalizeStorage(ElementType type, llvm::MutableArrayRef<uint8_t> bytes);

} // namespace weft::runtime

#endif // WEFT_RUNTIME_ELEMENTTYPE_H
