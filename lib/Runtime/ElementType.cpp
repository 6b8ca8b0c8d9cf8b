//===- ElementType.cpp - what one element of an array is --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ElementType.h"

#include <array>

using namespace weft::runtime;

namespace {

struct TypeInfo {
  ElementType type;
  llvm::StringLiteral name;
  ElementClass elementClass;
  uint8_t bits;
  uint8_t bytes;
};

using enum ElementType;
using enum ElementClass;

constexpr TypeInfo infos[] = {
    {I1, "i1", Boolean, 1, 1},
    {I2, "i2", SignedInteger, 2, 1},
    {I4, "i4", SignedInteger, 4, 1},
    {I8, "i8", SignedInteger, 8, 1},
    {I16, "i16", SignedInteger, 16, 2},
    {I32, "i32", SignedInteger, 32, 4},
    {I64, "i64", SignedInteger, 64, 8},
    {UI2, "ui2", UnsignedInteger, 2, 1},
    {UI4, "ui4", UnsignedInteger, 4, 1},
    {UI8, "ui8", UnsignedInteger, 8, 1},
    {UI16, "ui16", UnsignedInteger, 16, 2},
    {UI32, "ui32", UnsignedInteger, 32, 4},
    {UI64, "ui64", UnsignedInteger, 64, 8},
    {F4E2M1FN, "f4E2M1FN", Float, 4, 1},
    {F6E2M3FN, "f6E2M3FN", Float, 6, 1},
    {F6E3M2FN, "f6E3M2FN", Float, 6, 1},
    {F8E3M4, "f8E3M4", Float, 8, 1},
    {F8E4M3, "f8E4M3", Float, 8, 1},
    {F8E4M3FN, "f8E4M3FN", Float, 8, 1},
    {F8E4M3FNUZ, "f8E4M3FNUZ", Float, 8, 1},
    {F8E4M3B11FNUZ, "f8E4M3B11FNUZ", Float, 8, 1},
    {F8E5M2, "f8E5M2", Float, 8, 1},
    {F8E5M2FNUZ, "f8E5M2FNUZ", Float, 8, 1},
    {F8E8M0FNU, "f8E8M0FNU", Float, 8, 1},
    {BF16, "bf16", Float, 16, 2},
    {F16, "f16", Float, 16, 2},
    {F32, "f32", Float, 32, 4},
    {F64, "f64", Float, 64, 8},
    {ComplexF32, "complex<f32>", Complex, 64, 8},
    {ComplexF64, "complex<f64>", Complex, 128, 16},
};

constexpr auto allTypes = [] {
  std::array<ElementType, std::size(infos)> types{};
  for (size_t i = 0; i < std::size(infos); ++i)
    types[i] = infos[i].type;
  return types;
}();

constexpr bool isInEnumOrder() {
  for (size_t i = 0; i < std::size(infos); ++i)
    if (static_cast<size_t>(infos[i].type) != i)
      return false;
  return true;
}
static_assert(isInEnumOrder(), "the table is indexed by the enumeration");

const TypeInfo &getInfo(ElementType type) {
  return infos[static_cast<size_t>(type)];
}

} // namespace

llvm::ArrayRef<ElementType> weft::runtime::getAllElementTypes() {
  return allTypes;
}

llvm::StringRef weft::runtime::getName(ElementType type) {
  return getInfo(type).name;
}

std::optional<ElementType>
weft::runtime::parseElementType(llvm::StringRef name) {
  for (const TypeInfo &info : infos)
    if (info.name == name)
      return info.type;
  return std::nullopt;
}

ElementClass weft::runtime::getClass(ElementType type) {
  return getInfo(type).elementClass;
}

unsigned weft::runtime::getBitWidth(ElementType type) {
  return getInfo(type).bits;
}

unsigned weft::runtime::getByteWidth(ElementType type) {
  return getInfo(type).bytes;
}

ElementType weft::runtime::getPartType(ElementType type) {
  if (type == ComplexF32)
    return F32;
  if (type == ComplexF64)
    return F64;
  return type;
}

void weft::runtime::normalizeStorage(ElementType type,
                                     llvm::MutableArrayRef<uint8_t> bytes) {
  if (type == I1) {
    for (uint8_t &byte : bytes)
      byte = byte != 0;
    return;
  }
  unsigned bits = getBitWidth(type);
  if (bits >= 8)
    return;
  const uint8_t mask = (1u << bits) - 1;
  for (uint8_t &byte : bytes)
    byte &= mask;
}
