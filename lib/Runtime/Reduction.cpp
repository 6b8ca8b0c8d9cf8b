//===- Reduction.cpp - the usual reducers -----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Reduction.h"

#include "MakeError.h"

#include "weft/Runtime/NarrowFloat.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>

using namespace weft::runtime;

llvm::StringRef weft::runtime::getName(Reduction reduction) {
  switch (reduction) {
  case Reduction::Add:
    return "add";
  case Reduction::Multiply:
    return "multiply";
  case Reduction::Minimum:
    return "minimum";
  case Reduction::Maximum:
    return "maximum";
  case Reduction::And:
    return "and";
  case Reduction::Or:
    return "or";
  case Reduction::Xor:
    return "xor";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

/// Unsigned arithmetic wraps around. Types narrower than int would be promoted
/// to it, and two 16-bit numbers overflow an int when multiplied.
template <typename T>
using Wrapping =
    std::conditional_t<sizeof(T) < 4, unsigned, std::make_unsigned_t<T>>;

template <Reduction reduction, typename T> static T combine(T a, T b) {
  constexpr bool isInteger = std::is_integral_v<T>;
  if constexpr (reduction == Reduction::Add) {
    if constexpr (isInteger)
      return static_cast<T>(Wrapping<T>(a) + Wrapping<T>(b));
    else
      return a + b;
  } else if constexpr (reduction == Reduction::Multiply) {
    if constexpr (isInteger)
      return static_cast<T>(Wrapping<T>(a) * Wrapping<T>(b));
    else
      return a * b;
  } else if constexpr (reduction == Reduction::Maximum) {
    if constexpr (isInteger)
      return a < b ? b : a;
    else // the sum is NaN if one is, and +0 for two different zeros
      return a > b ? a : b > a ? b : a == b && a != 0 ? a : a + b;
  } else if constexpr (reduction == Reduction::Minimum) {
    if constexpr (isInteger)
      return b < a ? b : a;
    else
      return a < b ? a : b < a ? b : a == b && a != 0 ? a : -(-a + -b);
  } else if constexpr (reduction == Reduction::And) {
    return a & b;
  } else if constexpr (reduction == Reduction::Or) {
    return a | b;
  } else {
    return a ^ b;
  }
}

/// Complex multiplication as StableHLO states it, without the recovery of
/// infinities that C adds.
template <Reduction reduction, typename T>
static std::complex<T> combine(std::complex<T> a, std::complex<T> b) {
  if constexpr (reduction == Reduction::Multiply)
    return {a.real() * b.real() - a.imag() * b.imag(),
            a.real() * b.imag() + a.imag() * b.real()};
  else
    return a + b;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Folds `first` and `width` more arrays into `result` in one pass. Reading
/// several at a time keeps the result in registers, and memory is what a
/// reduction waits for. The arrays do not overlap: a result that is the first
/// operand as well comes as null `first`, or loops would not be vectorised.
template <Reduction reduction, unsigned width, typename T>
static void foldOnce(T *__restrict result, const T *__restrict first,
                     const void *const *more, size_t count) {
  const T *__restrict inputs[width];
  for (unsigned k = 0; k < width; ++k)
    inputs[k] = static_cast<const T *>(more[k]);
  auto fold = [&](T value, size_t i) {
    for (unsigned k = 0; k < width; ++k)
      value = combine<reduction>(value, inputs[k][i]);
    return value;
  };
  if (first)
    for (size_t i = 0; i < count; ++i)
      result[i] = fold(first[i], i);
  else
    for (size_t i = 0; i < count; ++i)
      result[i] = fold(result[i], i);
}

/// Elements the host computes with.
template <Reduction reduction, typename T>
static void reduceHost(void *result, llvm::ArrayRef<const void *> operands,
                       size_t count) {
  auto *out = static_cast<T *>(result);
  auto *first = static_cast<const T *>(operands.front());
  if (first == out)
    first = nullptr;
  const void *const *more = operands.begin() + 1;
  while (const size_t left = operands.end() - more) {
    if (left >= 7) {
      foldOnce<reduction, 7>(out, first, more, count);
      more += 7;
    } else if (left >= 3) {
      foldOnce<reduction, 3>(out, first, more, count);
      more += 3;
    } else {
      foldOnce<reduction, 1>(out, first, more, count);
      more += 1;
    }
    first = nullptr;
  }
}

/// Integers narrower than a byte, in the low bits of it.
template <Reduction reduction, unsigned bits, bool isSigned>
static void reduceNibbles(void *result, llvm::ArrayRef<const void *> operands,
                          size_t count) {
  constexpr int sign = isSigned ? 1 << (bits - 1) : 0;
  auto extend = [](uint8_t byte) { return (byte ^ sign) - sign; };
  auto *out = static_cast<uint8_t *>(result);
  auto *left = static_cast<const uint8_t *>(operands.front());
  for (const void *operand : operands.drop_front()) {
    auto *right = static_cast<const uint8_t *>(operand);
    for (size_t i = 0; i < count; ++i)
      out[i] = combine<reduction>(extend(left[i]), extend(right[i])) &
               ((1 << bits) - 1);
    left = out;
  }
}

/// Floats the host cannot compute with. Number is wide enough for a sum or a
/// product of two elements to be rounded as if it were exact.
template <Reduction reduction, ElementType type, typename Number>
static void reduceNarrow(void *result, llvm::ArrayRef<const void *> operands,
                         size_t count) {
  constexpr size_t step = 256;
  const size_t width = getByteWidth(type);
  Number left[step], right[step];
  auto *out = static_cast<uint8_t *>(result);
  for (size_t i = 0; i < count; i += step) {
    const size_t now = std::min(step, count - i);
    const void *first = operands.front();
    decodeFloats(type, static_cast<const uint8_t *>(first) + i * width, left,
                 now);
    for (const void *operand : operands.drop_front()) {
      decodeFloats(type, static_cast<const uint8_t *>(operand) + i * width,
                   right, now);
      for (size_t j = 0; j < now; ++j)
        left[j] = combine<reduction>(left[j], right[j]);
      // Every op rounds, not only the last.
      encodeFloats(type, left, out + i * width, now);
      decodeFloats(type, out + i * width, left, now);
    }
  }
}

//===----------------------------------------------------------------------===//
// Choosing one
//===----------------------------------------------------------------------===//

template <Reduction reduction>
static ReduceFunction chooseInteger(ElementType type) {
  switch (type) {
  case ElementType::I2:
    return reduceNibbles<reduction, 2, true>;
  case ElementType::I4:
    return reduceNibbles<reduction, 4, true>;
  case ElementType::I8:
    return reduceHost<reduction, int8_t>;
  case ElementType::I16:
    return reduceHost<reduction, int16_t>;
  case ElementType::I32:
    return reduceHost<reduction, int32_t>;
  case ElementType::I64:
    return reduceHost<reduction, int64_t>;
  case ElementType::UI2:
    return reduceNibbles<reduction, 2, false>;
  case ElementType::UI4:
    return reduceNibbles<reduction, 4, false>;
  case ElementType::UI8:
    return reduceHost<reduction, uint8_t>;
  case ElementType::UI16:
    return reduceHost<reduction, uint16_t>;
  case ElementType::UI32:
    return reduceHost<reduction, uint32_t>;
  case ElementType::UI64:
    return reduceHost<reduction, uint64_t>;
  default:
    return nullptr;
  }
}

template <Reduction reduction>
static ReduceFunction chooseFloat(ElementType type) {
  using enum ElementType;
  switch (type) {
  case F64:
    return reduceHost<reduction, double>;
  case F32:
    return reduceHost<reduction, float>;
  case F16:
    return reduceNarrow<reduction, F16, float>;
  case BF16:
    return reduceNarrow<reduction, BF16, float>;
  case F4E2M1FN:
    return reduceNarrow<reduction, F4E2M1FN, double>;
  case F6E2M3FN:
    return reduceNarrow<reduction, F6E2M3FN, double>;
  case F6E3M2FN:
    return reduceNarrow<reduction, F6E3M2FN, double>;
  case F8E3M4:
    return reduceNarrow<reduction, F8E3M4, double>;
  case F8E4M3:
    return reduceNarrow<reduction, F8E4M3, double>;
  case F8E4M3FN:
    return reduceNarrow<reduction, F8E4M3FN, double>;
  case F8E4M3FNUZ:
    return reduceNarrow<reduction, F8E4M3FNUZ, double>;
  case F8E4M3B11FNUZ:
    return reduceNarrow<reduction, F8E4M3B11FNUZ, double>;
  case F8E5M2:
    return reduceNarrow<reduction, F8E5M2, double>;
  case F8E5M2FNUZ:
    return reduceNarrow<reduction, F8E5M2FNUZ, double>;
  case F8E8M0FNU:
    return reduceNarrow<reduction, F8E8M0FNU, double>;
  default:
    return nullptr;
  }
}

template <Reduction reduction> static ReduceFunction choose(ElementType type) {
  constexpr bool isBitwise = reduction == Reduction::And ||
                             reduction == Reduction::Or ||
                             reduction == Reduction::Xor;
  constexpr bool isOrder =
      reduction == Reduction::Minimum || reduction == Reduction::Maximum;
  if (type == ElementType::I1) {
    // false < true, so an order is an operation on bits too.
    constexpr bool isAnd = reduction == Reduction::And ||
                           reduction == Reduction::Multiply ||
                           reduction == Reduction::Minimum;
    if constexpr (reduction == Reduction::Xor)
      return reduceHost<Reduction::Xor, uint8_t>;
    else
      return reduceHost < isAnd ? Reduction::And : Reduction::Or, uint8_t > ;
  }
  if (isInteger(type))
    return chooseInteger<reduction>(type);
  if constexpr (!isBitwise)
    if (isFloat(type))
      return chooseFloat<reduction>(type);
  if constexpr (!isBitwise && !isOrder) {
    if (type == ElementType::ComplexF32)
      return reduceHost<reduction, std::complex<float>>;
    if (type == ElementType::ComplexF64)
      return reduceHost<reduction, std::complex<double>>;
  }
  return nullptr;
}

static ReduceFunction find(Reduction reduction, ElementType type) {
  switch (reduction) {
  case Reduction::Add:
    return choose<Reduction::Add>(type);
  case Reduction::Multiply:
    return choose<Reduction::Multiply>(type);
  case Reduction::Minimum:
    return choose<Reduction::Minimum>(type);
  case Reduction::Maximum:
    return choose<Reduction::Maximum>(type);
  case Reduction::And:
    return choose<Reduction::And>(type);
  case Reduction::Or:
    return choose<Reduction::Or>(type);
  case Reduction::Xor:
    return choose<Reduction::Xor>(type);
  }
  return nullptr;
}

llvm::Expected<ReduceFunction>
weft::runtime::getReduceFunction(Reduction reduction, ElementType type) {
  if (ReduceFunction function = find(reduction, type))
    return function;
  return makeError("{0} is not defined for elements of type {1}",
                   getName(reduction), getName(type));
}
