//===- FactorPropagation.h - make the tensors of an op agree ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step of propagation, as a pure function of values: given the rule of an
// op and the shardings of its tensors, which shardings may grow, and to what?
//
// A sharding is first *projected* on the factors of the rule: the axes of a
// dimension are dealt to its factors, major first, and an axis that is larger
// than what is left of a factor is cut into sub-axes. Axes that cannot be cut
// to fit *overflow*: they stay where they are and keep everything else out.
// Then each factor's axes are compared across the tensors, conflicts are cut
// away, and what remains is given to the tensors that lack it. Last, the
// factors are read back into dimensions.
//
// Two strategies differ in what counts as a conflict:
//
//   basic        an axis that any tensor of the op uses for another factor
//                stops there for all of them;
//   aggressive   each tensor takes what fits that tensor; where two factors
//                want one axis, the one that comes from the larger tensor wins.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_FACTORPROPAGATION_H
#define WEFT_SHARDING_FACTORPROPAGATION_H

#include "weft/Sharding/FactorRule.h"
#include "weft/Sharding/Sharding.h"

#include "llvm/ADT/SmallVector.h"

namespace weft {

/// Which way shardings may travel along a factor in one visit of an op. A union
/// is `|`, an intersection `&`.
enum class Direction : uint8_t {
  None = 0,
  Forward = 1,
  Backward = 2,
  Both = 3
};

inline Direction operator|(Direction a, Direction b) {
  return Direction(uint8_t(a) | uint8_t(b));
}
inline Direction operator&(Direction a, Direction b) {
  return Direction(uint8_t(a) & uint8_t(b));
}

/// The axes of one factor in one tensor.
struct FactorSharding {
  AxisList axes;
  /// Axes of the dimension that this factor could not take: they follow it, and
  /// no later factor of the dimension may be split.
  AxisList overflow;
  /// The tensor has this factor.
  bool held = false;
  bool closed = false;
  /// The last factor of its dimension: only that one may be split unevenly.
  bool minorMost = false;
};

/// The shardings of an op's tensors, seen factor by factor.
class ShardingProjection {
public:
  /// `shardings` has one entry per tensor of the rule; null means that nothing
  /// is known yet, which is the same as open everywhere.
  ShardingProjection(const FactorRule &rule,
                     llvm::ArrayRef<const Sharding *> shardings);

  const FactorRule &getRule() const { return rule; }
  FactorSharding &at(unsigned tensor, unsigned factor) {
    return table[tensor * rule.getNumFactors() + factor];
  }
  const FactorSharding &at(unsigned tensor, unsigned factor) const {
    return table[tensor * rule.getNumFactors() + factor];
  }
  const Sharding *getSharding(unsigned tensor) const {
    return shardings[tensor];
  }

  /// Reads the factors of `tensor` back into dimensions. A dimension ends at
  /// the first factor that is not fully split: what comes after it would need a
  /// strided shard.
  Sharding unproject(unsigned tensor) const;

private:
  void projectDim(unsigned tensor, unsigned dim, const DimSharding &sharding);

  const FactorRule &rule;
  llvm::SmallVector<const Sharding *, 6> shardings;
  llvm::SmallVector<FactorSharding, 24> table;
};

/// How one visit propagates.
struct FactorPropagationOptions {
  bool aggressive = true;
  /// Never create sub-axes.
  bool conservative = false;
  /// The op is elementwise: its operands follow its result.
  bool elementwise = false;
};

/// Propagates along every factor in the direction given for it. Returns the new
/// shardings of the tensors that change, and an empty optional for the others.
/// The number of elements of each tensor breaks ties between factors.
llvm::SmallVector<std::optional<Sharding>, 6>
propagateFactors(const FactorRule &rule, const Mesh &mesh,
                 llvm::ArrayRef<const Sharding *> shardings,
                 llvm::ArrayRef<Direction> directions,
                 llvm::ArrayRef<int64_t> numElements,
                 const FactorPropagationOptions &options);

} // namespace weft

#endif // WEFT_SHARDING_FACTORPROPAGATION_H
