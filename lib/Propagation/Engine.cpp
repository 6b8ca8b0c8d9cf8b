//===- Engine.cpp - propagation to a fixed point ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/Engine.h"

#include "weft/Sharding/ManualAxes.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace weft;

/// Stands for no node, where all nodes of a variable are to be visited.
static constexpr uint32_t noNode = ~0u;

Engine::Engine(const PropagationGraph &graph, LayoutTable &layouts,
               PropagationStrategy strategy, bool conservative)
    : graph(graph), layouts(layouts), strategy(strategy),
      conservative(conservative), current(graph.getInitialLayouts()),
      queued(graph.getNodes().size()), pending(graph.getNodes().size()) {}

void Engine::run() {
  if (strategy == PropagationStrategy::UserPriority)
    runPriorities();
  else
    runRounds();
}

//===----------------------------------------------------------------------===//
// Priorities and rounds
//===----------------------------------------------------------------------===//

/// Holds back the dimensions of a later priority: they are closed and whole,
/// and their axes may not be used elsewhere in the tensor.
static Sharding holdBack(const Sharding &stated) {
  Sharding result = stated;
  for (DimSharding &dim : result.dims) {
    if (dim.priority.value_or(0) > 0) {
      result.replicated.append(dim.axes.axes());
      dim = {};
    }
    dim.priority.reset();
  }
  result.replicated.sortAndMerge();
  return result;
}

/// Brings back the dimensions of priority `now`.
static Sharding release(const Sharding &current, const Sharding &stated,
                        int64_t now) {
  Sharding result = current;
  AxisList stillHeld;
  for (auto [dim, original] : llvm::zip_equal(result.dims, stated.dims)) {
    int64_t priority = original.priority.value_or(0);
    if (priority == now) {
      dim = original;
      dim.priority.reset();
    } else if (priority > now) {
      stillHeld.append(original.axes.axes());
    }
  }
  result.replicated = stated.replicated;
  result.replicated.append(stillHeld.axes());
  result.replicated.sortAndMerge();
  return result;
}

void Engine::runPriorities() {
  // What was stated for the variables that take part later, by priority.
  std::map<int64_t, llvm::SmallVector<VariableId>> later;
  std::vector<LayoutId> stated = current;
  for (auto [variable, id] : llvm::enumerate(current)) {
    if (id == noLayout)
      continue;
    const Layout &layout = layouts[id];
    llvm::SmallVector<int64_t, 2> seen;
    bool written = false;
    for (const DimSharding &dim : layout.sharding.dims) {
      written |= dim.priority.has_value();
      int64_t priority = dim.priority.value_or(0);
      if (priority > 0 && !llvm::is_contained(seen, priority)) {
        seen.push_back(priority);
        later[priority].push_back(variable);
      }
    }
    if (written)
      id = layouts.intern(layout.meshRef, holdBack(layout.sharding));
  }
  runRounds();
  for (const auto &[turn, variables] : later) {
    priority = turn;
    // What is released counts as part of the priority's first round.
    if (log)
      log->beginPhase({priority, Round::SingleUse});
    for (VariableId variable : variables) {
      LayoutId before = current[variable];
      const Layout &now = layouts[before];
      current[variable] = layouts.intern(
          now.meshRef,
          release(now.sharding, layouts[stated[variable]].sharding, turn));
      if (log)
        log->add({variable, LayoutChange::release, before, current[variable]});
    }
    runRounds();
  }
}

void Engine::runRounds() {
  if (strategy < PropagationStrategy::OpPriority)
    return runRound(Round::Everything);
  for (Round round : allRounds)
    runRound(round);
}

void Engine::runRound(Round round) {
  if (log)
    log->beginPhase({priority, round});
  exchangeFunctionResults();
  // From the first node of the program to the last, until no node is left to
  // stop at: one that has changed its own tensors may change them once more.
  pending.set();
  while (pending.any())
    for (walkAt = pending.find_first(); walkAt >= 0;
         walkAt = pending.find_next(walkAt)) {
      visit(walkAt, round);
      while (!worklist.empty()) {
        uint32_t node = worklist.back();
        worklist.pop_back();
        queued[node] = false;
        visit(node, round);
      }
    }
  exchangeFunctionResults();
}

