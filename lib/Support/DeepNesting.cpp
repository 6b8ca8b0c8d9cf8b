//===- DeepNesting.cpp - programs nested beyond the stack -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Support/DeepNesting.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"

#include <pthread.h>

using namespace weft;

/// Only pages that are touched cost memory, so these are generous.
constexpr unsigned mainStackBytes = 1u << 30;
constexpr size_t poolStackBytes = size_t(512) << 20;

int weft::runOnLargeStack(llvm::function_ref<int()> body) {
  // MLIR verifies and runs passes on a pool whose threads take the default.
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) == 0) {
    if (pthread_attr_setstacksize(&attributes, poolStackBytes) == 0)
      pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
  int result = 0;
  llvm::thread runner(std::optional<unsigned>(mainStackBytes),
                      [&] { result = body(); });
  runner.join();
  return result;
}

std::optional<size_t> weft::findExcessiveNesting(llvm::StringRef text) {
  unsigned depth = 0;
  for (size_t at = 0; at != text.size(); ++at) {
    switch (text[at]) {
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > maxNesting)
        return at;
      break;
    case '>':
      // Not the end of an arrow.
      if (at != 0 && text[at - 1] == '-')
        break;
      [[fallthrough]];
    case ')':
    case ']':
    case '}':
      depth -= depth != 0;
      break;
    case '"':
      // A string ends at the next quote that is not escaped, or the line.
      for (++at; at != text.size() && text[at] != '"' && text[at] != '\n'; ++at)
        if (text[at] == '\\' && at + 1 != text.size())
          ++at;
      if (at == text.size())
        return std::nullopt;
      break;
    case '/':
      if (at + 1 != text.size() && text[at + 1] == '/')
        at = std::min(text.find('\n', at), text.size() - 1);
      break;
    }
  }
  return std::nullopt;
}

bool weft::checkNesting(llvm::MemoryBufferRef file, llvm::raw_ostream &errors) {
  std::optional<size_t> at = findExcessiveNesting(file.getBuffer());
  if (!at)
    return true;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(file, /*RequiresNullTerminator=*/false),
      {});
  sources.PrintMessage(errors,
                       llvm::SMLoc::getFromPointer(file.getBufferStart() + *at),
                       llvm::SourceMgr::DK_Error,
                       "the program is nested deeper than " +
                           llvm::Twine(maxNesting) + " levels",
                       {}, {}, /*ShowColors=*/false);
  return false;
}
