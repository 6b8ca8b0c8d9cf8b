//===- Safetensors.cpp - the header of a data file --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Safetensors.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace weft;
using runtime::ArrayType;
using runtime::ElementType;

/// The name that safetensors has for a type; empty if it has none that every
/// version of it knows.
static StringRef getSafetensorsName(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "BOOL";
  case ElementType::I8:
    return "I8";
  case ElementType::I16:
    return "I16";
  case ElementType::I32:
    return "I32";
  case ElementType::I64:
    return "I64";
  case ElementType::UI8:
    return "U8";
  case ElementType::UI16:
    return "U16";
  case ElementType::UI32:
    return "U32";
  case ElementType::UI64:
    return "U64";
  case ElementType::F8E4M3FN:
    return "F8_E4M3";
  case ElementType::F8E5M2:
    return "F8_E5M2";
  case ElementType::BF16:
    return "BF16";
  case ElementType::F16:
    return "F16";
  case ElementType::F32:
    return "F32";
  case ElementType::F64:
    return "F64";
  default:
    return "";
  }
}

static std::string printEntry(StringRef name, const ArrayType &type,
                              uint64_t begin) {
  std::string text;
  raw_string_ostream os(text);
  StringRef dtype = getSafetensorsName(type.getElementType());
  os << json::Value(name) << ":";
  json::OStream json(os);
  json.object([&] {
    json.attribute("dtype", dtype.empty() ? StringRef("U8") : dtype);
    json.attributeArray("shape", [&] {
      for (int64_t size : type.getDims())
        json.value(size);
      if (dtype.empty())
        json.value(runtime::getByteWidth(type.getElementType()));
    });
    json.attributeArray("data_offsets", [&] {
      json.value(static_cast<int64_t>(begin));
      json.value(static_cast<int64_t>(begin + type.getNumBytes()));
    });
  });
  return text;
}

static constexpr StringLiteral opening =
    R"({"__metadata__":{"format":"weft checkpoint"})";

SafetensorsHeader::SafetensorsHeader(uint64_t room) : room(room) {
  assert(room % 8 == 0 && room >= 8 + opening.size() + 1 &&
         "a header that cannot even be empty");
  text = opening.str();
}

bool SafetensorsHeader::add(StringRef name, const ArrayType &type) {
  std::string entry = "," + printEntry(name, type, dataBytes);
  // The length in front, and the brace behind.
  if (8 + text.size() + entry.size() + 1 > room)
    return false;
  text += entry;
  dataBytes += type.getNumBytes();
  return true;
}

std::string SafetensorsHeader::print() const {
  std::string header(8, '\0');
  support::endian::write64le(header.data(), room - 8);
  header += text + "}";
  header.resize(room, ' ');
  return header;
}

uint64_t SafetensorsHeader::estimate(StringRef name, const ArrayType &type) {
  // Offsets have at most 19 digits.
  return printEntry(name, type, 0).size() + 1 + 2 * 19 + opening.size() + 16;
}
