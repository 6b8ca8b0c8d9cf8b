//===- NarrowFloat.cpp - numbers in and out of float formats ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/NarrowFloat.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

using namespace weft::runtime;

using NaN = FloatFormat::NaN;
using enum ElementType;

static constexpr FloatFormat formats[] = {
    /*F4E2M1FN=*/{2, 1, 1, NaN::None, true},
    /*F6E2M3FN=*/{2, 3, 1, NaN::None, true},
    /*F6E3M2FN=*/{3, 2, 3, NaN::None, true},
    /*F8E3M4=*/{3, 4, 3, NaN::Ieee, true},
    /*F8E4M3=*/{4, 3, 7, NaN::Ieee, true},
    /*F8E4M3FN=*/{4, 3, 7, NaN::AllOnes, true},
    /*F8E4M3FNUZ=*/{4, 3, 8, NaN::MinusZero, true},
    /*F8E4M3B11FNUZ=*/{4, 3, 11, NaN::MinusZero, true},
    /*F8E5M2=*/{5, 2, 15, NaN::Ieee, true},
    /*F8E5M2FNUZ=*/{5, 2, 16, NaN::MinusZero, true},
    /*F8E8M0FNU=*/{8, 0, 127, NaN::AllOnes, false},
    /*BF16=*/{8, 7, 127, NaN::Ieee, true},
    /*F16=*/{5, 10, 15, NaN::Ieee, true},
    /*F32=*/{8, 23, 127, NaN::Ieee, true},
    /*F64=*/{11, 52, 1023, NaN::Ieee, true},
};

const FloatFormat &weft::runtime::getFloatFormat(ElementType type) {
  type = getPartType(type);
  assert(isFloat(type) && "only float types have a float format");
  return formats[static_cast<size_t>(type) - static_cast<size_t>(F4E2M1FN)];
}

//===----------------------------------------------------------------------===//
// One number
//===----------------------------------------------------------------------===//

static constexpr uint64_t lowBits(unsigned count) {
  return count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
}

static uint64_t getNaN(const FloatFormat &format, bool negative) {
  const unsigned signShift = format.exponentBits + format.fractionBits;
  const uint64_t sign = uint64_t(negative && format.hasSign) << signShift;
  switch (format.nan) {
  case NaN::Ieee:
    return sign | lowBits(format.exponentBits + 1) << (format.fractionBits - 1);
  case NaN::AllOnes:
    return sign | lowBits(signShift);
  case NaN::MinusZero:
    return uint64_t(1) << signShift;
  case NaN::None:
    return uint64_t(!negative) << signShift;
  }
  return 0;
}

/// The largest finite code without its sign.
static uint64_t getLargest(const FloatFormat &format) {
  const uint64_t all = lowBits(format.exponentBits + format.fractionBits);
  switch (format.nan) {
  case NaN::Ieee:
    return all - (uint64_t(1) << format.fractionBits);
  case NaN::AllOnes:
    return all - 1;
  case NaN::MinusZero:
  case NaN::None:
    return all;
  }
  return all;
}

static uint64_t getOverflow(const FloatFormat &format, bool negative) {
  const unsigned signShift = format.exponentBits + format.fractionBits;
  const uint64_t sign = uint64_t(negative) << signShift;
  if (format.nan == NaN::Ieee)
    return sign | lowBits(format.exponentBits) << format.fractionBits;
  if (format.nan == NaN::None)
    return sign | getLargest(format);
  return getNaN(format, negative);
}

/// Divides by 2^shift, rounding to nearest, ties to even.
static uint64_t shiftRightRounding(uint64_t value, unsigned shift) {
  if (shift == 0)
    return value;
  if (shift > 64)
    return 0;
  const uint64_t whole = shift == 64 ? 0 : value >> shift;
  const uint64_t rest = value & lowBits(shift);
  const uint64_t half = uint64_t(1) << (shift - 1);
  return whole + (rest > half || (rest == half && (whole & 1)));
}

