//===- Evaluate.cpp - runs functions and prints results ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Reference/Passes.h"

#include "weft/Reference/Evaluation.h"
#include "weft/Reference/Printing.h"
#include "weft/Runtime/Machine.h"

#include "mlir/IR/BuiltinOps.h"

namespace weft {
#define GEN_PASS_DEF_EVALUATE
#include "weft/Reference/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

static void printResults(FunctionOpInterface function, StringRef where,
                         ArrayRef<Datum> results) {
  for (const Datum &result : results) {
    llvm::outs() << '@' << SymbolTable::getSymbolName(function).getValue()
                 << where << ": ";
    print(llvm::outs(), result);
    llvm::outs() << '\n';
  }
}

static Error evaluate(FunctionOpInterface function, unsigned numDevices) {
  Expected<std::unique_ptr<Program>> program = Program::create(function);
  if (!program)
    return program.takeError();
  runtime::MachineOptions options;
  options.numDevices = numDevices;
  auto machine = runtime::Machine::create(std::move(options));
  if (!machine)
    return machine.takeError();
  std::vector<Evaluation::Results> results(numDevices);
  Error error = (*machine)->run([&](runtime::Device &device) -> Error {
    auto returned = runProgram(**program, device, {});
    if (!returned)
      return returned.takeError();
    results[device.getId()] = std::move(*returned);
    return Error::success();
  });
  if (error)
    return error;
  for (unsigned device = 0; device < numDevices; ++device)
    printResults(function,
                 numDevices == 1 ? "" : " on " + std::to_string(device),
                 results[device]);
  return Error::success();
}

/// Reports an error at its own place if it has one.
static void report(FunctionOpInterface function, Error error) {
  llvm::handleAllErrors(
      std::move(error),
      [](const EvaluationError &located) {
        emitError(located.location) << located.message;
      },
      [&](const llvm::ErrorInfoBase &other) {
        emitError(function.getLoc()) << other.message();
      });
}

namespace {
struct Evaluate : weft::impl::EvaluateBase<Evaluate> {
  using Base::Base;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (function.isExternal() || function.getNumArguments() != 0 ||
          SymbolTable::getSymbolVisibility(function) !=
              SymbolTable::Visibility::Public)
        continue;
      if (Error error = evaluate(function, devices)) {
        report(function, std::move(error));
        signalPassFailure();
      }
    }
    llvm::outs().flush();
    markAllAnalysesPreserved();
  }
};
} // namespace
