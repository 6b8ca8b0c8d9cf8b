//===- weft-parse-bench.cpp - times parsing and verification ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The half of bench/parse.py that must not pay for starting a process: parses
// and verifies FILE once per line read from standard input, each time in a new
// context, and answers with the milliseconds it took.
//
//===----------------------------------------------------------------------===//

#include "weft/InitAll.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

/// The time of one parse in milliseconds, or a negative number on failure.
/// Neither making the context nor destroying the module is counted.
static double timeOneParse(llvm::StringRef text) {
  using Clock = std::chrono::steady_clock;
  mlir::DialectRegistry registry;
  weft::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  Clock::time_point start = Clock::now();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  Clock::time_point end = Clock::now();
  if (!module)
    return -1.0;
  return std::chrono::duration<double, std::milli>(end - start).count();
}

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: weft-parse-bench FILE\n";
    return 2;
  }
  auto file = llvm::MemoryBuffer::getFile(argv[1]);
  if (!file) {
    llvm::errs() << argv[1] << ": " << file.getError().message() << "\n";
    return EXIT_FAILURE;
  }
  for (std::string line; std::getline(std::cin, line);) {
    double milliseconds = timeOneParse((*file)->getBuffer());
    if (milliseconds < 0.0)
      return EXIT_FAILURE;
    llvm::outs() << milliseconds << "\n";
    llvm::outs().flush();
  }
  return EXIT_SUCCESS;
}
