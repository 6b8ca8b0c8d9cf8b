//===- Loop.cpp - derivatives of loops --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose number of trips is known is run forwards once, keeping of every
// iteration what its derivative needs, stacked along a new first dimension, and
// then backwards, reading it from the end.
//
// Kept is only what differs between iterations: values that the body passes on
// unchanged and counters are there anyway, and what is read from such values at
// a place that the counter gives (the slices of a scan) is read again.
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "Residuals.h"
#include "StatedShardings.h"
#include "weft/Dialect/Stablehlo/IR/TripCount.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

//===----------------------------------------------------------------------===//
// Varied values
//===----------------------------------------------------------------------===//

/// Marks until nothing changes: what a variable is depends on what it was.
static void markLoop(hlo::WhileOp loop, Activity &activity) {
  Block &body = loop.getBody().front();
  Operation *end = body.getTerminator();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), loop->getOperands()))
    if (activity.isVaried(operand))
      activity.setVaried(argument);
  bool changed = true;
  while (changed) {
    changed = false;
    activity.visit(body);
    for (auto [argument, next] :
         llvm::zip(body.getArguments(), end->getOperands()))
      if (activity.isVaried(next) && !activity.isVaried(argument)) {
        activity.setVaried(argument);
        changed = true;
      }
  }
  for (auto [argument, result] :
       llvm::zip(body.getArguments(), loop->getResults()))
    if (activity.isVaried(argument))
      activity.setVaried(result);
}

namespace {

//===----------------------------------------------------------------------===//
// A loop under construction
//===----------------------------------------------------------------------===//

/// Adds variables to a loop.
class LoopExtender {
public:
  explicit LoopExtender(hlo::WhileOp loop) : loop(loop) {}

  Block &getBody() { return loop.getBody().front(); }
  Operation *getEnd() { return getBody().getTerminator(); }

  /// A variable that begins with `initial`. Its next value is to be appended to
  /// the operands of the terminator, in the order of the variables.
  BlockArgument addVariable(Value initial) {
    added.push_back(initial);
    loop.getCond().front().addArgument(initial.getType(), initial.getLoc());
    return getBody().addArgument(initial.getType(), initial.getLoc());
  }
  void setNext(Value next) {
    getEnd()->insertOperands(getEnd()->getNumOperands(), next);
  }

  /// A new op with the old one's regions and all variables.
  hlo::WhileOp finish() {
    SmallVector<Value> operands(loop->getOperands());
    operands.append(added);
    OpBuilder builder(loop);
    auto result = hlo::WhileOp::create(
        builder, loop.getLoc(),
        llvm::map_to_vector(operands,
                            [](Value value) { return value.getType(); }),
        operands);
    copyStatements(loop, result);
    result.getCond().takeBody(loop.getCond());
    result.getBody().takeBody(loop.getBody());
    return result;
  }

private:
  hlo::WhileOp loop;
  SmallVector<Value> added;
};

//===----------------------------------------------------------------------===//
// Residuals
//===----------------------------------------------------------------------===//

/// What an iteration keeps goes into a stack of `count` such values.
class LoopResiduals final : public Residuals {
public:
  LoopResiduals(hlo::WhileOp loop, int64_t count, LoopExtender &extender,
                Block &backward, Value position)
      : Residuals(loop.getBody().front(), backward), loop(loop), count(count),
        extender(extender), position(position) {}

  /// The stacks that the backward block reads, as it names them before the
  /// forward loop is finished, and the variables of the loop they are.
  SmallVector<std::pair<Value, unsigned>> stacks;

  /// Writes what is kept at the end of the body of the forward loop.
  void store() {
    if (!counter)
      return;
    FormulaBuilder builder(loop.getLoc(), extender.getEnd());
    extender.setNext(
        builder.add(counter, builder.constant(counter.getType(), 1)));
    Value zero = builder.zeros(counter.getType());
    for (auto [value, stack] : kept) {
      SmallVector<int64_t> slice(getShape(value));
      slice.insert(slice.begin(), 1);
      SmallVector<Value> starts(slice.size(), zero);
      starts[0] = counter;
      extender.setNext(builder.dynamicUpdateSlice(
          stack, builder.reshape(value, slice), starts));
    }
  }

private:
  Value getNext(unsigned index) {
    return forward.getTerminator()->getOperand(index);
  }

