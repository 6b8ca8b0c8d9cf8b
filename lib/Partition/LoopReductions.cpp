//===- LoopReductions.cpp - reduce once after a loop ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gradients are often summed in a loop: over small batches, or over the steps
// of a recurrence. If the body adds partial sums to a variable and nothing else
// looks at it, the variable can be a partial sum itself:
//
//     acc: [data, _]                         acc: [_, _] unreduced over data
//     loop { acc += reduce_scatter(part) }   loop { acc += part }
//                                            acc = reduce_scatter(acc)
//
//===----------------------------------------------------------------------===//

#include "Asked.h"
#include "PartitionModels.h"
#include "ReductionPlacer.h"
#include "TripCount.h"

#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Interfaces/LinearInterface.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

/// For loops whose trip count is not known.
static constexpr int64_t unknownTrips = 16;

std::optional<ReductionPlacer::Accumulation>
ReductionPlacer::findAccumulation(stablehlo::WhileOp loop, unsigned index) {
  Block &body = loop.getBody().front();
  Value at = body.getArgument(index);
  if (!loop.getCond().front().getArgument(index).use_empty() ||
      !isa<RankedTensorType>(at.getType()))
    return std::nullopt;
  Accumulation found;
  while (at.hasOneUse()) {
    OpOperand &use = *at.use_begin();
    Operation *user = use.getOwner();
    if (user == body.getTerminator() && use.getOperandNumber() == index &&
        !found.sums.empty())
      return found;
    if (!isa<stablehlo::AddOp>(user) || user->getBlock() != &body)
      return std::nullopt;
    found.sums.push_back(user);
    found.terms.push_back(&user->getOpOperand(1 - use.getOperandNumber()));
    at = user->getResult(0);
  }
  return std::nullopt;
}

/// How `op` leaves its result if it takes its only tensor as `from`, without
/// moving anything.
std::optional<LayoutId> ReductionPlacer::carryThrough(Operation *op,
                                                      LayoutId from) {
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto operand = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  SmallVector<PartitionWay, 2> ways = getPartitionWays(op);
  if (!result || !operand || ways.empty())
    return std::nullopt;
  const Layout layout = layouts[from];
  Sharding dims = layout.sharding;
  dims.unreduced.clear();
  Sharding anything = Sharding::closed(result.getRank());
  PlacedTensor tensors[] = {
      {&dims, operand.getShape(),
       getElementBytes(operand.getElementType()).value_or(1)},
      {&anything, result.getShape(),
       getElementBytes(result.getElementType()).value_or(1)}};
  // Whatever comes out is welcome; what goes in must stay as it is.
  LayoutChoice choice = chooseLayout(
      ways, tensors, [](unsigned t, const Sharding &a, const Sharding &b) {
        return t == 1 || a == b ? 0.0 : 1.0;
      });
  if (!(choice.shardings[0] == dims) || !choice.shardings[1].unreduced.empty())
    return std::nullopt;
  LayoutId plain = values.internPlain(layout.meshRef, choice.shardings[1]);
  return makeUnreduced(plain, layout.meshRef, result.getRank(),
                       layout.sharding.unreduced);
}

/// The pending reshard that `value` is made of by nothing but linear ops with
/// one operand, and the layout that its parts arrive in.
ReshardOp ReductionPlacer::findPendingBehind(Value value, LayoutId &carried) {
  SmallVector<Operation *> chain;
  while (value.hasOneUse()) {
    Operation *op = value.getDefiningOp();
    if (ReshardOp pending = getPending(value)) {
      carried = values.get(pending.getInput());
      for (Operation *each : llvm::reverse(chain)) {
        std::optional<LayoutId> next = carryThrough(each, carried);
        if (!next)
          return {};
        carried = *next;
      }
      return pending;
    }
    auto linear = dyn_cast_or_null<LinearInterface>(op);
    if (!linear || op->getNumOperands() != 1 || op->getNumResults() != 1 ||
        !linear.isLinearIn(llvm::SmallBitVector(1, true)))
      return {};
    chain.push_back(op);
    value = op->getOperand(0);
  }
  return {};
}

