//===- ReshardPlan.cpp - from one sharding to another -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/ReshardPlan.h"

#include "DeviceOrder.h"
#include "MeshPlanner.h"

#include "weft/Sharding/LocalShape.h"
#include "weft/Sharding/TrivialAxes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <map>

using namespace weft;
using llvm::Twine;

using reshard::MeshPlanner;
using reshard::Steps;

//===----------------------------------------------------------------------===//
// Small things
//===----------------------------------------------------------------------===//

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
      last.sharding = step.sharding;
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
  return reshard::checkDevices(request.fromMesh, request.toMesh);
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

//===----------------------------------------------------------------------===//
// On two meshes
//===----------------------------------------------------------------------===//

static AxisList allAxes(const Mesh &mesh) {
  AxisList axes;
  for (size_t i = 0; i != mesh.axes().size(); ++i)
    if (mesh.axes()[i].size > 1)
      axes.append(mesh.whole(i));
  return axes;
}

/// All devices get the value that one has.
static Steps planBroadcast(const ReshardRequest &request,
                           const CostModel &cost) {
  PlanStep step;
  step.kind = PlanStepKind::Broadcast;
  step.axes = allAxes(request.toMesh);
  step.source = *request.toMesh.positionOf(request.fromMesh.deviceAt(0));
  step.before.assign(request.shape.begin(), request.shape.end());
  step.after = step.before;
  step.temporaryBytes = bytesOf(request.shape, request.elementBytes);
  step.cost = cost.broadcast(step.axes, step.temporaryBytes);
  return step.axes.empty() ? Steps() : Steps{step};
}

static void appendOnTarget(Steps &steps, Steps more) {
  for (PlanStep &step : more) {
    step.onTargetMesh = true;
    steps.push_back(std::move(step));
  }
}

/// A permute that takes values laid out over the source's mesh to where the
/// target's mesh, which has the same axes, wants them.
static Steps planOrder(const ReshardRequest &request, const Sharding &sharding,
                       const CostModel &cost) {
  reshard::DevicePairs order =
      reshard::pairsBetween(request.fromMesh, request.toMesh, sharding);
  if (order.pairs.empty())
    return {};
  PlanStep step;
  step.kind = PlanStepKind::Permute;
  step.axes = order.axes;
  step.pairs = order.pairs;
  step.before = step.after = localShape(request.shape, sharding);
  step.temporaryBytes = bytesOf(step.after, request.elementBytes);
  step.cost = cost.permute(step.axes, step.temporaryBytes);
  return {step};
}

/// The device order of the target follows no axes of the source: permuted
/// where the shards are smaller, or, if the axes differ too, joined and split.
static Steps planIrregular(const ReshardRequest &request, const Sharding &from,
                           const Sharding &to, const CostModel &cost) {
  auto planner = [&](const Mesh &mesh) {
    return MeshPlanner(mesh, request.shape, request.elementBytes, cost);
  };
  if (!request.fromMesh.hasSameAxes(request.toMesh)) {
    Sharding whole = Sharding::closed(request.shape.size());
    Steps steps = planner(request.fromMesh).plan(from, whole);
    appendOnTarget(steps, planner(request.toMesh).plan(whole, to));
    return steps;
  }
  Steps last = planner(request.fromMesh).plan(from, to);
  Steps first = planOrder(request, from, cost);
  appendOnTarget(first, last);
  llvm::append_range(last, planOrder(request, to, cost));
  return reshard::secondsOf(first) < reshard::secondsOf(last) ? first : last;
}

static Steps planMeshes(const ReshardRequest &request, const Sharding &from,
                        const Sharding &to, const CostModel &cost) {
  Sharding whole = Sharding::closed(request.shape.size());
  auto plan = [&](const Mesh &mesh, const Sharding &a, const Sharding &b) {
    return MeshPlanner(mesh, request.shape, request.elementBytes, cost)
        .plan(a, b);
  };
  Steps steps;
  if (request.toMesh.axes().empty()) {
    if (!request.fromMesh.axes().empty())
      steps = plan(request.fromMesh, from, whole);
    return steps;
  }
  if (request.fromMesh.axes().empty()) {
    if (request.fromMesh.isMaximal())
      appendOnTarget(steps, planBroadcast(request, cost));
    appendOnTarget(steps, plan(request.toMesh, whole, to));
    return steps;
  }
  // Often another order is other axes of the same mesh.
  if (std::optional<Sharding> same =
          reshard::translate(request.toMesh, to, request.fromMesh))
    return plan(request.fromMesh, from, *same);
  return planIrregular(request, from, to, cost);
}

llvm::Expected<ReshardPlan> weft::planReshard(const ReshardRequest &request,
                                              const CostModel &cost) {
  if (llvm::Error failure = checkRequest(request))
    return failure;
  if (llvm::is_contained(request.shape, 0))
    return finish(request, planEmpty(request));
  Sharding from = withoutTrivialAxes(request.from),
           to = withoutTrivialAxes(request.to);
  return finish(request, planMeshes(request, from, to, cost));
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
