//===- SpecialFunctions.cpp - functions that libm lacks ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The series are summed in the 80-bit format of the host, so that what is lost
// by cancellation is below a double.
//
//===----------------------------------------------------------------------===//

#include "SpecialFunctions.h"

#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numbers>

using namespace weft::reference;

using Real = long double;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Bernoulli numbers B2, B4, ..., B20.
static constexpr Real kBernoulli[] = {
    1.0L / 6,       -1.0L / 30,      1.0L / 42, -1.0L / 30,
    5.0L / 66,      -691.0L / 2730,  7.0L / 6,  -3617.0L / 510,
    43867.0L / 798, -174611.0L / 330};

//===----------------------------------------------------------------------===//
// The error function
//===----------------------------------------------------------------------===//

/// A first guess that is right to some 3 digits (Winitzki), then Halley's
/// method on whichever of erf and erfc does not cancel.
double weft::reference::inverseErf(double x) {
  const double size = std::fabs(x);
  if (!(size <= 1))
    return kNaN;
  if (size == 1)
    return std::copysign(kInfinity, x);
  if (size < 1e-8) // the first term of the series is all of it
    return static_cast<double>(x / (2 * std::numbers::inv_sqrtpi_v<Real>));
  const Real rest = 1 - static_cast<Real>(size);
  const Real log = std::log(rest * (1 + static_cast<Real>(size)));
  const Real a = 2 / (std::numbers::pi_v<Real> * 0.147L) + log / 2;
  Real y = std::sqrt(std::sqrt(a * a - log / 0.147L) - a);
  for (int step = 0; step < 4; ++step) {
    const Real error = size < 0.5 ? std::erf(y) - static_cast<Real>(size)
                                  : rest - std::erfc(y);
    const Real slope = 2 * std::numbers::inv_sqrtpi_v<Real> * std::exp(-y * y);
    const Real newton = error / slope;
    y -= newton / (1 + y * newton);
  }
  return std::copysign(static_cast<double>(y), x);
}

//===----------------------------------------------------------------------===//
// The gamma function
//===----------------------------------------------------------------------===//

double weft::reference::logGamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

static bool isInteger(double x) { return std::floor(x) == x; }

double weft::reference::digamma(double x) {
  if (std::isnan(x) || x == -kInfinity || (x <= 0 && isInteger(x)))
    return kNaN;
  if (x == kInfinity)
    return x;
  Real z = x, result = 0;
  if (x < 0) { // by reflection; only the fraction matters to the tangent
    const Real angle = std::numbers::pi_v<Real> * (z - std::round(z));
    result -= std::numbers::pi_v<Real> / std::tan(angle);
    z = 1 - z;
  }
  for (; z < 16; ++z)
    result -= 1 / z;
  result += std::log(z) - 1 / (2 * z);
  const Real square = 1 / (z * z);
  Real power = 1;
  for (size_t k = 0; k < std::size(kBernoulli); ++k) {
    power *= square;
    result -= kBernoulli[k] * power / (2 * (k + 1));
  }
  return static_cast<double>(result);
}

/// What is left of the sum from `z` on, by the formula of Euler and Maclaurin.
static Real sumTail(Real x, Real z) {
  const Real power = std::pow(z, -x);
  Real sum = power * z / (x - 1) + power / 2;
  // x (x + 1) ... (x + 2k - 2) z^(-x - 2k + 1) / (2k)!
  Real factor = x * power / (2 * z);
  for (size_t k = 1; k <= std::size(kBernoulli); ++k) {
    sum += kBernoulli[k - 1] * factor;
    factor *= (x + 2 * k - 1) * (x + 2 * k) /
              (Real(2 * k + 1) * Real(2 * k + 2) * z * z);
  }
  return sum;
}

/// The sum of (q + k)^-x for k = 0, 1, ..., where x > 1 and neither is
/// infinite.
static Real sumPowers(Real x, Real q) {
  Real sum = 0;
  for (; q < 16; ++q)
    sum += std::pow(q, -x);
  return sum + sumTail(x, q);
}

static Real computeZeta(double x, double q) {
  if (std::isnan(x) || std::isnan(q) || x < 1)
    return kNaN;
  if (x == 1)
    return kInfinity;
  if (q <= 0) {
    if (isInteger(q)) // x even: both sides of the pole go the same way
      return std::fmod(x, 2) == 0 ? kInfinity : kNaN;
    if (!isInteger(x))
      return kNaN;
  }
  if (x == kInfinity)
    return q < 1 ? kInfinity : q == 1 ? 1 : 0;
  if (q == kInfinity)
    return 0;
  if (q >= -1000)
    return sumPowers(x, q);
  // Too many terms: over all integers instead, without those that were added on
  // the left.
  const Real fraction = q - std::floor(q);
  const Real sign = std::fmod(x, 2) == 0 ? 1 : -1;
  return (sumPowers(x, fraction) + sign * sumPowers(x, 1 - fraction)) -
         sign * sumPowers(x, 1 - static_cast<Real>(q));
}

double weft::reference::zeta(double x, double q) {
  return static_cast<double>(computeZeta(x, q));
}

double weft::reference::polygamma(double n, double x) {
  if (n == 0)
    return digamma(x);
  if (!(n > 0) || !isInteger(n) || n == kInfinity)
    return kNaN;
  const double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  return sign * static_cast<double>(std::tgamma(static_cast<Real>(n) + 1) *
                                    computeZeta(n + 1, x));
}

//===----------------------------------------------------------------------===//
// Bessel functions
//===----------------------------------------------------------------------===//

double weft::reference::besselI1e(double x) {
  const Real size = std::fabs(x);
  Real sum = 0;
  if (size <= 30) {
    // sum of (x/2)^(2k+1) / (k! (k+1)!), all terms positive
    const Real half = size / 2;
    Real term = half;
    for (int k = 1; k < 200 && term > 0; ++k) {
      sum += term;
      term *= half * half / (Real(k) * Real(k + 1));
    }
    sum *= std::exp(-size);
  } else if (size < kInfinity) {
    // 1/sqrt(2 pi x) (1 - (4 - 1)/(8x) + (4 - 1)(4 - 9)/(2! (8x)^2) - ...)
    Real term = 1;
    for (int k = 1; k < 40; ++k) {
      sum += term;
      term *= -(4 - Real(2 * k - 1) * Real(2 * k - 1)) / (k * 8 * size);
    }
    sum /= std::sqrt(2 * std::numbers::pi_v<Real> * size);
  } else {
    sum = std::isnan(x) ? Real(x) : 0;
  }
  return std::copysign(static_cast<double>(sum), x);
}
