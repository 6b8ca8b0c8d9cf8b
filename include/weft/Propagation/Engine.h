//===- Engine.h - propagation to a fixed point ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine moves layouts along the nodes of a graph until nothing changes.
//
// A visit of a node depends on nothing but the node's signature, the round, and
// the layouts of its tensors, and these are numbers. So each different visit is
// computed once and looked up ever after: the sixty-fourth layer of a model
// costs a hash lookup per op. Shardings only grow, so the fixed point exists
// and is reached.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_ENGINE_H
#define WEFT_PROPAGATION_ENGINE_H

#include "weft/Propagation/ChangeLog.h"
#include "weft/Propagation/PropagationGraph.h"

#include "llvm/ADT/BitVector.h"

namespace weft {

/// How far propagation goes. Each includes the ones before it.
enum class PropagationStrategy {
  /// Conflicts stop an axis for all tensors of an op.
  Basic,
  /// Conflicts are settled tensor by tensor.
  Aggressive,
  /// Cheap ops first: five rounds from elementwise to everything.
  OpPriority,
  /// The priorities that the user gave to dimensions, each with all rounds.
  UserPriority,
};

/// Counts for pass statistics.
struct EngineStatistics {
  uint64_t numVisits = 0;
  uint64_t numComputed = 0;
  uint64_t numUpdates = 0;
};

class Engine {
public:
  Engine(const PropagationGraph &graph, LayoutTable &layouts,
         PropagationStrategy strategy, bool conservative);

  void run();

  /// Notes every change in `log` from now on.
  void setLog(ChangeLog *log) { this->log = log; }

  llvm::ArrayRef<LayoutId> getLayouts() const { return current; }
  const EngineStatistics &getStatistics() const { return statistics; }

private:
  void runPriorities();
  void runRounds();
  void runRound(Round round);
  void exchangeFunctionResults();
  void visit(uint32_t node, Round round);
  void update(VariableId variable, LayoutId before, LayoutId after,
              uint32_t except);
  void set(VariableId variable, LayoutId layout, uint32_t except);
  void enqueue(VariableId variable, uint32_t except);

  /// The new layout of each tensor of a visit, noLayout where it stays.
  llvm::ArrayRef<LayoutId> compute(uint32_t signature, Round round,
                                   llvm::ArrayRef<LayoutId> tensors);
  void computeVisit(const Signature &signature, Round round,
                    llvm::ArrayRef<LayoutId> tensors,
                    llvm::SmallVectorImpl<LayoutId> &updates);

  const PropagationGraph &graph;
  LayoutTable &layouts;
  PropagationStrategy strategy;
  bool conservative;
  EngineStatistics statistics;

  ChangeLog *log = nullptr;
  /// Whose turn it is of the priorities that the user gave.
  int64_t priority = 0;

  std::vector<LayoutId> current;
  /// A stack: what changed last is looked at next, so that a change settles in
  /// its neighbourhood before the walk goes on.
  std::vector<uint32_t> worklist;
  std::vector<bool> queued;
  /// Where the walk is, and the nodes that it has to stop at, this time or the
  /// next: those it has not come to, and those that a visit may still change.
  int64_t walkAt = -1;
  llvm::BitVector pending;

  /// Every different visit so far: the key and the answer are runs in two
  /// pools, found by hash.
  struct Visit {
    uint32_t key, keySize, answer;
    int32_t next;
  };
  std::vector<uint32_t> keys;
  std::vector<LayoutId> answers;
  std::vector<Visit> visits;
  llvm::DenseMap<uint64_t, int32_t> visitByHash;
};

} // namespace weft

#endif // WEFT_PROPAGATION_ENGINE_H
