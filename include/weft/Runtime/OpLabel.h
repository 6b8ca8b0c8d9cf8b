//===- OpLabel.h - which op of the program acts -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_OPLABEL_H
#define WEFT_RUNTIME_OPLABEL_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace weft::runtime {

/// Names the op on whose behalf memory is taken or a message is sent, for
/// reports and timelines. It refers to text of the program, which is loaded
/// once and outlives every run: labels are copied freely and cost nothing.
struct OpLabel {
  /// "stablehlo.all_reduce"
  llvm::StringRef op;
  /// "model.mlir:12:8"; empty when unknown.
  llvm::StringRef location;

  /// "stablehlo.all_reduce at model.mlir:12:8"
  std::string str() const {
    std::string text = op.str();
    if (!location.empty())
      text += " at " + location.str();
    return text;
  }
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_OPLABEL_H
