//===- Chlo.cpp - functions of the chlo dialect -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in Transcendental.cpp: computed in double precision and rounded once.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseModel.h"
#include "SpecialFunctions.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"

#include <bit>
#include <cmath>

using namespace mlir;
using namespace weft;
using namespace weft::reference;

namespace {

template <typename T>
concept Float = std::floating_point<T>;

using C = std::complex<double>;

/// A function of doubles for all real types.
template <double (*fn)(double)> struct RealFunction : RoundedOnce {
  using RoundedOnce::RoundedOnce;
  template <Float T> T operator()(T x) const {
    return static_cast<T>(fn(double(x)));
  }
};
template <double (*fn)(double, double)> struct RealFunction2 : RoundedOnce {
  using RoundedOnce::RoundedOnce;
  template <Float T> T operator()(T x, T y) const {
    return static_cast<T>(fn(double(x), double(y)));
  }
};

struct ComplementaryErrorFunction : RoundedOnce {
  using RoundedOnce::RoundedOnce;
  template <Float T> T operator()(T x) const {
    const double result = std::erfc(double(x));
    return static_cast<T>(std::isfinite(x) ? keepPositive(result) : result);
  }
};
struct Zeta : RoundedOnce {
  using RoundedOnce::RoundedOnce;
  template <Float T> T operator()(T x, T q) const {
    const double result = zeta(x, q);
    const bool isPositive = std::isfinite(x) && std::isfinite(q) && q > 0;
    return static_cast<T>(isPositive ? keepPositive(result) : result);
  }
};

/// The same for complex types, too.
template <double (*fn)(double), C (*complexFn)(const C &)>
struct Function : RealFunction<fn> {
  using RealFunction<fn>::RealFunction;
  using RealFunction<fn>::operator();
  template <Float T> std::complex<T> operator()(std::complex<T> z) const {
    return std::complex<T>(complexFn(C(z)));
  }
};

//===----------------------------------------------------------------------===//
// Simple functions
//===----------------------------------------------------------------------===//

struct Conjugate {
  explicit Conjugate(Operation *) {}
  template <Float T> T operator()(T x) const { return x; }
  template <Float T> std::complex<T> operator()(std::complex<T> z) const {
    return std::conj(z);
  }
};

struct Square {
  explicit Square(Operation *) {}
  template <Float T> T operator()(T x) const { return x * x; }
  /// (x - y)(x + y) keeps digits where x^2 - y^2 cancels, and what overflows in
  /// only one factor is infinite instead of NaN.
  template <Float T> std::complex<T> operator()(std::complex<T> z) const {
    const T x = z.real(), y = z.imag();
    return {(x - y) * (x + y), 2 * x * y};
  }
};

struct IsInfinite {
  explicit IsInfinite(Operation *) {}
  template <Float T> bool operator()(T x) const { return std::isinf(x); }
};
struct IsPlusInfinity {
  explicit IsPlusInfinity(Operation *) {}
  template <Float T> bool operator()(T x) const {
    return std::isinf(x) && x > 0;
  }
};
struct IsMinusInfinity {
  explicit IsMinusInfinity(Operation *) {}
  template <Float T> bool operator()(T x) const {
    return std::isinf(x) && x < 0;
  }
};

/// With z' = |x| + i|y|: asin(z) = atan2(x, u) +- i v and
/// acos(z) = atan2(u, x) -+ i v, where u + i v is the value of the kernel
/// (Kahan, "Branch cuts for complex elementary functions").
struct AsinAcosKernel {
  explicit AsinAcosKernel(Operation *) {}
  template <Float T> std::complex<T> operator()(std::complex<T> z) const {
    const C first(std::fabs(z.real()), std::fabs(z.imag()));
    const C minus = std::sqrt(1.0 - first), plus = std::sqrt(1.0 + first);
    return {static_cast<T>((minus * plus).real()),
            static_cast<T>(
                std::fabs(std::asinh((std::conj(minus) * plus).imag())))};
  }
};

//===----------------------------------------------------------------------===//
// Functions of bits
//===----------------------------------------------------------------------===//

struct MultiplyHigh {
  explicit MultiplyHigh(Operation *op)
      : width(runtime::getBitWidth(getOperandElement(op))) {}
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  T operator()(T x, T y) const {
    using Product =
        std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((Product(x) * Product(y)) >> width);
  }
  unsigned width;
};

/// The codes of a float format, sign aside, are in the order of the numbers.
struct NextAfter {
  explicit NextAfter(Operation *op) : type(getOperandElement(op)) {}

