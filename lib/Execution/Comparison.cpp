//===- Comparison.cpp - how far two arrays differ ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/Comparison.h"

#include "weft/Runtime/NarrowFloat.h"

#include <cmath>
#include <cstring>
#include <vector>

using namespace weft;
using namespace weft::execution;
using runtime::ElementClass;
using runtime::ElementType;

static double getDefaultRtol(ElementType type) {
  const unsigned fraction = runtime::getFloatFormat(type).fractionBits;
  const double factor = fraction > 20 ? 64 : fraction > 6 ? 8 : 2;
  return std::ldexp(factor, -static_cast<int>(fraction));
}

static bool isExact(ElementType type) {
  return !runtime::isFloat(type) && !runtime::isComplex(type);
}

/// The parts of the elements as doubles.
static std::vector<double> decode(ElementType type, const uint8_t *bytes,
                                  uint64_t count) {
  std::vector<double> numbers(runtime::isComplex(type) ? count * 2 : count);
  runtime::decodeFloats(runtime::getPartType(type), bytes, numbers.data(),
                        numbers.size());
  return numbers;
}

double weft::execution::getScale(ElementType type, const uint8_t *bytes,
                                 uint64_t count) {
  double scale = 0;
  if (isExact(type))
    return scale;
  for (double number : decode(type, bytes, count))
    if (std::isfinite(number))
      scale = std::max(scale, std::abs(number));
  return scale;
}

static double getError(double got, double wanted) {
  if (std::isnan(got) || std::isnan(wanted))
    return std::isnan(got) && std::isnan(wanted) ? 0 : INFINITY;
  return got == wanted ? 0 : std::abs(got - wanted);
}

static void note(Comparison &comparison, uint64_t index, double error,
                 double allowed) {
  const bool isDifferent = !(error <= allowed);
  if (isDifferent) {
    ++comparison.numDifferent;
    if (!comparison.firstDifferent)
      comparison.firstDifferent = index;
  }
  const double ratio = allowed > 0 ? error / allowed : error > 0 ? INFINITY : 0;
  comparison.worstRatio = std::max(comparison.worstRatio, ratio);
  if (error > comparison.largestError) {
    comparison.largestError = error;
    comparison.largestIndex = index;
    comparison.allowed = allowed;
  }
}

/// An integer of up to 64 bits as a double; near enough to say how far two that
/// differ are apart.
static double toDouble(ElementType type, const uint8_t *bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, runtime::getByteWidth(type));
  if (runtime::getClass(type) != ElementClass::SignedInteger)
    return static_cast<double>(bits);
  const unsigned unused = 64 - runtime::getBitWidth(type);
  return static_cast<double>(static_cast<int64_t>(bits << unused) >>
                             static_cast<int>(unused));
}

static Comparison compareExactly(ElementType type, const uint8_t *got,
                                 const uint8_t *wanted, uint64_t count,
                                 const Tolerance &tolerance) {
  Comparison comparison;
  comparison.numElements = count;
  const unsigned width = runtime::getByteWidth(type);
  if (count == 0 || std::memcmp(got, wanted, count * width) == 0)
    return comparison;
  for (uint64_t i = 0; i < count; ++i, got += width, wanted += width) {
    if (std::memcmp(got, wanted, width) == 0)
      continue;
    const double target = toDouble(type, wanted);
    // Beyond 2^53 neighbours may be the same double.
    const double error = std::max(1.0, getError(toDouble(type, got), target));
    note(comparison, i, error,
         tolerance.atol.value_or(0) +
             tolerance.rtol.value_or(0) * std::abs(target));
  }
  return comparison;
}

Comparison weft::execution::compare(ElementType type, const uint8_t *got,
                                    const uint8_t *wanted, uint64_t count,
                                    double scale, const Tolerance &tolerance) {
  if (count == 0 || isExact(type))
    return compareExactly(type, got, wanted, count, tolerance);
  Comparison comparison;
  comparison.numElements = count;
  const double standard = getDefaultRtol(runtime::getPartType(type));
  const double rtol = tolerance.rtol.value_or(standard);
  const double atol = tolerance.atol.value_or(standard * scale);
  const std::vector<double> left = decode(type, got, count);
  const std::vector<double> right = decode(type, wanted, count);
  const unsigned parts = runtime::isComplex(type) ? 2 : 1;
  for (uint64_t i = 0; i < count; ++i) {
    double error = 0, magnitude = 0;
    for (unsigned part = 0; part < parts; ++part) {
      const double target = right[i * parts + part];
      error = std::max(error, getError(left[i * parts + part], target));
      magnitude = std::max(magnitude, std::abs(target));
    }
    const double allowed =
        atol + (std::isfinite(magnitude) ? rtol * magnitude : 0);
    note(comparison, i, error, allowed);
  }
  return comparison;
}
