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

#include "ValueLayouts.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
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

class ReductionPlacer {
public:
  explicit ReductionPlacer(ModuleOp module)
      : module(module), layouts(module), values(module, layouts) {}

  LogicalResult run();
  unsigned getNumMoved() const { return numMoved; }

private:
  void placeInBlock(Block &block);
  void delay(Operation *op);
  void join(ReshardOp reshard);
  void delayOutOfLoop(stablehlo::WhileOp loop);
  bool delayOutOfLoop(stablehlo::WhileOp loop, unsigned index);

  ReshardOp getPending(Value value);
  bool isWorthwhile(Operation *op, ArrayRef<ReshardOp> pending);
  LayoutId makeUnreduced(LayoutId id, Attribute meshRef, unsigned rank,
                         const AxisList &axes);
  void setStated(Operation *op, unsigned index, LayoutId id);
  void reduceAfter(Value value, LayoutId unreduced);
  ShardingAttr getAttr(LayoutId id, Value value, Attribute meshRef);

  ModuleOp module;
  LayoutTable layouts;
  ValueLayouts values;
  unsigned numMoved = 0;
};

struct PlaceReductions : weft::impl::PlaceReductionsBase<PlaceReductions> {
  using Base::Base;
  void runOnOperation() override {
    ReductionPlacer placer(getOperation());
    if (failed(placer.run()))
      return signalPassFailure();
    numMoved += placer.getNumMoved();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Pending reductions
//===----------------------------------------------------------------------===//

/// The reshard that makes `value`, if it only sums: the same dimensions, no
/// unreduced axes left, and no use but one.
ReshardOp ReductionPlacer::getPending(Value value) {
  auto reshard = value.getDefiningOp<ReshardOp>();
  if (!reshard || !value.hasOneUse())
    return {};
  LayoutId from = values.get(reshard.getInput()), to = values.get(value);
  if (from == noLayout)
    return {};
  const Sharding &partial = layouts[from].sharding;
  if (partial.unreduced.empty() || partial.unreducedKind != ReducerKind::Add)
    return {};
  Sharding summed = partial;
  summed.unreduced.clear();
  LayoutId expected = values.internPlain(layouts[from].meshRef, summed);
  return expected == to ? reshard : ReshardOp();
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

/// Gives `value` the layout `unreduced`, and its uses what it had before. A use
/// that is a reshard itself takes the partial sum as it is.
void ReductionPlacer::reduceAfter(Value value, LayoutId unreduced) {
  LayoutId before = values.get(value);
  Operation *owner = value.getDefiningOp();
  setStated(owner, cast<OpResult>(value).getResultNumber(), unreduced);
  bool onlyReshards = llvm::all_of(
      value.getUsers(), [](Operation *user) { return isa<ReshardOp>(user); });
  if (onlyReshards && value.hasOneUse())
    return;
  OpBuilder builder(owner->getContext());
  builder.setInsertionPointAfter(owner);
  Value summed =
      ReshardOp::create(builder, value.getLoc(), value,
                        getAttr(before, value, layouts[unreduced].meshRef));
  values.set(summed, before);
  value.replaceAllUsesExcept(summed, summed.getDefiningOp());
}

//===----------------------------------------------------------------------===//
// Linear ops
//===----------------------------------------------------------------------===//

static double getLocalElements(Value value, LayoutId id,
                               const LayoutTable &layouts) {
  auto type = cast<RankedTensorType>(value.getType());
  double count = 1;
  SmallVector<int64_t, 4> shape(type.getShape());
  if (id != noLayout)
    shape = localShape(type.getShape(), layouts[id].sharding);
  for (int64_t size : shape)
    count *= size;
  return count * type.getElementTypeBitWidth();
}

/// Later is better if no more has to be reduced.
bool ReductionPlacer::isWorthwhile(Operation *op, ArrayRef<ReshardOp> pending) {
  if (isa<ComplexType>(getElementTypeOrSelf(op->getResult(0).getType())))
    return pending.size() > 1;
  double before = 0;
  for (ReshardOp each : pending)
    before +=
        getLocalElements(each.getInput(), values.get(each.getInput()), layouts);
  return getLocalElements(op->getResult(0), values.get(op->getResult(0)),
                          layouts) <= before;
}

/// A reshard right after another goes straight from where the value is.
void ReductionPlacer::join(ReshardOp reshard) {
  auto before = reshard.getInput().getDefiningOp<ReshardOp>();
  if (!before || !before->hasOneUse())
    return;
  reshard.getInputMutable().set(before.getInput());
  before.erase();
}

void ReductionPlacer::delay(Operation *op) {
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return join(reshard);
  auto linear = dyn_cast<LinearInterface>(op);
  if (!linear || op->getNumResults() != 1)
    return;
  SmallVector<ReshardOp> pending;
  llvm::SmallBitVector partial(op->getNumOperands());
  for (OpOperand &operand : op->getOpOperands())
    if (ReshardOp reshard = getPending(operand.get())) {
      pending.push_back(reshard);
      partial.set(operand.getOperandNumber());
    }
  if (pending.empty() || !linear.isLinearIn(partial))
    return;
  const Layout first = layouts[values.get(pending.front().getInput())];
  const AxisList &axes = first.sharding.unreduced;
  for (ReshardOp each : pending) {
    const Layout &layout = layouts[values.get(each.getInput())];
    if (!(layout.sharding.unreduced == axes) || layout.mesh != first.mesh)
      return;
  }
  // The axes must be free in the op: it may itself split them.
  Value result = op->getResult(0);
  for (LayoutId id : {values.get(result)})
    if (id != noLayout)
      for (AxisRef axis : axes)
        if (layouts[id].sharding.uses(axis))
          return;
  if (!isWorthwhile(op, pending))
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (partial.test(operand.getOperandNumber()))
      operand.set(operand.get().getDefiningOp<ReshardOp>().getInput());
  for (ReshardOp each : pending)
    if (each->use_empty())
      each.erase();
  ++numMoved;
  auto type = cast<RankedTensorType>(result.getType());
  reduceAfter(result, makeUnreduced(values.get(result), first.meshRef,
                                    type.getRank(), axes));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A variable that the body only adds partial sums to can be a partial sum
/// itself.
bool ReductionPlacer::delayOutOfLoop(stablehlo::WhileOp loop, unsigned index) {
  Block &body = loop.getBody().front();
  Value carried = body.getArgument(index);
  if (!loop.getCond().front().getArgument(index).use_empty() ||
      !carried.hasOneUse() || !isa<RankedTensorType>(carried.getType()))
    return false;
  // From what is returned back to the argument, through sums.
  SmallVector<stablehlo::AddOp> sums;
  SmallVector<OpOperand *> terms;
  Value at = body.getTerminator()->getOperand(index);
  while (at != carried) {
    auto sum = at.getDefiningOp<stablehlo::AddOp>();
    if (!sum || !at.hasOneUse() || sum->getBlock() != &body)
      return false;
    unsigned pending = getPending(sum->getOperand(0)) ? 0 : 1;
    if (!getPending(sum->getOperand(pending)))
      return false;
    sums.push_back(sum);
    terms.push_back(&sum->getOpOperand(pending));
    at = sum->getOperand(1 - pending);
  }
  if (sums.empty())
    return false;
  auto input = [&](OpOperand *term) {
    return term->get().getDefiningOp<ReshardOp>().getInput();
  };
  const Layout first = layouts[values.get(input(terms.front()))];
  for (OpOperand *term : terms) {
    const Layout &layout = layouts[values.get(input(term))];
    if (!(layout.sharding.unreduced == first.sharding.unreduced) ||
        layout.mesh != first.mesh)
      return false;
  }
  auto type = cast<RankedTensorType>(carried.getType());
  LayoutId before = values.get(carried);
  LayoutId unreduced = makeUnreduced(before, first.meshRef, type.getRank(),
                                     first.sharding.unreduced);
  for (auto [sum, term] : llvm::zip_equal(sums, terms)) {
    ReshardOp reshard = term->get().getDefiningOp<ReshardOp>();
    term->set(reshard.getInput());
    reshard.erase();
    setStated(sum, 0, unreduced);
  }
  OpBuilder builder(loop);
  OpOperand &initial = loop->getOpOperand(index);
  Value start = ReshardOp::create(builder, loop.getLoc(), initial.get(),
                                  layouts.getAttr(unreduced));
  values.set(start, unreduced);
  initial.set(start);
  values.set(carried, unreduced);
  values.set(loop.getCond().front().getArgument(index), unreduced);
  reduceAfter(loop->getResult(index), unreduced);
  ++numMoved;
  return true;
}

void ReductionPlacer::delayOutOfLoop(stablehlo::WhileOp loop) {
  for (unsigned i = 0; i != loop->getNumResults(); ++i)
    delayOutOfLoop(loop, i);
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
