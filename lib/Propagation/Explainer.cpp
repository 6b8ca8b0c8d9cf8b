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
    : graph(graph), layouts(layouts), current(current), log(log) {
  for (auto [time, change] : llvm::enumerate(log))
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
std::optional<uint32_t> Explainer::findArrival(DimPlace place, AxisRef axis,
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
  for (const FunctionResult &result : graph.getFunctionResults()) {
    if (result.declared == change.variable && tryPartner(result.returned))
      return true;
    if (result.returned == change.variable && tryPartner(result.declared))
      return true;
  }
  return false;
}

SmallVector<AxisStep> Explainer::trace(DimPlace place, AxisRef axis) const {
  SmallVector<AxisStep> steps;
  uint32_t end = log.size();
  while (true) {
    AxisStep &step = steps.emplace_back();
    step.place = place;
    std::optional<uint32_t> time = findArrival(place, axis, end);
    if (!time) {
      if (hasAxis(graph.getInitialLayouts()[place.variable], place.dim, axis))
        step.cause = AxisStep::Cause::Stated;
      return steps;
    }
    const LayoutChange &change = log[*time];
    DimPlace giver;
    if (change.node == LayoutChange::release) {
      step.cause = AxisStep::Cause::Release;
      return steps;
    }
    if (change.node == LayoutChange::exchange) {
      if (!findPartner(change, *time, axis, place.dim, giver))
        return steps;
      step.cause = AxisStep::Cause::Exchange;
    } else {
      if (!findGiver(change, *time, axis, step, giver))
        return steps;
      step.cause = AxisStep::Cause::Op;
    }
    place = giver;
    end = *time;
  }
}

//===----------------------------------------------------------------------===//
// Why an axis is missing
//===----------------------------------------------------------------------===//

/// What the value itself says: one reason suffices, the neighbours are not
/// asked.
std::optional<Refusal> Explainer::findOwnRefusal(DimPlace place,
                                                 AxisRef axis) const {
  const Layout *layout = getLayout(place.variable);
  if (!layout)
    return std::nullopt;
  const Sharding &sharding = layout->sharding;
  for (auto [dim, other] : llvm::enumerate(sharding.dims))
    if (dim != place.dim && other.axes.overlaps(axis)) {
      Refusal refusal{Refusal::Reason::Conflict, nullptr, std::nullopt};
      refusal.rival = dim;
      return refusal;
    }
  if (sharding.unreduced.overlaps(axis))
    return Refusal{Refusal::Reason::Unreduced, nullptr, std::nullopt};
  if (sharding.replicated.overlaps(axis))
    return Refusal{Refusal::Reason::Replicated, nullptr, std::nullopt};
  if (place.dim < sharding.rank() && !sharding.dims[place.dim].isOpen)
    return Refusal{Refusal::Reason::Closed, nullptr, std::nullopt};
  return std::nullopt;
}

static Direction getNeeded(const FactorRule &rule, unsigned from, unsigned to) {
  bool fromOperand = from < rule.getNumOperands();
  bool toOperand = to < rule.getNumOperands();
  if (fromOperand == toOperand)
    return Direction::None;
  return fromOperand ? Direction::Forward : Direction::Backward;
}

/// Asks one op. Its tensors are projected on its factors as the engine does it.
void Explainer::findRefusalsAt(uint32_t number, DimPlace place, AxisRef axis,
                               SmallVectorImpl<Refusal> &refusals) const {
  const Node &node = graph.getNodes()[number];
  const Signature &signature = graph.getSignature(node.signature);
  const FactorRule &rule = signature.rule;
  ArrayRef<VariableId> tensors = graph.getTensors(node);
  SmallVector<const Sharding *> shardings;
  const Layout *own = getLayout(place.variable);
  for (VariableId variable : tensors) {
    const Layout *layout =
        variable == noVariable ? nullptr : getLayout(variable);
    bool fits = layout && !layout->mesh->isMaximal();
    shardings.push_back(fits ? &layout->sharding : nullptr);
  }
  ShardingProjection projection(rule, shardings);
  auto refuse = [&](Refusal::Reason reason, unsigned from, unsigned dim) {
    refusals.push_back({reason, &node, DimPlace{tensors[from], dim}});
  };
  auto judge = [&](unsigned to, unsigned factor, unsigned from, unsigned dim) {
    const Layout *other = getLayout(tensors[from]);
    const FactorSharding &here = projection.at(to, factor);
    const FactorSharding &there = projection.at(from, factor);
    Direction needed = getNeeded(rule, from, to);
    int64_t size = rule.getFactors()[factor].size;
    if (own && own->mesh != other->mesh && !own->mesh->isEmpty())
      return refuse(Refusal::Reason::Mesh, from, dim);
    if (rule.getFactors()[factor].blocked)
      return refuse(Refusal::Reason::Blocked, from, dim);
    if ((signature.allowed & needed) != needed)
      return refuse(Refusal::Reason::Barrier, from, dim);
    if (!here.overflow.empty() || here.closed ||
        (!here.minorMost && size % there.axes.numShards() != 0))
      return refuse(Refusal::Reason::Size, from, dim);
    if (!there.axes.startsWith(here.axes))
      return refuse(Refusal::Reason::Order, from, dim);
    refuse(Refusal::Reason::Disagreement, from, dim);
  };
  for (unsigned to = 0; to != tensors.size(); ++to) {
    if (tensors[to] != place.variable || place.dim >= rule.getRank(to))
      continue;
    for (uint16_t factor : rule.getDim(to, place.dim))
      for (unsigned from = 0; from != tensors.size(); ++from) {
        if (from == to || !shardings[from])
          continue;
        for (unsigned dim = 0; dim != rule.getRank(from); ++dim)
          if (llvm::is_contained(rule.getDim(from, dim), factor) &&
              projection.at(from, factor).axes.overlaps(axis))
            judge(to, factor, from, dim);
      }
  }
}

SmallVector<Refusal> Explainer::findRefusals(DimPlace place,
                                             AxisRef axis) const {
  SmallVector<Refusal> refusals;
  if (hasAxis(current[place.variable], place.dim, axis))
    return refusals;
  if (std::optional<Refusal> own = findOwnRefusal(place, axis)) {
    refusals.push_back(*own);
    return refusals;
  }
  for (uint32_t node : graph.getNodesOf(place.variable))
    findRefusalsAt(node, place, axis, refusals);
  if (refusals.empty())
    refusals.push_back({Refusal::Reason::NoSource, nullptr, std::nullopt});
  return refusals;
}
