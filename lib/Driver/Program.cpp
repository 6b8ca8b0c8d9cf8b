//===- Program.cpp - a program read by the weft tool ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Driver/Program.h"

#include "weft/Conversion/Passes.h"
#include "weft/Differentiation/Passes.h"
#include "weft/Driver/ValueNames.h"
#include "weft/InitAll.h"
#include "weft/InputFile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace weft;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  weft::registerAllDialects(registry);
  return registry;
}

// Reading a file is too short a job to start threads for.
std::shared_ptr<MLIRContext> Program::makeContext() {
  auto context = std::make_shared<MLIRContext>(
      makeRegistry(), MLIRContext::Threading::DISABLED);
  // The user wrote the file, not the op in its generic form.
  context->printOpOnDiagnostic(false);
  return context;
}

Program::Program(Streams streams, std::shared_ptr<MLIRContext> shared)
    : context(std::move(shared)),
      diagnostics(std::make_unique<SourceMgrDiagnosticHandler>(
          sources, context.get(), streams.err)) {}

Program::~Program() = default;

LogicalResult Program::parse(bool nameValues) {
  ParserConfig config(context.get());
  module = nameValues ? parseWithNames(sources, *context)
                      : parseSourceFile<ModuleOp>(sources, config);
  return success(static_cast<bool>(module));
}

LogicalResult Program::importAnnotations() {
  PassManager passes(context.get());
  passes.addPass(createImportSdy());
  return passes.run(*module);
}

void Program::expandGradients() {
  OwningOpRef<ModuleOp> expanded = module->clone();
  ScopedDiagnosticHandler quiet(context.get(),
                                [](Diagnostic &) { return success(); });
  PassManager passes(context.get());
  passes.addPass(createValueAndGrad());
  if (succeeded(passes.run(*expanded)))
    module = std::move(expanded);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
weft::readInput(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "cannot read '" + file +
                                       "': " + buffer.getError().message());
  return std::move(*buffer);
}

llvm::Expected<std::unique_ptr<Program>>
Program::load(const CommandLine &line, Streams streams, bool nameValues) {
  llvm::Expected<StringRef> file = line.getOnly("FILE");
  if (!file)
    return file.takeError();
  auto buffer = readInput(*file);
  if (!buffer)
    return buffer.takeError();
  return load(std::move(*buffer), line.get("mesh"), streams, makeContext(),
              nameValues);
}

llvm::Expected<std::unique_ptr<Program>>
Program::load(std::unique_ptr<llvm::MemoryBuffer> text,
              std::optional<StringRef> mesh, Streams streams,
              std::shared_ptr<MLIRContext> context, bool nameValues) {
  if (!checkInputFile(*text, makeRegistry(), streams.err))
    return nullptr;
  std::unique_ptr<Program> program(new Program(streams, std::move(context)));
  program->sources.AddNewSourceBuffer(std::move(text), llvm::SMLoc());
  if (failed(program->parse(nameValues)) ||
      failed(program->importAnnotations()))
    return nullptr;
  if (mesh) {
    if (llvm::Error error = overrideMesh(program->getModule(), *mesh))
      return std::move(error);
    // Sub-axes may not divide the new sizes.
    if (failed(verify(program->getModule())))
      return nullptr;
  }
  return program;
}
