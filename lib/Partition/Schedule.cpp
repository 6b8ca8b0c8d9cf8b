//===- Schedule.cpp - reorder ops to hold less ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockScheduler.h"

#include "weft/Interfaces/ShardingRuleInterface.h"
#include "weft/Partition/Passes.h"

namespace weft {
#define GEN_PASS_DEF_SCHEDULE
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

/// Orders the blocks of one function.
class FunctionScheduler {
public:
  explicit FunctionScheduler(FunctionOpInterface function)
      : function(function) {}

  /// Inner blocks come first: what they hold counts in the outer ones.
  void visit(Block &block);
  unsigned getNumReordered() const { return numReordered; }

private:
  BlockMemory measure(Block &block);

  FunctionOpInterface function;
  MemoryModel model;
  BlockMemory::Known known;
  unsigned numReordered = 0;
};

struct Schedule : weft::impl::ScheduleBase<Schedule> {
  using Base::Base;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (function.isExternal())
        continue;
      FunctionScheduler scheduler(function);
      scheduler.visit(function.getFunctionBody().front());
      numReordered += scheduler.getNumReordered();
    }
  }
};

} // namespace

/// All ops in the order of the steps. Those that are computed with others come
/// right before the first of these.
static SmallVector<Operation *> listOps(const BlockMemory &memory,
                                        ArrayRef<unsigned> order) {
  SmallVector<Operation *> result, work;
  llvm::DenseSet<Operation *> listed;
  for (unsigned number : order) {
    work.push_back(memory.getSteps()[number].op);
    while (!work.empty()) {
      Operation *next = work.back();
      unsigned numWaiting = work.size();
      next->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (Operation *made = operand.getDefiningOp();
              made && made->getBlock() == next->getBlock() &&
              !listed.contains(made))
            work.push_back(made);
      });
      if (work.size() != numWaiting)
        continue;
      work.pop_back();
      if (listed.insert(next).second)
        result.push_back(next);
    }
  }
  return result;
}

static void reorder(Block &block, ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    op->moveBefore(&block, block.end());
}

BlockMemory FunctionScheduler::measure(Block &block) {
  return BlockMemory(
      block, model,
      [&](BlockArgument argument) {
        return block.getParentOp() == function
                   ? isDonated(function, argument.getArgNumber())
                   : isVariable(model, argument);
      },
      known);
}

void FunctionScheduler::visit(Block &block) {
  for (Operation &op : block)
    if (isa<DataFlowInterface>(op))
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          visit(nested);
  BlockMemory before = measure(block);
  double peak = before.getPeak();
  BlockScheduler::Order order = BlockScheduler(before).run();
  if (!order.empty()) {
    SmallVector<Operation *> old;
    for (Operation &op : block)
      old.push_back(&op);
    reorder(block, listOps(before, order));
    // In another order other values may be computed where they are read.
    double after = measure(block).getPeak();
    if (after < peak) {
      peak = after;
      ++numReordered;
    } else {
      reorder(block, old);
    }
  }
  known[&block] = peak;
}
