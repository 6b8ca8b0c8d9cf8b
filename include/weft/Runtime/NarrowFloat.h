//===- NarrowFloat.h - numbers in and out of float formats ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between the float element types and the host's float and double.
// Reading is exact. Writing rounds once, to nearest with ties to even, whatever
// the source, so that narrowing never rounds twice.
//
// Where a format has no code for a value, the choice is that of ml_dtypes,
// which is what JAX computes with:
//
//   | format                 | too large, infinite | NaN              | zero |
//   |------------------------|---------------------|------------------|------|
//   | f16, bf16, f8E5M2,     | infinity            | quiet, sign kept | +-0  |
//   |   f8E4M3, f8E3M4       |                     |                  |      |
//   | f8E4M3FN               | NaN, sign kept      | NaN, sign kept   | +-0  |
//   | the FNUZ formats       | NaN                 | NaN              | +0   |
//   | f8E8M0FNU              | NaN; so is x < 0    | NaN              | NaN  |
//   | f4E2M1FN, f6*          | largest finite      | 0, sign flipped  | +-0  |
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_NARROWFLOAT_H
#define WEFT_RUNTIME_NARROWFLOAT_H

#include "weft/Runtime/ElementType.h"

#include <cstddef>
#include <cstdint>

namespace weft::runtime {

/// The bit layout of a binary float format: sign, exponent, fraction from the
/// highest bit down.
struct FloatFormat {
  /// Which codes mean NaN.
  enum class NaN : uint8_t {
    /// Exponent all ones, fraction not zero; fraction zero is infinity.
    Ieee,
    /// All ones below the sign; no infinity.
    AllOnes,
    /// The code of minus zero; no infinity and no minus zero.
    MinusZero,
    /// No code: neither NaN nor infinity exist.
    None,
  };

  uint8_t exponentBits;
  uint8_t fractionBits;
  int16_t bias;
  NaN nan;
  /// False for f8E8M0FNU, which has neither sign nor zero nor subnormals.
  bool hasSign;

  unsigned getBitWidth() const { return hasSign + exponentBits + fractionBits; }
};

/// The format of a float type (the part's for a complex type). Integers have no
/// format; asking for one is a mistake of the caller.
const FloatFormat &getFloatFormat(ElementType type);

/// The value of the code `bits`; exact.
double decodeFloat(ElementType type, uint64_t bits);

/// The code nearest to `value`.
uint64_t encodeFloat(ElementType type, double value);

/// The code nearest to an integer; not the same as going through double, which
/// would round a 64-bit integer twice.
uint64_t encodeInteger(ElementType type, int64_t value);
uint64_t encodeUnsigned(ElementType type, uint64_t value);

/// Reads `count` elements of a float type as double or float. Float holds every
/// type exactly but f64, which is rounded.
void decodeFloats(ElementType type, const void *source, double *target,
                  size_t count);
void decodeFloats(ElementType type, const void *source, float *target,
                  size_t count);

/// Writes `count` numbers as elements of a float type.
void encodeFloats(ElementType type, const double *source, void *target,
                  size_t count);
void encodeFloats(ElementType type, const float *source, void *target,
                  size_t count);

} // namespace weft::runtime

#endif // WEFT_RUNTIME_NARROWFLOAT_H
