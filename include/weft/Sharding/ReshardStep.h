//===- ReshardStep.h - one collective that changes a sharding ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_RESHARDSTEP_H
#define WEFT_SHARDING_RESHARDSTEP_H

#include "weft/Sharding/Sharding.h"

namespace weft {

/// The ways to get from one sharding to another in one collective.
enum class StepKind : uint8_t {
  AllGather,             ///< drops minor axes of dimensions
  AllSlice,              ///< adds minor axes to dimensions
  AllReduce,             ///< combines partial values
  ReduceScatter,         ///< combines partial values, and splits the result
  AllToAll,              ///< moves minor axes from dimensions to others
  CollectivePermute,     ///< other axes, the same number of shards
  ReplicatedToUnreduced, ///< one device keeps the value, the others hold zero
  ShardedToUnreduced     ///< each pads its shard with zeros to the whole
};

/// The word of the textual form: `all_gather`, ...
llvm::StringRef stringifyStepKind(StepKind kind);
std::optional<StepKind> symbolizeStepKind(llvm::StringRef word);

/// All words, for diagnostics.
llvm::StringRef listStepKinds();

/// Whether the step has a list of axes for each dimension, as opposed to one
/// list for the tensor, moves between dimensions, or nothing.
bool hasAxesPerDimension(StepKind kind);
/// Whether the step has one list of axes for the tensor.
bool hasFlatAxes(StepKind kind);
/// Whether the step combines values, hence has a reducer.
bool isReducing(StepKind kind);

/// Axes that go from the end of one dimension to the end of another.
struct AxisMove {
  AxisList axes;
  int64_t from;
  int64_t to;
};

/// A collective in terms of whole tensors: which axes it adds, drops or moves.
struct ReshardStep {
  StepKind kind = StepKind::CollectivePermute;
  ReducerKind reducer = ReducerKind::Add;
  llvm::SmallVector<AxisList, 4> dims;  ///< if `hasAxesPerDimension`
  AxisList axes;                        ///< if `hasFlatAxes`
  llvm::SmallVector<AxisMove, 2> moves; ///< if all-to-all
};

/// Says what is wrong with a step by itself, on a tensor of this rank.
llvm::Error checkStep(const Mesh &mesh, const ReshardStep &step, unsigned rank);

/// The sharding after `step`; `step` passed `checkStep`. A permute keeps the
/// sharding here, since only its target says what it does.
llvm::Expected<Sharding> applyStep(const Mesh &mesh, const ReshardStep &step,
                                   const Sharding &from);

/// Says why `step` does not lead from one sharding to the other.
llvm::Error checkStepResult(const Mesh &mesh, const ReshardStep &step,
                            const Sharding &from, const Sharding &to);

} // namespace weft

#endif // WEFT_SHARDING_RESHARDSTEP_H
