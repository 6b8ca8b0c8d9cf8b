//===- CheckCommand.cpp - weft check ----------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisect.h"
#include "Execute.h"
#include "ResultComparison.h"

#include "weft/Reference/Printing.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace weft;
using namespace weft::execution;

static constexpr OptionSpec options[] = {
    {"function", "NAME",
     "the function to check; without it all public ones of each program"},
    {"against", "NAME",
     "compare with this per-shard function of the same file instead of "
     "partitioning; needs --function"},
    pipelineOption,
    afterOption,
    explicitOption,
    {"bisect", "",
     "where the two disagree, find the first op at which they do"},
    {"inputs", "DIR", "read the inputs from DIR/in_0.npy and so on"},
    {"seed", "N", "the first seed of random inputs (0)"},
    {"seeds", "N", "how many seeds to try (1)"},
    {"atol", "NUMBER", "the absolute error that is allowed"},
    {"rtol", "NUMBER", "the relative error that is allowed"},
    meshOption,
    jsonOption,
};

namespace {

/// One function, checked.
struct CheckedFunction : FunctionReport {
  std::string name, location;
};

/// One call of the subcommand.
class Checker {
public:
  Checker(const CommandLine &line, Streams streams)
      : line(line), streams(streams) {}

  llvm::Expected<ExitCode> run();

private:
  llvm::Error readOptions();
  llvm::Error checkFile(StringRef file);
  llvm::Error checkProgram(std::unique_ptr<llvm::MemoryBuffer> text);
  bool isWanted(FunctionOpInterface function) const;
  llvm::Error checkFunctions(ModuleOp whole, ModuleOp sharded);
  llvm::Error checkFunction(FunctionOpInterface whole,
                            FunctionOpInterface sharded);
  void explainDifferences(FunctionOpInterface whole,
                          const CheckedFunction &report);
  void fail(ExitCode reason) { code = std::max(code, reason); }
  void printText(const CheckedFunction &report);
  void printJson();

  const CommandLine &line;
  Streams streams;
  Tolerance tolerance;
  PartitionRequest request;
  uint64_t firstSeed = 0, numSeeds = 1;
  std::shared_ptr<MLIRContext> context = Program::makeContext();
  ExitCode code = ExitCode::Done;
  std::vector<CheckedFunction> reports;
  bool foundFunction = false;
};

} // namespace

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Files and programs
//===----------------------------------------------------------------------===//

/// Cuts a file at lines that begin with `// -----`. Each piece has as many
/// empty lines in front that its lines keep their numbers.
static std::vector<std::unique_ptr<llvm::MemoryBuffer>>
split(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> pieces;
  StringRef text = buffer->getBuffer();
  if (isBytecode(*buffer) || !text.contains("// -----")) {
    pieces.push_back(std::move(buffer));
    return pieces;
  }
  std::string piece;
  size_t numLines = 0;
  auto finish = [&] {
    if (!StringRef(piece).trim().empty())
      pieces.push_back(llvm::MemoryBuffer::getMemBufferCopy(
          piece, buffer->getBufferIdentifier()));
    piece.assign(numLines, '\n');
  };
  while (!text.empty()) {
    auto [row, rest] = text.split('\n');
    text = rest;
    ++numLines;
    if (row.starts_with("// -----"))
      finish();
    else
      piece += (row + "\n").str();
  }
  finish();
  return pieces;
}

llvm::Error Checker::readOptions() {
  llvm::Expected<std::optional<double>> atol = line.getNumber("atol");
  if (!atol)
    return atol.takeError();
  llvm::Expected<std::optional<double>> rtol = line.getNumber("rtol");
  if (!rtol)
    return rtol.takeError();
  llvm::Expected<int64_t> seed = line.getInteger("seed", 0);
  if (!seed)
    return seed.takeError();
  llvm::Expected<int64_t> seeds = line.getInteger("seeds", 1);
  if (!seeds)
    return seeds.takeError();
  tolerance = {*atol, *rtol};
  firstSeed = *seed;
  numSeeds = *seeds;
  if (numSeeds == 0)
    return makeError("option '--seeds' needs at least 1");
  if (line.has("inputs") && (line.has("seed") || line.has("seeds")))
    return makeError("options '--inputs' and '--seed' exclude each other");
  if (line.has("against") && !line.has("function"))
    return makeError("option '--against' needs '--function'");
  if (line.has("against") && line.has("pipeline"))
    return makeError("options '--against' and '--pipeline' exclude each other");
  if (line.has("against") && line.has("bisect"))
    return makeError("option '--bisect' needs a program that is partitioned, "
                     "not '--against'");
  if (line.has("after") && line.has("bisect"))
    return makeError("options '--after' and '--bisect' exclude each other");
  if (line.positional().empty())
    return makeError("expected FILE");
  return readPartitionRequest(line).moveInto(request);
}

