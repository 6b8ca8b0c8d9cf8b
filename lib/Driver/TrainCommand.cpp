//===- TrainCommand.cpp - weft train ----------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BatchSharding.h"
#include "LossHistory.h"
#include "ModelRun.h"
#include "TrainingData.h"

#include "weft/Execution/CollectiveCounter.h"
#include "weft/Runtime/ByteCount.h"
#include "weft/Runtime/NarrowFloat.h"
#include "weft/State/StateBinding.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

static constexpr OptionSpec options[] = {
    {"steps", "N", "train until N steps are done"},
    {"out", "CKPT", "the directory for checkpoints and the history"},
    {"resume", "CKPT", "go on from a checkpoint instead of a seed"},
    moduleOption,
    {"method", "NAME", "the method that does one step (step)"},
    {"data", "X.npy", "rows for the next argument of the method; once for each",
     /*repeats=*/true},
    {"shuffle", "SEED", "take the rows in a random order"},
    {"generate", "PROBLEM", "make the data up: sequence or teacher"},
    {"classes", "N", "how many classes a made-up problem has (16)"},
    {"batch-axes", "NAME,...",
     "split the batch over these axes; without it as the method says, or else "
     "over \"data\""},
    {"seed", "N", "the seed of the state and of made-up data (0)"},
    {"checkpoint-every", "N", "save every N steps, not only in the end"},
    {"keep", "N", "remove all but the N newest checkpoints"},
    {"log-every", "N", "print every N-th step (a tenth of all)"},
    {"history", "FILE", "the losses as JSON (CKPT/history.json)"},
    {"plot", "FILE", "the losses as a picture (CKPT/history.svg)"},
    {"memory-limit", "SIZE", "what each device has, such as 512M or 1.5GiB"},
    specRuleOption,
    overrideSpecsOption,
    meshOption,
    pipelineOption,
    jsonOption,
};

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {

struct TrainOptions {
  int64_t steps = 0, seed = 0, classes = 16, checkpointEvery = 0, keep = 0,
          logEvery = 0;
  std::optional<uint64_t> shuffle;
  uint64_t memoryLimit = runtime::DeviceMemory::unlimited;
  StringRef out;
  std::string method, history, plot;
};

/// A leaf of another session's results, which are laid out in the same way.
class ResultSource : public ArraySource {
public:
  ResultSource(const Session &session, unsigned result)
      : session(session), result(result) {}
  llvm::Error read(const Box &box,
                   llvm::MutableArrayRef<uint8_t> target) const override;

private:
  const Session &session;
  unsigned result;
};

class LeafSource : public ArraySource {
public:
  LeafSource(const CheckpointReader &reader, size_t leaf)
      : reader(reader), leaf(leaf) {}
  llvm::Error read(const Box &box,
                   llvm::MutableArrayRef<uint8_t> target) const override {
    return reader.read(leaf, box, target);
  }

private:
  const CheckpointReader &reader;
  size_t leaf;
};

/// One call of the subcommand. Functions that return an ExitCode have said
/// what is wrong.
class Trainer {
public:
  Trainer(const CommandLine &line, Streams streams)
      : line(line), streams(streams), model(line, streams) {}

  llvm::Expected<ExitCode> run();

private:
  llvm::Error readOptions();
  llvm::Expected<ExitCode> prepare();
  llvm::Expected<ExitCode> openData();
  llvm::Expected<ExitCode> makeState();
  llvm::Expected<ExitCode> restoreState();
  ExitCode train();
  llvm::Error doStep(int64_t step);
  llvm::Error save(int64_t step);
  llvm::Error writeHistory();
  void showStep(int64_t step, bool onScreen);
  ExitCode fail(llvm::Error error) {
    return model.fail(asked.method, std::move(error));
  }
  /// What is read, other than the program, is wrong.
  ExitCode complain(const Twine &message) {
    streams.err << "weft: error: " << message << "\n";
    return ExitCode::BadProgram;
  }
  void printSummary();
  Session::Options getSettings();

  const CommandLine &line;
  Streams streams;
  TrainOptions asked;
  ModelRun model;
  runtime::CancellationToken token;
  StatePorts ports;
  std::unique_ptr<CollectiveCounter> counter;
  std::unique_ptr<Session> session;
  std::unique_ptr<TrainingData> data;
  std::unique_ptr<CheckpointReader> restored;
  /// One per argument of the step.
  std::vector<std::unique_ptr<ArraySource>> sources;
  int64_t firstStep = 0, lastSaved = -1;
  LossHistory history;
  std::vector<CollectiveCounter::Row> collectives;
};

} // namespace

