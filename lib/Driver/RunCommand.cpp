//===- RunCommand.cpp - weft run --------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execute.h"
#include "Summary.h"

#include "weft/Execution/CollectiveCounter.h"
#include "weft/Runtime/ByteCount.h"
#include "weft/Runtime/CollectiveError.h"
#include "weft/Runtime/RunErrors.h"
#include "weft/Runtime/Timeline.h"
#include "weft/Support/Suggestion.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

static constexpr OptionSpec options[] = {
    {"function", "NAME",
     "the function to run; without it the only one, or @main"},
    {"input", "X.npy", "the next argument; once for each", /*repeats=*/true},
    {"inputs", "DIR", "read the arguments from DIR/in_0.npy, in_1.npy ..."},
    {"random", "SEED", "fill the arguments with random numbers"},
    {"out", "DIR", "write the results to DIR/out_0.npy, out_1.npy ..."},
    {"whole", "", "run the whole program on one device"},
    {"engine", "NAME", "reference (the only one so far)"},
    pipelineOption,
    explicitOption,
    {"repeat", "N", "run N times (1)"},
    {"memory-limit", "SIZE", "what each device has, such as 512M or 1.5GiB"},
    {"trace", "FILE", "write a timeline for chrome://tracing or Perfetto"},
    meshOption,
    jsonOption,
};

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {

/// What the command line asks for.
struct RunOptions {
  std::vector<std::string> files;
  std::optional<uint64_t> seed;
  int64_t repeat = 1;
  uint64_t memoryLimit = runtime::DeviceMemory::unlimited;
};

/// One call of the subcommand. Functions that return an ExitCode have said
/// what is wrong.
class Runner {
public:
  Runner(const CommandLine &line, Streams streams)
      : line(line), streams(streams) {}

  llvm::Expected<ExitCode> run();

private:
  llvm::Error readOptions();
  llvm::Expected<ExitCode> prepare();
  llvm::Expected<ExitCode> openSources();
  ExitCode execute();
  ExitCode runSteps();
  ExitCode writeResults();
  void warnAboutCopies();
  ExitCode fail(llvm::Error error, ExitCode otherwise);
  void showProgress(const runtime::Progress &progress);
  void clearProgress();
  void printText();
  void printJson();

  const CommandLine &line;
  Streams streams;
  RunOptions asked;
  std::unique_ptr<Program> program;
  FunctionOpInterface function;
  runtime::CancellationToken token;
  std::unique_ptr<runtime::Timeline> timeline;
  std::unique_ptr<CollectiveCounter> counter;
  std::unique_ptr<Session> session;
  std::vector<std::unique_ptr<ArraySource>> sources;
  uint64_t begin = runtime::Tracer::now();
  double compileMs = 0;
  std::vector<double> stepsMs;
  std::vector<CollectiveCounter::Row> collectives;
  bool progressShown = false;
};

} // namespace

static double toMs(uint64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e6;
}

//===----------------------------------------------------------------------===//
// What to run
//===----------------------------------------------------------------------===//

llvm::Error Runner::readOptions() {
  if (line.positional().empty())
    return makeError("expected FILE");
  if (line.positional().size() > 1 && !line.has("input"))
    return makeError("expected one FILE, but '" + line.positional()[1] +
                     "' follows '" + line.positional()[0] + "'");
  StringRef engine = line.get("engine").value_or("reference");
  if (engine == "jit")
    return makeError("engine 'jit' does not exist yet; use --engine reference");
  if (engine != "reference")
    return makeError("unknown engine '" + engine + "'" +
                     didYouMean(engine, {"reference", "jit"}) +
                     "; there is 'reference'");
  asked.files = line.getAll("input").vec();
  llvm::append_range(asked.files, line.positional().drop_front());
  if (line.has("input") + line.has("inputs") + line.has("random") > 1)
    return makeError("options '--input', '--inputs' and '--random' exclude "
                     "each other");
  llvm::Expected<int64_t> seed = line.getInteger("random", 0);
  if (!seed)
    return seed.takeError();
  if (line.has("random"))
    asked.seed = *seed;
  llvm::Expected<int64_t> repeat = line.getInteger("repeat", 1);
  if (!repeat)
    return repeat.takeError();
  if (*repeat == 0)
    return makeError("option '--repeat' needs at least 1");
  asked.repeat = *repeat;
  if (std::optional<StringRef> limit = line.get("memory-limit")) {
    llvm::Expected<uint64_t> bytes = runtime::parseByteCount(*limit);
    if (!bytes)
      return makeError("option '--memory-limit': " +
                       llvm::toString(bytes.takeError()));
    asked.memoryLimit = *bytes;
  }
  return llvm::Error::success();
}

