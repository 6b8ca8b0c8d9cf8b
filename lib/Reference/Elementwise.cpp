//===- Elementwise.cpp - arithmetic, element by element ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "ElementwiseModel.h"

#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

Expected<ArrayType>
weft::reference::getElementwiseType(Evaluation &evaluation) {
  std::optional<ElementType> element =
      toElementType(cast<ShapedType>(evaluation.getOp()->getResult(0).getType())
                        .getElementType());
  assert(element && "the program was checked");
  for (const Datum &operand : evaluation.getOperands())
    if (!operand.getTensor().isScalar())
      return ArrayType::get(*element, operand.getTensor().getDims());
  return ArrayType::get(*element, {});
}

namespace {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Functions of bits need to know how many there are: an i4 is computed as 8.
struct BitFunction {
  explicit BitFunction(Operation *op)
      : width(runtime::getBitWidth(*toElementType(
            cast<ShapedType>(op->getOperand(0).getType()).getElementType()))) {}

  /// The bits of the element as a number, without copies of the sign above.
  template <typename T> uint64_t getBits(T x) const {
    const uint64_t bits = static_cast<std::make_unsigned_t<T>>(x);
    return width == 64 ? bits : bits & ((uint64_t(1) << width) - 1);
  }

  unsigned width;
};

struct Not : Function {
  using Function::Function;
  bool operator()(bool x) const { return !x; }
  template <Integer T> T operator()(T x) const { return static_cast<T>(~x); }
};
struct PopulationCount : BitFunction {
  using BitFunction::BitFunction;
  template <Integer T> T operator()(T x) const {
    return static_cast<T>(std::popcount(getBits(x)));
  }
};
struct CountLeadingZeros : BitFunction {
  using BitFunction::BitFunction;
  template <Integer T> T operator()(T x) const {
    return static_cast<T>(std::countl_zero(getBits(x)) - (64 - width));
  }
};

// A shift by the width or more, or by a negative number, moves every bit out.
struct ShiftLeft : BitFunction {
  using BitFunction::BitFunction;
  template <Integer T> T operator()(T x, T n) const {
    const uint64_t by = getBits(n);
    return by >= width ? T(0) : static_cast<T>(getBits(x) << by);
  }
};
struct ShiftRightLogical : BitFunction {
  using BitFunction::BitFunction;
  template <Integer T> T operator()(T x, T n) const {
    const uint64_t by = getBits(n);
    return by >= width ? T(0) : static_cast<T>(getBits(x) >> by);
  }
};
struct ShiftRightArithmetic : BitFunction {
  using BitFunction::BitFunction;
  template <Integer T> T operator()(T x, T n) const {
    const uint64_t by = std::min<uint64_t>(getBits(n), width - 1);
    // An unsigned number is shifted as if its highest bit were a sign.
    const unsigned above = 64 - width;
    const int64_t extended = static_cast<int64_t>(getBits(x) << above) >> above;
    return static_cast<T>(extended >> by);
  }
};

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

struct Subtract : Function {
  using Function::Function;
  template <Integer T> T operator()(T a, T b) const {
    return static_cast<T>(Wrapping<T>(a) - Wrapping<T>(b));
  }
  template <Float T> T operator()(T a, T b) const { return a - b; }
  template <Float T>
  std::complex<T> operator()(std::complex<T> a, std::complex<T> b) const {
    return a - b;
  }
};
// Division by zero gives all ones and leaves the dividend as remainder; the one
// quotient that does not fit wraps around. This is what XLA computes; the
// specification leaves it open.
struct Divide : Function {
  using Function::Function;
  template <Integer T> T operator()(T a, T b) const {
    if (b == 0)
      return static_cast<T>(-1);
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return static_cast<T>(-Wrapping<T>(a));
    return static_cast<T>(a / b);
  }
  template <Float T> T operator()(T a, T b) const { return a / b; }
  template <Float T>
  std::complex<T> operator()(std::complex<T> a, std::complex<T> b) const {
    return a / b;
  }
};
struct Remainder : Function {
  using Function::Function;
  template <Integer T> T operator()(T a, T b) const {
    if (b == 0)
      return a;
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return T(0);
    return static_cast<T>(a % b);
  }
  template <Float T> T operator()(T a, T b) const { return std::fmod(a, b); }
};

struct Clamp {
  explicit Clamp(Operation *op) : maximum(op), minimum(op) {}
  template <typename T> T operator()(T low, T x, T high) const {
    return minimum(maximum(low, x), high);
  }
  Maximum maximum;
  Minimum minimum;
};

struct Negate : Function {
  using Function::Function;
  template <Integer T> T operator()(T x) const {
    return static_cast<T>(-Wrapping<T>(x));
  }
  template <Float T> T operator()(T x) const { return -x; }
  template <Float T> std::complex<T> operator()(std::complex<T> x) const {
    return -x;
  }
};
struct Abs : Function {
  using Function::Function;
  template <Integer T> T operator()(T x) const {
    return x < 0 ? static_cast<T>(-Wrapping<T>(x)) : x;
  }
  template <Float T> T operator()(T x) const { return std::fabs(x); }
  template <Float T> T operator()(std::complex<T> x) const {
    return std::hypot(x.real(), x.imag());
  }
};
struct Sign : Function {
  using Function::Function;
  template <Integer T> T operator()(T x) const {
    return static_cast<T>((x > 0) - (x < 0));
  }
  template <Float T> T operator()(T x) const {
    return x > 0 ? T(1) : x < 0 ? T(-1) : x; // zeros and NaN stay
  }
  template <Float T> std::complex<T> operator()(std::complex<T> x) const {
    const T size = std::hypot(x.real(), x.imag());
    if (std::isnan(size))
      return {size, size};
    return size == 0 ? x : std::complex<T>(x.real() / size, x.imag() / size);
  }
};

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

struct Ceil : Function {
  using Function::Function;
  template <Float T> T operator()(T x) const { return std::ceil(x); }
};
struct Floor : Function {
  using Function::Function;
  template <Float T> T operator()(T x) const { return std::floor(x); }
};
struct RoundAwayFromZero : Function {
  using Function::Function;
  template <Float T> T operator()(T x) const { return std::round(x); }
};
struct RoundToEven : Function {
  using Function::Function;
  template <Float T> T operator()(T x) const { return std::nearbyint(x); }
};
struct IsFinite : Function {
  using Function::Function;
  template <Float T> bool operator()(T x) const { return std::isfinite(x); }
};

/// Rounds the fraction to nearest, ties to even, in the bits of the number;
/// then what is too large becomes infinite, and what is too small zero: the
/// narrower format has no subnormals here.
struct ReducePrecision {
  explicit ReducePrecision(Operation *op)
      : exponentBits(cast<stablehlo::ReducePrecisionOp>(op).getExponentBits()),
        fractionBits(cast<stablehlo::ReducePrecisionOp>(op).getMantissaBits()) {
  }

