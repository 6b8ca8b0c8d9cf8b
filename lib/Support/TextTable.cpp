//===- TextTable.cpp - columns that line up ---------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Support/TextTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace weft;

/// The columns on a terminal that `text` takes.
static size_t widthOf(StringRef text) {
  int width = sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : width;
}

void TextTable::print(raw_ostream &os) const {
  std::vector<size_t> widths;
  for (const Column &column : columns)
    widths.push_back(widthOf(column.title));
  for (const std::vector<std::string> &row : rows)
    for (auto [width, cell] : zip(widths, row))
      width = std::max(width, widthOf(cell));

  auto printLine = [&](function_ref<StringRef(size_t)> cell) {
    std::string line;
    for (size_t i = 0; i < columns.size(); ++i) {
      StringRef text = cell(i);
      std::string space(widths[i] - widthOf(text), ' ');
      line += i ? "  " : "";
      line += columns[i].align == Align::Right ? space + text.str()
                                               : text.str() + space;
    }
    os << StringRef(line).rtrim(' ') << "\n";
  };
  printLine([&](size_t i) { return StringRef(columns[i].title); });
  size_t total = columns.empty() ? 0 : 2 * (columns.size() - 1);
  for (size_t width : widths)
    total += width;
  os << std::string(total, '-') << "\n";
  for (const std::vector<std::string> &row : rows)
    printLine([&](size_t i) {
      return i < row.size() ? StringRef(row[i]) : StringRef();
    });
}
