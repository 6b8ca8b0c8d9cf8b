//===- Elementwise.cpp - arithmetic, element by element ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "ElementwiseModel.h"
#include "Movement.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
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
  Expected<ArrayType> stated = evaluation.getResultType();
  if (!stated)
    return stated;
  const ElementType element = stated->getElementType();
  for (const Datum &operand : evaluation.getOperands())
    if (!operand.getTensor().isScalar())
      return ArrayType::get(element, operand.getTensor().getDims());
  return ArrayType::get(element, {});
}

/// `operand` in the shape `result`, of which its dimension i is `dims[i]`.
static Expected<Tensor> repeatAlong(Evaluation &evaluation,
                                    const Tensor &operand,
                                    ArrayRef<int64_t> result,
                                    ArrayRef<int64_t> dims) {
  Expected<Tensor> repeated =
      evaluation.allocate(operand.getElementType(), result);
  if (repeated)
    copyStrided(runtime::getByteWidth(operand.getElementType()), result,
                operand.data(),
                getBroadcastView(operand.getType(), dims, result.size()),
                repeated->mutableData(), getView(repeated->getType()));
  return repeated;
}

Error weft::reference::broadcastOperands(
    Evaluation &evaluation, std::optional<ArrayRef<int64_t>> dims) {
  ArrayRef<int64_t> result =
      cast<ShapedType>(evaluation.getOp()->getResult(0).getType()).getShape();
  for (Datum &operand : evaluation.getOperands()) {
    const Tensor &tensor = operand.getTensor();
    if (tensor.isScalar() || tensor.getDims() == result)
      continue;
    const size_t rank = tensor.getDims().size();
    auto aligned = llvm::to_vector(
        llvm::seq<int64_t>(result.size() - rank, result.size()));
    if (dims && rank < result.size())
      aligned.assign(dims->begin(), dims->end());
    Expected<Tensor> repeated =
        repeatAlong(evaluation, tensor, result, aligned);
    if (!repeated)
      return repeated.takeError();
    operand = std::move(*repeated);
  }
  return Error::success();
}

namespace {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Functions of bits need to know how many there are: an i4 is computed as 8.
struct BitFunction {
  explicit BitFunction(Operation *op)
      : width(runtime::getBitWidth(getOperandElement(op))) {}

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
struct Divide : RoundedOnce {
  using RoundedOnce::RoundedOnce;
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

/// Rounds the fraction to nearest, ties to even, in the code of the element;
/// then what is too large becomes infinite, and what is too small zero: a
/// format with fewer exponents has no subnormals here.
struct ReducePrecision {
  explicit ReducePrecision(Operation *op)
      : exponentBits(cast<stablehlo::ReducePrecisionOp>(op).getExponentBits()),
        fractionBits(cast<stablehlo::ReducePrecisionOp>(op).getMantissaBits()),
        type(getOperandElement(op)), format(runtime::getFloatFormat(type)) {}

  template <Float T> T operator()(T x) const {
    if (!std::isfinite(x))
      return x;
    return std::copysign(static_cast<T>(roundSize(std::fabs(x))), x);
  }

private:
  double roundSize(double size) const {
    uint64_t code = runtime::encodeFloat(type, size);
    if (fractionBits < format.fractionBits) {
      const unsigned cut = format.fractionBits - fractionBits;
      const uint64_t isOdd = (code >> cut) & 1;
      code += (uint64_t(1) << (cut - 1)) - 1 + isOdd;
      code &= ~((uint64_t(1) << cut) - 1);
    }
    if (code >> (format.exponentBits + format.fractionBits))
      return std::numeric_limits<double>::infinity();
    if (exponentBits < format.exponentBits) {
      const int64_t exponent =
          static_cast<int64_t>(code >> format.fractionBits) - format.bias;
      const int64_t largest = (int64_t(1) << (exponentBits - 1)) - 1;
      if (exponent > largest)
        return std::numeric_limits<double>::infinity();
      if (exponent < 1 - largest)
        return 0;
    }
    return runtime::decodeFloat(type, code);
  }

  unsigned exponentBits, fractionBits;
  ElementType type;
  const runtime::FloatFormat &format;
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

void weft::reference::attachBroadcastingElementwiseModels(
    MLIRContext &context) {
  using namespace weft::chlo;
  attachBroadcasting<BroadcastAddOp, Add>(context);
  attachBroadcasting<BroadcastAndOp, And>(context);
  attachBroadcasting<BroadcastComplexOp, Complex>(context);
  attachBroadcasting<BroadcastDivideOp, Divide>(context);
  attachBroadcasting<BroadcastMaximumOp, Maximum>(context);
  attachBroadcasting<BroadcastMinimumOp, Minimum>(context);
  attachBroadcasting<BroadcastMultiplyOp, Multiply>(context);
  attachBroadcasting<BroadcastOrOp, Or>(context);
  attachBroadcasting<BroadcastRemainderOp, Remainder>(context);
  attachBroadcasting<BroadcastShiftLeftOp, ShiftLeft>(context);
  attachBroadcasting<BroadcastShiftRightArithmeticOp, ShiftRightArithmetic>(
      context);
  attachBroadcasting<BroadcastShiftRightLogicalOp, ShiftRightLogical>(context);
  attachBroadcasting<BroadcastSubtractOp, Subtract>(context);
  attachBroadcasting<BroadcastXorOp, Xor>(context);
}
