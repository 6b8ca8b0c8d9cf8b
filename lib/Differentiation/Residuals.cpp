//===- Residuals.cpp - what the backward pass keeps -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Residuals.h"

#include "weft/Interfaces/DifferentiableInterface.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

bool Residuals::isInForward(Value value) const {
  return value.getParentBlock() == &forward;
}

static Repetition getRepetition(Operation *op) {
  auto differentiable = dyn_cast_if_present<DifferentiableInterface>(op);
  return differentiable ? differentiable.getRepetition() : Repetition::Never;
}

/// Whether everything that `value` is computed from needs not be kept.
bool Residuals::canRepeatFree(Value value) {
  if (!isInForward(value) || isFree(value))
    return true;
  auto [known, isNew] = repeatable.try_emplace(value, false);
  if (!isNew)
    return known->second;
  Operation *op = value.getDefiningOp();
  bool result = getRepetition(op) != Repetition::Never &&
                llvm::all_of(op->getOperands(), [&](Value operand) {
                  return canRepeatFree(operand);
                });
  return repeatable[value] = result;
}

Value Residuals::repeat(Value value, OpBuilder &builder) {
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, bring(operand, builder));
  Operation *copy = builder.clone(*op, mapping);
  for (auto [old, result] : llvm::zip(op->getResults(), copy->getResults()))
    inReach[old] = result;
  return inReach[value];
}

Value Residuals::bring(Value value, OpBuilder &builder) {
  if (!isInForward(value))
    return value;
  if (Value known = inReach.lookup(value))
    return known;
  if (isFree(value))
    return inReach[value] = findFree(value, builder);
  if (canRepeatFree(value) ||
      getRepetition(value.getDefiningOp()) == Repetition::Always)
    return repeat(value, builder);
  return inReach[value] = keep(value, builder);
}

/// Removes what the rules have built from `begin` on and nobody uses, so that
/// nothing is kept for it. Returns the new beginning.
static Block::iterator dropUnused(Block &block, Block::iterator begin) {
  Operation *before = begin == block.begin() ? nullptr : &*std::prev(begin);
  Operation *last = block.empty() ? nullptr : &block.back();
  for (Operation *op = last, *next; op != before; op = next) {
    next = op->getPrevNode();
    if (isOpTriviallyDead(op))
      op->erase();
  }
  return before ? std::next(Block::iterator(before)) : block.begin();
}

void Residuals::connect(Block::iterator begin) {
  begin = dropUnused(backward, begin);
  llvm::SetVector<Value> used;
  for (Operation &op : backward)
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (isInForward(operand))
          used.insert(operand);
    });
  if (used.empty())
    return;
  OpBuilder builder(used.front().getContext());
  builder.setInsertionPoint(&backward, begin);
  for (Value value : used) {
    Value replacement = bring(value, builder);
    value.replaceUsesWithIf(replacement, [&](OpOperand &use) {
      return backward.findAncestorOpInBlock(*use.getOwner()) != nullptr;
    });
  }
}
