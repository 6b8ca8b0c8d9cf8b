//===- VisitOrder.cpp - an order that the text does not decide --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VisitOrder.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace {
/// Depth first, with a stack of its own: a program is a chain as long as it
/// likes.
class OrderFinder {
public:
  explicit OrderFinder(Block &block) : block(block) {
    done.reserve(block.getOperations().size());
  }

  void addWithOperands(Operation *root) {
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
      pushOperands(op);
    }
  }

  SmallVector<Operation *> take() { return std::move(order); }

private:
  /// Pushes what `op` uses, so that the first operand is on top. Regions use
  /// values too, unless they cannot see them.
  void pushOperands(Operation *op) {
    size_t begin = stack.size();
    auto push = [&](Operation *user) {
      for (Value operand : user->getOperands()) {
        Operation *def = operand.getDefiningOp();
        if (def && def->getBlock() == &block && !done.contains(def))
          stack.push_back({def, /*isExpanded=*/false});
      }
    };
    push(op);
    if (op->getNumRegions() != 0 &&
        !op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      for (Region &region : op->getRegions())
        region.walk<WalkOrder::PreOrder>(push);
    std::reverse(stack.begin() + begin, stack.end());
  }

  Block &block;
  SmallVector<std::pair<Operation *, bool>> stack;
  llvm::DenseSet<Operation *> done;
  SmallVector<Operation *> order;
};
} // namespace

SmallVector<Operation *> weft::getVisitOrder(Block &block) {
  OrderFinder finder(block);
  if (block.empty())
    return {};
  // Without the terminator itself, which stays last.
  Operation *last = &block.back();
  for (Value operand : last->getOperands())
    if (Operation *def = operand.getDefiningOp();
        def && def->getBlock() == &block)
      finder.addWithOperands(def);
  for (Operation &op : block)
    if (op.use_empty() && &op != last)
      finder.addWithOperands(&op);
  finder.addWithOperands(last);
  return finder.take();
}