/// Lets the ops between a pending reshard and `term` work on the parts; a term
/// that is not partial is counted once.
void ReductionPlacer::makePartial(OpOperand &term, LayoutId partial) {
  LayoutId carried = noLayout;
  ReshardOp pending = findPendingBehind(term.get(), carried);
  if (!pending) {
    OpBuilder builder(term.getOwner());
    term.set(
        createReshard(builder, term.get(), partial, layouts[partial].meshRef));
    return;
  }
  OpOperand *use = &*pending.getOutput().use_begin();
  LayoutId layout = values.get(pending.getInput());
  use->set(pending.getInput());
  pending.erase();
  while (use != &term) {
    Operation *op = use->getOwner();
    layout = *carryThrough(op, layout);
    setStated(op, 0, layout);
    use = &*op->getResult(0).use_begin();
  }
}

/// What the variable holds before the first turn, as a partial sum. Nothing is
/// the same in every layout.
Value ReductionPlacer::makePartialStart(stablehlo::WhileOp loop, Value start,
                                        LayoutId partial) {
  OpBuilder builder(loop);
  Value source = start;
  while (auto reshard = source.getDefiningOp<ReshardOp>())
    source = reshard.getInput();
  if (auto broadcast = source.getDefiningOp<stablehlo::BroadcastInDimOp>())
    source = broadcast.getOperand();
  DenseElementsAttr constant;
  auto type = cast<RankedTensorType>(start.getType());
  if (!isIdentity(source, ReducerKind::Add) ||
      !matchPattern(source, m_Constant(&constant)))
    return createReshard(builder, start, partial, layouts[partial].meshRef);
  auto zero = stablehlo::ConstantOp::create(
      builder, start.getLoc(),
      DenseElementsAttr::get(type, constant.getSplatValue<Attribute>()));
  setStated(zero, 0, partial);
  return zero->getResult(0);
}

bool ReductionPlacer::delayOutOfLoop(stablehlo::WhileOp loop, unsigned index) {
  std::optional<Accumulation> found = findAccumulation(loop, index);
  if (!found)
    return false;
  Value carried = loop.getBody().front().getArgument(index);
  LayoutId before = values.get(carried), partial = noLayout;
  double inside = 0;
  bool allPending = true, asked = true;
  for (OpOperand *term : found->terms) {
    LayoutId each = noLayout;
    ReshardOp pending = findPendingBehind(term->get(), each);
    allPending &= bool(pending);
    if (!pending)
      continue;
    if (partial != noLayout && each != partial)
      return false;
    partial = each;
    asked &= isAsked(pending);
    inside += getSeconds(pending.getInput(), values.get(pending.getInput()),
                         values.get(pending.getOutput()));
  }
  if (partial == noLayout)
    return false;
  // A term that is not partial must not have to be gathered for it.
  auto type = cast<RankedTensorType>(carried.getType());
  bool sameDims =
      makeUnreduced(before, layouts[partial].meshRef, type.getRank(),
                    getSharding(partial).unreduced) == partial;
  std::optional<int64_t> trips = getTripCount(loop).value_or(std::nullopt);
  if ((!allPending && !sameDims) || getSeconds(carried, partial, before) >
                                        inside * trips.value_or(unknownTrips))
    return false;
  for (auto [sum, term] : llvm::zip_equal(found->sums, found->terms)) {
    makePartial(*term, partial);
    setStated(sum, 0, partial);
  }
  OpOperand &start = loop->getOpOperand(index);
  start.set(makePartialStart(loop, start.get(), partial));
  values.set(carried, partial);
  values.set(loop.getCond().front().getArgument(index), partial);
  reduceAfter(loop->getResult(index), partial, asked);
  ++numMoved;
  return true;
}

void ReductionPlacer::delayOutOfLoop(stablehlo::WhileOp loop) {
  for (unsigned i = 0; i != loop->getNumResults(); ++i)
    delayOutOfLoop(loop, i);
}
