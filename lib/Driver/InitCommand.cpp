//===- InitCommand.cpp - weft init ------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafMemory.h"
#include "ModelRun.h"

#include "weft/Runtime/ByteCount.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
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
  unsigned devices = 1;
  uint64_t stateBytes = 0, wholeBytes = 0, peakBytes = 0;
  int64_t largestShard = 0, largestValue = 0;
  std::vector<LeafMemory> leaves;

  /// The leaf that takes most.
  const LeafMemory *getLargest() const {
    auto it = llvm::max_element(leaves, [](const auto &a, const auto &b) {
      return a.boundBytes < b.boundBytes;
    });
    return it == leaves.end() ? nullptr : &*it;
  }
};
} // namespace

/// A value of that many elements is no part of a parameter, but a constant, a
/// key or a table.
static constexpr int64_t tileElements = 4096;

/// The static check: no value of the program that each device runs has more
/// elements than the shard it makes, or else than a fixed tile.
static void measure(StringRef path, FunctionOpInterface function,
                    const Session &session, Figures &figures) {
  const Signature &signature = session.getSignature();
  const Placement &placement = *signature.results.front().placement;
  int64_t shard = placement.getLocal().getNumElements();
  figures.devices = signature.numDevices;
  figures.stateBytes += placement.getLocal().getNumBytes();
  figures.wholeBytes += placement.getWhole().getNumBytes();
  figures.peakBytes = std::max(figures.peakBytes, session.getPeakBytes());
  figures.largestShard = std::max(figures.largestShard, shard);
  figures.leaves.push_back({path.str(), placement.getLocal().getNumBytes(),
                            getStoredBytesBound(function),
                            session.getPeakBytes()});
  bool warned = false;
  function->walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || !tensor.hasStaticShape())
        continue;
      int64_t elements = tensor.getNumElements();
      figures.largestValue = std::max(figures.largestValue, elements);
      if (elements > std::max(shard, tileElements) && !warned)
        op->emitWarning() << "every device makes " << tensor
                          << " for a shard of " << placement.getLocal().str();
      warned |= elements > std::max(shard, tileElements);
    }
  });
}

/// Makes `@M.init.0` and so on, each for one leaf of `@M.init`: what is made
/// one after the other need not be held at the same time.
static SmallVector<std::string> separateLeaves(func::FuncOp init) {
  SmallVector<std::string> methods;
  OpBuilder builder(init);
  for (unsigned i = 0; i < init.getNumResults(); ++i) {
    methods.push_back("init." + std::to_string(i));
    auto copy = cast<func::FuncOp>(builder.clone(*init));
    copy.setSymName((init.getSymName() + "." + Twine(i)).str());
    Operation *terminator = copy.getBody().front().getTerminator();
    terminator->setOperands(terminator->getOperand(i));
    DictionaryAttr attributes = init.getResultAttrDict(i);
    copy.setType(builder.getFunctionType(init.getArgumentTypes(),
                                         init.getResultTypes()[i]));
    copy.setAllResultAttrs(ArrayRef<DictionaryAttr>(
        attributes ? attributes : builder.getDictionaryAttr({})));
    SmallVector<Operation *> ops;
    for (Operation &op : copy.getBody().front().without_terminator())
      ops.push_back(&op);
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        op->erase();
  }
  return methods;
}

static void printText(llvm::raw_ostream &os, StringRef module, uint64_t seed,
                      const Figures &figures, size_t numLeaves, StringRef out) {
  unsigned devices = figures.devices;
  os << "@" << module << ", seed " << seed << ": " << numLeaves
     << (numLeaves == 1 ? " leaf, " : " leaves, ")
     << runtime::formatByteCount(figures.wholeBytes) << " on " << devices
     << (devices == 1 ? " device\n" : " devices\n") << "each device: state "
     << runtime::formatByteCount(figures.stateBytes) << ", peak "
     << runtime::formatByteCount(figures.peakBytes)
     << "; the largest shard has " << figures.largestShard
     << " elements, the largest value ever made " << figures.largestValue
     << "\n";
  if (const LeafMemory *leaf = figures.getLargest())
    os << "most is held for " << leaf->path << ": a shard of "
       << runtime::formatByteCount(leaf->shardBytes) << " and tiles of at most "
       << runtime::formatByteCount(leaf->getTileBytes()) << "; the run held "
       << runtime::formatByteCount(leaf->peakBytes) << "\n";
  if (!out.empty())
    os << "written to " << out << "\n";
}

