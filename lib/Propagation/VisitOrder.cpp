//===- VisitOrder.cpp - an order that the text does not decide --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VisitOrder.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

static bool mayCapture(Operation *op) {
  return op->getNumRegions() != 0 &&
         !op->hasTrait<OpTrait::IsIsolatedFromAbove>();
}

/// What is used in a block is defined there or around the op that has it.
const VisitOrder::Values &VisitOrder::findCaptures(Operation *op) {
  auto known = captures.find(op);
  if (known != captures.end())
    return known->second;
  Values found;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      auto add = [&](Value value) {
        if (value.getParentBlock() != &block)
          found.insert(value);
      };
      for (Operation *inner : get(block)) {
        llvm::for_each(inner->getOperands(), add);
        if (mayCapture(inner))
          llvm::for_each(findCaptures(inner), add);
      }
    }
  return captures[op] = std::move(found);
}

/// Depth first, with a stack of its own: a program may be a chain of any
/// length.
void VisitOrder::addWithOperands(Operation *root, Block &block,
                                 SmallVectorImpl<Operation *> &order) {
  SmallVector<std::pair<Operation *, bool>> stack;
  auto push = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (def && def->getBlock() == &block && !done.contains(def))
      stack.push_back({def, /*isExpanded=*/false});
  };
  stack.push_back({root, /*isExpanded=*/false});
  while (!stack.empty()) {
    auto [op, isExpanded] = stack.pop_back_val();
    if (done.contains(op))
      continue;
    if (isExpanded) {
      done.insert(op);
      order.push_back(op);
      continue;
    }
    stack.push_back({op, /*isExpanded=*/true});
    // The first operand ends up on top.
    if (mayCapture(op))
      for (Value value : llvm::reverse(findCaptures(op)))
        push(value);
    for (Value value : llvm::reverse(op->getOperands()))
      push(value);
  }
}

ArrayRef<Operation *> VisitOrder::get(Block &block) {
  auto known = orders.find(&block);
  if (known != orders.end())
    return known->second;
  SmallVector<Operation *, 0> order;
  if (!block.empty()) {
    Operation *last = &block.back();
    for (Value value : last->getOperands())
      if (Operation *def = value.getDefiningOp();
          def && def->getBlock() == &block)
        addWithOperands(def, block, order);
    for (Operation &op : block)
      if (op.use_empty() && &op != last)
        addWithOperands(&op, block, order);
    addWithOperands(last, block, order);
  }
  return orders[&block] = std::move(order);
}
