//===- ReshardPlan.h - from one sharding to another -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is a list of steps on what one device holds, each of which is one
// collective or one local op:
//
//     ["x", _] -> [_, "x"]         all_to_all over "x" split 1 concat 0
//     ["x", "y"] -> ["y", "x"]     permute over "x", "y" as "y", "x"
//     ["x"] -> [_], ["y"] -> ...   all_gather, all_slice, ...
//
// See docs/Rationale/Resharding.md for how it is found.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_RESHARDPLAN_H
#define WEFT_SHARDING_RESHARDPLAN_H

#include "weft/Sharding/CostModel.h"
#include "weft/Sharding/Realignment.h"
#include "weft/Sharding/Sharding.h"

#include <memory>

namespace weft {

/// What a device does in a step. `axes` number the devices that take part,
/// major first, as those of the ops of the same name do.
enum class PlanStepKind : uint8_t {
  AllGather,     ///< joins `dim` over `axes`
  AllSlice,      ///< keeps the own shard of `dim` over `axes`
  AllToAll,      ///< splits `dim` over `axes` and joins `concatDim`
  Permute,       ///< sends the value to another device; see `permutePairs`
  Broadcast,     ///< all devices along `axes` get the value of `source`
  AllReduce,     ///< combines over `axes` by `reducer`
  ReduceScatter, ///< combines, and keeps the own shard of `dim`
  Realign,       ///< blocks of another size; see `realignment`. `axes` split
                 ///< `dim`
  Resize,        ///< cuts, or pads with anything, at the end of dimensions
  KeepFirst,     ///< where the number along `axes` is not 0, the value becomes
                 ///< the identity of `reducer`
  PadWhole       ///< `dim` grows to `after`; shard i of `axes` stays at i times
                 ///< its size, the rest is the identity of `reducer`
};

/// The word for messages: `all_gather`, ...
llvm::StringRef stringifyPlanStepKind(PlanStepKind kind);

/// One step of a plan, in terms of local values.
struct PlanStep {
  PlanStepKind kind = PlanStepKind::Resize;
  ReducerKind reducer = ReducerKind::Add;
  /// Whether the axes are those of the target's mesh and not the source's.
  bool onTargetMesh = false;
  AxisList axes;
  /// If a permute: the device with number s along `axes` sends to the one with
  /// number s along these, which are the same axes in another order or cut
  /// otherwise. Empty if `pairs` are listed.
  AxisList targetAxes;
  /// If a permute to an irregular device order: source, target, source, ...
  llvm::SmallVector<int64_t, 0> pairs;
  int64_t dim = 0;
  int64_t concatDim = 0;
  /// If a broadcast: the number of the sender along `axes`.
  int64_t source = 0;
  Realignment realignment;

  /// The local shapes.
  llvm::SmallVector<int64_t, 4> before, after;
  /// How the whole tensor lies after the step, as far as axes go: the blocks
  /// may be of other sizes. None before padding is cut off, and where devices
  /// change their order.
  std::optional<Sharding> sharding;
  /// The bytes of the largest value that the step makes, its result included.
  double temporaryBytes = 0;
  CollectiveCost cost;
};

/// The pairs of a permute, source, target, source, ..., numbered along `axes`;
/// devices that keep their value included. This alone is proportional to the
/// number of devices along these axes.
llvm::SmallVector<int64_t> permutePairs(const PlanStep &step);

/// How to get from one sharding to another.
struct ReshardPlan {
  llvm::SmallVector<PlanStep, 2> steps;
  CollectiveCost cost;
  /// The largest value that a device ever holds, source and result included,
  /// and the larger of these two.
  double peakBytes = 0;
  double limitBytes = 0;

  bool exceedsLimit() const { return peakBytes > limitBytes; }
  bool empty() const { return steps.empty(); }

  /// One line per step, for messages and tests:
  /// `all_to_all "x" split 1 concat 0 : 2x8 -> 8x2`.
  std::string toString(const Mesh &from, const Mesh &to) const;
  std::string toString(const Mesh &mesh) const { return toString(mesh, mesh); }
};

/// The question to the planner. Both shardings are valid for `shape`; that of
/// a maximal mesh has no dimensions. Meshes are those of one program: they
/// have the same devices, or one device of these.
struct ReshardRequest {
  const Mesh &fromMesh;
  const Sharding &from;
  const Mesh &toMesh;
  const Sharding &to;
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
};

/// The plan that costs least among those whose temporaries are no larger than
/// source and result, or, if there is none, that costs least of all. Fails if
/// the devices differ or a size is unknown.
llvm::Expected<ReshardPlan> planReshard(const ReshardRequest &request,
                                        const CostModel &cost);
llvm::Expected<ReshardPlan> planReshard(const Mesh &mesh, const Sharding &from,
                                        const Sharding &to,
                                        llvm::ArrayRef<int64_t> shape,
                                        int64_t elementBytes,
                                        const CostModel &cost);

/// Plans that were asked for before. Programs ask the same question for each
/// layer; finding a plan takes 0.05 to 60 ms, finding it again a lookup.
/// Not safe from several threads.
class ReshardPlanner {
public:
  explicit ReshardPlanner(CostModel cost = {});
  ~ReshardPlanner();
  ReshardPlanner(ReshardPlanner &&);

  const CostModel &costModel() const { return cost; }

  /// The plan, which lives as long as the planner. Meshes are known by what
  /// they borrow: they must live as long, too.
  llvm::Expected<const ReshardPlan *> plan(const ReshardRequest &request);
  llvm::Expected<const ReshardPlan *>
  plan(const Mesh &mesh, const Sharding &from, const Sharding &to,
       llvm::ArrayRef<int64_t> shape, int64_t elementBytes) {
    return plan({mesh, from, mesh, to, shape, elementBytes});
  }

  /// How many different questions were asked.
  size_t numPlans() const;

private:
  struct Cache;
  CostModel cost;
  std::unique_ptr<Cache> cache;
};

} // namespace weft

#endif // WEFT_SHARDING_RESHARDPLAN_H