llvm::Error ResultSource::read(const Box &box,
                               llvm::MutableArrayRef<uint8_t> target) const {
  const Placement &placement =
      *session.getSignature().results[result].placement;
  for (unsigned device = 0; device < session.getSignature().numDevices;
       ++device) {
    Box held = placement.getBox(device);
    if (held.offsets != box.offsets || held.sizes != box.sizes)
      continue;
    std::vector<uint8_t> part = session.getPart(result, device);
    llvm::copy(part, target.begin());
    return llvm::Error::success();
  }
  return makeError("the state and the step lay a leaf out differently");
}

//===----------------------------------------------------------------------===//
// What to train
//===----------------------------------------------------------------------===//

llvm::Error Trainer::readOptions() {
  if (!line.has("steps"))
    return makeError("option '--steps' is needed: how long to train");
  std::pair<StringRef, int64_t *> numbers[] = {
      {"steps", &asked.steps},     {"seed", &asked.seed},
      {"classes", &asked.classes}, {"checkpoint-every", &asked.checkpointEvery},
      {"keep", &asked.keep},       {"log-every", &asked.logEvery}};
  for (auto [name, target] : numbers) {
    llvm::Expected<int64_t> number = line.getInteger(name, *target);
    if (!number)
      return number.takeError();
    *target = *number;
  }
  if (asked.classes == 0)
    return makeError("option '--classes' needs at least 1");
  if (line.has("data") == line.has("generate"))
    return makeError(line.has("data")
                         ? "options '--data' and '--generate' exclude each "
                           "other"
                         : "there is no data; give '--data' or '--generate'");
  if (line.has("shuffle")) {
    llvm::Expected<int64_t> seed = line.getInteger("shuffle", 0);
    if (!seed)
      return seed.takeError();
    asked.shuffle = *seed;
  }
  if (std::optional<StringRef> limit = line.get("memory-limit")) {
    llvm::Expected<uint64_t> bytes = runtime::parseByteCount(*limit);
    if (!bytes)
      return makeError("option '--memory-limit': " +
                       llvm::toString(bytes.takeError()));
    asked.memoryLimit = *bytes;
  }
  asked.out = line.get("out").value_or("");
  asked.method = line.get("method").value_or("step").str();
  StringRef(asked.method).consume_front("@");
  auto inOut = [&](StringRef option, StringRef name) {
    SmallString<128> path(asked.out);
    if (!path.empty())
      llvm::sys::path::append(path, name);
    return line.get(option).value_or(path).str();
  };
  asked.history = inOut("history", "history.json");
  asked.plot = inOut("plot", "history.svg");
  if (asked.logEvery == 0)
    asked.logEvery = std::max<int64_t>(1, asked.steps / 10);
  return llvm::Error::success();
}

Session::Options Trainer::getSettings() {
  Session::Options settings;
  settings.memoryLimit = asked.memoryLimit;
  settings.token = &token;
  return settings;
}

llvm::Expected<ExitCode> Trainer::prepare() {
  llvm::Expected<ExitCode> code = model.load();
  if (!code || *code != ExitCode::Done)
    return code;
  llvm::Expected<FunctionOpInterface> function =
      model.getFunction(asked.method);
  if (!function)
    return function.takeError();
  auto loss = function->getNumResults()
                  ? dyn_cast<RankedTensorType>(function->getResultTypes()[0])
                  : RankedTensorType();
  if (!loss || loss.getRank() != 0 || !isa<FloatType>(loss.getElementType())) {
    function->emitError() << "the first result of a training step is its loss, "
                             "a floating-point scalar";
    return ExitCode::BadProgram;
  }
  ports = StatePorts::get(*function);
  if (llvm::Error error =
          shardBatch(*function, ports.others, line.get("batch-axes")))
    return std::move(error);
  SmallVector<StringRef> methods = {asked.method};
  if (!line.has("resume"))
    methods.push_back("init");
  return model.partition(methods);
}

