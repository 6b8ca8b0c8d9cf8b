//===- LintCommand.cpp - weft lint ------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/Transforms/Passes.h"
#include "weft/Driver/Program.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;

static constexpr OptionSpec options[] = {
    {"large-bytes", "N",
     "warn about parameters of at least N bytes without a spec (1048576)"},
    {"werror", "", "exit with 1 if there is a warning"},
    meshOption,
    jsonOption,
};

namespace {
/// A warning, and where in the file it is.
struct Finding {
  std::string message;
  FileLineColLoc location;
};
} // namespace

static void printJson(llvm::raw_ostream &os, ArrayRef<Finding> findings) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("warnings", [&] {
      for (const Finding &finding : findings)
        json.object([&] {
          json.attribute("message", llvm::json::fixUTF8(finding.message));
          if (!finding.location)
            return;
          json.attribute("file",
                         llvm::json::fixUTF8(finding.location.getFilename()));
          json.attribute("line", finding.location.getLine());
          json.attribute("column", finding.location.getColumn());
        });
    });
    json.attribute("count", static_cast<int64_t>(findings.size()));
  });
  os << "\n";
}

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  llvm::Expected<int64_t> largeBytes =
      line.getInteger("large-bytes", LintOptions().largeBytes);
  if (!largeBytes)
    return largeBytes.takeError();
  llvm::Expected<std::unique_ptr<Program>> program =
      Program::load(line, streams);
  if (!program)
    return program.takeError();
  if (!*program)
    return ExitCode::BadProgram;

  std::vector<Finding> findings;
  MLIRContext &context = (*program)->getContext();
  ScopedDiagnosticHandler counter(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
      findings.push_back(
          {diagnostic.str(),
           diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()});
    // Under --json the warnings are in the object; else they are shown.
    return success(line.has("json"));
  });
  PassManager passes(&context);
  LintOptions lintOptions;
  lintOptions.largeBytes = *largeBytes;
  passes.addPass(createLint(lintOptions));
  if (failed(passes.run((*program)->getModule())))
    return ExitCode::BadProgram;

  if (line.has("json"))
    printJson(streams.out, findings);
  else if (findings.empty())
    streams.out << "no warnings\n";
  else
    streams.out << findings.size()
                << (findings.size() == 1 ? " warning\n" : " warnings\n");
  return line.has("werror") && !findings.empty() ? ExitCode::BadProgram
                                                 : ExitCode::Done;
}

const Subcommand weft::lintSubcommand = {
    "lint",
    "warn about what is allowed but likely wrong",
    "FILE [OPTIONS]",
    R"(
Looks for kernels and biases that are split differently, large parameters
without a spec, names without a rule, rules without a use, dimensions that
are padded, and optimiser state that is laid out differently from its
parameter. Warnings go to the standard error with the lines they are about.)",
    options,
    run,
};
