//===- weft-bytecode-fuzzer.cpp - bytecode of any kind ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramChecks.h"
#include "weft/InitAll.h"
#include "weft/InputFile.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(data), size);
  llvm::MemoryBufferRef file(bytes, "input");
  // Anything else would be read as text, which the other target covers.
  if (!mlir::isBytecode(file))
    return -1;
  // As the tools do: MLIR's own reader does not survive everything.
  static mlir::DialectRegistry registry = [] {
    mlir::DialectRegistry registry;
    weft::registerAllDialects(registry);
    return registry;
  }();
  if (!weft::checkInputFile(file, registry, llvm::nulls()))
    return -1;
  weft::fuzz::checkProgram(bytes);
  return 0;
}