llvm::Expected<ExitCode> Trainer::openData() {
  Session::Options settings = getSettings();
  // The devices are known once the session is made; the counter before it.
  llvm::Expected<FunctionOpInterface> function =
      model.getFunction(asked.method);
  if (!function)
    return function.takeError();
  FailureOr<Signature> signature = Signature::get(*function);
  if (failed(signature))
    return ExitCode::BadProgram;
  counter = std::make_unique<CollectiveCounter>(signature->numDevices, nullptr);
  settings.tracer = counter.get();
  auto made = model.makeSession(asked.method, std::move(settings));
  if (!made)
    return fail(made.takeError());
  session = std::move(*made);
  sources.resize(session->getSignature().arguments.size());
  std::vector<runtime::ArrayType> types;
  for (unsigned argument : ports.others) {
    const Port &port = session->getSignature().arguments[argument];
    if (!port.placement)
      return makeError("the method takes a token, for which there is no data");
    types.push_back(port.placement->getWhole());
  }
  auto opened =
      line.has("data")
          ? openTrainingFiles(line.getAll("data"), types, asked.shuffle)
          : generateTrainingData(*line.get("generate"), types, asked.seed,
                                 asked.classes);
  // A wrong number of files is a wrong command line; a file that does not fit
  // is wrong input.
  if (!opened && line.has("data") && line.getAll("data").size() == types.size())
    return complain(llvm::toString(opened.takeError()));
  if (!opened)
    return opened.takeError();
  data = std::move(*opened);
  return ExitCode::Done;
}

//===----------------------------------------------------------------------===//
// The state
//===----------------------------------------------------------------------===//

llvm::Expected<ExitCode> Trainer::makeState() {
  if (line.has("resume"))
    return restoreState();
  auto first = model.initialise("init", asked.seed, getSettings());
  if (!first)
    return model.fail("init", first.takeError());
  for (auto [i, argument] : llvm::enumerate(ports.leaves))
    sources[argument] = std::make_unique<ResultSource>(**first, i);
  for (auto [i, argument] : llvm::enumerate(ports.others))
    sources[argument] = data->getBatch(i, 0);
  if (llvm::Error error = session->place(sources))
    return fail(std::move(error));
  return ExitCode::Done;
}

static StateEntry toEntry(const CheckpointLeaf &leaf) {
  return {leaf.path, llvm::to_vector(leaf.type.getDims()),
          runtime::getName(leaf.type.getElementType()).str()};
}

llvm::Expected<ExitCode> Trainer::restoreState() {
  auto reader = CheckpointReader::open(*line.get("resume"));
  if (!reader)
    return complain(llvm::toString(reader.takeError()));
  restored = std::move(*reader);
  std::vector<StateEntry> wanted, given;
  for (const CheckpointLeaf &leaf : model.getLeaves())
    wanted.push_back(toEntry(leaf));
  for (const CheckpointLeaf &leaf : restored->getLeaves())
    given.push_back(toEntry(leaf));
  StateBinding binding = StateBinding::get(wanted, given);
  if (!binding.mismatches.empty()) {
    streams.err << "weft: error: checkpoint '" << *line.get("resume")
                << "' does not fit module @" << model.getName() << ":\n";
    for (const std::string &mismatch : binding.mismatches)
      streams.err << "  " << mismatch << "\n";
    return ExitCode::BadProgram;
  }
  const CheckpointInfo &info = restored->getInfo();
  firstStep = lastSaved = info.step;
  if (auto note = info.notes.find("data");
      note != info.notes.end() && note->second != data->describe())
    streams.err << "weft: warning: the checkpoint was trained on "
                << note->second << ", and goes on with " << data->describe()
                << "\n";
  if (firstStep > asked.steps)
    return complain("the checkpoint has done " + Twine(firstStep) +
                    " steps, which is more than --steps " + Twine(asked.steps));
  for (auto [place, argument] : llvm::zip_equal(binding.places, ports.leaves))
    sources[argument] = std::make_unique<LeafSource>(*restored, place);
  for (auto [i, argument] : llvm::enumerate(ports.others))
    sources[argument] = data->getBatch(i, firstStep);
  if (llvm::Error error = session->place(sources))
    return fail(std::move(error));
  if (!asked.history.empty())
    if (llvm::Error error = history.readJson(asked.history, firstStep))
      return complain(llvm::toString(std::move(error)));
  return ExitCode::Done;
}