/// Encodes significand * 2^exponent, significand not zero.
static uint64_t encodeParts(const FloatFormat &format, bool negative,
                            uint64_t significand, int exponent) {
  if (negative && !format.hasSign)
    return getNaN(format, negative);
  // Bring the leading one to bit 63; the value is 1.xxx * 2^scale.
  const int zeros = std::countl_zero(significand);
  significand <<= zeros;
  const int scale = exponent - zeros + 63;
  int biased = scale + format.bias;
  int shift = 63 - format.fractionBits;
  const bool hasSubnormals = format.hasSign;
  if (biased < 1 && hasSubnormals) {
    shift += 1 - biased;
    biased = 1;
  } else if (biased < 0) {
    return 0;
  }
  // The leading one is part of the rounded number and adds one to the exponent
  // field, as does a carry out of the fraction.
  const uint64_t rounded = shiftRightRounding(significand, std::min(shift, 65));
  const uint64_t one = uint64_t(1) << format.fractionBits;
  if (biased > static_cast<int>(lowBits(format.exponentBits)))
    return getOverflow(format, negative);
  uint64_t code =
      (static_cast<uint64_t>(biased) << format.fractionBits) + rounded - one;
  if (code > getLargest(format))
    return getOverflow(format, negative);
  const unsigned signShift = format.exponentBits + format.fractionBits;
  if (code == 0 && format.nan == NaN::MinusZero)
    return 0;
  return code | uint64_t(negative) << signShift;
}

static uint64_t encodeZero(const FloatFormat &format, bool negative) {
  if (!format.hasSign)
    return getNaN(format, negative);
  if (format.nan == NaN::MinusZero)
    return 0;
  return uint64_t(negative) << (format.exponentBits + format.fractionBits);
}

static uint64_t encode(const FloatFormat &format, double value) {
  const bool negative = std::signbit(value);
  if (std::isnan(value))
    return getNaN(format, negative);
  if (std::isinf(value))
    return getOverflow(format, negative);
  const uint64_t bits = std::bit_cast<uint64_t>(value) & lowBits(63);
  if (bits == 0)
    return encodeZero(format, negative);
  const int field = static_cast<int>(bits >> 52);
  const uint64_t fraction = bits & lowBits(52);
  const uint64_t significand = field ? fraction | uint64_t(1) << 52 : fraction;
  return encodeParts(format, negative, significand,
                     std::max(field, 1) - 1023 - 52);
}

static double decode(const FloatFormat &format, uint64_t code) {
  const unsigned signShift = format.exponentBits + format.fractionBits;
  const bool negative = format.hasSign && (code >> signShift & 1);
  const uint64_t magnitude = code & lowBits(signShift);
  const double sign = negative ? -1.0 : 1.0;
  if (format.nan == NaN::MinusZero && negative && magnitude == 0)
    return std::numeric_limits<double>::quiet_NaN();
  if (magnitude > getLargest(format)) {
    const bool infinite =
        format.nan == NaN::Ieee && !(magnitude & lowBits(format.fractionBits));
    return std::copysign(infinite ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN(),
                         sign);
  }
  int field = static_cast<int>(magnitude >> format.fractionBits);
  uint64_t significand = magnitude & lowBits(format.fractionBits);
  if (field != 0 || !format.hasSign)
    significand |= uint64_t(1) << format.fractionBits;
  else
    field = 1;
  return sign * std::ldexp(static_cast<double>(significand),
                           field - format.bias - format.fractionBits);
}

double weft::runtime::decodeFloat(ElementType type, uint64_t bits) {
  if (type == F64)
    return std::bit_cast<double>(bits);
  return decode(getFloatFormat(type), bits);
}

uint64_t weft::runtime::encodeFloat(ElementType type, double value) {
  if (type == F64)
    return std::bit_cast<uint64_t>(value);
  return encode(getFloatFormat(type), value);
}

uint64_t weft::runtime::encodeUnsigned(ElementType type, uint64_t value) {
  const FloatFormat &format = getFloatFormat(type);
  if (value == 0)
    return encodeZero(format, /*negative=*/false);
  return encodeParts(format, /*negative=*/false, value, 0);
}

