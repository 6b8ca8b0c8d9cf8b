//===- Reducer.h - how partial values are combined --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_REDUCER_H
#define WEFT_SHARDING_REDUCER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace weft {

/// How the values that several devices hold for one element are combined.
enum class ReducerKind : uint8_t { Add, Mul, Max, Min, And, Or, Xor };

/// The word of the textual form: `add`, `mul`, ...
llvm::StringRef stringifyReducerKind(ReducerKind kind);

/// The reducer called `word`, if there is one.
std::optional<ReducerKind> symbolizeReducerKind(llvm::StringRef word);

/// All words, for diagnostics: `add, mul, max, min, and, or, xor`.
llvm::StringRef listReducerKinds();

/// Whether the reducer works on bits, hence only on integers and booleans.
inline bool isBitwise(ReducerKind kind) {
  return kind == ReducerKind::And || kind == ReducerKind::Or ||
         kind == ReducerKind::Xor;
}

} // namespace weft

#endif // WEFT_SHARDING_REDUCER_H
