//===- SplitConstants.cpp - a constant for every use ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantExpressions.h"

#include "weft/Propagation/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace weft {
#define GEN_PASS_DEF_SPLITCONSTANTS
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// Deals constant expressions out to their uses. The first use takes the ops
/// that are there; each later one gets a copy of the whole expression.
class ConstantSplitter {
public:
  void visit(Operation *op);
  uint64_t getNumCopies() const { return numCopies; }

private:
  bool isExpression(Operation *op) const;
  bool isSplit(Value value) const {
    Operation *op = value.getDefiningOp();
    return op && taken.contains(op);
  }
  Value take(Value value);
  Value copy(Operation *op);

  /// Every constant expression of rank one or more, and whether it has a use.
  llvm::DenseMap<Operation *, bool> taken;
  uint64_t numCopies = 0;
};
} // namespace

static bool isScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return !type || type.getRank() == 0;
}

/// Scalars count as constant: they are shared, since they have no layout.
bool ConstantSplitter::isExpression(Operation *op) const {
  if (op->getNumResults() != 1 || isScalar(op->getResult(0)))
    return false;
  if (isConstantSource(op) || isScalarBroadcast(op))
    return true;
  if (!isCheapStep(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    Operation *def = operand.getDefiningOp();
    return def && (taken.contains(def) ||
                   (isScalar(operand) && isConstantSource(def)));
  });
}

/// Copies `op` and the constants it is made of.
Value ConstantSplitter::copy(Operation *op) {
  OpBuilder builder(op);
  Operation *clone = builder.clone(*op);
  for (OpOperand &operand : clone->getOpOperands())
    if (isSplit(operand.get()))
      operand.set(copy(operand.get().getDefiningOp()));
  ++numCopies;
  return clone->getResult(0);
}

Value ConstantSplitter::take(Value value) {
  Operation *op = value.getDefiningOp();
  bool &isTaken = taken.find(op)->second;
  if (isTaken)
    return copy(op);
  isTaken = true;
  for (OpOperand &operand : op->getOpOperands())
    if (isSplit(operand.get()))
      operand.set(take(operand.get()));
  return value;
}

void ConstantSplitter::visit(Operation *op) {
  if (isExpression(op)) {
    taken.try_emplace(op, false);
    return;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (isSplit(operand.get()))
      operand.set(take(operand.get()));
}

namespace {
struct SplitConstants : weft::impl::SplitConstantsBase<SplitConstants> {
  using Base::Base;

  void runOnOperation() override {
    // In program order, so that an expression is known before its uses.
    ConstantSplitter splitter;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { splitter.visit(op); });
    numCopies += splitter.getNumCopies();
  }
};
} // namespace
