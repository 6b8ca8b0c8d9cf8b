//===- weft-propagate-bench.cpp - times the propagation pipeline -*- C++ -*-==//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The half of bench/propagate.py that must not pay for starting a process: for
// each line read from standard input, which names a file, answers with the
// milliseconds that the pipeline takes on it, from Shardy's annotations to a
// sharding on every value; or, with --partition, on to what each device runs;
// or, with --explain, while it keeps how every axis came about.
// Parsing and verification are not counted.
//
//===----------------------------------------------------------------------===//

#include "weft/InitAll.h"
#include "weft/Pipelines/PartitionPipeline.h"
#include "weft/Pipelines/PropagationPipeline.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

/// The time of one run in milliseconds, or a negative number on failure.
static double timeOneRun(llvm::StringRef path, bool partition, bool explain,
                         bool printTimes) {
  using Clock = std::chrono::steady_clock;
  mlir::DialectRegistry registry;
  weft::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(path, config);
  if (!module)
    return -1.0;
  mlir::PassManager passes(&context);
  passes.enableVerifier(false);
  if (printTimes)
    passes.enableTiming();
  weft::PropagationPipelineOptions propagation;
  propagation.explain = explain;
  if (partition)
    weft::buildWholePipeline(passes, {});
  else
    weft::buildPropagationPipeline(passes, propagation);
  // Remarks are not asked for, and printing them is not partitioning.
  mlir::ScopedDiagnosticHandler quiet(&context, [](mlir::Diagnostic &each) {
    return mlir::success(each.getSeverity() ==
                         mlir::DiagnosticSeverity::Remark);
  });
  Clock::time_point start = Clock::now();
  if (mlir::failed(passes.run(*module)))
    return -1.0;
  Clock::time_point end = Clock::now();
  return std::chrono::duration<double, std::milli>(end - start).count();
}

int main(int argc, char **argv) {
  bool printTimes = false, partition = false, explain = false;
  for (llvm::StringRef option : llvm::ArrayRef(argv, argc).drop_front()) {
    if (option == "--times") {
      printTimes = true;
    } else if (option == "--partition") {
      partition = true;
    } else if (option == "--explain") {
      explain = true;
    } else {
      llvm::errs() << "usage: weft-propagate-bench [--partition | --explain] "
                      "[--times] < FILES\n";
      return 2;
    }
  }
  for (std::string path; std::getline(std::cin, path);) {
    double milliseconds = timeOneRun(path, partition, explain, printTimes);
    if (milliseconds < 0.0)
      return EXIT_FAILURE;
    llvm::outs() << milliseconds << "\n";
    llvm::outs().flush();
  }
  return EXIT_SUCCESS;
}