llvm::Expected<ExitCode> Runner::prepare() {
  auto buffer = readInput(line.positional().front());
  if (!buffer)
    return buffer.takeError();
  auto loaded = Program::load(std::move(*buffer), line.get("mesh"), streams);
  if (!loaded)
    return loaded.takeError();
  if (!*loaded)
    return ExitCode::BadProgram;
  program = std::move(*loaded);
  if (failed(expandModules(program->getModule())))
    return ExitCode::BadProgram;
  program->expandGradients();
  llvm::Expected<FunctionOpInterface> chosen =
      chooseFunction(program->getModule(), line);
  if (!chosen)
    return chosen.takeError();
  const std::string name = SymbolTable::getSymbolName(*chosen).str();
  if (isLocal(*chosen) && line.has("whole"))
    return makeError("option '--whole': @" + name +
                     " is a per-shard program; there is no whole one");
  if (!line.has("whole")) {
    chosen = partitionChosen(program->getModule(), line);
    if (!chosen)
      return chosen.takeError();
    if (!*chosen)
      return ExitCode::BadProgram;
  }
  function = *chosen;
  return ExitCode::Done;
}

llvm::Expected<ExitCode> Runner::openSources() {
  FailureOr<Signature> signature = Signature::get(function);
  if (failed(signature))
    return ExitCode::BadProgram;
  if (asked.seed) {
    sources = makeRandomInputs(*signature, *asked.seed);
  } else {
    auto opened = openInputs(*signature, line, asked.files, streams.err);
    if (!opened)
      return opened.takeError();
    if (failed(*opened))
      return ExitCode::BadProgram;
    sources = std::move(**opened);
  }
  Session::Options settings;
  settings.memoryLimit = asked.memoryLimit;
  settings.token = &token;
  if (line.has("trace"))
    timeline = std::make_unique<runtime::Timeline>(signature->numDevices);
  if (line.has("trace") || line.has("json")) {
    counter = std::make_unique<CollectiveCounter>(signature->numDevices,
                                                  timeline.get());
    settings.tracer = counter.get();
  }
  if (streams.err.is_displayed())
    settings.onProgress = [this](const runtime::Progress &progress) {
      showProgress(progress);
    };
  auto created =
      Session::create(function, std::move(*signature), std::move(settings));
  if (!created)
    return fail(created.takeError(), ExitCode::BadProgram);
  session = std::move(*created);
  compileMs = toMs(runtime::Tracer::now() - begin);
  return ExitCode::Done;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void Runner::showProgress(const runtime::Progress &progress) {
  // Short runs are quiet.
  if (toMs(runtime::Tracer::now() - begin) < compileMs + 1000)
    return;
  progressShown = true;
  streams.err << "\r\x1b[Kstep " << stepsMs.size() + 1 << " of " << asked.repeat
              << ": " << progress.numFinished << " of " << progress.numDevices
              << " devices done, op " << progress.lowestClock;
  if (progress.highestClock != progress.lowestClock)
    streams.err << " to " << progress.highestClock;
  streams.err.flush();
}

void Runner::clearProgress() {
  if (progressShown)
    streams.err << "\r\x1b[K";
  progressShown = false;
}

ExitCode Runner::fail(llvm::Error error, ExitCode otherwise) {
  clearProgress();
  // What depends on the machine and the run, not on what was given to it.
  if (error.isA<runtime::OutOfMemoryError>() ||
      error.isA<runtime::InterruptedError>() ||
      error.isA<runtime::CollectiveError>())
    otherwise = ExitCode::RunFailed;
  reportRunError(function, std::move(error), streams.err);
  return otherwise;
}

ExitCode Runner::runSteps() {
  for (int64_t i = 0; i < asked.repeat; ++i) {
    if (llvm::Error error = session->place(sources))
      return fail(std::move(error), ExitCode::BadProgram);
    const uint64_t start = runtime::Tracer::now();
    if (llvm::Error error = session->step())
      return fail(std::move(error), ExitCode::RunFailed);
    stepsMs.push_back(toMs(runtime::Tracer::now() - start));
    if (i == 0 && counter)
      collectives = counter->getRows();
  }
  clearProgress();
  return ExitCode::Done;
}

/// A result that is the same on several devices by its sharding, but is not:
/// the program is likely wrong, though it has run.
void Runner::warnAboutCopies() {
  for (size_t i = 0; i < session->getSignature().results.size(); ++i) {
    if (!session->getSignature().results[i].placement)
      continue;
    auto pair = session->findDifferentCopies(i);
    if (!pair)
      continue;
    function.emitWarning() << "result " << i
                           << " should be the same on devices " << pair->first
                           << " and " << pair->second
                           << ", but is not; that of device " << pair->first
                           << " is taken";
  }
}

ExitCode Runner::writeResults() {
  std::optional<StringRef> directory = line.get("out");
  if (!directory)
    return ExitCode::Done;
  auto complain = [&](const Twine &message) {
    streams.err << "weft: error: " << message << "\n";
    return ExitCode::RunFailed;
  };
  if (std::error_code error = llvm::sys::fs::create_directories(*directory))
    return complain("cannot make directory '" + *directory +
                    "': " + error.message());
  // All are written before the first is seen.
  std::vector<runtime::NpyWriter> writers;
  ArrayRef<Port> results = session->getSignature().results;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].placement)
      continue;
    SmallString<128> path(*directory);
    llvm::sys::path::append(path, "out_" + Twine(writers.size()) + ".npy");
    auto writer =
        runtime::NpyWriter::create(path, results[i].placement->getWhole());
    if (!writer)
      return complain(llvm::toString(writer.takeError()));
    if (llvm::Error error = session->write(i, *writer))
      return complain(llvm::toString(std::move(error)));
    writers.push_back(std::move(*writer));
    if (token.isRequested())
      return complain("interrupted; no result was written");
  }
  for (runtime::NpyWriter &writer : writers)
    if (llvm::Error error = writer.commit())
      return complain(llvm::toString(std::move(error)));
  return ExitCode::Done;
}

