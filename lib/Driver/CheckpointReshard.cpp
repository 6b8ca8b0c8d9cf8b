//===- CheckpointReshard.cpp - weft checkpoint reshard ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointActions.h"
#include "ModelRun.h"

#include "weft/State/CheckpointCopy.h"
#include "weft/State/LeafTable.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace weft;
using namespace llvm;
using runtime::ArrayType;
using runtime::Box;
using runtime::ElementType;

namespace {

/// How large a shard of each leaf is; a leaf that is not there is one shard.
using ShardShapes = StringMap<SmallVector<int64_t>>;

/// The types that `--cast` names.
using Casts = std::map<ElementType, ElementType>;

} // namespace

static Expected<Casts> parseCasts(const CommandLine &line) {
  Casts casts;
  for (StringRef text : line.getAll("cast")) {
    auto [from, to] = text.split('=');
    auto fromType = runtime::parseElementType(from);
    auto toType = runtime::parseElementType(to);
    if (!fromType || !toType)
      return createStringError("option '--cast': '" + text +
                               "' is not two types, as in f32=bf16");
    if (!casts.emplace(*fromType, *toType).second)
      return createStringError("option '--cast': " + from + " is there twice");
  }
  return casts;
}

/// The shards that the module of `--for` declares.
static Expected<ExitCode> readShapes(const CheckpointRequest &request,
                                     ShardShapes &shapes) {
  std::optional<StringRef> file = request.line.get("for");
  if (!file) {
    for (StringRef option : {"module", "mesh", "spec-rule", "override-specs"})
      if (request.line.has(option))
        return createStringError("option '--" + option + "' needs '--for'");
    return ExitCode::Done;
  }
  auto text = readInput(*file);
  if (!text)
    return text.takeError();
  auto program = Program::load(std::move(*text), request.line.get("mesh"),
                               request.streams);
  if (!program)
    return program.takeError();
  if (!*program)
    return ExitCode::BadProgram;
  if (Error error = addSpecRules((*program)->getModule(), request.line))
    return error;
  auto module = chooseModule((*program)->getModule(), request.line);
  if (!module)
    return module.takeError();
  mlir::FailureOr<LeafTable> table = tabulateModule(*module);
  if (failed(table))
    return ExitCode::BadProgram;
  for (const LeafRow &row : table->rows)
    shapes[row.path] = row.shardShape;
  return ExitCode::Done;
}

static std::vector<Box> getBoxes(const CheckpointLeaf &leaf,
                                 const ShardShapes &shapes) {
  auto found = shapes.find(leaf.path);
  if (found == shapes.end() || leaf.type.getNumElements() == 0 ||
      found->second.size() != leaf.type.getRank())
    return {Box::whole(leaf.type)};
  return getShardBoxes(leaf.type, found->second);
}

static Error copyLeaves(const CheckpointReader &reader, ArrayRef<size_t> chosen,
                        const ShardShapes &shapes, const Casts &casts,
                        StringRef out) {
  std::vector<CheckpointLeaf> leaves;
  for (size_t i : chosen) {
    CheckpointLeaf leaf = reader.getLeaves()[i];
    auto cast = casts.find(leaf.type.getElementType());
    if (cast != casts.end()) {
      Expected<ArrayType> type =
          ArrayType::get(cast->second, leaf.type.getDims());
      if (!type)
        return type.takeError();
      leaf.type = *type;
    }
    leaves.push_back(std::move(leaf));
  }
  auto writer = CheckpointWriter::create(out, reader.getInfo(), leaves);
  if (!writer)
    return writer.takeError();
  for (auto [to, from] : enumerate(chosen))
    for (const Box &box : getBoxes(leaves[to], shapes))
      if (Error error = copyTile(reader, from, **writer, to, box,
                                 leaves[to].type.getElementType()))
        return error;
  return (*writer)->commit();
}

Expected<ExitCode> weft::reshardCheckpoint(const CheckpointRequest &request) {
  std::optional<StringRef> out = request.line.get("out");
  if (!out)
    return createStringError("'reshard' needs '--out DIR'");
  Expected<Casts> casts = parseCasts(request.line);
  if (!casts)
    return casts.takeError();
  ShardShapes shapes;
  Expected<ExitCode> code = readShapes(request, shapes);
  if (!code || *code != ExitCode::Done)
    return code;
  auto reader = CheckpointReader::open(request.paths[0]);
  if (!reader)
    return request.fail(reader.takeError());
  std::vector<size_t> chosen = request.select(**reader);
  if (Error error = copyLeaves(**reader, chosen, shapes, *casts, *out))
    return request.fail(std::move(error));
  request.streams.out << chosen.size()
                      << (chosen.size() == 1 ? " leaf" : " leaves")
                      << " written to " << *out << "\n";
  return ExitCode::Done;
}