uint64_t weft::runtime::encodeInteger(ElementType type, int64_t value) {
  if (value >= 0)
    return encodeUnsigned(type, static_cast<uint64_t>(value));
  return encodeParts(getFloatFormat(type), /*negative=*/true,
                     -static_cast<uint64_t>(value), 0);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The values of all codes of the types that take one byte.
static const float *getByteTable(ElementType type) {
  constexpr size_t first = static_cast<size_t>(F4E2M1FN);
  constexpr size_t count = static_cast<size_t>(BF16) - first;
  using Table = std::array<float, 256>;
  static const auto tables = [] {
    std::array<Table, count> result;
    for (size_t i = 0; i < count; ++i)
      for (unsigned code = 0; code < 256; ++code) {
        const FloatFormat &format = formats[i];
        result[i][code] = static_cast<float>(
            decode(format, code & lowBits(format.getBitWidth())));
      }
    return result;
  }();
  return tables[static_cast<size_t>(type) - first].data();
}

static float decodeHalf(uint16_t code) {
  // Scaling by 2^112 moves the exponent from bias 15 to bias 127 and makes
  // subnormals normal in one multiplication.
  const uint32_t magnitude = uint32_t(code & 0x7fff) << 13;
  float value = std::bit_cast<float>(magnitude) * 0x1p112f;
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if (magnitude >= 0x0f800000)
    bits |= 0x7f800000;
  return std::bit_cast<float>(bits | uint32_t(code & 0x8000) << 16);
}

static uint16_t encodeBrain(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if (std::isnan(value))
    return bits >> 31 ? 0xffc0 : 0x7fc0;
  bits += 0x7fff + (bits >> 16 & 1);
  return static_cast<uint16_t>(bits >> 16);
}

template <typename Number>
static void decodeArray(ElementType type, const void *source, Number *target,
                        size_t count) {
  type = getPartType(type);
  auto forEach = [&](auto element, auto &&convert) {
    using Element = decltype(element);
    const char *bytes = static_cast<const char *>(source);
    for (size_t i = 0; i < count; ++i) {
      Element code;
      std::memcpy(&code, bytes + i * sizeof(Element), sizeof(Element));
      target[i] = static_cast<Number>(convert(code));
    }
  };
  switch (type) {
  case F64:
    return forEach(double(), [](double value) { return value; });
  case F32:
    return forEach(float(), [](float value) { return value; });
  case F16:
    return forEach(uint16_t(), decodeHalf);
  case BF16:
    return forEach(uint16_t(), [](uint16_t code) {
      return std::bit_cast<float>(uint32_t(code) << 16);
    });
  default:
    return forEach(uint8_t(), [table = getByteTable(type)](uint8_t code) {
      return table[code];
    });
  }
}

template <typename Number>
static void encodeArray(ElementType type, const Number *source, void *target,
                        size_t count) {
  type = getPartType(type);
  auto forEach = [&](auto &&convert) {
    using Element = decltype(convert(Number()));
    char *bytes = static_cast<char *>(target);
    for (size_t i = 0; i < count; ++i) {
      Element code = convert(source[i]);
      std::memcpy(bytes + i * sizeof(Element), &code, sizeof(Element));
    }
  };
  const FloatFormat &format = getFloatFormat(type);
  if (type == F64)
    return forEach([](Number value) { return static_cast<double>(value); });
  if (type == F32)
    return forEach([](Number value) { return static_cast<float>(value); });
  if constexpr (std::is_same_v<Number, float>)
    if (type == BF16)
      return forEach(encodeBrain);
  if (getByteWidth(type) == 2)
    return forEach([&](Number value) {
      return static_cast<uint16_t>(encode(format, value));
    });
  return forEach([&](Number value) {
    return static_cast<uint8_t>(encode(format, value));
  });
}

void weft::runtime::decodeFloats(ElementType type, const void *source,
                                 double *target, size_t count) {
  decodeArray(type, source, target, count);
}
void weft::runtime::decodeFloats(ElementType type, const void *source,
                                 float *target, size_t count) {
  decodeArray(type, source, target, count);
}
void weft::runtime::encodeFloats(ElementType type, const double *source,
                                 void *target, size_t count) {
  encodeArray(type, source, target, count);
}
void weft::runtime::encodeFloats(ElementType type, const float *source,
                                 void *target, size_t count) {
  encodeArray(type, source, target, count);
}
