//===- ReshardPlan.cpp - from one sharding to another -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/ReshardPlan.h"

#include "ReshardSearch.h"

#include "weft/Sharding/LocalShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <limits>
#include <map>

using namespace weft;
using llvm::Twine;

using Steps = llvm::SmallVector<PlanStep, 2>;

/// More atoms than this make too many layouts to be searched.
static constexpr unsigned maxFineAtoms = 4;
static constexpr unsigned maxAtoms = 6;

//===----------------------------------------------------------------------===//
// Small things
//===----------------------------------------------------------------------===//

/// Without axes of size 1, which change nothing.
static AxisList withoutTrivial(const AxisList &list) {
  AxisList kept;
  for (AxisRef axis : list)
    if (axis.size > 1)
      kept.append(axis);
  return kept;
}

static Sharding withoutTrivial(Sharding sharding) {
  for (DimSharding &dim : sharding.dims)
    dim.axes = withoutTrivial(dim.axes);
  sharding.unreduced = withoutTrivial(sharding.unreduced);
  return sharding;
}

static double bytesOf(llvm::ArrayRef<int64_t> shape, int64_t elementBytes) {
  double bytes = static_cast<double>(elementBytes);
  for (int64_t size : shape)
    bytes *= static_cast<double>(size);
  return bytes;
}

/// Slices of one dimension that follow each other are one.
static void mergeSlices(Steps &steps) {
  Steps merged;
  for (PlanStep &step : steps) {
    if (!merged.empty() && step.kind == PlanStepKind::AllSlice &&
        merged.back().kind == PlanStepKind::AllSlice &&
        merged.back().dim == step.dim) {
      PlanStep &last = merged.back();
      last.axes.append(step.axes);
      last.after = step.after;
      last.temporaryBytes = step.temporaryBytes;
      last.cost = step.cost;
      continue;
    }
    merged.push_back(std::move(step));
  }
  steps = std::move(merged);
}

static double secondsOf(llvm::ArrayRef<PlanStep> steps) {
  double sum = 0;
  for (const PlanStep &step : steps)
    sum += step.cost.seconds;
  return sum;
}

//===----------------------------------------------------------------------===//
// On one mesh
//===----------------------------------------------------------------------===//

namespace {

/// Plans for one tensor on one mesh.
class MeshPlanner {
public:
  MeshPlanner(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
              int64_t elementBytes, const CostModel &cost)
      : mesh(mesh), shape(shape), elementBytes(elementBytes), cost(cost) {}

  Steps plan(const Sharding &from, const Sharding &to) const;

private:
  Steps searchSpace(const reshard::Space &space) const;
  Steps planVia(const Sharding &from, const Sharding &middle,
                const Sharding &to) const;
  Steps planAcross(const Sharding &from, const Sharding &to) const;

  const Mesh &mesh;
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
  const CostModel &cost;
};

} // namespace

/// First within the memory of both ends, then twice as much, then any.
Steps MeshPlanner::searchSpace(const reshard::Space &space) const {
  double limit =
      std::max(space.bytesOf(space.source()), space.bytesOf(space.target()));
  if (space.numAtoms() <= maxAtoms)
    for (double bound :
         {limit, 2 * limit, std::numeric_limits<double>::infinity()})
      if (std::optional<Steps> steps = reshard::search(space, bound))
        return *steps;
  return reshard::gatherAndSplit(space);
}

/// Without the axes whose parts in one sharding do not fit those in the other.
static Sharding withoutMisfits(Sharding sharding, const Sharding &other) {
  llvm::SmallVector<AxisRef> uses;
  for (const DimSharding &dim : other.dims)
    llvm::append_range(uses, dim.axes);
  llvm::append_range(uses, other.unreduced);
  llvm::SmallVector<int32_t> misfits;
  auto look = [&](const AxisList &list) {
    for (AxisRef axis : list)
      for (AxisRef use : uses)
        if (use.axis == axis.axis && !use.fitsWith(axis))
          misfits.push_back(axis.axis);
  };
  for (DimSharding &dim : sharding.dims)
    look(dim.axes);
  look(sharding.unreduced);
  auto strip = [&](AxisList &list) {
    AxisList kept;
    for (AxisRef axis : list)
      if (!llvm::is_contained(misfits, axis.axis))
        kept.append(axis);
    list = kept;
  };
  for (DimSharding &dim : sharding.dims)
    strip(dim.axes);
  strip(sharding.unreduced);
  return sharding;
}

Steps MeshPlanner::planVia(const Sharding &from, const Sharding &middle,
                           const Sharding &to) const {
  Steps steps = plan(from, middle);
  llvm::append_range(steps, plan(middle, to));
  return steps;
}

/// An axis of size 6 is seen as [2, 3] by one sharding and as [3, 2] by the
/// other. Some layout in between does without it.
Steps MeshPlanner::planAcross(const Sharding &from, const Sharding &to) const {
  Sharding middles[] = {withoutMisfits(from, to), withoutMisfits(to, from),
                        Sharding::closed(shape.size())};
  Steps best;
  double least = std::numeric_limits<double>::infinity();
  for (const Sharding &middle : middles) {
    Steps steps = planVia(from, middle, to);
    double seconds = secondsOf(steps);
    if (seconds < least)
      least = seconds, best = std::move(steps);
  }
  return best;
}

