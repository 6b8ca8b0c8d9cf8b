//===- ArrayTypeTest.cpp - shapes that cannot overflow ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ArrayType.h"

#include "gtest/gtest.h"

using namespace weft::runtime;

static std::string messageOf(llvm::Error error) {
  return llvm::toString(std::move(error));
}
static std::string messageOf(llvm::Expected<ArrayType> type) {
  return type ? "no error: " + type->str() : messageOf(type.takeError());
}

TEST(ArrayType, CountsElementsAndBytes) {
  ArrayType type = llvm::cantFail(ArrayType::get(ElementType::BF16, {2, 3, 4}));
  EXPECT_EQ(type.getNumElements(), 24u);
  EXPECT_EQ(type.getNumBytes(), 48u);
  EXPECT_EQ(type.getStrides(), (ArrayType::Dims{12, 4, 1}));
  EXPECT_EQ(type.str(), "tensor<2x3x4xbf16>");
  ArrayType scalar = llvm::cantFail(ArrayType::get(ElementType::I1, {}));
  EXPECT_EQ(scalar.getNumBytes(), 1u);
  EXPECT_EQ(scalar.str(), "tensor<i1>");
}

TEST(ArrayType, EmptyArraysMayHaveHugeDimensions) {
  ArrayType type = llvm::cantFail(
      ArrayType::get(ElementType::F64, {INT64_MAX, INT64_MAX, 0}));
  EXPECT_EQ(type.getNumBytes(), 0u);
  EXPECT_EQ(type.getStrides(), (ArrayType::Dims{0, 0, 0}));
}

TEST(ArrayType, RefusesWhatOverflows) {
  EXPECT_EQ(messageOf(ArrayType::get(ElementType::F32, {2, -1})),
            "dimension 1 is negative: -1");
  EXPECT_EQ(messageOf(ArrayType::get(ElementType::F32, {1ll << 61})),
            "an array of 2305843009213693952 elements of type f32 has 2^63 "
            "bytes or more");
  EXPECT_EQ(messageOf(ArrayType::get(ElementType::I8, {INT64_MAX})),
            "no error: tensor<9223372036854775807xi8>");
  EXPECT_EQ(messageOf(ArrayType::get(ElementType::I8, {1ll << 32, 1ll << 32})),
            "an array of 4294967296x4294967296 elements of type i8 has 2^63 "
            "bytes or more");
}

TEST(Box, MustLieInside) {
  ArrayType type = llvm::cantFail(ArrayType::get(ElementType::F32, {4, 6}));
  EXPECT_EQ(messageOf(Box{{2, 3}, {2, 3}}.getTypeWithin(type)),
            "no error: tensor<2x3xf32>");
  EXPECT_EQ(messageOf(Box{{4, 0}, {0, 6}}.getTypeWithin(type)),
            "no error: tensor<0x6xf32>");
  EXPECT_EQ(messageOf(Box{{3, 0}, {2, 6}}.getTypeWithin(type)),
            "elements 3 to 5 of dimension 0 are outside tensor<4x6xf32>");
  EXPECT_EQ(messageOf(Box{{-1, 0}, {2, 6}}.getTypeWithin(type)),
            "elements -1 to 1 of dimension 0 are outside tensor<4x6xf32>");
  EXPECT_EQ(
      messageOf(Box{{INT64_MAX, 0}, {INT64_MAX, 6}}.getTypeWithin(type)),
      "elements 9223372036854775807 to 9223372036854775807 of dimension 0 are "
      "outside tensor<4x6xf32>");
  EXPECT_EQ(messageOf(Box{{0}, {4}}.getTypeWithin(type)),
            "a box of rank 1 does not fit tensor<4x6xf32>");
}
