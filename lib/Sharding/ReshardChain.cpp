//===- ReshardChain.cpp - a plan in terms of whole tensors ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/ReshardChain.h"

#include "weft/Sharding/LocalShape.h"
#include "weft/Sharding/TrivialAxes.h"

using namespace weft;

/// What a step does to the axes; none if it leaves them alone.
static std::optional<ReshardStep> toReshardStep(const PlanStep &step,
                                                unsigned rank) {
  ReshardStep result;
  auto along = [&](StepKind kind) {
    result.kind = kind;
    result.dims.resize(rank);
    result.dims[step.dim] = step.axes;
    return result;
  };
  auto flat = [&](StepKind kind) {
    result.kind = kind;
    result.axes = step.axes;
    result.axes.sortAndMerge();
    return result;
  };
  switch (step.kind) {
  case PlanStepKind::AllGather:
    return along(StepKind::AllGather);
  case PlanStepKind::AllSlice:
    return along(StepKind::AllSlice);
  case PlanStepKind::ReduceScatter:
    result.reducer = step.reducer;
    return along(StepKind::ReduceScatter);
  case PlanStepKind::PadWhole:
    return along(StepKind::ShardedToUnreduced);
  case PlanStepKind::AllReduce:
    result.reducer = step.reducer;
    return flat(StepKind::AllReduce);
  case PlanStepKind::KeepFirst:
    return flat(StepKind::ReplicatedToUnreduced);
  case PlanStepKind::AllToAll:
    result.kind = StepKind::AllToAll;
    result.moves.push_back({step.axes, step.concatDim, step.dim});
    return result;
  case PlanStepKind::Permute:
    return result;
  case PlanStepKind::Broadcast:
  case PlanStepKind::Realign:
  case PlanStepKind::Resize:
    return std::nullopt;
  }
  return std::nullopt;
}

/// Whether the step leads from one sharding to the other.
static bool leads(const Mesh &mesh, const ReshardStep &step,
                  const Sharding &from, const Sharding &to) {
  llvm::Error error = checkStep(mesh, step, from.rank());
  if (!error)
    error = checkStepResult(mesh, step, from, to);
  const bool fits = !error;
  llvm::consumeError(std::move(error));
  return fits;
}

std::optional<llvm::SmallVector<ReshardLink, 2>>
weft::chainOf(const ReshardPlan &plan, const Mesh &mesh, const Sharding &from,
              const Sharding &to, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<ReshardLink, 2> links;
  // The collective of the link that is not complete yet.
  std::optional<ReshardStep> open;
  // Plans are made without axes of size 1.
  Sharding here = withoutTrivialAxes(from);
  for (const PlanStep &step : plan.steps) {
    if (step.onTargetMesh || !step.pairs.empty() ||
        step.kind == PlanStepKind::Broadcast)
      return std::nullopt;
    if (std::optional<ReshardStep> next = toReshardStep(step, shape.size())) {
      if (open)
        return std::nullopt;
      open = next;
    }
    if (!open || !step.sharding ||
        step.after != localShape(shape, *step.sharding))
      continue;
    if (!leads(mesh, *open, here, *step.sharding))
      return std::nullopt;
    here = *step.sharding;
    links.push_back({*open, here});
    open.reset();
  }
  // Blocks that were realigned last belong to the last collective.
  if (open || !here.hasSameLayout(withoutTrivialAxes(to)))
    return std::nullopt;
  return links;
}