llvm::Error Trainer::save(int64_t step) {
  CheckpointInfo info;
  info.step = step;
  info.notes["module"] = model.getName().str();
  info.notes["seed"] = std::to_string(asked.seed);
  info.notes["data"] = data->describe();
  auto writer =
      CheckpointWriter::create(asked.out, info, model.getLeaves().vec());
  if (!writer)
    return writer.takeError();
  if (llvm::Error error =
          session->shareArguments(ports.leaves, [&](size_t leaf, const Box &box,
                                                    ArrayRef<uint8_t> bytes) {
            return (*writer)->write(leaf, box, bytes);
          }))
    return error;
  lastSaved = step;
  return (*writer)->commit(asked.keep);
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

static double toMs(uint64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e6;
}

/// The loss is the same on all devices, or else a sum of what they have.
static double readScalar(const Session &session, unsigned result) {
  std::vector<uint8_t> bytes = session.getPart(result, 0);
  double value = 0;
  runtime::decodeFloats(session.getSignature()
                            .results[result]
                            .placement->getWhole()
                            .getElementType(),
                        bytes.data(), &value, 1);
  return value;
}

llvm::Error Trainer::doStep(int64_t step) {
  const uint64_t begin = runtime::Tracer::now();
  if (step > firstStep) {
    for (auto [i, argument] : llvm::enumerate(ports.others)) {
      session->drop(argument);
      sources[argument] = data->getBatch(i, step);
    }
    if (llvm::Error error = session->place(sources))
      return error;
  }
  if (llvm::Error error = session->step())
    return error;
  if (step == firstStep)
    collectives = counter->getRows();
  double loss = readScalar(*session, 0);
  for (auto [result, argument] : ports.changed)
    if (llvm::Error error = session->carry(result, argument))
      return error;
  history.add({step + 1, loss, toMs(runtime::Tracer::now() - begin)});
  return llvm::Error::success();
}

void Trainer::showStep(int64_t step, bool onScreen) {
  const LossHistory::Entry &entry = history.getEntries().back();
  double total = 0;
  int64_t done = step + 1 - firstStep;
  ArrayRef<LossHistory::Entry> entries = history.getEntries();
  for (const LossHistory::Entry &past : entries.take_back(done))
    total += past.milliseconds;
  double left = total / static_cast<double>(done) *
                static_cast<double>(asked.steps - step - 1) / 1000;
  llvm::raw_ostream &os = onScreen ? streams.err : streams.out;
  os << (onScreen ? "\r\x1b[K" : "") << "step " << entry.step << " of "
     << asked.steps << ": loss " << llvm::format("%.6g", entry.loss)
     << llvm::format(", %.3g ms", entry.milliseconds)
     << llvm::format(", %.0f s left", left) << (onScreen ? "" : "\n");
  os.flush();
}

llvm::Error Trainer::writeHistory() {
  if (!asked.history.empty())
    if (llvm::Error error = history.writeJson(asked.history))
      return error;
  if (!asked.plot.empty())
    return history.writeSvg(asked.plot, "loss of @" + model.getName().str());
  return llvm::Error::success();
}

ExitCode Trainer::train() {
  const bool quiet = line.has("json");
  for (int64_t step = firstStep; step < asked.steps; ++step) {
    if (llvm::Error error = doStep(step))
      return fail(std::move(error));
    bool logged = (step + 1) % asked.logEvery == 0 || step == firstStep ||
                  step + 1 == asked.steps;
    if (logged && !quiet) {
      if (streams.err.is_displayed())
        streams.err << "\r\x1b[K";
      showStep(step, /*onScreen=*/false);
    } else if (streams.err.is_displayed()) {
      showStep(step, /*onScreen=*/true);
    }
    bool due = asked.checkpointEvery && (step + 1) % asked.checkpointEvery == 0;
    if (due && !asked.out.empty())
      if (llvm::Error error = save(step + 1))
        return fail(std::move(error));
  }
  if (!asked.out.empty()) {
    if (lastSaved != asked.steps)
      if (llvm::Error error = save(asked.steps))
        return fail(std::move(error));
  }
  if (llvm::Error error = writeHistory()) {
    streams.err << "weft: error: " << llvm::toString(std::move(error)) << "\n";
    return ExitCode::RunFailed;
  }
  return ExitCode::Done;
}

void Trainer::printSummary() {
  if (!line.has("json")) {
    streams.out << "each device: arguments "
                << runtime::formatByteCount(session->getArgumentBytes())
                << ", peak "
                << runtime::formatByteCount(session->getPeakBytes()) << "\n";
    if (!asked.out.empty())
      streams.out << "written to " << asked.out << "\n";
    return;
  }
  llvm::json::OStream json(streams.out, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("module", llvm::json::fixUTF8(model.getName()));
    json.attribute("first_step", firstStep);
    json.attribute("steps", asked.steps);
    json.attribute("devices", session->getSignature().numDevices);
    json.attribute("argument_bytes",
                   static_cast<int64_t>(session->getArgumentBytes()));
    json.attribute("peak_device_bytes",
                   static_cast<int64_t>(session->getPeakBytes()));
    json.attributeArray("losses", [&] {
      for (const LossHistory::Entry &entry : history.getEntries())
        json.value(entry.loss);
    });
    json.attributeArray("collectives", [&] {
      for (const CollectiveCounter::Row &row : collectives)
        json.object([&] {
          json.attribute("kind", row.kind);
          json.attribute("group_size", row.groupSize);
          json.attribute("count", static_cast<int64_t>(row.count));
          json.attribute("bytes", static_cast<int64_t>(row.bytes));
        });
    });
  });
  streams.out << "\n";
}

