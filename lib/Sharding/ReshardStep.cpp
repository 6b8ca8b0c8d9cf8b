//===- ReshardStep.cpp - one collective that changes a sharding --*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/ReshardStep.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/Twine.h"

using namespace weft;
using llvm::Twine;

static llvm::Error error(const Twine &message) {
  return llvm::createStringError(message);
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

static constexpr llvm::StringRef words[] = {"all_gather",
                                            "all_slice",
                                            "all_reduce",
                                            "reduce_scatter",
                                            "all_to_all",
                                            "collective_permute",
                                            "replicated_to_unreduced",
                                            "sharded_to_unreduced"};

llvm::StringRef weft::stringifyStepKind(StepKind kind) {
  return words[static_cast<unsigned>(kind)];
}

std::optional<StepKind> weft::symbolizeStepKind(llvm::StringRef word) {
  for (unsigned i = 0; i != std::size(words); ++i)
    if (words[i] == word)
      return static_cast<StepKind>(i);
  return std::nullopt;
}

llvm::StringRef weft::listStepKinds() {
  return "all_gather, all_slice, all_reduce, reduce_scatter, all_to_all, "
         "collective_permute, replicated_to_unreduced, sharded_to_unreduced";
}

bool weft::hasAxesPerDimension(StepKind kind) {
  return kind == StepKind::AllGather || kind == StepKind::AllSlice ||
         kind == StepKind::ReduceScatter ||
         kind == StepKind::ShardedToUnreduced;
}

bool weft::hasFlatAxes(StepKind kind) {
  return kind == StepKind::AllReduce || kind == StepKind::ReplicatedToUnreduced;
}

bool weft::isReducing(StepKind kind) {
  return kind == StepKind::AllReduce || kind == StepKind::ReduceScatter;
}

//===----------------------------------------------------------------------===//
// The step by itself
//===----------------------------------------------------------------------===//

static llvm::Error checkMoves(const ReshardStep &step, unsigned rank) {
  llvm::SmallSet<int64_t, 8> seen;
  for (const AxisMove &move : step.moves) {
    if (move.axes.empty())
      return error("all_to_all moves no axes from dimension " +
                   Twine(move.from) + " to dimension " + Twine(move.to));
    for (int64_t dim : {move.from, move.to}) {
      if (dim < 0 || dim >= static_cast<int64_t>(rank))
        return error("all_to_all names dimension " + Twine(dim) +
                     ", but the tensor has rank " + Twine(rank));
      if (!seen.insert(dim).second)
        return error("all_to_all names dimension " + Twine(dim) + " twice");
    }
  }
  return llvm::Error::success();
}

/// All axes of the step, each of which may be used once.
static llvm::Error checkStepAxes(const Mesh &mesh, const ReshardStep &step) {
  llvm::SmallVector<WrittenDim, 4> lists;
  for (const AxisList &axes : step.dims)
    lists.push_back({axes, false, std::nullopt});
  for (const AxisMove &move : step.moves)
    lists.push_back({move.axes, false, std::nullopt});
  if (!step.axes.empty())
    return checkAxes(mesh, step.axes);
  return checkAxes(mesh, lists, {}, {});
}

llvm::Error weft::checkStep(const Mesh &mesh, const ReshardStep &step,
                            unsigned rank) {
  llvm::StringRef name = stringifyStepKind(step.kind);
  if (hasAxesPerDimension(step.kind) && step.dims.size() != rank)
    return error(name + " lists axes for " + Twine(step.dims.size()) +
                 " dimensions, but the tensor has rank " + Twine(rank));
  bool movesNothing =
      step.axes.empty() && step.moves.empty() &&
      llvm::all_of(step.dims, [](const AxisList &l) { return l.empty(); });
  if (movesNothing && step.kind != StepKind::CollectivePermute)
    return error(name + " names no axes, so it does nothing");
  if (llvm::Error failure = checkMoves(step, rank))
    return failure;
  return checkStepAxes(mesh, step);
}

//===----------------------------------------------------------------------===//
// What the step does
//===----------------------------------------------------------------------===//

/// Drops `axes` from the end of a dimension.
static llvm::Error dropMinor(const Mesh &mesh, llvm::StringRef name,
                             Sharding &sharding, size_t dim,
                             const AxisList &axes) {
  AxisList &own = sharding.dims[dim].axes;
  if (own.removeSuffix(axes))
    return llvm::Error::success();
  if (own.empty())
    return error(name + " takes " + mesh.toString(axes) + " from dimension " +
                 Twine(dim) + ", which is not split");
  return error(name + " takes " + mesh.toString(axes) + " from dimension " +
               Twine(dim) + ", which is split over " + mesh.toString(own) +
               "; only its minor-most axes can go");
}

/// Takes `axis` out of the unreduced axes, where it may be part of a larger
/// one. Axes that are not there are left alone: a partial value need not say
/// that it is one.
static void dropUnreduced(AxisList &unreduced, AxisRef axis) {
  AxisList kept;
  for (AxisRef own : unreduced) {
    if (!own.contains(axis)) {
      kept.append(own);
      continue;
    }
    if (axis.preSize != own.preSize)
      kept.append(own.prefix(axis.preSize / own.preSize));
    if (axis.end() != own.end())
      kept.append(own.suffix(axis.end() / own.preSize));
  }
  unreduced = kept;
}

static void makeUnreduced(Sharding &sharding, const AxisList &axes) {
  sharding.unreduced.append(axes);
  sharding.unreduced.sortAndMerge();
}

static llvm::Error applyToDims(const Mesh &mesh, const ReshardStep &step,
                               Sharding &sharding) {
  llvm::StringRef name = stringifyStepKind(step.kind);
  bool drops = step.kind == StepKind::AllGather ||
               step.kind == StepKind::ShardedToUnreduced;
  for (auto [i, axes] : llvm::enumerate(step.dims)) {
    if (drops) {
      if (llvm::Error failure = dropMinor(mesh, name, sharding, i, axes))
        return failure;
    } else {
      sharding.dims[i].axes.append(axes);
    }
    if (step.kind == StepKind::ReduceScatter)
      for (AxisRef axis : axes)
        dropUnreduced(sharding.unreduced, axis);
    if (step.kind == StepKind::ShardedToUnreduced)
      makeUnreduced(sharding, axes);
  }
  for (const AxisMove &move : step.moves) {
    if (llvm::Error failure =
            dropMinor(mesh, name, sharding, move.from, move.axes))
      return failure;
    sharding.dims[move.to].axes.append(move.axes);
  }
  return llvm::Error::success();
}

llvm::Expected<Sharding> weft::applyStep(const Mesh &mesh,
                                         const ReshardStep &step,
                                         const Sharding &from) {
  Sharding sharding = from;
  // Which axes may be used is a matter of the target's annotation.
  sharding.replicated.clear();
  if (llvm::Error failure = applyToDims(mesh, step, sharding))
    return failure;
  if (step.kind == StepKind::AllReduce)
    for (AxisRef axis : step.axes)
      dropUnreduced(sharding.unreduced, axis);
  if (step.kind == StepKind::ReplicatedToUnreduced)
    makeUnreduced(sharding, step.axes);
  if (step.kind == StepKind::AllReduce)
    for (AxisRef axis : step.axes)
      if (sharding.uses(axis))
        return error("all_reduce combines over " + mesh.toString(axis) +
                     ", which splits the tensor");
  if (sharding.unreduced.empty())
    sharding.unreducedKind = ReducerKind::Add;
  if (llvm::Error failure = check(mesh, sharding))
    return failure;
  return sharding;
}

/// The dimensions as a user writes them: `["x", _, ("y", "z")]`.
static std::string describeLayout(const Mesh &mesh, const Sharding &sharding) {
  std::string text = "[";
  for (auto [i, dim] : llvm::enumerate(sharding.dims)) {
    std::string axes = mesh.toString(dim.axes);
    text += i ? ", " : "";
    text += dim.axes.empty()       ? "_"
            : dim.axes.size() == 1 ? axes
                                   : "(" + axes + ")";
  }
  text += "]";
  if (!sharding.unreduced.empty())
    text += ", unreduced = [" + mesh.toString(sharding.unreduced) + "]";
  return text;
}

llvm::Error weft::checkStepResult(const Mesh &mesh, const ReshardStep &step,
                                  const Sharding &from, const Sharding &to) {
  llvm::StringRef name = stringifyStepKind(step.kind);
  llvm::Expected<Sharding> result = applyStep(mesh, step, from);
  if (!result)
    return result.takeError();
  if (step.kind != StepKind::CollectivePermute) {
    // A value that becomes partial is combined as the target says.
    if (from.unreduced.empty() && !result->unreduced.empty())
      result->unreducedKind = to.unreducedKind;
    if (result->hasSameLayout(to))
      return llvm::Error::success();
    return error(name + " leads to " + describeLayout(mesh, *result) +
                 ", not to " + describeLayout(mesh, to));
  }
  for (auto [i, a, b] : llvm::enumerate(from.shardCounts(), to.shardCounts()))
    if (a != b)
      return error("collective_permute keeps the number of shards, but "
                   "dimension " +
                   Twine(i) + " goes from " + Twine(a) + " to " + Twine(b));
  return llvm::Error::success();
}
