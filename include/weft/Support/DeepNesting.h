//===- DeepNesting.h - programs nested beyond the stack ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR parses, walks and prints nested regions and attributes by recursion. A
// program of a few thousand levels, which a generator may well write, would
// overflow the default stack of 8 MiB. So every tool runs on a large stack, and
// text that is nested beyond even that is refused before it is parsed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_DEEPNESTING_H
#define WEFT_SUPPORT_DEEPNESTING_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace weft {

/// How deep brackets may be nested in the text of a program: what fits the
/// large stack several times over.
constexpr unsigned maxNesting = 20000;

/// Calls `body` on a thread with a stack for `maxNesting` levels, and gives the
/// threads that it starts (MLIR's pool) large stacks too. Returns its result.
int runOnLargeStack(llvm::function_ref<int()> body);

/// Where brackets outside of strings and comments are first nested deeper than
/// `maxNesting`: the offset of that bracket. Linear in the text.
std::optional<size_t> findExcessiveNesting(llvm::StringRef text);

/// Refuses a text that `findExcessiveNesting` finds fault with: prints an error
/// with its place, as the parser would. True if the file may be parsed.
bool checkNesting(llvm::MemoryBufferRef file, llvm::raw_ostream &errors);

} // namespace weft

#endif // WEFT_SUPPORT_DEEPNESTING_H
