//===- ShardingRuleInterface.h - factors of an op ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_SHARDINGRULEINTERFACE_H
#define WEFT_INTERFACES_SHARDINGRULEINTERFACE_H

#include "weft/Sharding/FactorPropagation.h"
#include "weft/Sharding/FactorRule.h"

#include "mlir/IR/OpDefinition.h"

#include <optional>
#include <string>

namespace weft {

/// What an op needs to know of the pass that asks for its rule.
struct RuleOptions {
  /// Leave out the factors that are expensive to keep split: concatenated and
  /// spatial dimensions have none, window factors are blocked.
  bool conservative = false;
};

/// A builder for all operands and results of `op`; what is not a tensor (a
/// token) has rank 0 and takes no part.
FactorRuleBuilder createRuleBuilder(mlir::Operation *op);

/// When an op takes part in op-priority propagation. The cheap directions come
/// first, so that an axis that arrives along an elementwise chain wins over
/// one that arrives through a contraction.
enum class PropagationClass : uint8_t {
  /// From the first round, both ways, and operands follow results where they
  /// compete: one index space, no movement.
  Elementwise,
  /// From the first round, both ways: reshape, transpose.
  PassThrough,
  /// From the first round, but only from operands to results: slices that read
  /// or write at a run-time offset.
  PassThroughForward,
  /// Results to operands only, until the last round: a broadcast repeats its
  /// operand, so the operand's layout says little about the result's.
  Broadcast,
  /// Pass-through factors in the third round, all factors in the fourth.
  Other,
  /// In every round, whatever the uses: a barrier, which has its own rules.
  Always,
};

/// One flow of a value through an op with regions.
struct DataFlow {
  /// The values that enter the flow.
  llvm::ArrayRef<mlir::Value> sources;
  /// The values that leave it; the first owns the sharding of all.
  llvm::ArrayRef<mlir::Value> targets;
  /// The border of a manual region: these axes split the outer value and are
  /// not seen inside. A list of axis references, or null.
  mlir::Attribute manualAxes;
  /// With manual axes: whether the targets, not the sources, are inside.
  bool inward = true;
};

} // namespace weft

#include "weft/Interfaces/ShardingRuleInterface.h.inc"

#endif // WEFT_INTERFACES_SHARDINGRULEINTERFACE_H