static void printJson(llvm::raw_ostream &os, StringRef module, uint64_t seed,
                      const Figures &figures, size_t numLeaves) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("module", llvm::json::fixUTF8(module));
    json.attribute("seed", static_cast<int64_t>(seed));
    json.attribute("count", static_cast<int64_t>(numLeaves));
    json.attribute("devices", figures.devices);
    json.attribute("bytes", static_cast<int64_t>(figures.wholeBytes));
    json.attribute("bytes_per_device",
                   static_cast<int64_t>(figures.stateBytes));
    json.attribute("peak_device_bytes",
                   static_cast<int64_t>(figures.peakBytes));
    json.attribute("largest_shard_elements", figures.largestShard);
    json.attribute("largest_value_elements", figures.largestValue);
    json.attributeArray("leaves", [&] {
      for (const LeafMemory &leaf : figures.leaves)
        json.object([&] {
          json.attribute("path", llvm::json::fixUTF8(leaf.path));
          json.attribute("shard_bytes", leaf.shardBytes);
          json.attribute("tile_bytes", leaf.getTileBytes());
          json.attribute("bound_bytes", leaf.boundBytes);
          json.attribute("peak_bytes", leaf.peakBytes);
        });
    });
  });
  os << "\n";
}

/// Makes one leaf after the other; each device hands its part to `writer`,
/// which may be null.
static ExitCode makeLeaves(ModelRun &model, ArrayRef<std::string> methods,
                           uint64_t seed, const Session::Options &settings,
                           CheckpointWriter *writer, Figures &figures) {
  for (auto [leaf, method] : llvm::enumerate(methods)) {
    auto session = model.initialise(method, seed, settings);
    if (!session)
      return model.fail(method, session.takeError());
    llvm::Expected<FunctionOpInterface> function = model.getFunction(method);
    if (!function)
      return model.fail(method, function.takeError());
    measure(model.getLeaves()[leaf].path, *function, **session, figures);
    if (!writer)
      continue;
    size_t number = leaf;
    if (llvm::Error error = (*session)->shareResults(
            {0u}, [&](size_t, const Box &box, ArrayRef<uint8_t> bytes) {
              return writer->write(number, box, bytes);
            }))
      return model.fail(method, std::move(error));
  }
  return ExitCode::Done;
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
  if (!code || *code != ExitCode::Done)
    return code;
  llvm::Expected<FunctionOpInterface> init = model.getFunction("init");
  if (!init)
    return init.takeError();
  SmallVector<std::string> methods =
      separateLeaves(cast<func::FuncOp>(init->getOperation()));
  code =
      model.partition(SmallVector<StringRef>(methods.begin(), methods.end()));
  if (!code || *code != ExitCode::Done)
    return code;

  runtime::InterruptScope interrupt(token);
  std::unique_ptr<CheckpointWriter> writer;
  StringRef out = line.get("out").value_or("");
  auto complain = [&](llvm::Error error) {
    streams.err << "weft: error: " << llvm::toString(std::move(error)) << "\n";
    return ExitCode::RunFailed;
  };
  if (!out.empty()) {
    CheckpointInfo info;
    info.notes = {{"module", model.getName().str()},
                  {"seed", std::to_string(*seed)}};
    auto created = CheckpointWriter::create(out, info, model.getLeaves().vec());
    if (!created)
      return complain(created.takeError());
    writer = std::move(*created);
  }
  Figures figures;
  ExitCode made =
      makeLeaves(model, methods, *seed, settings, writer.get(), figures);
  if (made != ExitCode::Done)
    return made;
  if (writer)
    if (llvm::Error error = writer->commit())
      return complain(std::move(error));
  if (line.has("json"))
    printJson(streams.out, model.getName(), *seed, figures, methods.size());
  else
    printText(streams.out, model.getName(), *seed, figures, methods.size(),
              out);
  return ExitCode::Done;
}

const Subcommand weft::initSubcommand = {
    "init",
    "make the first state of a model, sharded, and save it",
    "FILE --seed N --out CKPT [OPTIONS]",
    R"(
Makes one leaf after the other on all devices of the mesh: each makes its own
part, hands it to the checkpoint and forgets it, so a model may be larger than
all devices together. The numbers are those of flax's nnx.Rngs(N), on every mesh
the same. Without --out they are only made.

A warning says so if a value of the program that each device runs is larger than
the shard that it makes and than 4096 elements. Larger shards are made in tiles
of 4096 elements: what a device holds beside its shard does not grow with it.

With --json: module, seed, count, devices, bytes, bytes_per_device,
peak_device_bytes, largest_shard_elements, largest_value_elements, and leaves[]
{path, shard_bytes, tile_bytes, bound_bytes, peak_bytes}: bound_bytes is read off
the program before it runs, shard_bytes and tile_bytes are its parts, and
peak_bytes is what the run has held.)",
    options,
    run,
};
