//===- NarrowFloatTest.cpp - conversions against APFloat --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// APFloat is the oracle wherever it defines a value. Where it does not (NaN and
// infinity in formats without them, negative numbers in f8E8M0FNU), the values
// are those ml_dtypes 0.6 gives.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/NarrowFloat.h"

#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace weft::runtime;
using llvm::APFloat;
using llvm::APInt;

static const llvm::fltSemantics &getSemantics(ElementType type) {
  switch (type) {
  case ElementType::F4E2M1FN:
    return APFloat::Float4E2M1FN();
  case ElementType::F6E2M3FN:
    return APFloat::Float6E2M3FN();
  case ElementType::F6E3M2FN:
    return APFloat::Float6E3M2FN();
  case ElementType::F8E3M4:
    return APFloat::Float8E3M4();
  case ElementType::F8E4M3:
    return APFloat::Float8E4M3();
  case ElementType::F8E4M3FN:
    return APFloat::Float8E4M3FN();
  case ElementType::F8E4M3FNUZ:
    return APFloat::Float8E4M3FNUZ();
  case ElementType::F8E4M3B11FNUZ:
    return APFloat::Float8E4M3B11FNUZ();
  case ElementType::F8E5M2:
    return APFloat::Float8E5M2();
  case ElementType::F8E5M2FNUZ:
    return APFloat::Float8E5M2FNUZ();
  case ElementType::F8E8M0FNU:
    return APFloat::Float8E8M0FNU();
  case ElementType::BF16:
    return APFloat::BFloat();
  case ElementType::F16:
    return APFloat::IEEEhalf();
  case ElementType::F32:
    return APFloat::IEEEsingle();
  default:
    return APFloat::IEEEdouble();
  }
}

static std::vector<ElementType> getFloatTypes() {
  std::vector<ElementType> types;
  for (ElementType type : getAllElementTypes())
    if (isFloat(type))
      types.push_back(type);
  return types;
}

static double decodeByOracle(ElementType type, uint64_t code) {
  APFloat value(getSemantics(type), APInt(getBitWidth(type), code));
  if (value.isNaN()) // LLVM 22 widens the NaN of f8E8M0FNU to an infinity
    return std::numeric_limits<double>::quiet_NaN();
  bool lost;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return value.convertToDouble();
}

static uint64_t encodeByOracle(ElementType type, double number) {
  APFloat value(number);
  bool lost;
  value.convert(getSemantics(type), APFloat::rmNearestTiesToEven, &lost);
  return value.bitcastToAPInt().getZExtValue();
}

