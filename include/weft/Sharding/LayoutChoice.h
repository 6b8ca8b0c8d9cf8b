//===- LayoutChoice.h - the cheapest way to compute an op -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op is computed under a *layout*: the axes over which each of its factors
// is split. The layout decides how the op wants its operands and how it leaves
// its results. Operands that come in another sharding, and results that are
// wanted in another, must be moved, and that costs bytes:
//
//     x: [a, _]   w: [_, b]   y: [a, b]      i = a, j = b: nothing moves
//     x: [_, a]   w: [a, _]   y: [_, _]      k = a: y is unreduced, one
//     reduction x: [_, a]   w: [_, _]   y: [_, _]      k = a (slice w, reduce
//     y), or gather x:
//                                            whichever is smaller
//
// The choice tries the layouts that the tensors suggest, one after the other,
// and takes the one that costs least.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_LAYOUTCHOICE_H
#define WEFT_SHARDING_LAYOUTCHOICE_H

#include "weft/Sharding/FactorRule.h"
#include "weft/Sharding/Sharding.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft {

/// One way to compute an op on shards: a rule, the factors of it that may be
/// split, and what becomes of partial results. An op can have several: a slice
/// of a split dimension can exchange pieces between neighbours and leave its
/// result split, or let the owner give the piece to all.
struct PartitionWay {
  FactorRule rule;
  /// Per factor of the rule.
  llvm::SmallVector<bool, 8> splittable;
  /// How the partial results of split reduction factors are to be combined.
  /// Without it the op combines them itself.
  std::optional<ReducerKind> reducer = std::nullopt;

  /// Only pass-through factors are split: the same op on smaller shapes.
  static PartitionWay passThrough(FactorRule rule);

  /// Of those, only the ones that both an operand and a result have: for ops
  /// that cannot make a part of a dimension out of nothing, or leave one out.
  static PartitionWay shared(FactorRule rule);

  /// Factors of these kinds are split.
  static PartitionWay of(FactorRule rule, llvm::ArrayRef<FactorKind> kinds,
                         std::optional<ReducerKind> reducer = std::nullopt);
};

/// A tensor of the op: for an operand, how it comes; for a result, how it is
/// wanted.
struct PlacedTensor {
  const Sharding *sharding;
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
};

struct LayoutChoice {
  /// How the op takes its operands and leaves its results; the latter may be
  /// unreduced.
  llvm::SmallVector<Sharding, 6> shardings;
  /// The number of the way.
  unsigned way = 0;
  /// Seconds, under the cost model.
  double cost = 0;
};

/// Seconds to bring tensor number `tensor` from one sharding to another.
using ReshardCost = llvm::function_ref<double(
    unsigned tensor, const Sharding &from, const Sharding &to)>;

/// The cheapest layout among those that the tensors suggest. Deterministic: of
/// equals the first wins, and results are asked before operands. `ways` is not
/// empty, and each rule has the tensors of `tensors`. An op whose tensors agree
/// on the axes of a factor keeps them there, or, if `mayMove`, elsewhere.
LayoutChoice chooseLayout(llvm::ArrayRef<PartitionWay> ways,
                          llvm::ArrayRef<PlacedTensor> tensors,
                          ReshardCost reshardCost, bool mayMove = false);

} // namespace weft

#endif // WEFT_SHARDING_LAYOUTCHOICE_H
