//===- GradientBuilder.cpp - builds the backward pass of a block *- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Differentiation/GradientBuilder.h"

#include "FunctionGradients.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Interfaces/DifferentiableInterface.h"

using namespace mlir;
using namespace weft;

GradientBuilder::GradientBuilder(FunctionGradients &functions,
                                 Activity &activity, Block *backward,
                                 Location loc)
    : FormulaBuilder(loc, loc.getContext()), functions(functions),
      activity(activity) {
  setInsertionPointToEnd(backward);
}

Value GradientBuilder::getCotangentOrZero(Value value) {
  Value cotangent = getCotangent(value);
  return cotangent ? cotangent : zeros(value.getType());
}

void GradientBuilder::accumulate(Value value, Value cotangent) {
  if (!cotangent || !isWanted(value))
    return;
  assert(value.getType() == cotangent.getType() &&
         "a cotangent has the type of its value");
  Value &sum = cotangents[value];
  sum = sum ? add(sum, cotangent) : cotangent;
}

LogicalResult GradientBuilder::pullBack(Operation *op) {
  auto hasCotangent = [&](Value result) { return getCotangent(result); };
  if (llvm::none_of(op->getResults(), hasCotangent))
    return success();
  setLoc(op->getLoc());
  auto differentiable = dyn_cast<DifferentiableInterface>(op);
  if (!differentiable)
    return op->emitOpError("has no derivative; put weft.stop_gradient behind "
                           "it if it is not to have one");
  return differentiable.pullBack(*this);
}

void GradientBuilder::alignLayouts(Value value, Value cotangent) {
  // A manual region has no layouts but those that it states.
  Operation *parent = value.getParentBlock()->getParentOp();
  if (parent && (isa<ManualOp>(parent) || parent->getParentOfType<ManualOp>()))
    return;
  if (std::optional<int64_t> group = functions.makeGroup())
    for (Value member : {value, cotangent})
      ShardingGroupOp::create(*this, member, *group);
}

LogicalResult GradientBuilder::pullBack(Block &forward) {
  Operation *last = forward.empty() ? nullptr : &forward.back();
  if (last && last->hasTrait<OpTrait::IsTerminator>())
    last = last->getPrevNode();
  for (Operation *op = last, *before; op; op = before) {
    // An op may replace itself, but leaves those in front of it alone.
    before = op->getPrevNode();
    if (failed(pullBack(op)))
      return failure();
  }
  return success();
}

LogicalResult GradientBuilder::expand(
    Operation *op,
    llvm::function_ref<SmallVector<Value>(FormulaBuilder &)> build) {
  Operation *before = op->getPrevNode();
  FormulaBuilder forward(op->getLoc(), op);
  SmallVector<Value> results = build(forward);
  Operation *first = before ? before->getNextNode() : &op->getBlock()->front();
  for (Operation *inner = first; inner != op; inner = inner->getNextNode())
    activity.visit(inner);
  Operation *last = op->getPrevNode();
  replace(op, results);
  for (Operation *inner = last, *next; inner != before; inner = next) {
    next = inner->getPrevNode();
    if (failed(pullBack(inner)))
      return failure();
  }
  return success();
}

void GradientBuilder::replace(Operation *op, ValueRange results) {
  for (auto [old, result] : llvm::zip(op->getResults(), results)) {
    if (Value cotangent = cotangents.lookup(old))
      accumulate(result, cotangent);
    cotangents.erase(old);
  }
  op->replaceAllUsesWith(results);
  activity.forget(op);
  op->erase();
}
