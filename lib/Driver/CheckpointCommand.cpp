//===- CheckpointCommand.cpp - weft checkpoint ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointActions.h"

#include "weft/Driver/Program.h"
#include "weft/Sharding/LeafPattern.h"
#include "weft/Support/HumanUnits.h"
#include "weft/Support/Suggestion.h"
#include "weft/Support/TextTable.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace weft;
using namespace llvm;

static constexpr OptionSpec options[] = {
    {"only", "PATTERN", "the leaves that match, as in 'model/**'", true},
    {"out", "DIR", "reshard: where the new checkpoint goes"},
    {"for", "FILE",
     "reshard: tiles as the specs of the module in FILE say; without it every "
     "leaf is one tile"},
    {"module", "NAME",
     "reshard: the module of FILE; without it the only one that is part of no "
     "other"},
    {"cast", "FROM=TO",
     "reshard: turn leaves of one float type into another, as in f32=bf16",
     true},
    {"tolerance", "NUMBER", "diff: differences up to this are none (0)"},
    specRuleOption,
    overrideSpecsOption,
    meshOption,
    jsonOption,
};

namespace {

struct Action {
  StringRef name;
  /// How many checkpoints it takes.
  size_t count;
  Expected<ExitCode> (*run)(const CheckpointRequest &request);
};

} // namespace

//===----------------------------------------------------------------------===//
// ls
//===----------------------------------------------------------------------===//

static int64_t getBytes(const CheckpointReader &reader) {
  int64_t bytes = 0;
  for (const CheckpointLeaf &leaf : reader.getLeaves())
    bytes += static_cast<int64_t>(leaf.type.getNumBytes());
  return bytes;
}

static Expected<ExitCode> runLs(const CheckpointRequest &request) {
  Expected<std::vector<CheckpointEntry>> entries =
      listCheckpoints(request.paths[0]);
  if (!entries)
    return request.fail(entries.takeError());
  json::Array list;
  TextTable table({{"checkpoint"},
                   {"step", TextTable::Align::Right},
                   {"leaves", TextTable::Align::Right},
                   {"bytes", TextTable::Align::Right},
                   {""}});
  bool allSound = true;
  for (const CheckpointEntry &entry : *entries) {
    auto reader = CheckpointReader::open(request.paths[0] + "/" + entry.name);
    json::Object object{
        {"name", entry.name}, {"step", entry.step}, {"latest", entry.isLatest}};
    if (!reader) {
      allSound = false;
      std::string message = toString(reader.takeError());
      object["error"] = json::fixUTF8(message);
      table.addRow({entry.name, std::to_string(entry.step), "", "",
                    "damaged: " + message});
    } else {
      object["leaves"] = static_cast<int64_t>((*reader)->getLeaves().size());
      object["bytes"] = getBytes(**reader);
      table.addRow({entry.name, std::to_string(entry.step),
                    std::to_string((*reader)->getLeaves().size()),
                    formatBytes(getBytes(**reader)),
                    entry.isLatest ? "latest" : ""});
    }
    list.push_back(std::move(object));
  }
  if (request.line.has("json"))
    request.streams.out << formatv(
        "{0:2}\n", json::Value(json::Object{{"checkpoints", std::move(list)}}));
  else
    table.print(request.streams.out);
  return allSound ? ExitCode::Done : ExitCode::BadProgram;
}

//===----------------------------------------------------------------------===//
// show, verify
//===----------------------------------------------------------------------===//

static Expected<ExitCode> runShow(const CheckpointRequest &request) {
  auto reader = CheckpointReader::open(request.paths[0]);
  if (!reader)
    return request.fail(reader.takeError());
  const CheckpointInfo &info = (*reader)->getInfo();
  raw_ostream &os = request.streams.out;
  json::Array list;
  TextTable table({{"path"},
                   {"type"},
                   {"tiles", TextTable::Align::Right},
                   {"bytes", TextTable::Align::Right}});
  for (size_t i : request.select(**reader)) {
    const CheckpointLeaf &leaf = (*reader)->getLeaves()[i];
    const auto bytes = static_cast<int64_t>(leaf.type.getNumBytes());
    std::vector<CheckpointTile> tiles = (*reader)->getTiles(i);
    table.addRow({leaf.path, leaf.type.str(), std::to_string(tiles.size()),
                  formatBytes(bytes)});
    json::Array names;
    for (const CheckpointTile &tile : tiles)
      names.push_back(json::Object{{"name", tile.name},
                                   {"file", tile.file},
                                   {"offsets", json::Array(tile.box.offsets)},
                                   {"sizes", json::Array(tile.box.sizes)}});
    list.push_back(json::Object{{"path", leaf.path},
                                {"type", getName(leaf.type.getElementType())},
                                {"shape", json::Array(leaf.type.getDims())},
                                {"bytes", bytes},
                                {"tiles", std::move(names)}});
  }
  if (request.line.has("json")) {
    json::Object notes;
    for (const auto &[name, note] : info.notes)
      notes[name] = note;
    os << formatv("{0:2}\n",
                  json::Value(json::Object{{"step", info.step},
                                           {"notes", std::move(notes)},
                                           {"leaves", std::move(list)}}));
    return ExitCode::Done;
  }
  os << (*reader)->getDirectory() << ": step " << info.step << "\n";
  for (const auto &[name, note] : info.notes)
    os << name << ": " << note << "\n";
  os << "\n";
  table.print(os);
  return ExitCode::Done;
}

