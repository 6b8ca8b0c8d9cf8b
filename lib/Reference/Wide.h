//===- Wide.h - numbers with room to compute --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that sum many products work on whole arrays of the widest numbers of
// their kind, and round once when they write their result:
//
//   | element type        | wide type    | host type            |
//   |---------------------|--------------|----------------------|
//   | booleans, integers  | i64          | int64_t              |
//   | floats              | f64          | double               |
//   | complex numbers     | complex<f64> | std::complex<double> |
//
// Sums and products of integers modulo 2^64 are right in every narrower type.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_WIDE_H
#define WEFT_LIB_REFERENCE_WIDE_H

#include "weft/Reference/Evaluation.h"

#include <complex>

namespace weft::reference {

ElementType getWideType(ElementType type);
/// The wider of operands 0 and 1 (if there is one) and of the result, should
/// these differ in kind.
ElementType getWideType(Evaluation &evaluation, ElementType result);

/// The numbers of `tensor` as elements of the wide type `wide`; the tensor
/// itself if it has these. Integers may become floats, and reals complex.
llvm::Expected<Tensor> widen(Evaluation &evaluation, Tensor tensor,
                             ElementType wide);
inline llvm::Expected<Tensor> widen(Evaluation &evaluation, Tensor tensor) {
  const ElementType wide = getWideType(tensor.getElementType());
  return widen(evaluation, std::move(tensor), wide);
}

/// The way back, rounding or wrapping around once. A complex number gives its
/// real part to a real type.
llvm::Expected<Tensor> narrow(Evaluation &evaluation, Tensor wide,
                              ElementType type);

/// Makes `wide` result `i`: its elements have the right order but not yet the
/// right type and shape.
llvm::Error setNarrowResult(Evaluation &evaluation, unsigned i, Tensor wide);

/// Calls `fn.template operator()<W>()` with the host type of a wide type.
template <typename Fn> auto dispatchWide(ElementType wide, Fn fn) {
  if (wide == ElementType::I64)
    return fn.template operator()<int64_t>();
  if (wide == ElementType::F64)
    return fn.template operator()<double>();
  return fn.template operator()<std::complex<double>>();
}

/// Only for floats and complex numbers; what an op needs that is not defined
/// for integers.
template <typename Fn> auto dispatchWideFloat(ElementType wide, Fn fn) {
  if (wide == ElementType::F64)
    return fn.template operator()<double>();
  return fn.template operator()<std::complex<double>>();
}

/// x + y and x * y; integers wrap around.
inline int64_t wideAdd(int64_t x, int64_t y) {
  return static_cast<int64_t>(uint64_t(x) + uint64_t(y));
}
inline int64_t wideMultiply(int64_t x, int64_t y) {
  return static_cast<int64_t>(uint64_t(x) * uint64_t(y));
}
inline double wideAdd(double x, double y) { return x + y; }
inline double wideMultiply(double x, double y) { return x * y; }
inline std::complex<double> wideAdd(std::complex<double> x,
                                    std::complex<double> y) {
  return x + y;
}
/// Without the recovery of infinities that C adds.
inline std::complex<double> wideMultiply(std::complex<double> x,
                                         std::complex<double> y) {
  return {x.real() * y.real() - x.imag() * y.imag(),
          x.real() * y.imag() + x.imag() * y.real()};
}

inline double conjugate(double x) { return x; }
inline std::complex<double> conjugate(std::complex<double> x) {
  return std::conj(x);
}

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_WIDE_H