static bool sameNumber(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

/// Whether the oracle has an answer that Weft follows.
static bool isDefined(ElementType type, double number) {
  const FloatFormat &format = getFloatFormat(type);
  if (format.nan == FloatFormat::NaN::None)
    return std::isfinite(number);
  if (!format.hasSign)
    return number > 0;
  return true;
}

static void expectSameCode(ElementType type, double number) {
  if (!isDefined(type, number))
    return;
  const uint64_t expected = encodeByOracle(type, number);
  const uint64_t found = encodeFloat(type, number);
  if (std::isnan(number)) // payloads are not kept
    EXPECT_TRUE(std::isnan(decodeFloat(type, found)));
  else
    EXPECT_EQ(found, expected) << getName(type).str() << " of " << number;
}

TEST(NarrowFloat, EveryCodeOfUpTo16BitsDecodesExactly) {
  for (ElementType type : getFloatTypes()) {
    if (getBitWidth(type) > 16)
      continue;
    std::vector<uint8_t> bytes;
    const unsigned count = 1u << getBitWidth(type);
    for (unsigned code = 0; code < count; ++code)
      for (unsigned i = 0; i < getByteWidth(type); ++i)
        bytes.push_back(code >> (8 * i));
    std::vector<float> asFloat(count);
    std::vector<double> asDouble(count);
    decodeFloats(type, bytes.data(), asFloat.data(), count);
    decodeFloats(type, bytes.data(), asDouble.data(), count);
    for (unsigned code = 0; code < count; ++code) {
      const double expected = decodeByOracle(type, code);
      EXPECT_TRUE(sameNumber(decodeFloat(type, code), expected))
          << getName(type).str() << " code " << code;
      EXPECT_TRUE(sameNumber(asFloat[code], expected));
      EXPECT_TRUE(sameNumber(asDouble[code], expected));
    }
  }
}

TEST(NarrowFloat, EveryCodeRoundTrips) {
  for (ElementType type : getFloatTypes()) {
    if (getBitWidth(type) > 16)
      continue;
    for (unsigned code = 0; code < 1u << getBitWidth(type); ++code) {
      const double value = decodeFloat(type, code);
      if (!std::isnan(value)) {
        EXPECT_EQ(encodeFloat(type, value), code) << getName(type).str();
      }
    }
  }
}

// The numbers at, just below and just above the midpoint of any two neighbours
// are where rounding can go wrong.
TEST(NarrowFloat, MidpointsRoundToEven) {
  for (ElementType type : getFloatTypes()) {
    if (getBitWidth(type) > 16)
      continue;
    const unsigned step = getBitWidth(type) == 16 ? 7 : 1;
    const unsigned half = 1u << (getBitWidth(type) - 1);
    for (unsigned code = 0; code + 1 < half; code += step) {
      const double low = decodeFloat(type, code);
      const double high = decodeFloat(type, code + 1);
      if (!std::isfinite(low))
        continue;
      const double middle = std::isfinite(high) ? (low + high) / 2 : low * 1.03;
      const double infinity = std::numeric_limits<double>::infinity();
      for (double number : {middle, std::nextafter(middle, infinity),
                            std::nextafter(middle, -infinity)}) {
        expectSameCode(type, number);
        expectSameCode(type, -number);
      }
    }
  }
}

TEST(NarrowFloat, RandomNumbersEncodeAsTheOracleDoes) {
  std::mt19937_64 random(7);
  for (ElementType type : getFloatTypes()) {
    for (int i = 0; i < 20000; ++i) {
      // Any bit pattern, and numbers in the range where most formats live.
      expectSameCode(type, std::bit_cast<double>(random()));
      const double mantissa = std::bit_cast<double>(
          (random() & 0x800fffffffffffffull) | 0x3ff0000000000000ull);
      expectSameCode(type, std::ldexp(mantissa, int(random() % 60) - 30));
    }
  }
}

TEST(NarrowFloat, ArraysEncodeAsSingleNumbersDo) {
  std::mt19937 random(11);
  std::vector<float> numbers(4096);
  for (float &number : numbers)
    number = std::bit_cast<float>(static_cast<uint32_t>(random()));
  std::vector<double> doubles(numbers.begin(), numbers.end());
  for (ElementType type : getFloatTypes()) {
    const unsigned width = getByteWidth(type);
    std::vector<uint8_t> fromFloat(numbers.size() * width),
        fromDouble(fromFloat);
    encodeFloats(type, numbers.data(), fromFloat.data(), numbers.size());
    encodeFloats(type, doubles.data(), fromDouble.data(), numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      uint64_t a = 0, b = 0;
      std::memcpy(&a, &fromFloat[i * width], width);
      std::memcpy(&b, &fromDouble[i * width], width);
      if (std::isnan(numbers[i]))
        continue;
      EXPECT_EQ(a, encodeFloat(type, numbers[i])) << getName(type).str();
      EXPECT_EQ(b, a);
    }
  }
}

TEST(NarrowFloat, SpecialValuesFollowMlDtypes) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  struct Row {
    ElementType type;
    // nan, -nan, inf, -inf, 1e9, -1e9, 0, -0
    unsigned codes[8];
  };
  const Row rows[] = {
      {ElementType::F16,
       {0x7e00, 0xfe00, 0x7c00, 0xfc00, 0x7c00, 0xfc00, 0, 0x8000}},
      {ElementType::BF16,
       {0x7fc0, 0xffc0, 0x7f80, 0xff80, 0x4e6e, 0xce6e, 0, 0x8000}},
      {ElementType::F8E3M4, {0x78, 0xf8, 0x70, 0xf0, 0x70, 0xf0, 0, 0x80}},
      {ElementType::F8E4M3, {0x7c, 0xfc, 0x78, 0xf8, 0x78, 0xf8, 0, 0x80}},
      {ElementType::F8E4M3B11FNUZ, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0}},
      {ElementType::F8E4M3FN, {0x7f, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0, 0x80}},
      {ElementType::F8E4M3FNUZ, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0}},
      {ElementType::F8E5M2, {0x7e, 0xfe, 0x7c, 0xfc, 0x7c, 0xfc, 0, 0x80}},
      {ElementType::F8E5M2FNUZ, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0}},
      {ElementType::F8E8M0FNU,
       {0xff, 0xff, 0xff, 0xff, 0x9d, 0xff, 0xff, 0xff}},
      {ElementType::F4E2M1FN, {0x08, 0x00, 0x07, 0x0f, 0x07, 0x0f, 0, 0x08}},
      {ElementType::F6E2M3FN, {0x20, 0x00, 0x1f, 0x3f, 0x1f, 0x3f, 0, 0x20}},
      {ElementType::F6E3M2FN, {0x20, 0x00, 0x1f, 0x3f, 0x1f, 0x3f, 0, 0x20}},
  };
  const double numbers[] = {nan, -nan, infinity, -infinity, 1e9, -1e9, 0, -0.0};
  for (const Row &row : rows)
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(encodeFloat(row.type, numbers[i]), row.codes[i])
          << getName(row.type).str() << " of " << numbers[i];
  EXPECT_EQ(encodeFloat(ElementType::F8E8M0FNU, 0x1p-140), 0u);
  EXPECT_EQ(encodeFloat(ElementType::F8E8M0FNU, 3.0), 0x81u);
}

TEST(NarrowFloat, IntegersRoundOnce) {
  std::mt19937_64 random(3);
  std::vector<int64_t> values = {0, 1, -1, INT64_MIN, INT64_MAX,
                                 // through double this becomes 2^24 + 1 exactly
                                 // and then a tie in f32
                                 (1ll << 54) + (1ll << 30) + 1};
  for (int i = 0; i < 5000; ++i)
    values.push_back(static_cast<int64_t>(random()) >> (random() % 64));
  for (ElementType type : getFloatTypes())
    for (int64_t value : values) {
      if (!getFloatFormat(type).hasSign && value <= 0)
        continue;
      APFloat signedOracle(getSemantics(type));
      signedOracle.convertFromAPInt(APInt(64, value, /*isSigned=*/true), true,
                                    APFloat::rmNearestTiesToEven);
      EXPECT_EQ(encodeInteger(type, value),
                signedOracle.bitcastToAPInt().getZExtValue())
          << getName(type).str() << " of " << value;
      APFloat oracle(getSemantics(type));
      oracle.convertFromAPInt(APInt(64, static_cast<uint64_t>(value)), false,
                              APFloat::rmNearestTiesToEven);
      if (value != 0) {
        EXPECT_EQ(encodeUnsigned(type, value),
                  oracle.bitcastToAPInt().getZExtValue());
      }
    }
}
