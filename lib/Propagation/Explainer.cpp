//===- Explainer.cpp - why a value is laid out as it is ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/Explainer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

Explainer::Explainer(ModuleOp module, const PropagationGraph &graph,
                     const LayoutTable &layouts, ArrayRef<LayoutId> current,
                     const ChangeLog &log)
    : context(module.getContext()), graph(graph), layouts(layouts),
      current(current), log(log) {
  for (auto [time, change] : llvm::enumerate(log.getChanges()))
    changes[change.variable].push_back(time);
  auto add = [&](Value value) {
    VariableId variable = graph.lookup(value);
    if (variable != noVariable)
      values.try_emplace(variable, value);
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  });
  for (const FunctionResult &result : graph.getFunctionResults()) {
    if (result.returned == noVariable)
      continue;
    partners[result.declared].push_back(result.returned);
    partners[result.returned].push_back(result.declared);
  }
}

//===----------------------------------------------------------------------===//
// Where an axis comes from
//===----------------------------------------------------------------------===//

bool Explainer::hasAxis(LayoutId layout, unsigned dim, AxisRef axis) const {
  if (layout == noLayout)
    return false;
  const Sharding &sharding = layouts[layout].sharding;
  return dim < sharding.rank() && sharding.dims[dim].axes.overlaps(axis);
}

/// The layout of a variable when `time` changes had happened.
LayoutId Explainer::getLayoutBefore(VariableId variable, uint32_t time) const {
  auto it = changes.find(variable);
  if (it != changes.end())
    for (uint32_t change : it->second)
      if (change >= time)
        return log[change].before;
  return current[variable];
}

/// The last change before `end` that brought the axis.
std::optional<uint32_t> Explainer::findArrivalTime(DimPlace place, AxisRef axis,
                                                   uint32_t end) const {
  auto it = changes.find(place.variable);
  if (it == changes.end())
    return std::nullopt;
  for (uint32_t time : llvm::reverse(it->second))
    if (time < end && hasAxis(log[time].after, place.dim, axis) &&
        !hasAxis(log[time].before, place.dim, axis))
      return time;
  return std::nullopt;
}

/// Another tensor of the visited op that had the axis, on a dimension that
/// shares a factor with the one that took it.
bool Explainer::findGiver(const LayoutChange &change, uint32_t time,
                          AxisRef axis, AxisStep &step, DimPlace &giver) const {
  const Node &node = graph.getNodes()[change.node];
  const FactorRule &rule = graph.getSignature(node.signature).rule;
  ArrayRef<VariableId> tensors = graph.getTensors(node);
  auto shareFactor = [&](unsigned a, unsigned dimA, unsigned b, unsigned dimB) {
    return llvm::any_of(rule.getDim(a, dimA), [&](uint16_t factor) {
      return llvm::is_contained(rule.getDim(b, dimB), factor);
    });
  };
  for (unsigned to = 0; to != tensors.size(); ++to) {
    if (tensors[to] != change.variable || step.place.dim >= rule.getRank(to))
      continue;
    for (unsigned from = 0; from != tensors.size(); ++from) {
      if (tensors[from] == noVariable || tensors[from] == change.variable)
        continue;
      LayoutId layout = getLayoutBefore(tensors[from], time);
      for (unsigned dim = 0; dim != rule.getRank(from); ++dim)
        if (hasAxis(layout, dim, axis) &&
            shareFactor(to, step.place.dim, from, dim)) {
          step.node = &node;
          step.from = from;
          step.to = to;
          giver = {tensors[from], dim};
          return true;
        }
    }
  }
  return false;
}

/// The other end of an exchange: what a function returns, or a member of the
/// same group, which changed just before.
bool Explainer::findPartner(const LayoutChange &change, uint32_t time,
                            AxisRef axis, unsigned dim, DimPlace &giver) const {
  auto tryPartner = [&](VariableId partner) {
    if (partner == noVariable || partner == change.variable ||
        !hasAxis(getLayoutBefore(partner, time), dim, axis))
      return false;
    giver = {partner, dim};
    return true;
  };
  auto it = partners.find(change.variable);
  return (it != partners.end() && llvm::any_of(it->second, tryPartner)) ||
         llvm::any_of(graph.getGroup(change.variable), tryPartner);
}

/// How `axis` came to `place` before `end`: fills `step`, and returns where it
/// came from, with `end` set to when it did. None where the way begins.
std::optional<DimPlace> Explainer::stepBack(DimPlace place, AxisRef axis,
                                            uint32_t &end,
                                            AxisStep &step) const {
  step.place = place;
  std::optional<uint32_t> time = findArrivalTime(place, axis, end);
  if (!time) {
    if (hasAxis(graph.getInitialLayouts()[place.variable], place.dim, axis))
      step.cause = AxisStep::Cause::Stated;
    return std::nullopt;
  }
  const LayoutChange &change = log[*time];
  if (change.node == LayoutChange::release) {
    step.cause = AxisStep::Cause::Release;
    return std::nullopt;
  }
  DimPlace giver;
  bool isExchange = change.node == LayoutChange::exchange;
  if (isExchange ? !findPartner(change, *time, axis, place.dim, giver)
                 : !findGiver(change, *time, axis, step, giver))
    return std::nullopt;
  step.cause = isExchange ? AxisStep::Cause::Exchange : AxisStep::Cause::Op;
  end = *time;
  return giver;
}

SmallVector<AxisStep> Explainer::trace(DimPlace place, AxisRef axis) const {
  SmallVector<AxisStep> steps;
  uint32_t end = log.size();
  std::optional<DimPlace> next = place;
  while (next)
    next = stepBack(*next, axis, end, steps.emplace_back());
  return steps;
}

AxisStep Explainer::findArrival(DimPlace place, AxisRef axis) const {
  AxisStep step;
  uint32_t end = log.size();
  stepBack(place, axis, end, step);
  return step;
}

AxisStep Explainer::findOrigin(DimPlace place, AxisRef axis) const {
  SmallVector<ArrivalKey> way;
  AxisStep step;
  uint32_t end = log.size();
  std::optional<DimPlace> next = place;
  while (next) {
    DimPlace here = *next;
    step = AxisStep();
    next = stepBack(here, axis, end, step);
    if (!next)
      break;
    // `end` is now the time of the change that brought the axis here.
    ArrivalKey key{end, here.dim, axis.axis, axis.preSize, axis.size};
    auto known = origins.find(key);
    if (known != origins.end()) {
      step = known->second;
      break;
    }
    way.push_back(key);
  }
  for (const ArrivalKey &key : way)
    origins.try_emplace(key, step);
  return step;
}