static Expected<ExitCode> runVerify(const CheckpointRequest &request) {
  auto reader = CheckpointReader::open(request.paths[0]);
  if (!reader)
    return request.fail(reader.takeError());
  size_t numDamaged = 0, numLeaves = 0;
  for (size_t i : request.select(**reader)) {
    ++numLeaves;
    if (Error error = (*reader)->verify(i)) {
      ++numDamaged;
      request.fail(std::move(error));
    }
  }
  if (request.line.has("json"))
    request.streams.out << formatv(
        "{0:2}\n", json::Value(json::Object{
                       {"leaves", static_cast<int64_t>(numLeaves)},
                       {"damaged", static_cast<int64_t>(numDamaged)}}));
  else
    request.streams.out << numLeaves
                        << (numLeaves == 1 ? " leaf, " : " leaves, ")
                        << numDamaged << " damaged\n";
  return numDamaged ? ExitCode::BadProgram : ExitCode::Done;
}

//===----------------------------------------------------------------------===//
// The subcommand
//===----------------------------------------------------------------------===//

static constexpr Action actions[] = {
    {"ls", 1, runLs},
    {"show", 1, runShow},
    {"verify", 1, runVerify},
    {"reshard", 1, reshardCheckpoint},
    {"diff", 2, diffCheckpoints},
};

ExitCode CheckpointRequest::fail(Error error) const {
  streams.err << "weft: error: " << toString(std::move(error)) << "\n";
  return ExitCode::BadProgram;
}

std::vector<size_t>
CheckpointRequest::select(const CheckpointReader &reader) const {
  std::vector<size_t> chosen;
  for (auto [i, leaf] : enumerate(reader.getLeaves())) {
    LeafPattern::Facts facts{leaf.path, leaf.type.getDims(), ""};
    if (patterns.empty() || any_of(patterns, [&](const LeafPattern &pattern) {
          return pattern.matches(facts);
        }))
      chosen.push_back(i);
  }
  return chosen;
}

static Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  ArrayRef<std::string> words = line.positional();
  SmallVector<StringRef> names;
  for (const Action &action : actions)
    names.push_back(action.name);
  if (words.empty())
    return createStringError("say what to do: " + listNames(names, "", ""));
  const Action *action = find_if(
      actions, [&](const Action &known) { return known.name == words[0]; });
  if (action == std::end(actions))
    return createStringError("unknown action '" + words[0] + "'; there are " +
                             listNames(names, "", "") +
                             didYouMean(words[0], names));
  words = words.drop_front();
  if (words.size() != action->count)
    return createStringError(
        "'" + action->name + "' takes " +
        (action->count == 1 ? "one checkpoint" : "two checkpoints") + ", not " +
        Twine(words.size()));
  CheckpointRequest request{line, streams, words, {}};
  for (const std::string &text : line.getAll("only")) {
    Expected<LeafPattern> pattern = LeafPattern::parse(text);
    if (!pattern)
      return createStringError("option '--only': " +
                               toString(pattern.takeError()));
    request.patterns.push_back(std::move(*pattern));
  }
  return action->run(request);
}

const Subcommand weft::checkpointSubcommand = {
    "checkpoint",
    "list, show, verify, reshard or compare checkpoints",
    "ls|show|verify|reshard|diff CKPT [CKPT] [OPTIONS]",
    R"(
ls DIR             the checkpoints in a directory of them, and which is the latest
show CKPT          its step and leaves, and the tiles of each
verify CKPT        reads all of it and compares it with its checksums; names what
                   is damaged
reshard CKPT       writes it anew to --out, in tiles as another layout wants them,
                   or whole; leaf by leaf, never holding one
diff CKPT CKPT     which leaves one of them lacks, has in another type, or has with
                   other values, and by how much

CKPT is a directory of checkpoints, of which the latest is meant, or one of them.
The data are safetensors files: leaves that are one tile can be read by their
paths. Ends with 1 if a checkpoint is damaged, or differs from the other.)",
    options,
    run,
};
