//===- ReductionTest.cpp - every reduction of every type --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Reduction.h"
#include "weft/Runtime/NarrowFloat.h"

#include "gtest/gtest.h"

#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace weft::runtime;

static constexpr Reduction allReductions[] = {
    Reduction::Add, Reduction::Multiply, Reduction::Minimum, Reduction::Maximum,
    Reduction::And, Reduction::Or,       Reduction::Xor};

static bool isBitwise(Reduction reduction) {
  return reduction == Reduction::And || reduction == Reduction::Or ||
         reduction == Reduction::Xor;
}
static bool isOrder(Reduction reduction) {
  return reduction == Reduction::Minimum || reduction == Reduction::Maximum;
}

using Bytes = std::vector<uint8_t>;

static Bytes reduce(Reduction reduction, ElementType type,
                    const std::vector<Bytes> &operands, bool inPlace = false) {
  ReduceFunction function = llvm::cantFail(getReduceFunction(reduction, type));
  std::vector<Bytes> copies = operands;
  std::vector<const void *> pointers;
  for (Bytes &copy : copies)
    pointers.push_back(copy.data());
  Bytes result(operands[0].size());
  Bytes &target = inPlace ? copies[0] : result;
  function(target.data(), pointers, result.size() / getByteWidth(type));
  return target;
}

static uint64_t getCode(const Bytes &bytes, size_t index, unsigned width) {
  uint64_t code = 0;
  std::memcpy(&code, &bytes[index * width], width);
  return code;
}

/// What an integer op gives, by arithmetic on 128 bits and truncation.
static uint64_t combineIntegers(Reduction reduction, ElementType type,
                                uint64_t a, uint64_t b) {
  const unsigned bits = getBitWidth(type);
  const bool isSigned = getClass(type) == ElementClass::SignedInteger;
  auto extend = [&](uint64_t code) -> __int128 {
    const __int128 value = code;
    return isSigned && (code >> (bits - 1) & 1) ? value - (__int128(1) << bits)
                                                : value;
  };
  const __int128 x = extend(a), y = extend(b);
  __int128 result = 0;
  switch (reduction) {
  case Reduction::Add:
    result = bits == 1 ? (x | y) : x + y;
    break;
  case Reduction::Multiply:
    result = static_cast<__int128>(static_cast<unsigned __int128>(x) *
                                   static_cast<unsigned __int128>(y));
    break;
  case Reduction::Minimum:
    result = std::min(x, y);
    break;
  case Reduction::Maximum:
    result = std::max(x, y);
    break;
  case Reduction::And:
    result = x & y;
    break;
  case Reduction::Or:
    result = x | y;
    break;
  case Reduction::Xor:
    result = x ^ y;
    break;
  }
  const uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
  return static_cast<uint64_t>(result) & mask;
}

/// What a float op gives, computed in long double and rounded by NarrowFloat,
/// which has tests of its own; f32 and f64 by the host.
static double combineFloats(Reduction reduction, ElementType type, double a,
                            double b) {
  if (isOrder(reduction)) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<double>::quiet_NaN();
    const bool isLess =
        a < b || (a == b && std::signbit(a) && !std::signbit(b));
    return isLess == (reduction == Reduction::Minimum) ? a : b;
  }
  if (type == ElementType::F32) {
    const float x = a, y = b;
    return reduction == Reduction::Add ? x + y : x * y;
  }
  return reduction == Reduction::Add ? a + b : a * b;
}

TEST(Reduction, IntegersWrapAround) {
  std::mt19937_64 random(1);
  for (ElementType type : getAllElementTypes()) {
    if (!isInteger(type) && type != ElementType::I1)
      continue;
    const unsigned width = getByteWidth(type);
    for (Reduction reduction : allReductions) {
      // 12 operands: one pass of eight, one of four, one of two and so on.
      std::vector<Bytes> operands(12, Bytes(width * 37));
      for (Bytes &operand : operands) {
        for (uint8_t &byte : operand)
          byte = random();
        normalizeStorage(type, operand);
      }
      const Bytes result = reduce(reduction, type, operands);
      EXPECT_EQ(reduce(reduction, type, operands, /*inPlace=*/true), result);
      for (size_t i = 0; i < 37; ++i) {
        uint64_t expected = getCode(operands[0], i, width);
        for (size_t k = 1; k < operands.size(); ++k)
          expected = combineIntegers(reduction, type, expected,
                                     getCode(operands[k], i, width));
        EXPECT_EQ(getCode(result, i, width), expected)
            << getName(reduction).str() << " of " << getName(type).str();
      }
    }
  }
}

