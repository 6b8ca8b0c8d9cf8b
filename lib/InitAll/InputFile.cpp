//===- InputFile.cpp - whether a file may be parsed -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/InputFile.h"
#include "weft/Support/DeepNesting.h"
#include "weft/Support/Survival.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

/// Far beyond what MLIR needs (about 10 MiB a second), as the machine may be
/// busy.
static unsigned readingSeconds(size_t bytes) {
  return 5 + static_cast<unsigned>(bytes >> 18);
}

static void readBytecode(llvm::MemoryBufferRef file,
                         const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // As the tools may be told to; what they refuse they refuse later.
  context.allowUnregisteredDialects();
  Block block;
  (void)readBytecodeFile(file, &block, ParserConfig(&context));
}

bool weft::checkInputFile(llvm::MemoryBufferRef file,
                          const DialectRegistry &registry,
                          llvm::raw_ostream &errors) {
  if (!isBytecode(file))
    return checkNesting(file, errors);
  if (survives([&] { readBytecode(file, registry); },
               readingSeconds(file.getBufferSize())))
    return true;
  errors << file.getBufferIdentifier()
         << ": error: the bytecode is damaged: reading it would crash or never "
            "end; "
            "write the file again\n";
  return false;
}
