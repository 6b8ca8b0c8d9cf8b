//===- ReshardSpace.h - layouts between two shardings -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph that the planner searches: layouts are its nodes, steps its edges.
//
// All axes of both shardings are cut into *atoms*, so that each list of either
// is a list of atoms. What a dimension's two lists begin with alike is left
// out: it stays as it is. A layout says, for each dimension, which atoms split
// it beyond that, and how large the blocks are: a dimension of size S in n
// blocks of size K >= ceil(S / n), where block i begins at i * K. Blocks may be
// larger than in the sharding with the same axes, because joining two of them
// gives one of twice the size whatever S is.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SHARDING_RESHARDSPACE_H
#define WEFT_LIB_SHARDING_RESHARDSPACE_H

#include "weft/Sharding/ReshardPlan.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft::reshard {

/// Atoms by number.
using Atoms = llvm::SmallVector<uint8_t, 4>;
/// A set of atoms, as bits.
using AtomSet = uint32_t;

/// How a tensor lies on the devices.
struct Layout {
  llvm::SmallVector<Atoms, 4> lists;
  llvm::SmallVector<int64_t, 4> blocks;
  AtomSet unreduced = 0;
  /// Whether the partial values are combined as the target's; else as the
  /// source's.
  bool hasTargetReducer = true;

  friend bool operator==(const Layout &, const Layout &) = default;
};

/// An edge; which layouts it joins is known from context.
struct Move {
  PlanStepKind kind;
  uint8_t dim = 0;       ///< joined, split or realigned; split by all-to-all
  uint8_t concatDim = 0; ///< joined by all-to-all
  Atoms atoms = {};      ///< over which
};

/// The layouts between two shardings of one tensor on one mesh.
class Space {
public:
  Space(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
        const CostModel &cost)
      : mesh(mesh), shape(shape), elementBytes(elementBytes), cost(cost) {}

  /// Cuts the axes; into the smallest parts if `fine`. False if the parts of
  /// an axis do not fit together, or there are too many.
  bool init(const Sharding &from, const Sharding &to, bool fine);

  const Layout &source() const { return fromLayout; }
  const Layout &target() const { return toLayout; }
  unsigned numAtoms() const { return atoms.size(); }
  bool hasUniformCost() const { return cost.isUniform(); }

  /// How many shards the moving atoms make of each dimension, and how many
  /// partial values there are.
  llvm::SmallVector<int64_t, 6> countsOf(const Layout &layout) const;

  /// The bytes of what a device holds.
  double bytesOf(const Layout &layout) const;

  /// Calls `visit` for each step from `layout` but permutes.
  using Visitor = llvm::function_ref<void(const Move &, Layout &&)>;
  void forEachMove(const Layout &layout, Visitor visit) const;

  /// Calls `visit` for each layout that a permute can make of `layout`.
  void forEachPermute(const Layout &layout, Visitor visit) const;

  /// The bytes of the largest value that the step makes.
  double peakOf(const Layout &from, const Move &move, const Layout &to) const;
  CollectiveCost costOf(const Layout &from, const Move &move,
                        const Layout &to) const;

  /// Adds the steps that stand for the move: one, or a second that cuts off
  /// padding.
  void describe(const Layout &from, const Move &move, const Layout &to,
                llvm::SmallVectorImpl<PlanStep> &steps) const;

  /// Joins all dimensions and splits them again: the plan that always exists.
  void forEachFallback(Visitor visit) const;

private:
  int64_t product(llvm::ArrayRef<uint8_t> list) const;
  int64_t numShards(const Layout &layout, unsigned dim) const;
  AtomSet usedBy(const Layout &layout) const;
  AtomSet reducible(const Layout &layout) const;
  llvm::SmallVector<AxisRef, 4> refs(llvm::ArrayRef<uint8_t> list) const;
  llvm::SmallVector<AxisRef, 8> permuted(const Layout &from,
                                         const Layout &to) const;
  ReducerKind reducerOf(const Layout &layout) const {
    return layout.hasTargetReducer ? toReducer : fromReducer;
  }

  bool canSplit(const Layout &layout, unsigned dim, int64_t count) const;
  void split(Layout &layout, unsigned dim, llvm::ArrayRef<uint8_t> list) const;
  void join(Layout &layout, unsigned dim, size_t count) const;
  void reduce(Layout &layout, AtomSet set) const;
  bool needsResize(const Layout &from, const Move &move,
                   const Layout &to) const;
  Realignment realignmentOf(const Layout &from, const Move &move,
                            const Layout &to) const;
  PlanStep describePermute(const Layout &from, const Layout &to) const;

  void visitJoins(const Layout &layout, unsigned dim, Visitor visit) const;
  void visitSplits(const Layout &layout, unsigned dim, Visitor visit) const;
  void visitRealigns(const Layout &layout, unsigned dim, Visitor visit) const;
  void visitReductions(const Layout &layout, Visitor visit) const;

  Sharding shardingOf(const Layout &layout) const;
  bool cutAxes(const Sharding &from, const Sharding &to, bool fine);
  Layout layoutOf(const Sharding &sharding) const;
  void chooseDims();

  const Mesh &mesh;
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
  const CostModel &cost;
  llvm::SmallVector<AxisRef, 8> atoms;
  llvm::SmallVector<AxisList, 4> prefixes; ///< what stays, per dimension
  llvm::SmallVector<int64_t, 4> prefixCounts;
  llvm::SmallVector<unsigned, 4> activeDims; ///< that moves may touch
  ReducerKind fromReducer = ReducerKind::Add, toReducer = ReducerKind::Add;
  Layout fromLayout, toLayout;
};

} // namespace weft::reshard

#endif // WEFT_LIB_SHARDING_RESHARDSPACE_H
