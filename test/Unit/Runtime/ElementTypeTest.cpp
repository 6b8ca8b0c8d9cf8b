//===- ElementTypeTest.cpp - names, widths and storage ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ElementType.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace weft::runtime;

TEST(ElementType, NamesRoundTrip) {
  EXPECT_EQ(getAllElementTypes().size(), 30u);
  for (ElementType type : getAllElementTypes())
    EXPECT_EQ(parseElementType(getName(type)), type);
  EXPECT_EQ(parseElementType("f33"), std::nullopt);
  EXPECT_EQ(parseElementType(""), std::nullopt);
  EXPECT_EQ(parseElementType("F32"), std::nullopt);
}

TEST(ElementType, WidthsFollowTheName) {
  for (ElementType type : getAllElementTypes()) {
    llvm::StringRef name = getName(type);
    unsigned bits = 0;
    name.drop_until(llvm::isDigit)
        .take_while(llvm::isDigit)
        .getAsInteger(10, bits);
    EXPECT_EQ(getBitWidth(type), isComplex(type) ? 2 * bits : bits)
        << name.str();
    EXPECT_EQ(getByteWidth(type), (getBitWidth(type) + 7) / 8) << name.str();
  }
}

TEST(ElementType, ClassesFollowTheName) {
  for (ElementType type : getAllElementTypes()) {
    llvm::StringRef name = getName(type);
    EXPECT_EQ(isComplex(type), name.starts_with("complex"));
    EXPECT_EQ(isFloat(type), name.starts_with("f") || name.starts_with("bf"));
    EXPECT_EQ(isInteger(type), name != "i1" && (name.starts_with("i") ||
                                                name.starts_with("ui")));
  }
  EXPECT_EQ(getClass(ElementType::I1), ElementClass::Boolean);
  EXPECT_EQ(getPartType(ElementType::ComplexF64), ElementType::F64);
  EXPECT_EQ(getPartType(ElementType::I8), ElementType::I8);
}

TEST(ElementType, StorageKeepsOnlyTheBitsOfTheType) {
  auto normalized = [](ElementType type) {
    std::vector<uint8_t> bytes = {0x00, 0x01, 0x02, 0xfc, 0xff};
    normalizeStorage(type, bytes);
    return bytes;
  };
  using Bytes = std::vector<uint8_t>;
  EXPECT_EQ(normalized(ElementType::I1), (Bytes{0, 1, 1, 1, 1}));
  EXPECT_EQ(normalized(ElementType::I2), (Bytes{0, 1, 2, 0, 3}));
  EXPECT_EQ(normalized(ElementType::UI4), (Bytes{0, 1, 2, 0xc, 0xf}));
  EXPECT_EQ(normalized(ElementType::F6E3M2FN), (Bytes{0, 1, 2, 0x3c, 0x3f}));
  EXPECT_EQ(normalized(ElementType::I8), (Bytes{0, 1, 2, 0xfc, 0xff}));
}
