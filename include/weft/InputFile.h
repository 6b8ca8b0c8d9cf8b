//===- InputFile.h - whether a file may be parsed ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INPUTFILE_H
#define WEFT_INPUTFILE_H

#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// Refuses files that MLIR's readers would not survive: text that is nested too
/// deep and bytecode that is damaged. Prints an error then. Whatever else is
/// wrong with a file, the readers find. Every tool asks this before it parses;
/// `registry` holds the dialects it will parse with.
bool checkInputFile(llvm::MemoryBufferRef file,
                    const mlir::DialectRegistry &registry,
                    llvm::raw_ostream &errors);

} // namespace weft

#endif // WEFT_INPUTFILE_H