  bool isFree(Value value) override {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      return false;
    unsigned index = argument.getArgNumber();
    return getNext(index) == argument ||
           (getShape(value).empty() && getStep(argument));
  }

  /// By how much a counter grows.
  std::optional<int64_t> getStep(BlockArgument argument) {
    return hlo::getLoopStep(loop, argument.getArgNumber());
  }

  Value findFree(Value value, OpBuilder &builder) override {
    auto argument = cast<BlockArgument>(value);
    Value initial = loop->getOperand(argument.getArgNumber());
    if (getNext(argument.getArgNumber()) == argument)
      return initial;
    FormulaBuilder tensors(value.getLoc(), builder);
    Type element = getRankedType(value).getElementType();
    Value steps =
        tensors.multiply(tensors.convert(position, element),
                         tensors.constant(value.getType(), *getStep(argument)));
    Value result = tensors.add(initial, steps);
    builder.restoreInsertionPoint(tensors.saveInsertionPoint());
    return result;
  }

  Value keep(Value value, OpBuilder &builder) override {
    FormulaBuilder before(value.getLoc(), loop);
    SmallVector<int64_t> shape(getShape(value)), slice(shape);
    shape.insert(shape.begin(), count);
    slice.insert(slice.begin(), 1);
    if (!counter)
      counter = extender.addVariable(before.zeros(position.getType()));
    Value empty = before.zeros(getRankedType(value).clone(shape));
    BlockArgument stack = extender.addVariable(empty);
    kept.push_back({value, stack});
    FormulaBuilder after(value.getLoc(), builder);
    SmallVector<Value> starts(shape.size(), after.zeros(position.getType()));
    starts[0] = position;
    // The name of the stack outside of the loop is not known yet.
    Value read = after.dynamicSlice(empty, starts, slice);
    stacks.push_back({read, stack.getArgNumber()});
    Value result = after.reshape(read, getShape(value));
    builder.restoreInsertionPoint(after.saveInsertionPoint());
    return result;
  }

  hlo::WhileOp loop;
  int64_t count;
  LoopExtender &extender;
  /// In the backward loop: the number of the iteration that is undone.
  Value position;
  BlockArgument counter;
  SmallVector<std::pair<Value, Value>> kept;
};

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

class LoopPullback {
public:
  LoopPullback(hlo::WhileOp loop, int64_t count, GradientBuilder &gradients)
      : loop(loop), count(count), gradients(gradients) {}

  LogicalResult run();

private:
  void carryCaptured();
  SmallVector<unsigned> findReached();
  hlo::WhileOp createBackward(ArrayRef<Value> initial);

  hlo::WhileOp loop;
  int64_t count;
  GradientBuilder &gradients;
};

} // namespace

/// Makes varied values from outside variables of the loop that never change, so
/// that their cotangents are carried like those of the others.
void LoopPullback::carryCaptured() {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(loop.getBody(), captured);
  LoopExtender extender(loop);
  bool any = false;
  for (Value value : captured) {
    if (!gradients.isWanted(value))
      continue;
    BlockArgument inside = extender.addVariable(value);
    value.replaceUsesWithIf(inside, [&](OpOperand &use) {
      return loop.getBody().isAncestor(use.getOwner()->getParentRegion());
    });
    extender.setNext(inside);
    any = true;
  }
  if (!any)
    return;
  auto old = loop;
  loop = extender.finish();
  markLoop(loop, gradients.getActivity());
  gradients.replace(old, loop->getResults().take_front(old->getNumResults()));
}

/// The variables that a cotangent reaches: those whose results have one, and
/// those that they are computed from.
SmallVector<unsigned> LoopPullback::findReached() {
  Block &body = loop.getBody().front();
  Operation *end = body.getTerminator();
  llvm::SetVector<unsigned> reached;
  for (auto [i, result] : llvm::enumerate(loop->getResults()))
    if (gradients.getCotangent(result))
      reached.insert(i);
  llvm::DenseSet<Value> seen;
  for (unsigned next = 0; next != reached.size(); ++next) {
    SmallVector<Value> worklist{end->getOperand(reached[next])};
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (!gradients.isWanted(value) || !seen.insert(value).second)
        continue;
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        if (argument.getOwner() == &body)
          reached.insert(argument.getArgNumber());
        continue;
      }
      value.getDefiningOp()->walk([&](Operation *op) {
        llvm::append_range(worklist, op->getOperands());
      });
    }
  }
  SmallVector<unsigned> result(reached.begin(), reached.end());
  llvm::sort(result);
  return result;
}

