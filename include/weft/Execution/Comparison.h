//===- Comparison.h - how far two arrays differ -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXECUTION_COMPARISON_H
#define WEFT_EXECUTION_COMPARISON_H

#include "weft/Execution/Placement.h"

#include <optional>

namespace weft::execution {

/// How much two computations of the same thing may differ:
///
///   |got - wanted| <= atol + rtol * |wanted|
///
/// Without stated figures both follow from the element type, whose unit in the
/// last place is eps: rtol is k * eps and atol is rtol times the largest finite
/// |wanted| of the array, with k = 64 for f32, f64 and complex, 8 for f16 and
/// bf16, 2 for narrower floats. Integers and booleans have to be equal. NaN
/// agrees with NaN, and an infinity with itself. For complex numbers this goes
/// for each part.
struct Tolerance {
  std::optional<double> atol, rtol;
};

/// The outcome of a comparison.
struct Comparison {
  uint64_t numElements = 0;
  /// How many are outside of the tolerance.
  uint64_t numDifferent = 0;
  /// The largest error, infinite if a NaN or an infinity met something else,
  /// and where it is (in the array given as `got`).
  double largestError = 0;
  uint64_t largestIndex = 0;
  /// The error that was allowed there.
  double allowed = 0;
  /// Of all elements, the largest error divided by what was allowed there.
  double worstRatio = 0;
  /// The first element outside of the tolerance.
  std::optional<uint64_t> firstDifferent = std::nullopt;
};

/// Compares `count` elements. `scale` is the largest finite |wanted| of the
/// array they are a part of.
Comparison compare(runtime::ElementType type, const uint8_t *got,
                   const uint8_t *wanted, uint64_t count, double scale,
                   const Tolerance &tolerance);

/// The largest finite magnitude; 0 for integers, which need none.
double getScale(runtime::ElementType type, const uint8_t *bytes,
                uint64_t count);

} // namespace weft::execution

#endif // WEFT_EXECUTION_COMPARISON_H