  template <Float T> T operator()(T x, T y) const {
    if (std::isnan(x) || std::isnan(y))
      return x + y;
    if (x == y)
      return y;
    const runtime::FloatFormat &format = runtime::getFloatFormat(type);
    const uint64_t sign =
        format.hasSign ? uint64_t(1) << (format.getBitWidth() - 1) : 0;
    if (x == 0)
      return static_cast<T>(decode((y < 0 ? sign : 0) | 1));
    const uint64_t bits = runtime::encodeFloat(type, x);
    const bool growsInSize = (y > x) == (x > 0);
    return static_cast<T>(decode(growsInSize ? bits + 1 : bits - 1));
  }

private:
  /// Of the formats without a minus zero, its code is NaN.
  double decode(uint64_t bits) const {
    const runtime::FloatFormat &format = runtime::getFloatFormat(type);
    if (format.nan == runtime::FloatFormat::NaN::MinusZero &&
        bits == uint64_t(1) << (format.getBitWidth() - 1))
      return 0;
    return runtime::decodeFloat(type, bits);
  }

  ElementType type;
};
} // namespace

//===----------------------------------------------------------------------===//
// Attaching
//===----------------------------------------------------------------------===//

void weft::reference::attachChloModels(MLIRContext &context) {
  using namespace weft::chlo;
  attach<AcosOp, Function<std::acos, std::acos<double>>>(context);
  attach<AcoshOp, Function<std::acosh, std::acosh<double>>>(context);
  attach<AsinAcosKernelOp, AsinAcosKernel>(context);
  attach<AsinOp, Function<std::asin, std::asin<double>>>(context);
  attach<AsinhOp, Function<std::asinh, std::asinh<double>>>(context);
  attach<AtanOp, Function<std::atan, std::atan<double>>>(context);
  attach<AtanhOp, Function<std::atanh, std::atanh<double>>>(context);
  attach<BesselI1eOp, RealFunction<besselI1e>>(context);
  attach<ConjOp, Conjugate>(context);
  attachBroadcasting<BroadcastNextAfterOp, NextAfter>(context);
  attachBroadcasting<BroadcastPolygammaOp, RealFunction2<polygamma>>(context);
  attachBroadcasting<BroadcastZetaOp, Zeta>(context);
  attach<CoshOp, Function<std::cosh, std::cosh<double>>>(context);
  attach<DigammaOp, RealFunction<digamma>>(context);
  attach<ErfInvOp, RealFunction<inverseErf>>(context);
  attach<ErfOp, RealFunction<std::erf>>(context);
  attach<ErfcOp, ComplementaryErrorFunction>(context);
  attach<IsInfOp, IsInfinite>(context);
  attach<IsNegInfOp, IsMinusInfinity>(context);
  attach<IsPosInfOp, IsPlusInfinity>(context);
  attach<LgammaOp, RealFunction<logGamma>>(context);
  attach<MulhiOp, MultiplyHigh, 2>(context);
  attach<NextAfterOp, NextAfter, 2>(context);
  attach<PolygammaOp, RealFunction2<polygamma>, 2>(context);
  attach<SinhOp, Function<std::sinh, std::sinh<double>>>(context);
  attach<SquareOp, Square>(context);
  attach<TanOp, Function<std::tan, std::tan<double>>>(context);
  attach<ZetaOp, Zeta, 2>(context);
}
