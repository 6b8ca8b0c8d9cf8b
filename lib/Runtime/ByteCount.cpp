//===- ByteCount.cpp - numbers of bytes for people --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ByteCount.h"

#include "MakeError.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace weft::runtime;

std::string weft::runtime::formatByteCount(uint64_t bytes) {
  if (bytes == 1)
    return "1 byte";
  if (bytes < 1024 || (bytes < 10 * 1024 && bytes % 1024 != 0))
    return std::to_string(bytes) + " bytes";
  static constexpr const char *units[] = {"KiB", "MiB", "GiB",
                                          "TiB", "PiB", "EiB"};
  unsigned unit = 0;
  uint64_t whole = bytes / 1024, rest = bytes % 1024;
  for (; whole >= 1024; ++unit) {
    // What is below the unit only matters as being there or not.
    rest = whole % 1024 | (rest != 0);
    whole /= 1024;
  }
  if (rest == 0)
    return llvm::formatv("{0} {1}", whole, units[unit]).str();
  return llvm::formatv("{0:f1} {1}", double(whole) + double(rest) / 1024,
                       units[unit])
      .str();
}

llvm::Expected<uint64_t> weft::runtime::parseByteCount(llvm::StringRef text) {
  llvm::StringRef number = text.trim().take_while(
      [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  llvm::StringRef unit = text.trim().drop_front(number.size()).trim();
  double value;
  if (number.empty() || number.getAsDouble(value))
    return makeError("'{0}' is not a number of bytes; write for example "
                     "\"512MiB\"",
                     text);
  static constexpr llvm::StringLiteral letters = "KMGTPE";
  double scale = 1;
  if (!unit.empty() && !unit.equals_insensitive("b")) {
    const size_t power = letters.find(llvm::toUpper(unit.front()));
    llvm::StringRef rest = unit.drop_front();
    const bool binary = rest.empty() || rest.equals_insensitive("ib");
    if (power == llvm::StringRef::npos ||
        !(binary || rest.equals_insensitive("b")))
      return makeError("'{0}' has the unknown unit '{1}'; known are K, KiB, kB "
                       "and so on for M, G, T",
                       text, unit);
    scale = std::pow(binary ? 1024.0 : 1000.0, double(power + 1));
  }
  if (!(value * scale < 0x1p63))
    return makeError("'{0}' is 2^63 bytes or more", text);
  return static_cast<uint64_t>(value * scale);
}
