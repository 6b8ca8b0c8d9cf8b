//===- HoistReshards.cpp - send once what loops read ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPlanner.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Partition/Passes.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace weft {
#define GEN_PASS_DEF_HOISTRESHARDS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

/// Moves ops out of one loop.
class LoopHoister {
public:
  LoopHoister(stablehlo::WhileOp loop, const ValueLayouts &values)
      : loop(loop), body(loop.getBody().front()), values(values) {}

  unsigned run();

private:
  bool isInvariant(Value value) const;
  void findInvariant();
  void require(Operation *op);

  stablehlo::WhileOp loop;
  Block &body;
  const ValueLayouts &values;
  /// Ops of the body that do the same in every turn, and those of them that
  /// are to move.
  llvm::SmallPtrSet<Operation *, 16> invariant, required;
};

struct HoistReshards : weft::impl::HoistReshardsBase<HoistReshards> {
  using Base::Base;
  void runOnOperation() override {
    markAnalysesPreserved<SharedPlanner>();
    LayoutTable layouts(getOperation());
    ValueLayouts values(getOperation(), layouts);
    if (failed(values.collect()))
      return signalPassFailure();
    // Inner loops come first, so that a reshard leaves as many as it can.
    getOperation()->walk([&](stablehlo::WhileOp loop) {
      numHoisted += LoopHoister(loop, values).run();
    });
  }
};

} // namespace

/// Whether `value`, which the body can see, is the same in every turn.
bool LoopHoister::isInvariant(Value value) const {
  if (value.getParentBlock() != &body)
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return body.getTerminator()->getOperand(argument.getArgNumber()) == value;
  return invariant.contains(value.getDefiningOp());
}

void LoopHoister::findInvariant() {
  for (Operation &op : body.without_terminator())
    if (op.getNumRegions() == 0 && isPure(&op) &&
        llvm::all_of(op.getOperands(),
                     [&](Value value) { return isInvariant(value); }))
      invariant.insert(&op);
}

/// Marks `op`, and the ops that make its operands.
void LoopHoister::require(Operation *op) {
  SmallVector<Operation *> work = {op};
  while (!work.empty()) {
    Operation *next = work.pop_back_val();
    if (!required.insert(next).second)
      continue;
    for (Value operand : next->getOperands())
      if (Operation *made = operand.getDefiningOp();
          made && made->getBlock() == &body)
        work.push_back(made);
  }
}

unsigned LoopHoister::run() {
  findInvariant();
  unsigned numHoisted = 0;
  // What every device has whole is only sliced: nothing is sent for it, and
  // outside it would take memory for as long as the loop runs.
  for (Operation *op : invariant)
    if (auto reshard = dyn_cast<ReshardOp>(op);
        reshard && values.get(reshard.getInput()) != noLayout) {
      require(reshard);
      ++numHoisted;
    }
  if (!numHoisted)
    return 0;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (!required.contains(&op))
      continue;
    for (OpOperand &operand : op.getOpOperands())
      if (auto argument = dyn_cast<BlockArgument>(operand.get());
          argument && argument.getOwner() == &body)
        operand.set(loop->getOperand(argument.getArgNumber()));
    op.moveBefore(loop);
  }
  return numHoisted;
}