llvm::Expected<ExitCode> Trainer::run() {
  if (llvm::Error error = readOptions())
    return std::move(error);
  runtime::InterruptScope interrupt(token);
  for (auto stage :
       {&Trainer::prepare, &Trainer::openData, &Trainer::makeState}) {
    llvm::Expected<ExitCode> code = (this->*stage)();
    if (!code || *code != ExitCode::Done)
      return code;
  }
  if (ExitCode code = train(); code != ExitCode::Done)
    return code;
  printSummary();
  return ExitCode::Done;
}

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  return Trainer(line, streams).run();
}

const Subcommand weft::trainSubcommand = {
    "train",
    "train a model on its mesh, with checkpoints and a history",
    "FILE --steps N --out CKPT [OPTIONS]",
    R"(
Runs the method of a module that does one training step, again and again. Its
arguments are the batch, its first result is the loss. The state starts from a
seed, as weft init makes it, or from a checkpoint, of any mesh and layout, and
stays on the devices. A run that was resumed gives the same bits as one that
never stopped.

Data comes from .npy files, one row after the other, or is made up:

  weft train model.mlir --steps 100 --data x.npy --data y.npy --out run
  weft train model.mlir --steps 100 --generate sequence --classes 64 --out run

The history goes to CKPT/history.json and CKPT/history.svg. With --json:
module, first_step, steps, devices, argument_bytes, peak_device_bytes,
losses[], and collectives[] {kind, group_size, count, bytes} of one step.)",
    options,
    run,
};
