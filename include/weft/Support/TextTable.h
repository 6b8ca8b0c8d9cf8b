//===- TextTable.h - columns that line up -----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_TEXTTABLE_H
#define WEFT_SUPPORT_TEXTTABLE_H

#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace weft {

/// Rows of text, printed in columns of equal width, two spaces apart.
class TextTable {
public:
  enum class Align { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Left;
  };

  explicit TextTable(std::vector<Column> columns)
      : columns(std::move(columns)) {}

  /// One cell per column; missing ones are empty.
  void addRow(std::vector<std::string> cells) {
    rows.push_back(std::move(cells));
  }

  /// The titles, a line, and the rows. No line ends in spaces.
  void print(llvm::raw_ostream &os) const;

private:
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

} // namespace weft

#endif // WEFT_SUPPORT_TEXTTABLE_H