llvm::Error Checker::checkFile(StringRef file) {
  auto buffer = readInput(file);
  if (!buffer)
    return buffer.takeError();
  for (std::unique_ptr<llvm::MemoryBuffer> &piece : split(std::move(*buffer)))
    if (llvm::Error error = checkProgram(std::move(piece)))
      return error;
  return llvm::Error::success();
}

llvm::Error Checker::checkProgram(std::unique_ptr<llvm::MemoryBuffer> text) {
  llvm::Expected<std::unique_ptr<Program>> program =
      Program::load(std::move(text), line.get("mesh"), streams, context);
  if (!program)
    return program.takeError();
  if (!*program || failed(expandModules((*program)->getModule()))) {
    fail(ExitCode::BadProgram);
    return llvm::Error::success();
  }
  (*program)->expandGradients();
  ModuleOp whole = (*program)->getModule();
  if (line.has("against"))
    return checkFunctions(whole, whole);
  OwningOpRef<ModuleOp> sharded = whole.clone();
  llvm::Expected<LogicalResult> partitioned =
      partitionModule(*sharded, request, [&](FunctionOpInterface function) {
        return isWanted(function);
      });
  if (!partitioned)
    return partitioned.takeError();
  if (failed(*partitioned)) {
    fail(ExitCode::BadProgram);
    return llvm::Error::success();
  }
  return checkFunctions(whole, *sharded);
}

/// The one that was named, or any that can be called from outside.
bool Checker::isWanted(FunctionOpInterface function) const {
  if (std::optional<StringRef> chosen = line.get("function")) {
    chosen->consume_front("@");
    return *chosen == SymbolTable::getSymbolName(function).getValue();
  }
  return SymbolTable::getSymbolVisibility(function) ==
             SymbolTable::Visibility::Public &&
         !isLocal(function);
}

