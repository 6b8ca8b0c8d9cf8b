//===- HumanUnits.cpp - numbers as people read them -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Support/HumanUnits.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <iterator>

using namespace llvm;

std::string weft::formatBytes(int64_t bytes) {
  static constexpr const char *units[] = {"KiB", "MiB", "GiB",
                                          "TiB", "PiB", "EiB"};
  if (bytes < 1024)
    return std::to_string(bytes) + " B";
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  // 1023.5 would be printed as 1024.
  while (value >= 1023.5 && unit + 1 < std::size(units)) {
    value /= 1024;
    ++unit;
  }
  std::string text;
  int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  raw_string_ostream(text) << format("%.*f ", digits, value) << units[unit];
  return text;
}

std::string weft::formatPercent(double share) {
  std::string text;
  raw_string_ostream(text) << format("%.1f%%", 100 * share);
  return text;
}
