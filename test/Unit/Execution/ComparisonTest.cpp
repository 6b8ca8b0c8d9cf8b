//===- ComparisonTest.cpp - tolerances and random inputs --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/Comparison.h"

#include "weft/Execution/ArraySource.h"
#include "weft/Runtime/NarrowFloat.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

using namespace weft;
using namespace weft::execution;
using runtime::ElementType;

template <typename T>
static Comparison compareAll(ElementType type, std::vector<T> got,
                             std::vector<T> wanted, Tolerance tolerance = {}) {
  const auto *left = reinterpret_cast<const uint8_t *>(got.data());
  const auto *right = reinterpret_cast<const uint8_t *>(wanted.data());
  return compare(type, left, right, got.size(),
                 getScale(type, right, got.size()), tolerance);
}

TEST(Comparison, FloatsMayDifferALittle) {
  Comparison found = compareAll<float>(
      ElementType::F32, {1.0f, 2.000001f, 1e-9f}, {1.0f, 2.0f, 0.0f});
  EXPECT_EQ(found.numDifferent, 0u);
  EXPECT_EQ(found.largestIndex, 1u);
  found = compareAll<float>(ElementType::F32, {1.0f, 2.001f}, {1.0f, 2.0f});
  EXPECT_EQ(found.numDifferent, 1u);
  EXPECT_EQ(found.firstDifferent, 1u);
}

TEST(Comparison, SmallResultsAreComparedOnTheirOwnScale) {
  EXPECT_EQ(compareAll<float>(ElementType::F32, {2e-9f}, {1e-9f}).numDifferent,
            1u);
}

TEST(Comparison, NanAndInfinity) {
  EXPECT_EQ(compareAll<float>(ElementType::F32, {NAN, INFINITY, -INFINITY},
                              {NAN, INFINITY, -INFINITY})
                .numDifferent,
            0u);
  EXPECT_EQ(compareAll<float>(ElementType::F32, {NAN, INFINITY, INFINITY, 1},
                              {1, 1, -INFINITY, NAN})
                .numDifferent,
            4u);
}

TEST(Comparison, StatedToleranceReplacesTheDefault) {
  Tolerance wide{0.5, 0.0}, none{0.0, 0.0};
  EXPECT_EQ(
      compareAll<float>(ElementType::F32, {1.4f}, {1.0f}, wide).numDifferent,
      0u);
  EXPECT_EQ(compareAll<float>(ElementType::F32, {1.0000001f}, {1.0f}, none)
                .numDifferent,
            1u);
}

TEST(Comparison, IntegersHaveToBeEqual) {
  const int64_t large = int64_t(1) << 62;
  Comparison found =
      compareAll<int64_t>(ElementType::I64, {large + 1, -3}, {large, -3});
  EXPECT_EQ(found.numDifferent, 1u);
  EXPECT_EQ(found.largestError, 1);
  // i4 sits in the low bits: 0xf is -1 and 0x1 is 1.
  EXPECT_EQ(compareAll<uint8_t>(ElementType::I4, {0xf}, {0x1}).largestError, 2);
  EXPECT_EQ(compareAll<uint8_t>(ElementType::I1, {1}, {0}).numDifferent, 1u);
}

TEST(Comparison, ComplexPartByPart) {
  const float got[] = {1, 2, 3, 4}, wanted[] = {1, 2.5f, 3, 4};
  Comparison found =
      compare(ElementType::ComplexF32, reinterpret_cast<const uint8_t *>(got),
              reinterpret_cast<const uint8_t *>(wanted), 2, 4, {});
  EXPECT_EQ(found.numDifferent, 1u);
  EXPECT_EQ(found.largestIndex, 0u);
  EXPECT_EQ(found.largestError, 0.5);
}

TEST(RandomSource, EveryBoxHasTheNumbersOfTheWhole) {
  for (ElementType type : runtime::getAllElementTypes()) {
    ArrayType whole = llvm::cantFail(ArrayType::get(type, {4, 5, 6}));
    RandomSource source(whole, RandomRange::getDefault(type), 7, 1);
    const unsigned width = runtime::getByteWidth(type);
    std::vector<uint8_t> all(whole.getNumBytes());
    llvm::cantFail(source.read(Box::whole(whole), all));
    std::vector<uint8_t> part(2 * 3 * 4 * width);
    llvm::cantFail(source.read({{1, 2, 2}, {2, 3, 4}}, part));
    for (int64_t i = 0; i < 24; ++i) {
      const int64_t from = (1 + i / 12) * 30 + (2 + i / 4 % 3) * 6 + 2 + i % 4;
      EXPECT_EQ(std::memcmp(&part[i * width], &all[from * width], width), 0);
    }
  }
}

TEST(RandomSource, StaysWithinTheRange) {
  ArrayType type = llvm::cantFail(ArrayType::get(ElementType::I8, {1000}));
  std::vector<uint8_t> bytes(1000);
  RandomSource source(type, {-3, 5}, 1, 0);
  llvm::cantFail(source.read(Box::whole(type), bytes));
  for (int value = -3; value < 5; ++value)
    EXPECT_NE(std::count(bytes.begin(), bytes.end(), uint8_t(value)), 0);
  EXPECT_TRUE(llvm::all_of(bytes, [](uint8_t byte) {
    return int8_t(byte) >= -3 && int8_t(byte) < 5;
  }));
  std::vector<uint8_t> other(1000);
  llvm::cantFail(
      RandomSource(type, {-3, 5}, 2, 0).read(Box::whole(type), other));
  EXPECT_NE(bytes, other);
  llvm::cantFail(
      RandomSource(type, {-3, 5}, 1, 1).read(Box::whole(type), other));
  EXPECT_NE(bytes, other);
}
