//===- PlaceReductions.cpp - reduce late and once ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partial sum need not be reduced where it arises. Ops that are linear can
// work on the parts; sums of several partial sums then need one reduction
// instead of many, and a sum that a loop accumulates needs one after the loop
// instead of one per turn. What is reduced last may also be what is split next,
// and a reduction into shards costs half.
//
//===----------------------------------------------------------------------===//

#include "Asked.h"
#include "Cause.h"
#include "ReductionPlacer.h"
#include "SharedPlanner.h"

#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Interfaces/LinearInterface.h"
#include "weft/Partition/Passes.h"
#include "weft/Sharding/LocalShape.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_PLACEREDUCTIONS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

struct PlaceReductions : weft::impl::PlaceReductionsBase<PlaceReductions> {
  using Base::Base;
  void runOnOperation() override {
    auto &planner = getAnalysis<SharedPlanner>();
    markAnalysesPreserved<SharedPlanner>();
    ReductionPlacer placer(getOperation(), planner);
    if (failed(placer.run()))
      return signalPassFailure();
    numMoved += placer.getNumMoved();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Pending reductions
//===----------------------------------------------------------------------===//

/// Whether the reshard sums all that is partial; it may split the sum as well.
bool ReductionPlacer::isPending(ReshardOp reshard) {
  LayoutId from = values.get(reshard.getInput());
  LayoutId to = values.get(reshard.getOutput());
  if (from == noLayout)
    return false;
  const Sharding &partial = getSharding(from);
  return !partial.unreduced.empty() &&
         partial.unreducedKind == ReducerKind::Add &&
         (to == noLayout || (layouts[to].mesh == layouts[from].mesh &&
                             getSharding(to).unreduced.empty()));
}

/// The reshard that makes `value`, if it is pending and has no use but one.
ReshardOp ReductionPlacer::getPending(Value value) {
  auto reshard = value.getDefiningOp<ReshardOp>();
  return reshard && value.hasOneUse() && isPending(reshard) ? reshard
                                                            : ReshardOp();
}

/// Whether a pending reshard leaves the dimensions as they are.
bool ReductionPlacer::onlySums(ReshardOp reshard) {
  LayoutId from = values.get(reshard.getInput());
  Sharding summed = getSharding(from);
  summed.unreduced.clear();
  return values.internPlain(layouts[from].meshRef, summed) ==
         values.get(reshard.getOutput());
}

LayoutId ReductionPlacer::makeUnreduced(LayoutId id, Attribute meshRef,
                                        unsigned rank, const AxisList &axes) {
  Sharding sharding =
      id == noLayout ? Sharding::closed(rank) : layouts[id].sharding;
  sharding.unreduced.append(axes.axes());
  sharding.unreduced.sortAndMerge();
  sharding.unreducedKind = ReducerKind::Add;
  return values.internPlain(meshRef, sharding);
}

ShardingAttr ReductionPlacer::getAttr(LayoutId id, Value value,
                                      Attribute meshRef) {
  if (id != noLayout)
    return layouts.getAttr(id);
  auto type = cast<RankedTensorType>(value.getType());
  return layouts.getAttr(
      layouts.intern(meshRef, Sharding::closed(type.getRank())));
}

/// States the sharding of result `index` of `op`.
void ReductionPlacer::setStated(Operation *op, unsigned index, LayoutId id) {
  SmallVector<ShardingAttr> attrs;
  for (OpResult result : op->getResults()) {
    LayoutId each = result.getResultNumber() == index ? id : values.get(result);
    if (isa<RankedTensorType>(result.getType()))
      attrs.push_back(getAttr(each, result, layouts[id].meshRef));
    else
      attrs.push_back(layouts.getAttr(
          layouts.intern(layouts[id].meshRef, Sharding::closed(0))));
  }
  op->setDiscardableAttr("weft.shardings",
                         ShardingsAttr::get(op->getContext(), attrs));
  values.set(op->getResult(index), id);
}

ReshardOp ReductionPlacer::createReshard(OpBuilder &builder, Value value,
                                         LayoutId to, Attribute meshRef) {
  Location loc = value.getLoc();
  if (auto result = dyn_cast<OpResult>(value))
    loc = withCause("result " + Twine(result.getResultNumber()),
                    result.getOwner());
  auto reshard =
      ReshardOp::create(builder, loc, value, getAttr(to, value, meshRef));
  values.set(reshard, to);
  return reshard;
}

/// `reshard` also does what another one did, which brought its operand to
/// `from` and is no more. If that was asked for, then so is this, unless it has
/// to send more to get to its own end.
void ReductionPlacer::inheritAsked(ReshardOp reshard, LayoutId from,
                                   bool asked) {
  if (!asked || isAsked(reshard))
    return;
  LayoutId to = values.get(reshard.getOutput());
  if (from != to) {
    std::optional<CollectiveCost> rest = getCost(reshard.getInput(), from, to);
    asked = rest && rest->wireBytes == 0;
  }
  setAsked(reshard, asked);
}

/// Gives `value` the layout `unreduced`, and its uses what it had before. A use
/// that is a reshard itself takes the partial sum as it is. The reduction is
/// asked for if those that it stands for were.
void ReductionPlacer::reduceAfter(Value value, LayoutId unreduced, bool asked) {
  LayoutId before = values.get(value);
  Operation *owner = value.getDefiningOp();
  setStated(owner, cast<OpResult>(value).getResultNumber(), unreduced);
  if (value.hasOneUse())
    if (auto reshard = dyn_cast<ReshardOp>(*value.user_begin()))
      return inheritAsked(reshard, before, asked);
  OpBuilder builder(owner->getContext());
  builder.setInsertionPointAfter(owner);
  ReshardOp summed =
      createReshard(builder, value, before, layouts[unreduced].meshRef);
  setAsked(summed, asked);
  value.replaceAllUsesExcept(summed, summed);
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

double ReductionPlacer::getLocalBits(Value value, LayoutId id) {
  auto type = cast<RankedTensorType>(value.getType());
  double count = 8.0 * getElementBytes(type.getElementType()).value_or(1);
  SmallVector<int64_t, 4> shape(type.getShape());
  if (id != noLayout)
    shape = localShape(type.getShape(), getSharding(id));
  for (int64_t size : shape)
    count *= size;
  return count;
}

/// What it takes to bring `value` from one layout to another, of which one at
/// least splits it.
std::optional<CollectiveCost>
ReductionPlacer::getCost(Value value, LayoutId from, LayoutId to) {
  auto type = cast<RankedTensorType>(value.getType());
  Sharding whole = Sharding::closed(type.getRank());
  llvm::Expected<const ReshardPlan *> plan = planner.plan(
      *layouts[from ? from : to].mesh, from ? getSharding(from) : whole,
      to ? getSharding(to) : whole, type.getShape(),
      getElementBytes(type.getElementType()).value_or(1));
  if (plan)
    return (*plan)->cost;
  llvm::consumeError(plan.takeError());
  return std::nullopt;
}

double ReductionPlacer::getSeconds(Value value, LayoutId from, LayoutId to) {
  std::optional<CollectiveCost> cost = getCost(value, from, to);
  return cost ? cost->seconds : std::numeric_limits<double>::infinity();
}

/// Later is better if no more has to be reduced.
bool ReductionPlacer::isWorthwhile(Operation *op, ArrayRef<ReshardOp> pending) {
  double before = 0;
  for (ReshardOp each : pending)
    before += getLocalBits(each.getInput(), values.get(each.getInput()));
  return getLocalBits(op->getResult(0), values.get(op->getResult(0))) <= before;
}

//===----------------------------------------------------------------------===//
// Linear ops
//===----------------------------------------------------------------------===//

/// A reshard right after another goes straight from where the value is. Whether
/// it still goes anywhere.
bool ReductionPlacer::join(ReshardOp reshard) {
  auto before = reshard.getInput().getDefiningOp<ReshardOp>();
  if (before && before->hasOneUse()) {
    inheritAsked(reshard, values.get(before.getOutput()), isAsked(before));
    reshard.getInputMutable().set(before.getInput());
    before.erase();
  }
  if (values.get(reshard.getInput()) != values.get(reshard.getOutput()))
    return true;
  reshard.getOutput().replaceAllUsesWith(reshard.getInput());
  reshard.erase();
  return false;
}

/// Whether `op` can take the operands `partial` before they are summed over
/// `axes`: it is linear in them, and does not split the axes itself.
bool ReductionPlacer::canWorkOnParts(Operation *op,
                                     const llvm::SmallBitVector &partial,
                                     const AxisList &axes) {
  auto linear = dyn_cast<LinearInterface>(op);
  if (!linear || op->getNumResults() != 1 || !linear.isLinearIn(partial))
    return false;
  LayoutId id = values.get(op->getResult(0));
  return id == noLayout || llvm::none_of(axes, [&](AxisRef axis) {
           return getSharding(id).uses(axis);
         });
}

/// Partial sums of one layout that are added, and then wanted in another, are
/// added as they are.
void ReductionPlacer::delayInSum(Operation *op, ArrayRef<ReshardOp> pending) {
  LayoutId from = values.get(pending.front()->getOperand(0));
  if (!isa<stablehlo::AddOp, stablehlo::SubtractOp>(op) || pending.size() < 2)
    return;
  for (ReshardOp each : pending)
    if (values.get(each.getInput()) != from)
      return;
  for (OpOperand &operand : op->getOpOperands())
    operand.set(operand.get().getDefiningOp<ReshardOp>().getInput());
  const bool asked = llvm::all_of(pending, isAsked);
  for (ReshardOp each : pending)
    each.erase();
  ++numMoved;
  reduceAfter(op->getResult(0), from, asked);
}

void ReductionPlacer::delay(Operation *op) {
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return join(reshard) ? delayInAllUses(reshard) : void();
  SmallVector<ReshardOp> pending;
  llvm::SmallBitVector partial(op->getNumOperands());
  for (OpOperand &operand : op->getOpOperands())
    if (ReshardOp reshard = getPending(operand.get())) {
      pending.push_back(reshard);
      partial.set(operand.getOperandNumber());
    }
  if (pending.empty())
    return;
  const Layout first = layouts[values.get(pending.front().getInput())];
  const AxisList &axes = first.sharding.unreduced;
  for (ReshardOp each : pending) {
    const Layout &layout = layouts[values.get(each.getInput())];
    if (!(layout.sharding.unreduced == axes) || layout.mesh != first.mesh)
      return;
  }
  if (!llvm::all_of(pending, [&](ReshardOp each) { return onlySums(each); }))
    return partial.all() ? delayInSum(op, pending) : void();
  if (!canWorkOnParts(op, partial, axes) || !isWorthwhile(op, pending))
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (partial.test(operand.getOperandNumber()))
      operand.set(operand.get().getDefiningOp<ReshardOp>().getInput());
  const bool asked = llvm::all_of(pending, isAsked);
  for (ReshardOp each : pending)
    each.erase();
  ++numMoved;
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  reduceAfter(
      result,
      makeUnreduced(values.get(result), first.meshRef, type.getRank(), axes),
      asked);
}

/// A sum of which all uses take only parts, such as the two halves of a fused
/// product, is reduced part by part if that is less.
void ReductionPlacer::delayInAllUses(ReshardOp reshard) {
  Value sum = reshard.getOutput(), parts = reshard.getInput();
  if (sum.use_empty() || sum.hasOneUse() || !isPending(reshard) ||
      !onlySums(reshard))
    return;
  const Layout layout = layouts[values.get(parts)];
  double after = 0;
  for (OpOperand &use : sum.getUses()) {
    Operation *user = use.getOwner();
    llvm::SmallBitVector partial(user->getNumOperands());
    partial.set(use.getOperandNumber());
    if (user->getBlock() != reshard->getBlock() ||
        !canWorkOnParts(user, partial, layout.sharding.unreduced))
      return;
    Value result = user->getResult(0);
    after += getLocalBits(result, values.get(result));
  }
  if (after >= getLocalBits(parts, values.get(parts)))
    return;
  SmallVector<Operation *> users(sum.getUsers());
  sum.replaceAllUsesWith(parts);
  const bool asked = isAsked(reshard);
  reshard.erase();
  for (Operation *user : users) {
    Value result = user->getResult(0);
    auto type = cast<RankedTensorType>(result.getType());
    reduceAfter(result,
                makeUnreduced(values.get(result), layout.meshRef,
                              type.getRank(), layout.sharding.unreduced),
                asked);
  }
  numMoved += users.size();
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

void ReductionPlacer::placeInBlock(Block &block) {
  // In program order, so that a reduction moves on through what follows; loops
  // from the inside out.
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<DataFlowInterface>(op))
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          placeInBlock(nested);
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
      delayOutOfLoop(loop);
    else
      delay(&op);
  }
}

LogicalResult ReductionPlacer::run() {
  if (failed(values.collect()))
    return failure();
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      placeInBlock(function.getFunctionBody().front());
  return success();
}
