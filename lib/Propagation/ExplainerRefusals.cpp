//===- ExplainerRefusals.cpp - why an axis is missing -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The final layouts of the tensors around a value are projected on the factors
// of the ops between them, as the engine does it. Whatever a neighbour has for
// a factor that the value has not was refused, and the projection shows why.
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/Explainer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

void Explainer::forEachNeighbour(
    uint32_t number, VariableId variable,
    llvm::function_ref<void(const Neighbour &, const ShardingProjection &)>
        visit) const {
  const Node &node = graph.getNodes()[number];
  const FactorRule &rule = graph.getSignature(node.signature).rule;
  ArrayRef<VariableId> tensors = graph.getTensors(node);
  SmallVector<const Sharding *> shardings;
  for (VariableId each : tensors) {
    const Layout *layout = each == noVariable ? nullptr : getLayout(each);
    bool fits = layout && !layout->mesh->isMaximal();
    shardings.push_back(fits ? &layout->sharding : nullptr);
  }
  ShardingProjection projection(rule, shardings);
  auto visitFactor = [&](unsigned to, unsigned toDim, unsigned factor) {
    for (unsigned from = 0; from != tensors.size(); ++from) {
      if (from == to || !shardings[from])
        continue;
      for (unsigned dim = 0; dim != rule.getRank(from); ++dim)
        if (llvm::is_contained(rule.getDim(from, dim), factor))
          visit({&node, factor, to, toDim, from, dim}, projection);
    }
  };
  for (unsigned to = 0; to != tensors.size(); ++to)
    if (tensors[to] == variable)
      for (unsigned dim = 0; dim != rule.getRank(to); ++dim)
        for (uint16_t factor : rule.getDim(to, dim))
          visitFactor(to, dim, factor);
}

SmallVector<std::pair<unsigned, AxisRef>>
Explainer::findMissing(VariableId variable) const {
  SmallVector<std::pair<unsigned, AxisRef>> missing;
  for (uint32_t node : graph.getNodesOf(variable))
    forEachNeighbour(
        node, variable,
        [&](const Neighbour &neighbour, const ShardingProjection &projection) {
          for (AxisRef axis :
               projection.at(neighbour.from, neighbour.factor).axes) {
            std::pair<unsigned, AxisRef> place(neighbour.toDim, axis);
            if (!hasAxis(current[variable], place.first, axis) &&
                !llvm::is_contained(missing, place))
              missing.push_back(place);
          }
        });
  llvm::sort(missing);
  return missing;
}

//===----------------------------------------------------------------------===//
// The value itself
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

/// The directions that an axis needs to get from one tensor to another; either
/// will do between two operands.
static bool mayPass(const FactorRule &rule, unsigned from, unsigned to,
                    Direction direction) {
  bool fromOperand = from < rule.getNumOperands();
  bool toOperand = to < rule.getNumOperands();
  if (fromOperand == toOperand)
    return direction != Direction::None;
  Direction needed = fromOperand ? Direction::Forward : Direction::Backward;
  return (direction & needed) == needed;
}

/// Says of a conflict who lost it, and whether by priority.
void Explainer::nameLoser(Refusal &refusal, DimPlace place, AxisRef axis,
                          const Neighbour &loser) const {
  refusal.node = loser.node;
  refusal.source = getSource(loser);
  std::optional<uint32_t> winnerTime =
      findArrivalTime({place.variable, refusal.rival}, axis, log.size());
  // What the program states for the rival has no time: it was always there.
  if (!winnerTime)
    return;
  refusal.won = log.getPhase(*winnerTime);
  if (auto time = findArrivalTime(*refusal.source, axis, log.size()))
    refusal.lost = log.getPhase(*time);
  const Signature &signature = graph.getSignature(loser.node->signature);
  const Factor &factor = signature.rule.getFactors()[loser.factor];
  for (Round round : allRounds)
    if (takesPart(*loser.node, signature, round) &&
        mayPass(signature.rule, loser.from, loser.to,
                getDirection(signature, factor, round))) {
      refusal.lost = std::max(refusal.lost, {refusal.lost.priority, round});
      break;
    }
  if (refusal.won < refusal.lost)
    refusal.reason = Refusal::Reason::Priority;
}

//===----------------------------------------------------------------------===//
// The ops around it
//===----------------------------------------------------------------------===//

/// What stands between a neighbour that has the axis and a value that would
/// take it.
Refusal Explainer::judge(const Neighbour &neighbour,
                         const ShardingProjection &projection,
                         DimPlace place) const {
  using Reason = Refusal::Reason;
  const Signature &signature = graph.getSignature(neighbour.node->signature);
  const FactorRule &rule = signature.rule;
  const Factor &factor = rule.getFactors()[neighbour.factor];
  Refusal refusal{Reason::Disagreement, neighbour.node, getSource(neighbour)};
  const Layout *own = getLayout(place.variable);
  const Layout *other = getLayout(refusal.source->variable);
  const FactorSharding &here = projection.at(neighbour.to, neighbour.factor);
  const FactorSharding &there = projection.at(neighbour.from, neighbour.factor);
  if (own && own->mesh != other->mesh && !own->mesh->isEmpty())
    refusal.reason = Reason::Mesh;
  else if (factor.blocked)
    refusal.reason = Reason::Blocked;
  else if (!mayPass(rule, neighbour.from, neighbour.to, signature.allowed))
    refusal.reason = Reason::Barrier;
  else if (!here.overflow.empty() || here.closed ||
           (!here.minorMost && factor.size % there.axes.numShards() != 0))
    refusal.reason = Reason::Size;
  else if (!there.axes.startsWith(here.axes))
    refusal.reason = Reason::Order;
  return refusal;
}

SmallVector<Refusal> Explainer::findRefusals(DimPlace place,
                                             AxisRef axis) const {
  SmallVector<Refusal> refusals;
  if (hasAxis(current[place.variable], place.dim, axis))
    return refusals;
  std::optional<Refusal> own = findOwnRefusal(place, axis);
  for (uint32_t node : graph.getNodesOf(place.variable))
    forEachNeighbour(
        node, place.variable,
        [&](const Neighbour &neighbour, const ShardingProjection &projection) {
          if (neighbour.toDim != place.dim ||
              !projection.at(neighbour.from, neighbour.factor)
                   .axes.overlaps(axis))
            return;
          if (!own)
            refusals.push_back(judge(neighbour, projection, place));
          else if (own->reason == Refusal::Reason::Conflict && !own->node)
            nameLoser(*own, place, axis, neighbour);
        });
  if (own)
    refusals.push_back(*own);
  else if (refusals.empty())
    refusals.push_back({Refusal::Reason::NoSource, nullptr, std::nullopt});
  return refusals;
}
