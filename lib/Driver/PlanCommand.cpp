//===- PlanCommand.cpp - what a layout costs --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execute.h"

#include "weft/Driver/Program.h"
#include "weft/Partition/ProgramPlan.h"
#include "weft/Runtime/ByteCount.h"
#include "weft/Support/Suggestion.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace weft;

static constexpr OptionSpec options[] = {
    {"function", "NAME",
     "the function to plan; without it @main, or the only "
     "one"},
    {"engine", "NAME",
     "whose memory is counted: jit, the executor that fuses and works in "
     "place (default), or reference"},
    explicitOption,
    pipelineOption,
    meshOption,
    jsonOption,
};

/// A count of bytes that fits; more than memory can hold is cut off.
static int64_t toCount(double value) {
  return value < 9e18 ? static_cast<int64_t>(value) : INT64_MAX;
}

static void printJson(llvm::raw_ostream &os, const ProgramPlan &plan) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("collectives", [&] {
      for (const PlannedCollective &each : plan.collectives)
        json.object([&] {
          json.attribute("kind", each.kind);
          json.attributeArray("axes", [&] {
            for (const std::string &axis : each.axes)
              json.value(llvm::json::fixUTF8(axis));
          });
          json.attribute("count", toCount(each.count));
          json.attribute("result_bytes", toCount(each.resultBytes));
          json.attribute("wire_bytes", toCount(each.wireBytes));
        });
    });
    json.attributeObject("memory", [&] {
      json.attribute("arguments", toCount(plan.argumentBytes));
      json.attribute("results", toCount(plan.resultBytes));
      json.attribute("temporaries", toCount(plan.temporaryBytes));
      json.attribute("peak", toCount(plan.peakBytes));
    });
    json.attribute("flops", toCount(plan.flops));
    json.attribute("wire_bytes", toCount(plan.getWireBytes()));
    json.attribute("loops_of_unknown_length", plan.numUnknownLoops);
  });
  os << "\n";
}

static std::string spell(double bytes) {
  return runtime::formatByteCount(toCount(bytes));
}

static void printText(llvm::raw_ostream &os, const ProgramPlan &plan) {
  os << llvm::formatv("{0,-16} {1,-24} {2,8} {3,14} {4,14}\n", "collective",
                      "axes", "count", "results", "sent");
  for (const PlannedCollective &each : plan.collectives)
    os << llvm::formatv("{0,-16} {1,-24} {2,8} {3,14} {4,14}\n", each.kind,
                        llvm::join(each.axes, ", "), toCount(each.count),
                        spell(each.resultBytes), spell(each.wireBytes));
  os << llvm::formatv("\nper device: {0} sent, {1} of arguments, {2} of "
                      "results, {3} at the peak, {4:e2} flops\n",
                      spell(plan.getWireBytes()), spell(plan.argumentBytes),
                      spell(plan.resultBytes), spell(plan.peakBytes),
                      plan.flops);
  if (plan.numUnknownLoops)
    os << plan.numUnknownLoops
       << (plan.numUnknownLoops == 1 ? " loop" : " loops")
       << " of unknown length counted as one turn\n";
}

static llvm::Expected<MemoryEngine> readEngine(const CommandLine &line) {
  StringRef engine = line.get("engine").value_or("jit");
  if (engine == "jit")
    return MemoryEngine::Jit;
  if (engine == "reference")
    return MemoryEngine::Reference;
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "unknown engine '" + engine + "'" +
                                     didYouMean(engine, {"reference", "jit"}) +
                                     "; there are 'jit' and 'reference'");
}

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  llvm::Expected<MemoryEngine> engine = readEngine(line);
  if (!engine)
    return engine.takeError();
  llvm::Expected<std::unique_ptr<Program>> program =
      Program::load(line, streams);
  if (!program)
    return program.takeError();
  if (!*program)
    return ExitCode::BadProgram;
  ModuleOp module = (*program)->getModule();
  if (failed(expandModules(module)))
    return ExitCode::BadProgram;
  llvm::Expected<FunctionOpInterface> function = partitionChosen(module, line);
  if (!function)
    return function.takeError();
  if (!*function)
    return ExitCode::BadProgram;
  ProgramPlan plan = planProgram(*function, *engine);
  if (line.has("json"))
    printJson(streams.out, plan);
  else
    printText(streams.out, plan);
  return ExitCode::Done;
}

const Subcommand weft::planSubcommand = {
    "plan",
    "what each device sends, holds and computes",
    "FILE [OPTIONS]",
    R"(
Partitions the program, and counts its collectives, the memory of one device
and its arithmetic. Nothing is run. Loops count as often as they turn, where
that can be seen. What is sent is what one device sends under ring algorithms:
2(n-1)/n of the operand for an all-reduce, (n-1)/n of the whole for an
all-gather or a reduce-scatter, (n-1)/n of the operand for an all-to-all, and
the operand for a permute or a broadcast. Memory is what the executor is
designed to hold; with --engine reference, what `weft run` measures.)",
    options,
    run,
};