TEST(Reduction, FloatsRoundOncePerOp) {
  std::mt19937_64 random(2);
  for (ElementType type : getAllElementTypes()) {
    if (!isFloat(type))
      continue;
    const unsigned width = getByteWidth(type);
    for (Reduction reduction : allReductions) {
      if (isBitwise(reduction))
        continue;
      constexpr size_t count = 700; // more than one step of the conversion
      std::vector<Bytes> operands(5, Bytes(width * count));
      for (Bytes &operand : operands) {
        for (uint8_t &byte : operand)
          byte = random();
        normalizeStorage(type, operand);
      }
      const Bytes result = reduce(reduction, type, operands);
      for (size_t i = 0; i < count; ++i) {
        double expected = decodeFloat(type, getCode(operands[0], i, width));
        for (size_t k = 1; k < operands.size(); ++k) {
          const double next = decodeFloat(type, getCode(operands[k], i, width));
          expected = decodeFloat(
              type, encodeFloat(
                        type, combineFloats(reduction, type, expected, next)));
        }
        const double found = decodeFloat(type, getCode(result, i, width));
        const bool isSame = std::isnan(expected)
                                ? std::isnan(found)
                                : std::bit_cast<uint64_t>(found) ==
                                      std::bit_cast<uint64_t>(expected);
        EXPECT_TRUE(isSame)
            << getName(reduction).str() << " of " << getName(type).str()
            << " gives " << found << ", not " << expected;
      }
    }
  }
}

template <typename T> static Bytes bytesOf(std::vector<T> values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(Reduction, OrderKeepsNaNAndTheSignOfZero) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Bytes a = bytesOf<float>({0.0f, -0.0f, nan, 1.0f, -0.0f});
  const Bytes b = bytesOf<float>({-0.0f, 0.0f, 1.0f, nan, -0.0f});
  auto run = [&](Reduction reduction) {
    const Bytes bytes = reduce(reduction, ElementType::F32, {a, b});
    std::vector<float> values(5);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  };
  std::vector<float> maximum = run(Reduction::Maximum);
  EXPECT_FALSE(std::signbit(maximum[0]));
  EXPECT_FALSE(std::signbit(maximum[1]));
  EXPECT_TRUE(std::isnan(maximum[2]) && std::isnan(maximum[3]));
  EXPECT_TRUE(std::signbit(maximum[4]));
  std::vector<float> minimum = run(Reduction::Minimum);
  EXPECT_TRUE(std::signbit(minimum[0]));
  EXPECT_TRUE(std::signbit(minimum[1]));
  EXPECT_TRUE(std::isnan(minimum[2]) && std::isnan(minimum[3]));
  EXPECT_TRUE(std::signbit(minimum[4]));
}

TEST(Reduction, ComplexNumbersAddAndMultiply) {
  using Complex = std::complex<double>;
  const Bytes a = bytesOf<Complex>({{1, 2}}), b = bytesOf<Complex>({{3, 4}});
  EXPECT_EQ(reduce(Reduction::Add, ElementType::ComplexF64, {a, b}),
            bytesOf<Complex>({{4, 6}}));
  EXPECT_EQ(reduce(Reduction::Multiply, ElementType::ComplexF64, {a, b}),
            bytesOf<Complex>({{-5, 10}}));
}

TEST(Reduction, UndefinedOnesAreRefused) {
  for (ElementType type : getAllElementTypes())
    for (Reduction reduction : allReductions) {
      const bool isDefined = isComplex(type)
                                 ? !isBitwise(reduction) && !isOrder(reduction)
                             : isFloat(type) ? !isBitwise(reduction)
                                             : true;
      llvm::Expected<ReduceFunction> function =
          getReduceFunction(reduction, type);
      EXPECT_EQ(bool(function), isDefined);
      if (!function) {
        EXPECT_EQ(llvm::toString(function.takeError()),
                  getName(reduction).str() +
                      " is not defined for elements of type " +
                      getName(type).str());
      }
    }
}