void Engine::exchangeFunctionResults() {
  for (const FunctionResult &result : graph.getFunctionResults()) {
    if (result.returned == noVariable)
      continue;
    LayoutId tensors[] = {current[result.returned], current[result.declared]};
    llvm::ArrayRef<LayoutId> updates =
        compute(result.signature, Round::Everything, tensors);
    if (updates.empty())
      continue;
    update(result.returned, tensors[0], updates[0], noNode);
    update(result.declared, tensors[1], updates[1], noNode);
  }
}

//===----------------------------------------------------------------------===//
// Visits
//===----------------------------------------------------------------------===//

/// Replaces the layout of `variable`. Where a node has it twice, the last of
/// its places decides; the node is then looked at again.
void Engine::update(VariableId variable, LayoutId before, LayoutId after,
                    uint32_t except) {
  if (variable == noVariable || after == noLayout || before == after)
    return;
  set(variable, after, except);
  if (!graph.hasGroups())
    return;
  for (VariableId member : graph.getGroup(variable))
    if (current[member] != after)
      set(member, after, noNode);
}

void Engine::set(VariableId variable, LayoutId layout, uint32_t except) {
  LayoutId before = current[variable];
  if (log)
    log->add({variable, except, current[variable], layout});
  current[variable] = layout;
  ++statistics.numUpdates;
  enqueue(variable, except);
  // With one mesh, being on it and open is the same as not being known.
  if (before != noLayout || layouts.getNumMeshes() < 2)
    return;
  for (const PropagationGraph::Sibling &sibling : graph.getSiblings(variable))
    if (current[sibling.variable] == noLayout) {
      current[sibling.variable] =
          layouts.intern(layouts[layout].meshRef, Sharding::open(sibling.rank));
      for (uint32_t node : graph.getNodesOf(sibling.variable))
        pending.set(node);
    }
}

/// Puts the nodes of `variable` on the stack so that its uses are visited from
/// the first to the last, then what defines it, then its uses in the regions of
/// that: the order of Shardy, where it matters which of two axes comes first.
void Engine::enqueue(VariableId variable, uint32_t except) {
  auto push = [&](uint32_t node) {
    // The walk comes to what is ahead of it, and to the visited node itself.
    if (node == except || int64_t(node) > walkAt) {
      pending.set(node);
      return;
    }
    if (queued[node])
      return;
    queued[node] = true;
    worklist.push_back(node);
  };
  llvm::ArrayRef<uint32_t> nodes = graph.getNodesOf(variable);
  size_t before = graph.getNumUsesBefore(variable);
  llvm::for_each(llvm::reverse(nodes.take_front(before)), push);
  if (nodes.size() == before)
    return;
  push(nodes[before]);
  llvm::for_each(llvm::reverse(nodes.drop_front(before + 1)), push);
}

void Engine::visit(uint32_t number, Round round) {
  pending.reset(number);
  const Node &node = graph.getNodes()[number];
  const Signature &signature = graph.getSignature(node.signature);
  llvm::ArrayRef<VariableId> variables = graph.getTensors(node);
  llvm::SmallVector<LayoutId, 8> tensors;
  bool any = false;
  for (VariableId variable : variables) {
    tensors.push_back(variable == noVariable ? noLayout : current[variable]);
    any |= tensors.back() != noLayout;
  }
  if (!any || !takesPart(node, signature, round))
    return;
  ++statistics.numVisits;
  if (node.manualAxes < 0) {
    llvm::ArrayRef<LayoutId> updates = compute(node.signature, round, tensors);
    for (auto [index, after] : llvm::enumerate(updates))
      update(variables[index], tensors[index], after, number);
    return;
  }
  if (tensors[0] == noLayout)
    return;
  const AxisList &manual = graph.getManualAxes(node);
  const Layout outer = layouts[tensors[0]];
  LayoutId inside[] = {
      layouts.intern(outer.meshRef, enterManualRegion(outer.sharding, manual)),
      tensors[1]};
  llvm::ArrayRef<LayoutId> updates = compute(node.signature, round, inside);
  if (updates.empty())
    return;
  LayoutId grown = updates[1];
  if (updates[0] != noLayout) {
    LayoutId after = layouts.intern(
        outer.meshRef, leaveManualRegion(layouts[updates[0]].sharding,
                                         outer.sharding, manual));
    update(variables[0], tensors[0], after, number);
  }
  update(variables[1], tensors[1], grown, number);
}

