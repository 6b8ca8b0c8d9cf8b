//===- BlockScheduler.h - an order that needs less memory -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that makes `m` bytes and frees `f` by being the last to read something
// changes what is held by m - f from then on. If that is more, it should run
// late; if it is less, early. To move it, and to count anew, is one round; a
// few rounds from the order of the program come close to what can be had, since
// programs of people and of automatic differentiation are in a sensible order.
//
// The other start is the usual greedy list schedule, which at each time takes
// the ready op that adds least. It is good where the order of the program is
// accidental, and bad where many ops are ready long before they are needed.
//
// Both are linear in the uses of values, up to the logarithm of a heap.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_BLOCKSCHEDULER_H
#define WEFT_LIB_PARTITION_BLOCKSCHEDULER_H

#include "LiveBytes.h"

namespace weft {

/// Searches an order of the steps of a block with a low peak.
class BlockScheduler {
public:
  using Order = std::vector<unsigned>;

  explicit BlockScheduler(const BlockMemory &memory);

  /// The best order found; empty if none has a lower peak than the order of
  /// the block.
  Order run();

private:
  /// What a step makes and frees, given how many have still to read each buffer
  /// besides it.
  class Progress;

  void addOrderOfEffects();
  std::vector<double> getChanges(const Order &order) const;
  Order sink(const Order &order) const;
  Order runEager(const Order &base, bool greedy) const;
  void improve(Order order);
  bool consider(const Order &order);

  const BlockMemory &memory;
  llvm::ArrayRef<BlockMemory::Step> steps;
  /// What each step has to follow, and the other way round.
  std::vector<llvm::SmallVector<unsigned, 4>> after, before;
  Order best;
  double bestPeak;
};

} // namespace weft

#endif // WEFT_LIB_PARTITION_BLOCKSCHEDULER_H
