//===- weft-text-fuzzer.cpp - program text of any kind ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramChecks.h"
#include "TokenMutator.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  weft::fuzz::checkProgram(
      llvm::StringRef(reinterpret_cast<const char *>(data), size));
  return 0;
}

/// Mostly whole tokens are changed: random bytes hardly ever get past the
/// lexer. One time in eight libFuzzer's own mutations have their say.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (seed % 8 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  static weft::fuzz::TokenMutator mutator;
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  std::string result = mutator.mutate(text, seed / 8);
  size_t length = std::min(result.size(), maxSize);
  std::memcpy(data, result.data(), length);
  return length;
}