Steps MeshPlanner::plan(const Sharding &from, const Sharding &to) const {
  if (from.hasSameLayout(to))
    return {};
  reshard::Space fine(mesh, shape, elementBytes, cost);
  if (!fine.init(from, to, /*fine=*/true))
    return planAcross(from, to);
  if (fine.numAtoms() <= maxFineAtoms)
    return searchSpace(fine);
  reshard::Space coarse(mesh, shape, elementBytes, cost);
  coarse.init(from, to, /*fine=*/false);
  return searchSpace(coarse);
}

//===----------------------------------------------------------------------===//
// The question and its answer
//===----------------------------------------------------------------------===//

/// Sizes beyond this could overflow when blocks are rounded up.
static constexpr int64_t maxSize = int64_t(1) << 60;

static llvm::Error checkRequest(const ReshardRequest &request) {
  for (auto [i, size] : llvm::enumerate(request.shape))
    if (size < 0 || size > maxSize)
      return llvm::createStringError(
          size == kUnknownSize
              ? "the size of dimension " + Twine(i) + " is not known"
              : "dimension " + Twine(i) + " has size " + Twine(size) +
                    ", but at most " + Twine(maxSize) + " can be laid out");
  if (!request.fromMesh.hasSameAxes(request.toMesh) ||
      request.fromMesh.deviceIds() != request.toMesh.deviceIds())
    return llvm::createStringError("source and target are on two meshes");
  return llvm::Error::success();
}

static ReshardPlan finish(const ReshardRequest &request, Steps steps) {
  mergeSlices(steps);
  ReshardPlan plan;
  plan.limitBytes = std::max(
      bytesOf(localShape(request.shape, request.from), request.elementBytes),
      bytesOf(localShape(request.shape, request.to), request.elementBytes));
  plan.peakBytes = plan.limitBytes;
  for (const PlanStep &step : steps) {
    plan.cost += step.cost;
    plan.peakBytes = std::max(plan.peakBytes, step.temporaryBytes);
  }
  plan.steps = std::move(steps);
  return plan;
}

/// Nothing to send: any value of the right shape will do.
static Steps planEmpty(const ReshardRequest &request) {
  PlanStep step;
  step.before = localShape(request.shape, request.from);
  step.after = localShape(request.shape, request.to);
  if (step.before == step.after)
    return {};
  return {step};
}

llvm::Expected<ReshardPlan> weft::planReshard(const ReshardRequest &request,
                                              const CostModel &cost) {
  if (llvm::Error failure = checkRequest(request))
    return failure;
  if (llvm::is_contained(request.shape, 0))
    return finish(request, planEmpty(request));
  Sharding from = withoutTrivial(request.from), to = withoutTrivial(request.to);
  MeshPlanner planner(request.fromMesh, request.shape, request.elementBytes,
                      cost);
  return finish(request, planner.plan(from, to));
}

llvm::Expected<ReshardPlan>
weft::planReshard(const Mesh &mesh, const Sharding &from, const Sharding &to,
                  llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                  const CostModel &cost) {
  return planReshard({mesh, from, mesh, to, shape, elementBytes}, cost);
}

//===----------------------------------------------------------------------===//
// Plans that were asked for before
//===----------------------------------------------------------------------===//

struct ReshardPlanner::Cache {
  std::map<std::vector<int64_t>, ReshardPlan> plans;
};

ReshardPlanner::ReshardPlanner(CostModel cost)
    : cost(std::move(cost)), cache(std::make_unique<Cache>()) {}
ReshardPlanner::~ReshardPlanner() = default;
ReshardPlanner::ReshardPlanner(ReshardPlanner &&) = default;

size_t ReshardPlanner::numPlans() const { return cache->plans.size(); }

static void addKey(std::vector<int64_t> &key, const AxisList &list) {
  key.push_back(list.size());
  for (AxisRef axis : list)
    key.insert(key.end(), {axis.axis, axis.preSize, axis.size});
}

/// All that the plan depends on. Meshes are told apart by their axes and by
/// where their device order is stored.
static void addKey(std::vector<int64_t> &key, const Mesh &mesh,
                   const Sharding &sharding) {
  key.push_back(mesh.axes().size());
  for (const MeshAxis &axis : mesh.axes())
    key.push_back(axis.size);
  key.push_back(reinterpret_cast<intptr_t>(mesh.deviceIds().data()));
  key.push_back(sharding.rank());
  for (const DimSharding &dim : sharding.dims)
    addKey(key, dim.axes);
  addKey(key, sharding.unreduced);
  key.push_back(static_cast<int64_t>(sharding.unreducedKind));
}

llvm::Expected<const ReshardPlan *>
ReshardPlanner::plan(const ReshardRequest &request) {
  std::vector<int64_t> key(request.shape.begin(), request.shape.end());
  key.push_back(request.elementBytes);
  addKey(key, request.fromMesh, request.from);
  addKey(key, request.toMesh, request.to);
  auto it = cache->plans.find(key);
  if (it != cache->plans.end())
    return &it->second;
  llvm::Expected<ReshardPlan> plan = planReshard(request, cost);
  if (!plan)
    return plan.takeError();
  return &cache->plans.emplace(std::move(key), std::move(*plan)).first->second;
}