/// A loop over 0 to count - 1, in the backward pass, with an empty body.
hlo::WhileOp LoopPullback::createBackward(ArrayRef<Value> initial) {
  bool isWide = count > std::numeric_limits<int32_t>::max();
  Type element = isWide ? gradients.getI64Type() : gradients.getI32Type();
  SmallVector<Value> operands{gradients.scalar(element, 0)};
  llvm::append_range(operands, initial);
  auto types = llvm::map_to_vector(operands,
                                   [](Value value) { return value.getType(); });
  auto backward = hlo::WhileOp::create(gradients, types, operands);
  SmallVector<Location> locations(types.size(), loop.getLoc());
  OpBuilder::InsertionGuard guard(gradients);
  Block *condition =
      gradients.createBlock(&backward.getCond(), {}, types, locations);
  Value end = gradients.scalar(element, count);
  Value isInside = gradients.compare(hlo::ComparisonDirection::LT,
                                     condition->getArgument(0), end);
  hlo::ReturnOp::create(gradients, ValueRange{isInside});
  gradients.createBlock(&backward.getBody(), {}, types, locations);
  return backward;
}

LogicalResult LoopPullback::run() {
  if (count == 0) {
    for (auto [operand, result] :
         llvm::zip(loop->getOperands(), loop->getResults()))
      gradients.accumulate(operand, gradients.getCotangent(result));
    return success();
  }
  carryCaptured();
  SmallVector<unsigned> reached = findReached();
  auto initial = llvm::map_to_vector(reached, [&](unsigned index) {
    return gradients.getCotangentOrZero(loop->getResult(index));
  });
  hlo::WhileOp backward = createBackward(initial);
  Block &undone = backward.getBody().front();
  GradientBuilder inner(gradients.getFunctions(), gradients.getActivity(),
                        &undone, loop.getLoc());
  Value counter = undone.getArgument(0);
  Value position =
      inner.subtract(inner.constant(counter.getType(), count - 1), counter);

  Block &body = loop.getBody().front();
  for (auto [i, index] : llvm::enumerate(reached))
    inner.accumulate(body.getTerminator()->getOperand(index),
                     undone.getArgument(i + 1));
  if (failed(inner.pullBack(body)))
    return failure();
  SmallVector<Value> next{
      inner.add(counter, inner.constant(counter.getType(), 1))};
  for (unsigned index : reached)
    next.push_back(inner.getCotangentOrZero(body.getArgument(index)));
  hlo::ReturnOp::create(inner, next);

  LoopExtender extender(loop);
  LoopResiduals residuals(loop, count, extender, undone, position);
  // Behind the number of the iteration, by which all is read.
  residuals.connect(std::next(Block::iterator(position.getDefiningOp())));
  residuals.store();
  SmallVector<Value> operands(loop->getOperands());
  hlo::WhileOp old = loop;
  loop = extender.finish();
  for (auto [read, variable] : residuals.stacks)
    read.getDefiningOp()->setOperand(0, loop->getResult(variable));
  gradients.replace(old, loop->getResults().take_front(old->getNumResults()));
  for (auto [i, index] : llvm::enumerate(reached))
    gradients.accumulate(operands[index], backward->getResult(i + 1));
  return success();
}

namespace {

struct WhileRule
    : DifferentiableInterface::ExternalModel<WhileRule, hlo::WhileOp> {
  void markVaried(Operation *op, Activity &activity) const {
    markLoop(cast<hlo::WhileOp>(op), activity);
  }
  LogicalResult pullBack(Operation *op, GradientBuilder &gradients) const {
    auto loop = cast<hlo::WhileOp>(op);
    std::optional<int64_t> count = hlo::getTripCount(loop);
    if (!count)
      return op->emitOpError(
          "runs a number of times that is not known, so there is no room to "
          "keep what its derivative needs; let a counter go from a constant "
          "to a constant by a constant step");
    return LoopPullback(loop, *count, gradients).run();
  }
};

} // namespace

void weft::attachLoopDerivatives(MLIRContext &context) {
  hlo::WhileOp::attachInterface<WhileRule>(context);
}
