//===- LoopVariance.cpp - how often a value is made anew --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopVariance.h"

#include "TripCount.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Interfaces/LinearInterface.h"
#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace weft;

/// For loops whose trip count is not known: often enough that what can be done
/// once is.
static constexpr double unknownTrips = 16;

LoopVariance::LoopVariance(ModuleOp module) {
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      visitBlock(function.getFunctionBody().front(), nullptr);
}

const LoopVariance::Loop *LoopVariance::getLoop(Operation *op) const {
  auto it = loops.find(op);
  return it == loops.end() ? nullptr : &it->second;
}

void LoopVariance::visitBlock(Block &block, Operation *loop) {
  if (loop)
    loopOf[&block] = loop;
  unsigned depth = loop ? getLoop(loop)->depth : 0;
  for (Operation &op : block) {
    unsigned level = 0;
    for (Value operand : op.getOperands())
      level = std::max(level, getLevel(operand));
    // What flows through regions, or may differ from run to run, is taken to
    // change.
    if (isa<DataFlowInterface>(op) || !isPure(&op))
      level = depth;
    for (Value result : op.getResults())
      if (level)
        levels[result] = level;
    if (getTripCount(&op)) {
      visitLoop(&op, loop);
    } else if (isa<DataFlowInterface>(op)) {
      for (Region &region : op.getRegions())
        for (Block &nested : region) {
          for (BlockArgument argument : nested.getArguments())
            if (depth)
              levels[argument] = depth;
          visitBlock(nested, loop);
        }
    }
  }
}

void LoopVariance::visitLoop(Operation *op, Operation *outer) {
  std::optional<int64_t> trips = *getTripCount(op);
  Loop loop{1, trips ? double(*trips) : unknownTrips};
  if (const Loop *around = getLoop(outer))
    loop = {around->depth + 1, around->runs * loop.runs};
  loops[op] = loop;
  auto whileOp = cast<stablehlo::WhileOp>(op);
  Block &body = whileOp.getBody().front(), &cond = whileOp.getCond().front();
  for (unsigned i = 0; i != body.getNumArguments(); ++i) {
    bool fixed = body.getTerminator()->getOperand(i) == body.getArgument(i);
    unsigned level = fixed ? getLevel(op->getOperand(i)) : loop.depth;
    if (!level)
      continue;
    levels[body.getArgument(i)] = level;
    levels[cond.getArgument(i)] = level;
  }
  visitBlock(cond, op);
  visitBlock(body, op);
}

double LoopVariance::countTurns(Operation *innermost, unsigned level) const {
  for (const Loop *loop = getLoop(innermost); loop; loop = getLoop(innermost)) {
    if (loop->depth <= level)
      return loop->runs;
    innermost = loopOf.lookup(innermost->getBlock());
  }
  return 1;
}

double LoopVariance::countRuns(Operation *op) const {
  const Loop *loop = getLoop(loopOf.lookup(op->getBlock()));
  return loop ? loop->runs : 1;
}

double LoopVariance::countOperandRuns(Operation *op, Value value) const {
  return countTurns(loopOf.lookup(op->getBlock()), getLevel(value));
}

/// The only use of `value` if it adds to a variable of the loop and nothing
/// else, directly or after ops that a partial sum can pass.
static bool isAccumulated(Value value, Operation *loop) {
  constexpr unsigned maxSteps = 8;
  Block &body = cast<stablehlo::WhileOp>(loop).getBody().front();
  for (unsigned step = 0; step != maxSteps && value.hasOneUse(); ++step) {
    OpOperand &use = *value.use_begin();
    Operation *user = use.getOwner();
    if (user->getBlock() != &body || user->getNumResults() != 1)
      return false;
    if (isa<stablehlo::AddOp>(user)) {
      Value sum = user->getResult(0);
      auto carried =
          dyn_cast<BlockArgument>(user->getOperand(1 - use.getOperandNumber()));
      if (carried && carried.getOwner() == &body)
        return carried.hasOneUse() && sum.hasOneUse() &&
               body.getTerminator()->getOperand(carried.getArgNumber()) == sum;
      value = sum;
      continue;
    }
    auto linear = dyn_cast<LinearInterface>(user);
    llvm::SmallBitVector partial(user->getNumOperands());
    partial.set(use.getOperandNumber());
    if (!linear || !linear.isLinearIn(partial))
      return false;
    value = user->getResult(0);
  }
  return false;
}

double LoopVariance::countResultRuns(OpResult result) const {
  Operation *loop = loopOf.lookup(result.getOwner()->getBlock());
  const Loop *known = getLoop(loop);
  if (!known)
    return 1;
  bool once = isAccumulated(result, loop);
  return countTurns(loop, known->depth - once);
}
