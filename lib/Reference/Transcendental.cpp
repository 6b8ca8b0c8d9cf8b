//===- Transcendental.cpp - functions, element by element -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of real numbers up to f32 are computed in double precision and
// rounded once, so they are as exact as can be; f64 is as exact as the C
// library. Complex numbers follow in the same way, complex<f64> in the 80-bit
// format of the host where a formula would cancel.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseModel.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

#include <cmath>
#include <numbers>

using namespace mlir;
using namespace weft;
using namespace weft::reference;

namespace {

template <typename T>
concept Float = std::floating_point<T>;
template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

/// Lifts a function of doubles to all real types, and one of complex doubles to
/// all complex types. `Fn` has a static `compute` for each that exists, and may
/// say of which operands the result is positive.
template <typename Fn> struct Lifted : RoundedOnce {
  using RoundedOnce::RoundedOnce;

  template <Float T>
    requires requires(double x) { Fn::compute(x); }
  T operator()(T x) const {
    return static_cast<T>(Fn::compute(double(x)));
  }
  template <Float T>
    requires requires(std::complex<double> x) { Fn::compute(x); }
  std::complex<T> operator()(std::complex<T> x) const {
    return std::complex<T>(Fn::compute(std::complex<double>(x)));
  }
  template <Float T>
    requires requires(double x) { Fn::compute(x, x); }
  T operator()(T a, T b) const {
    const double result = Fn::compute(double(a), double(b));
    if constexpr (requires { Fn::isPositive(a, b); })
      return static_cast<T>(Fn::isPositive(a, b) ? keepPositive(result)
                                                 : result);
    return static_cast<T>(result);
  }
  template <Float T>
    requires requires(std::complex<double> x) { Fn::compute(x, x); }
  std::complex<T> operator()(std::complex<T> a, std::complex<T> b) const {
    return std::complex<T>(
        Fn::compute(std::complex<double>(a), std::complex<double>(b)));
  }
};

using C = std::complex<double>;

struct Exponential : Lifted<Exponential> {
  using Lifted::Lifted;
  static double compute(double x) { return std::exp(x); }
  static C compute(C z) { return std::exp(z); }
};
struct Log : Lifted<Log> {
  using Lifted::Lifted;
  static double compute(double x) { return std::log(x); }
  static C compute(C z) { return std::log(z); }
};
struct Sine : Lifted<Sine> {
  using Lifted::Lifted;
  static double compute(double x) { return std::sin(x); }
  static C compute(C z) { return std::sin(z); }
};
struct Cosine : Lifted<Cosine> {
  using Lifted::Lifted;
  static double compute(double x) { return std::cos(x); }
  static C compute(C z) { return std::cos(z); }
};
struct Tan : Lifted<Tan> {
  using Lifted::Lifted;
  static double compute(double x) { return std::tan(x); }
  static C compute(C z) { return std::tan(z); }
};
struct Tanh : Lifted<Tanh> {
  using Lifted::Lifted;
  static double compute(double x) { return std::tanh(x); }
  static C compute(C z) { return std::tanh(z); }
};
struct Sqrt : Lifted<Sqrt> {
  using Lifted::Lifted;
  static double compute(double x) { return std::sqrt(x); }
  static C compute(C z) { return std::sqrt(z); }
};

struct Rsqrt : Lifted<Rsqrt> {
  using Lifted::Lifted;
  static double compute(double x) { return 1 / std::sqrt(x); }
  static C compute(C z) {
    if (z == C(0))
      return {std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::quiet_NaN()};
    return 1.0 / std::sqrt(z);
  }
};

struct Cbrt : Lifted<Cbrt> {
  using Lifted::Lifted;
  static double compute(double x) { return std::cbrt(x); }
  /// The root of the smallest angle.
  static C compute(C z) {
    return z == C(0) ? z : std::polar(std::cbrt(std::abs(z)), std::arg(z) / 3);
  }
};

/// exp(z) - 1 without cancelling near 0:
///   Re = expm1(x) cos(y) + (cos(y) - 1),  cos(y) - 1 = -2 sin^2(y / 2)
struct ExponentialMinusOne : Lifted<ExponentialMinusOne> {
  using Lifted::Lifted;
  static double compute(double x) { return std::expm1(x); }
  static C compute(C z) {
    if (z.imag() == 0)
      return {std::expm1(z.real()), z.imag()};
    const C whole = std::exp(z);
    const double half = std::sin(z.imag() / 2);
    const double real =
        std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half;
    return {std::isfinite(real) ? real : whole.real() - 1, whole.imag()};
  }
};

/// log(1 + z): |1 + z|^2 - 1 = x (2 + x) + y^2, which cancels only where the
/// result does.
struct LogPlusOne : Lifted<LogPlusOne> {
  using Lifted::Lifted;
  static double compute(double x) { return std::log1p(x); }
  static C compute(C z) {
    const long double x = z.real(), y = z.imag();
    const double angle = static_cast<double>(std::atan2(y, 1 + x));
    if (std::fabs(x) > 1 || std::fabs(y) > 1)
      return {std::log(C(1 + z.real(), z.imag())).real(), angle};
    const long double excess = x * (2 + x) + y * y;
    return {static_cast<double>(std::log1p(excess) / 2), angle};
  }
};

struct Logistic : Lifted<Logistic> {
  using Lifted::Lifted;
  static double compute(double x) { return 1 / (1 + std::exp(-x)); }
  static C compute(C z) { return 1.0 / (1.0 + std::exp(-z)); }
};

struct Atan2 : Lifted<Atan2> {
  using Lifted::Lifted;
  static double compute(double y, double x) { return std::atan2(y, x); }
  /// -i log((x + iy) / sqrt(x^2 + y^2)). Where the sum of squares cancels, near
  /// the poles, the product of its factors does not; the root has the sign that
  /// the sum gives it.
  static C compute(C y, C x) {
    const C i(0, 1), plus = x + i * y, sum = x * x + y * y;
    C root = std::sqrt(sum);
    if (std::abs(sum) < (std::norm(x) + std::norm(y)) / 2) {
      const C accurate = std::sqrt(plus * (x - i * y));
      const double cosine = (std::conj(root) * accurate).real();
      root = cosine < 0 ? -accurate : cosine > 0 ? accurate : root;
    }
    return -i * std::log(plus / root);
  }
};

struct Power : Lifted<Power> {
  using Lifted::Lifted;
  using Lifted::operator();
  static double compute(double x, double y) { return std::pow(x, y); }
  static bool isPositive(double x, double y) {
    return x > 0 && std::isfinite(x) && std::isfinite(y);
  }
  static C compute(C x, C y) {
    if (x == C(0))
      return y == C(0) ? C(1) : C(0);
    return std::pow(x, y);
  }
  /// By squaring, which wraps around as a product does. A negative power is
  /// that of the inverse, which is no integer unless the base is 1 or -1.
  template <Integer T> T operator()(T x, T y) const {
    using Wrapping = std::make_unsigned_t<T>;
    if (std::is_signed_v<T> && y < 0) {
      if (x == 1)
        return 1;
      return x == static_cast<T>(-1) ? (y & 1 ? T(-1) : T(1)) : T(0);
    }
    uint64_t result = 1, base = static_cast<Wrapping>(x);
    for (uint64_t left = static_cast<Wrapping>(y); left; left >>= 1) {
      if (left & 1)
        result *= base;
      base *= base;
    }
    return static_cast<T>(result);
  }
};
} // namespace

void weft::reference::attachTranscendentalModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  attach<Atan2Op, Atan2, 2>(context);
  attach<CbrtOp, Cbrt>(context);
  attach<CosineOp, Cosine>(context);
  attach<ExponentialMinusOneOp, ExponentialMinusOne>(context);
  attach<ExponentialOp, Exponential>(context);
  attach<LogOp, Log>(context);
  attach<LogPlusOneOp, LogPlusOne>(context);
  attach<LogisticOp, Logistic>(context);
  attach<PowerOp, Power, 2>(context);
  attach<RsqrtOp, Rsqrt>(context);
  attach<SineOp, Sine>(context);
  attach<SqrtOp, Sqrt>(context);
  attach<TanOp, Tan>(context);
  attach<TanhOp, Tanh>(context);
}

void weft::reference::attachBroadcastingTranscendentalModels(
    MLIRContext &context) {
  attachBroadcasting<chlo::BroadcastAtan2Op, Atan2>(context);
  attachBroadcasting<chlo::BroadcastPowerOp, Power>(context);
}
