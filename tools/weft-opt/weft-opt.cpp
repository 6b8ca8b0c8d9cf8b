//===- weft-opt.cpp - runs passes on IR files -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/InitAll.h"
#include "weft/InputFile.h"
#include "weft/Pipelines/StatisticsReport.h"
#include "weft/Support/DeepNesting.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

/// MLIR's own report of --mlir-pass-statistics stays empty where LLVM was built
/// without statistics, as packages are; this one follows it.
static void addStatisticsReport(MlirOptMainConfig &config) {
  auto *option =
      llvm::cl::getRegisteredOptions().lookup("mlir-pass-statistics");
  if (!option || option->getNumOccurrences() == 0)
    return;
  config.setPassPipelineSetupFn([parsed = config](PassManager &passes) {
    weft::reportStatistics(passes, llvm::errs());
    return parsed.setupPassPipeline(passes);
  });
}

/// Every op of every dialect, one a line, in the order of their names.
static void showOps(const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  auto names = llvm::map_to_vector(
      context.getRegisteredOperations(),
      [](RegisteredOperationName name) { return name.getStringRef(); });
  llvm::sort(names);
  for (StringRef name : names)
    llvm::outs() << name << "\n";
}

static LogicalResult run(int argc, char **argv) {
  llvm::cl::opt<bool> shouldShowOps(
      "show-ops", llvm::cl::desc("Print the list of registered ops"));
  DialectRegistry registry;
  weft::registerAllDialects(registry);
  weft::registerAllPasses();
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "Weft's modular optimizer driver\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (shouldShowOps) {
    showOps(registry);
    return success();
  }
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, inputName, outputName, registry);
  addStatisticsReport(config);
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputName, &message);
  if (!input) {
    llvm::errs() << "weft-opt: " << message << "\n";
    return failure();
  }
  if (!weft::checkInputFile(*input, registry, llvm::errs()))
    return failure();
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output) {
    llvm::errs() << "weft-opt: " << message << "\n";
    return failure();
  }
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return failure();
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  return weft::runOnLargeStack(
      [&] { return asMainReturnCode(run(argc, argv)); });
}