llvm::Error Checker::checkFunctions(ModuleOp whole, ModuleOp sharded) {
  for (FunctionOpInterface function : getRunnableFunctions(whole)) {
    if (!isWanted(function))
      continue;
    foundFunction = true;
    StringRef name = SymbolTable::getSymbolName(function).getValue();
    llvm::Expected<FunctionOpInterface> other =
        findRunnableFunction(sharded, line.get("against").value_or(name));
    if (!other)
      return other.takeError();
    if (llvm::Error error = checkFunction(function, *other))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

/// A result that differs, with the worst of its elements.
void Checker::explainDifferences(FunctionOpInterface whole,
                                 const CheckedFunction &report) {
  for (auto [i, result] : llvm::enumerate(report.results)) {
    if (result.numDifferent == 0)
      continue;
    InFlightDiagnostic diagnostic =
        whole.emitError() << "@" << report.name << ": result " << i
                          << " of type " << result.type << " differs in "
                          << result.numDifferent
                          << (result.numDifferent == 1 ? " element"
                                                       : " elements")
                          << " of " << report.numDevices << " devices";
    diagnostic.attachNote()
        << "the largest error is at " << result.largest.index << " on device "
        << result.largest.device << ": " << result.largest.got << " instead of "
        << result.largest.wanted << ", " << formatError(result.worst.allowed)
        << " allowed"
        << (line.has("inputs") ? ""
                               : ", with seed " + std::to_string(result.seed));
  }
}

llvm::Error Checker::checkFunction(FunctionOpInterface whole,
                                   FunctionOpInterface sharded) {
  CheckedFunction report;
  report.name = SymbolTable::getSymbolName(whole).getValue().str();
  report.location = reference::formatLocation(whole.getLoc());
  if (isLocal(whole) || (!isLocal(sharded) && !line.has("after"))) {
    whole.emitError() << (isLocal(whole)
                              ? "a per-shard program has no whole to compare "
                                "with; name it with --function and --against"
                              : "the passes left no per-shard program: the "
                                "function has no 'weft.local'");
    fail(ExitCode::BadProgram);
    return llvm::Error::success();
  }
  FunctionCheck check(line, streams, tolerance);
  uint64_t seed = firstSeed;
  for (; seed - firstSeed < numSeeds && report.agrees; ++seed)
    if (llvm::Error error = check.run(whole, sharded, seed, report))
      return error;
  if (!report.agrees)
    fail(std::max(report.code, ExitCode::BadProgram));
  explainDifferences(whole, report);
  if (!report.agrees && report.code == ExitCode::Done && line.has("bisect"))
    if (llvm::Error error = bisect(whole, request, check, seed - 1))
      return error;
  if (!line.has("json"))
    printText(report);
  reports.push_back(std::move(report));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void Checker::printText(const CheckedFunction &report) {
  streams.out << report.location << ": @" << report.name << " on "
              << report.numDevices
              << (report.numDevices == 1 ? " device: " : " devices: ")
              << (report.agrees ? "agrees" : "FAILS") << "\n";
  for (auto [i, result] : llvm::enumerate(report.results)) {
    if (result.type.empty())
      continue;
    streams.out << "  result " << i << ": " << result.type << ", largest error "
                << formatError(result.worst.largestError);
    if (result.worst.largestError > 0)
      streams.out << " at " << result.largest.index << " on device "
                  << result.largest.device << ", allowed "
                  << formatError(result.worst.allowed);
    streams.out << "\n";
  }
}

/// JSON has no infinity.
static llvm::json::Value toJson(double number) {
  if (std::isfinite(number))
    return number;
  return nullptr;
}

void Checker::printJson() {
  llvm::json::OStream json(streams.out, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("functions", [&] {
      for (const CheckedFunction &report : reports)
        json.object([&] {
          json.attribute("function", llvm::json::fixUTF8(report.name));
          json.attribute("location", llvm::json::fixUTF8(report.location));
          json.attribute("devices", report.numDevices);
          json.attribute("agrees", report.agrees);
          json.attributeArray("results", [&] {
            for (const ResultReport &result : report.results)
              json.object([&] {
                json.attribute("type", result.type);
                json.attribute("largest_error",
                               toJson(result.worst.largestError));
                json.attribute("allowed", toJson(result.worst.allowed));
                json.attribute("different", result.numDifferent);
                json.attribute("index", result.largest.index);
                json.attribute("device", result.largest.device);
              });
          });
        });
    });
    json.attribute("agrees", code == ExitCode::Done);
  });
  streams.out << "\n";
}

llvm::Expected<ExitCode> Checker::run() {
  if (llvm::Error error = readOptions())
    return std::move(error);
  for (const std::string &file : line.positional())
    if (llvm::Error error = checkFile(file))
      return std::move(error);
  if (!foundFunction && code == ExitCode::Done) {
    if (std::optional<StringRef> function = line.get("function"))
      return makeError("no file has a function @" + *function);
    return makeError("the files have no public function of whole tensors");
  }
  if (line.has("json"))
    printJson();
  return code;
}

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  return Checker(line, streams).run();
}

const Subcommand weft::checkSubcommand = {
    "check",
    "run a program whole and in shards, and compare",
    "FILE... [OPTIONS]",
    R"(
Runs every public function of the files twice by the reference interpreter:
whole, on one device, and partitioned, on all devices of its mesh. Prints the
largest error of each result over all devices; ends with 1 if one is too large.
A file may hold several programs, separated by lines that begin with `// -----`.

With --after the program is compared as it is after a stage of partitioning,
where types are still whole (choose, insert, place, lower), on one device. With
--bisect, a program that fails is partitioned once more with all values of its
function as results, and the first op whose shards are wrong is named.

An error is too large if |got - wanted| > atol + rtol * |wanted|. rtol is
64 units in the last place of f32, f64 and complex numbers, 8 of f16 and bf16,
and 2 of narrower floats; atol is as much of the largest number of the result.
Integers and booleans have to be equal. NaN agrees with NaN.

Without --inputs, inputs are random, uniform in [-1, 1) for floats and complex
parts, [0.125, 8) for f8E8M0FNU, [-8, 8) for signed and [0, 16) for unsigned
integers, as far as the type goes; booleans are true or false. An argument may
state its own range: {weft.range = array<f64: 0.5, 2.0>}.)",
    options,
    run,
};
