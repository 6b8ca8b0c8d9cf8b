//===- SpecialFunctions.h - functions that libm lacks -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_SPECIALFUNCTIONS_H
#define WEFT_LIB_REFERENCE_SPECIALFUNCTIONS_H

namespace weft::reference {

// All to about one unit in the last place of double, but for the neighbourhood
// of zeros, where it is the absolute error that is small.

/// The inverse of erf: NaN outside [-1, 1], infinite at the ends.
double inverseErf(double x);

/// log |gamma(x)|; unlike std::lgamma, safe in threads.
double logGamma(double x);

/// The derivative of logGamma; NaN at its poles, 0 and the negative integers.
double digamma(double x);

/// The Hurwitz zeta function, the sum of (q + k)^-x over all k >= 0. Infinite
/// for x = 1, NaN for x < 1. For q <= 0 it is infinite or NaN at the poles, and
/// NaN elsewhere unless x is an integer.
double zeta(double x, double q);

/// The n-th derivative of digamma at x; NaN unless n is an integer >= 0.
double polygamma(double n, double x);

/// exp(-|x|) I1(x) with the modified Bessel function I1.
double besselI1e(double x);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_SPECIALFUNCTIONS_H
