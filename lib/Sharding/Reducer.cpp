//===- Reducer.cpp - how partial values are combined ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/Reducer.h"

using namespace weft;

static constexpr llvm::StringRef words[] = {"add", "mul", "max", "min",
                                            "and", "or",  "xor"};

llvm::StringRef weft::stringifyReducerKind(ReducerKind kind) {
  return words[static_cast<unsigned>(kind)];
}

std::optional<ReducerKind> weft::symbolizeReducerKind(llvm::StringRef word) {
  for (unsigned i = 0; i != std::size(words); ++i)
    if (words[i] == word)
      return static_cast<ReducerKind>(i);
  return std::nullopt;
}

llvm::StringRef weft::listReducerKinds() {
  return "add, mul, max, min, and, or, xor";
}