llvm::ArrayRef<LayoutId> Engine::compute(uint32_t signature, Round round,
                                         llvm::ArrayRef<LayoutId> tensors) {
  // The first two rounds differ only in which nodes take part.
  if (round == Round::SingleUse)
    round = Round::PassThroughOps;
  uint32_t head[] = {signature, uint32_t(round)};
  uint64_t hash =
      uint64_t(llvm::hash_combine(
          signature, uint32_t(round),
          llvm::hash_combine_range(tensors.begin(), tensors.end()))) >>
      1;
  auto [slot, isNew] = visitByHash.try_emplace(hash, -1);
  for (int32_t at = slot->second; at >= 0; at = visits[at].next) {
    const Visit &visit = visits[at];
    llvm::ArrayRef<uint32_t> key(keys.data() + visit.key, visit.keySize);
    if (key.take_front(2) == llvm::ArrayRef(head) &&
        key.drop_front(2) == tensors)
      return visit.answer == ~0u ? llvm::ArrayRef<LayoutId>()
                                 : llvm::ArrayRef(answers.data() + visit.answer,
                                                  tensors.size());
  }
  ++statistics.numComputed;
  llvm::SmallVector<LayoutId, 8> updates;
  computeVisit(graph.getSignature(signature), round, tensors, updates);
  Visit visit{uint32_t(keys.size()), uint32_t(tensors.size() + 2), ~0u,
              slot->second};
  keys.insert(keys.end(), head, head + 2);
  keys.insert(keys.end(), tensors.begin(), tensors.end());
  if (llvm::any_of(updates, [](LayoutId id) { return id != noLayout; })) {
    visit.answer = answers.size();
    answers.insert(answers.end(), updates.begin(), updates.end());
  }
  slot->second = visits.size();
  visits.push_back(visit);
  if (visit.answer == ~0u)
    return {};
  return llvm::ArrayRef(answers.data() + visit.answer, tensors.size());
}

void Engine::computeVisit(const Signature &signature, Round round,
                          llvm::ArrayRef<LayoutId> tensors,
                          llvm::SmallVectorImpl<LayoutId> &updates) {
  updates.assign(tensors.size(), noLayout);
  const Layout *common = nullptr;
  llvm::SmallVector<const Sharding *, 8> shardings;
  for (LayoutId id : tensors) {
    const Layout *layout = id == noLayout ? nullptr : &layouts[id];
    shardings.push_back(layout ? &layout->sharding : nullptr);
    if (!layout)
      continue;
    if (layout->mesh->isMaximal())
      return; // lives on one device; says nothing about its neighbours
    // A mesh without axes goes with any other; two real ones never meet.
    if (!common || common->mesh->isEmpty())
      common = layout;
    else if (!layout->mesh->isEmpty() && layout->mesh != common->mesh)
      return;
  }
  if (!common)
    return;
  llvm::SmallVector<Direction, 8> directions;
  for (const Factor &factor : signature.rule.getFactors())
    directions.push_back(getDirection(signature, factor, round));
  FactorPropagationOptions options;
  options.aggressive = strategy != PropagationStrategy::Basic;
  options.conservative = conservative && !signature.identity;
  options.elementwise = signature.elementwise;
  auto grown = propagateFactors(signature.rule, *common->mesh, shardings,
                                directions, signature.numElements, options);
  for (auto [index, sharding] : llvm::enumerate(grown))
    if (sharding)
      updates[index] = layouts.intern(common->meshRef, std::move(*sharding));
}
