//===- ApplyConstraints.cpp - constraints lay out their operands -*- C++ -*-==//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingRewriter.h"

#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Interfaces/ShardingRuleInterface.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_APPLYCONSTRAINTS
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

static bool isClosed(ShardingAttr sharding) {
  return llvm::none_of(sharding.getDims(),
                       [](DimShardingAttr dim) { return dim.getIsOpen(); });
}

/// Whether an op with regions lets the value flow: it has one sharding with all
/// the places that it flows to and from.
static bool isFlowTarget(Value value) {
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = cast<BlockArgument>(value).getOwner()->getParentOp();
  return isa<DataFlowInterface>(owner);
}

/// Whether another constraint or manual region wants the value laid out in
/// another way.
static bool isContested(Value value, ShardingAttr sharding) {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto constraint = dyn_cast<ConstrainOp>(user))
      return constraint.getSharding() != sharding;
    if (auto manual = dyn_cast<ManualOp>(user))
      return manual.getInShardings()[use.getOperandNumber()] != sharding;
    return false;
  });
}

/// The first of a chain of constraints that ends in `last`, each the only use
/// of the one before it; `last` itself if there is no chain.
static ConstrainOp findChainStart(ConstrainOp last) {
  ConstrainOp first = last;
  while (auto before = first.getInput().getDefiningOp<ConstrainOp>()) {
    if (!before->hasOneUse())
      break;
    first = before;
  }
  return first;
}

namespace {
struct ApplyConstraints : weft::impl::ApplyConstraintsBase<ApplyConstraints> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (auto constraint = dyn_cast<ConstrainOp>(op)) {
        visit(constraint);
        return;
      }
      if (auto manual = dyn_cast<ManualOp>(op))
        for (auto [input, sharding] :
             llvm::zip_equal(manual.getInputs(), manual.getInShardings()))
          if (!isFlowTarget(input))
            apply(input, sharding);
    });
  }

  void visit(ConstrainOp op) {
    if (isFlowTarget(op.getInput())) {
      if (isClosed(op.getSharding()) &&
          !isContested(op.getInput(), op.getSharding()))
        reroute(op);
    } else {
      apply(op.getInput(), op.getSharding());
    }
    takeOverLaterUses(op);
  }

  void apply(Value value, ShardingAttr sharding) {
    if (!isClosed(sharding) || !canStateSharding(value) ||
        getStatedSharding(value) || isContested(value, sharding))
      return;
    stateSharding(value, sharding);
    ++numApplied;
  }

  /// Moves the constraint to where its operand comes from, and all other uses
  /// behind it.
  void reroute(ConstrainOp op) {
    Value input = op.getInput();
    if (Operation *def = input.getDefiningOp())
      op->moveAfter(def);
    else
      op->moveBefore(&cast<BlockArgument>(input).getOwner()->front());
    if (input.hasOneUse())
      return;
    input.replaceAllUsesExcept(op.getResult(), op);
    ++numRerouted;
  }

  void takeOverLaterUses(ConstrainOp last) {
    bool isLast = llvm::none_of(last->getUsers(), [](Operation *user) {
      return isa<ConstrainOp>(user);
    });
    ConstrainOp first = findChainStart(last);
    if (!isLast || first == last)
      return;
    Value head = first.getInput();
    bool onlyConstraint = llvm::all_of(head.getUsers(), [&](Operation *user) {
      return user == first || !isa<ConstrainOp, ManualOp>(user);
    });
    if (!onlyConstraint)
      return;
    head.replaceUsesWithIf(last.getResult(), [&](OpOperand &use) {
      Operation *user =
          last->getBlock()->findAncestorOpInBlock(*use.getOwner());
      return user && user != first && last->isBeforeInBlock(user);
    });
    ++numRerouted;
  }
};
} // namespace