ExitCode Runner::execute() {
  // From here on Ctrl-C stops the devices and removes what was half written.
  runtime::InterruptScope interrupt(token);
  ExitCode code = runSteps();
  // A run that failed is where a timeline helps most.
  if (timeline)
    if (llvm::Error error = timeline->write(*line.get("trace"))) {
      streams.err << "weft: error: " << llvm::toString(std::move(error))
                  << "\n";
      code = std::max(code, ExitCode::RunFailed);
    }
  if (code != ExitCode::Done)
    return code;
  warnAboutCopies();
  return writeResults();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void Runner::printText() {
  const unsigned numDevices = session->getSignature().numDevices;
  streams.out << "@" << SymbolTable::getSymbolName(function).getValue()
              << " on " << numDevices
              << (numDevices == 1 ? " device" : " devices") << ": "
              << stepsMs.size() << (stepsMs.size() == 1 ? " step" : " steps");
  double fastest = *llvm::min_element(stepsMs);
  streams.out << llvm::format(", %.3g ms", fastest)
              << (stepsMs.size() == 1 ? "" : " the fastest") << ", peak "
              << runtime::formatByteCount(session->getPeakBytes())
              << " per device\n";
  if (line.has("out"))
    return;
  for (size_t i = 0; i < session->getSignature().results.size(); ++i) {
    streams.out << "result " << i << ": ";
    if (!session->getSignature().results[i].placement) {
      streams.out << "token\n";
      continue;
    }
    llvm::Expected<reference::Tensor> whole = session->gather(i);
    if (whole)
      printSummary(streams.out, *whole);
    else
      streams.out << llvm::toString(whole.takeError());
    streams.out << "\n";
  }
}

void Runner::printJson() {
  llvm::json::OStream json(streams.out, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("compile_ms", compileMs);
    json.attributeArray("steps_ms", [&] {
      for (double ms : stepsMs)
        json.value(ms);
    });
    json.attribute("devices", session->getSignature().numDevices);
    json.attribute("peak_device_bytes", session->getPeakBytes());
    json.attribute("argument_bytes", session->getArgumentBytes());
    json.attributeArray("collectives", [&] {
      for (const CollectiveCounter::Row &row : collectives)
        json.object([&] {
          json.attribute("kind", row.kind);
          json.attribute("op", llvm::json::fixUTF8(row.op));
          json.attribute("location", llvm::json::fixUTF8(row.location));
          json.attribute("group_size", row.groupSize);
          json.attribute("count", row.count);
          json.attribute("bytes", row.bytes);
          json.attribute("wire_bytes", row.wireBytes);
        });
    });
  });
  streams.out << "\n";
}

llvm::Expected<ExitCode> Runner::run() {
  if (llvm::Error error = readOptions())
    return std::move(error);
  for (auto stage : {&Runner::prepare, &Runner::openSources}) {
    llvm::Expected<ExitCode> code = (this->*stage)();
    if (!code || *code != ExitCode::Done)
      return code;
  }
  if (ExitCode code = execute(); code != ExitCode::Done)
    return code;
  if (line.has("json"))
    printJson();
  else
    printText();
  return ExitCode::Done;
}

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  return Runner(line, streams).run();
}

const Subcommand weft::runSubcommand = {
    "run",
    "run a program on simulated devices",
    "FILE [OPTIONS]",
    R"(
Runs a function of the file. A function with `weft.local` is a per-shard program
and runs on all devices of its mesh, or without a mesh on mhlo.num_partitions x
mhlo.num_replicas devices. Any other is a whole program: it is partitioned over
its mesh first, or with --whole runs as it is on one device.

Arguments and results are whole arrays. Each device gets its part of an argument
by the argument's sharding (all of it without one), and the parts of a result
are put together. Results that are written appear all at once, when the run is
done. bf16, f8 and narrower types are stored as numpy with ml_dtypes does.

--random draws uniformly from [-1, 1) for floats and complex parts, [0.125, 8)
for f8E8M0FNU, [-8, 8) for signed and [0, 16) for unsigned integers, as far as
the type goes; booleans are true or false. An argument may state its own range:
{weft.range = array<f64: 0.5, 2.0>}. Equal seeds give equal arrays on any mesh.

With --json: compile_ms, steps_ms[], devices, peak_device_bytes, argument_bytes
(of one device), collectives[] {kind, op, location, group_size, count, bytes,
wire_bytes} of one step, where bytes is what a device gives to one of them and
wire_bytes what it sends in all under ring algorithms.)",
    options,
    run,
};
