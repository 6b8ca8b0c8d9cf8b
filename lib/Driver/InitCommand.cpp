//===- InitCommand.cpp - weft init ------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRun.h"

#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Runtime/ByteCount.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

static constexpr OptionSpec options[] = {
    moduleOption,
    {"seed", "N", "the seed of all random numbers (0)"},
    {"out", "CKPT", "the directory for the checkpoint"},
    {"memory-limit", "SIZE", "what each device has, such as 512M or 1.5GiB"},
    specRuleOption,
    overrideSpecsOption,
    meshOption,
    pipelineOption,
    jsonOption,
};

namespace {
/// What a device holds of the state, and the largest single thing that it ever
/// makes on the way.
struct Figures {
  uint64_t stateBytes = 0, wholeBytes = 0;
  int64_t largestShard = 0, largestValue = 0;
  /// The op that makes a value larger than any shard.
  Operation *tooLarge = nullptr;
};
} // namespace

/// A value of that many elements is no part of a parameter, but a constant, a
/// key or a table.
static constexpr int64_t tileElements = 4096;

/// The static check: no value of the per-shard program has more elements than
/// the largest shard, or else than a fixed tile.
static Figures measure(FunctionOpInterface function,
                       const Signature &signature) {
  Figures figures;
  for (const Port &port : signature.results) {
    const Placement &placement = *port.placement;
    figures.stateBytes += placement.getLocal().getNumBytes();
    figures.wholeBytes += placement.getWhole().getNumBytes();
    figures.largestShard = std::max<int64_t>(
        figures.largestShard, placement.getLocal().getNumElements());
  }
  function->walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || !tensor.hasStaticShape())
        continue;
      int64_t elements = tensor.getNumElements();
      figures.largestValue = std::max(figures.largestValue, elements);
      if (elements > std::max(figures.largestShard, tileElements) &&
          !figures.tooLarge)
        figures.tooLarge = op;
    }
  });
  return figures;
}

static void printText(llvm::raw_ostream &os, StringRef module, uint64_t seed,
                      const Session &session, const Figures &figures,
                      size_t numLeaves, StringRef out) {
  unsigned devices = session.getSignature().numDevices;
  os << "@" << module << ", seed " << seed << ": " << numLeaves
     << (numLeaves == 1 ? " leaf, " : " leaves, ")
     << runtime::formatByteCount(figures.wholeBytes) << " on " << devices
     << (devices == 1 ? " device\n" : " devices\n") << "each device: state "
     << runtime::formatByteCount(figures.stateBytes) << ", peak "
     << runtime::formatByteCount(session.getPeakBytes())
     << "; the largest shard has " << figures.largestShard
     << " elements, the largest value ever made " << figures.largestValue
     << "\n";
  if (!out.empty())
    os << "written to " << out << "\n";
}

static void printJson(llvm::raw_ostream &os, StringRef module, uint64_t seed,
                      const Session &session, const Figures &figures,
                      size_t numLeaves) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("module", llvm::json::fixUTF8(module));
    json.attribute("seed", static_cast<int64_t>(seed));
    json.attribute("count", static_cast<int64_t>(numLeaves));
    json.attribute("devices", session.getSignature().numDevices);
    json.attribute("bytes", static_cast<int64_t>(figures.wholeBytes));
    json.attribute("bytes_per_device",
                   static_cast<int64_t>(figures.stateBytes));
    json.attribute("peak_device_bytes",
                   static_cast<int64_t>(session.getPeakBytes()));
    json.attribute("largest_shard_elements", figures.largestShard);
    json.attribute("largest_value_elements", figures.largestValue);
  });
  os << "\n";
}

/// Each device writes what it holds.
static llvm::Error save(Session &session, StringRef directory,
                        ArrayRef<CheckpointLeaf> leaves) {
  auto writer = CheckpointWriter::create(directory, {}, leaves.vec());
  if (!writer)
    return writer.takeError();
  auto results = llvm::to_vector(llvm::seq<unsigned>(0, leaves.size()));
  if (llvm::Error error = session.shareResults(
          results, [&](size_t leaf, const Box &box, ArrayRef<uint8_t> bytes) {
            return (*writer)->write(leaf, box, bytes);
          }))
    return error;
  return (*writer)->commit();
}

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  llvm::Expected<int64_t> seed = line.getInteger("seed", 0);
  if (!seed)
    return seed.takeError();
  Session::Options settings;
  runtime::CancellationToken token;
  settings.token = &token;
  if (std::optional<StringRef> limit = line.get("memory-limit")) {
    llvm::Expected<uint64_t> bytes = runtime::parseByteCount(*limit);
    if (!bytes)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "option '--memory-limit': " +
                                         llvm::toString(bytes.takeError()));
    settings.memoryLimit = *bytes;
  }
  ModelRun model(line, streams);
  llvm::Expected<ExitCode> code = model.load();
  if (code && *code == ExitCode::Done)
    code = model.partition({"init"});
  if (!code || *code != ExitCode::Done)
    return code;
  runtime::InterruptScope interrupt(token);
  auto session = model.initialise(*seed, std::move(settings));
  if (!session)
    return model.fail("init", session.takeError());
  llvm::Expected<FunctionOpInterface> function = model.getFunction("init");
  if (!function)
    return function.takeError();
  Figures figures = measure(*function, (*session)->getSignature());
  if (figures.tooLarge)
    figures.tooLarge->emitWarning()
        << "every device makes " << figures.tooLarge->getResultTypes()
        << ", which is more than a shard of any parameter";
  StringRef out = line.get("out").value_or("");
  if (!out.empty())
    if (llvm::Error error = save(**session, out, model.getLeaves())) {
      streams.err << "weft: error: " << llvm::toString(std::move(error))
                  << "\n";
      return ExitCode::RunFailed;
    }
  if (line.has("json"))
    printJson(streams.out, model.getName(), *seed, **session, figures,
              model.getLeaves().size());
  else
    printText(streams.out, model.getName(), *seed, **session, figures,
              model.getLeaves().size(), out);
  return ExitCode::Done;
}

const Subcommand weft::initSubcommand = {
    "init",
    "make the first state of a model, sharded, and save it",
    "FILE --seed N --out CKPT [OPTIONS]",
    R"(
Runs the init function of a module on all devices of its mesh: each makes its
own part of every parameter, and nobody ever holds a whole one. The numbers are
those of flax's nnx.Rngs(N), on every mesh the same. Without --out they are
only made.

A warning says so if a value of the program that each device runs is larger than
every shard. With --json: module, seed, count, devices, bytes,
bytes_per_device, peak_device_bytes, largest_shard_elements,
largest_value_elements.)",
    options,
    run,
};