  template <Float T> T operator()(T x) const {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    constexpr unsigned fraction = std::numeric_limits<T>::digits - 1;
    constexpr unsigned exponent = sizeof(T) * 8 - 1 - fraction;
    if (std::isnan(x))
      return x;
    Bits bits = std::bit_cast<Bits>(x);
    const Bits sign = bits & (Bits(1) << (sizeof(T) * 8 - 1));
    if (fractionBits < fraction) {
      const unsigned cut = fraction - fractionBits;
      const Bits isOdd = (bits >> cut) & 1;
      bits += (Bits(1) << (cut - 1)) - 1 + isOdd;
      bits &= ~((Bits(1) << cut) - 1);
    }
    if (exponentBits < exponent) {
      constexpr Bits bias = (Bits(1) << (exponent - 1)) - 1;
      const Bits newBias = (Bits(1) << (exponentBits - 1)) - 1;
      const Bits biased = (bits & ~sign) >> fraction;
      if (biased > bias + newBias)
        bits = sign | (((Bits(1) << exponent) - 1) << fraction);
      else if (biased <= bias - newBias)
        bits = sign;
    }
    return std::bit_cast<T>(bits);
  }

  unsigned exponentBits, fractionBits;
};

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

struct Real : Function {
  using Function::Function;
  template <Float T> T operator()(T x) const { return x; }
  template <Float T> T operator()(std::complex<T> x) const { return x.real(); }
};
struct Imag : Function {
  using Function::Function;
  template <Float T> T operator()(T) const { return 0; }
  template <Float T> T operator()(std::complex<T> x) const { return x.imag(); }
};
struct Complex : Function {
  using Function::Function;
  template <Float T> std::complex<T> operator()(T a, T b) const {
    return {a, b};
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Attaching
//===----------------------------------------------------------------------===//

template <typename Op, typename Fn, unsigned arity>
static void attach(MLIRContext &context) {
  Op::template attachInterface<ElementwiseModel<Op, Fn, arity>>(context);
}

static void attachBits(MLIRContext &context) {
  using namespace weft::stablehlo;
  attach<AndOp, And, 2>(context);
  attach<CountLeadingZerosOp, CountLeadingZeros, 1>(context);
  attach<NotOp, Not, 1>(context);
  attach<OrOp, Or, 2>(context);
  attach<PopcntOp, PopulationCount, 1>(context);
  attach<ShiftLeftOp, ShiftLeft, 2>(context);
  attach<ShiftRightArithmeticOp, ShiftRightArithmetic, 2>(context);
  attach<ShiftRightLogicalOp, ShiftRightLogical, 2>(context);
  attach<XorOp, Xor, 2>(context);
}

void weft::reference::attachElementwiseModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  attachBits(context);
  attach<AbsOp, Abs, 1>(context);
  attach<AddOp, Add, 2>(context);
  attach<CeilOp, Ceil, 1>(context);
  attach<ClampOp, Clamp, 3>(context);
  attach<ComplexOp, Complex, 2>(context);
  attach<DivideOp, Divide, 2>(context);
  attach<FloorOp, Floor, 1>(context);
  attach<ImagOp, Imag, 1>(context);
  attach<IsFiniteOp, IsFinite, 1>(context);
  attach<MaximumOp, Maximum, 2>(context);
  attach<MinimumOp, Minimum, 2>(context);
  attach<MultiplyOp, Multiply, 2>(context);
  attach<NegateOp, Negate, 1>(context);
  attach<RealOp, Real, 1>(context);
  attach<ReducePrecisionOp, ReducePrecision, 1>(context);
  attach<RemainderOp, Remainder, 2>(context);
  attach<RoundNearestAfzOp, RoundAwayFromZero, 1>(context);
  attach<RoundNearestEvenOp, RoundToEven, 1>(context);
  attach<SignOp, Sign, 1>(context);
  attach<SubtractOp, Subtract, 2>(context);
}
