//===- ProgramChecks.cpp - what must hold for any input ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramChecks.h"
#include "weft/InitAll.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <memory>
#include <string>

using namespace mlir;

namespace {

/// A context that forgets: attributes and types live as long as their context,
/// so a new one is made every few thousand inputs.
class ContextPool {
public:
  MLIRContext &get() {
    if (!context || ++uses > 2000) {
      uses = 0;
      DialectRegistry registry;
      weft::registerAllDialects(registry);
      context = std::make_unique<MLIRContext>(registry,
                                              MLIRContext::Threading::DISABLED);
      context->loadAllAvailableDialects();
      context->getDiagEngine().registerHandler(
          [](Diagnostic &) { return success(); });
    }
    return *context;
  }

private:
  std::unique_ptr<MLIRContext> context;
  unsigned uses = 0;
};

} // namespace

/// `source` is a string, not a reference: the lexer needs the final zero byte.
static OwningOpRef<ModuleOp> parse(const std::string &source,
                                   MLIRContext &context) {
  return parseSourceString<ModuleOp>(source, &context);
}

static std::string print(ModuleOp module, OpPrintingFlags flags = {}) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, flags);
  return text;
}

[[noreturn]] static void fail(llvm::StringRef what, llvm::StringRef before,
                              llvm::StringRef after) {
  llvm::errs() << "fuzz: " << what << "\n--- before\n"
               << before << "\n--- after\n"
               << after << "\n";
  std::abort();
}

/// Reads `source`, which was written for a program that prints as `expected`.
static void expectSame(llvm::StringRef form, const std::string &source,
                       llvm::StringRef expected, MLIRContext &context) {
  OwningOpRef<ModuleOp> again = parse(source, context);
  if (!again)
    fail(("our own " + form + " form is refused").str(), expected, source);
  std::string text = print(*again);
  if (text != expected)
    fail(("the " + form + " form changes the program").str(), expected, text);
}

static std::string writeBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(module, stream)))
    fail("bytecode cannot be written", print(module), "");
  return bytes;
}

static void canonicalize(ModuleOp module, llvm::StringRef text) {
  PassManager manager(module->getContext());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  // The pass manager verifies after each pass.
  if (failed(manager.run(module)))
    fail("canonicalisation breaks the program", text,
         print(module, OpPrintingFlags().printGenericOpForm()));
}

void weft::fuzz::checkProgram(llvm::StringRef source) {
  static ContextPool contexts;
  MLIRContext &context = contexts.get();
  OwningOpRef<ModuleOp> module = parse(source.str(), context);
  if (!module)
    return;
  std::string text = print(*module);
  expectSame("pretty", text, text, context);
  expectSame("generic", print(*module, OpPrintingFlags().printGenericOpForm()),
             text, context);
  expectSame("bytecode", writeBytecode(*module), text, context);
  canonicalize(*module, text);
}
