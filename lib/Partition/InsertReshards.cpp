//===- InsertReshards.cpp - make changes of sharding explicit ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asked.h"
#include "Cause.h"
#include "SharedPlanner.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Partition/Passes.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_INSERTRESHARDS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

class ReshardInserter {
public:
  explicit ReshardInserter(ModuleOp module)
      : module(module), layouts(module), values(module, layouts) {}

  LogicalResult run();
  unsigned getNumReshards() const { return numReshards; }

private:
  void visit(Operation *op);
  void visitCarrier(Operation *op);
  void visitCall(CallOpInterface call);
  void visitLayout(Operation *op, ShardingsAttr layout);
  void visitReturn(FunctionOpInterface function);

  Value createReshard(OpBuilder &builder, Location loc, Value value,
                      LayoutId to, bool asked);
  void takeAs(OpOperand &operand, LayoutId wanted, Operation *by);
  void leaveAs(Operation *op, ArrayRef<LayoutId> produced);
  ShardingAttr getAttr(LayoutId id, Value like, LayoutId other);

  ModuleOp module;
  LayoutTable layouts;
  ValueLayouts values;
  SymbolTableCollection symbols;
  /// Reshards made so far, by value, layout and block.
  llvm::DenseMap<std::tuple<Value, LayoutId, Block *>, Value> reshards;
  unsigned numReshards = 0;
};

struct InsertReshards : weft::impl::InsertReshardsBase<InsertReshards> {
  using Base::Base;
  void runOnOperation() override {
    markAnalysesPreserved<SharedPlanner>();
    ReshardInserter inserter(getOperation());
    if (failed(inserter.run()))
      return signalPassFailure();
    numReshards += inserter.getNumReshards();
  }
};

} // namespace

/// The attribute of a layout. A whole value is on the mesh that it came from or
/// goes to.
ShardingAttr ReshardInserter::getAttr(LayoutId id, Value like, LayoutId other) {
  if (id != noLayout)
    return layouts.getAttr(id);
  auto type = cast<RankedTensorType>(like.getType());
  return layouts.getAttr(
      layouts.intern(layouts[other].meshRef, Sharding::closed(type.getRank())));
}

Value ReshardInserter::createReshard(OpBuilder &builder, Location loc,
                                     Value value, LayoutId to, bool asked) {
  ++numReshards;
  auto reshard = ReshardOp::create(builder, loc, value,
                                   getAttr(to, value, values.get(value)));
  setAsked(reshard, asked);
  values.set(reshard, to);
  return reshard;
}

/// Gives `operand` in the layout in which `by`, its owner or an op around it,
/// takes it.
void ReshardInserter::takeAs(OpOperand &operand, LayoutId wanted,
                             Operation *by) {
  Value value = operand.get();
  if (values.get(value) == wanted || !isa<RankedTensorType>(value.getType()))
    return;
  Operation *user = operand.getOwner();
  Value &reshard = reshards[{value, wanted, user->getBlock()}];
  if (!reshard && isConstant(value)) {
    // Every device makes what it needs; nothing has to be sent.
    OpBuilder builder(user);
    Operation *copy = builder.clone(*value.getDefiningOp());
    reshard = copy->getResult(0);
    values.set(reshard, wanted);
    copy->removeDiscardableAttr("weft.layout");
    copy->setDiscardableAttr(
        "weft.shardings",
        ShardingsAttr::get(copy->getContext(),
                           getAttr(wanted, value, values.get(value))));
  } else if (!reshard) {
    OpBuilder builder(user);
    Location loc =
        withCause("operand " + Twine(operand.getOperandNumber()), user);
    reshard = createReshard(builder, loc, value, wanted, isAsked(by));
  } else {
    Operation *made = reshard.getDefiningOp();
    if (!isAsked(by))
      made->removeDiscardableAttr(askedAttrName);
    // The end of a region is visited before the ops in it.
    if (user->isBeforeInBlock(made))
      made->moveBefore(user);
  }
  operand.set(reshard);
}

/// States how `op` leaves its results, and brings them to where they were
/// wanted.
void ReshardInserter::leaveAs(Operation *op, ArrayRef<LayoutId> produced) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  SmallVector<ShardingAttr> attrs;
  bool any = false;
  for (auto [result, after] : llvm::zip_equal(op->getResults(), produced)) {
    LayoutId before = values.get(result);
    values.set(result, after);
    if (after != before && isa<RankedTensorType>(result.getType())) {
      Location loc = withCause("result " + Twine(result.getResultNumber()), op);
      Value reshard = createReshard(builder, loc, result, before, isAsked(op));
      result.replaceAllUsesExcept(reshard, reshard.getDefiningOp());
    }
    any |= after != noLayout;
  }
  op->removeDiscardableAttr("weft.shardings");
  if (!any)
    return;
  LayoutId some = *llvm::find_if(produced, [](LayoutId id) { return id; });
  for (auto [result, after] : llvm::zip_equal(op->getResults(), produced)) {
    if (isa<RankedTensorType>(result.getType()))
      attrs.push_back(getAttr(after, result, some));
    else
      attrs.push_back(layouts.getAttr(
          layouts.intern(layouts[some].meshRef, Sharding::closed(0))));
  }
  op->setDiscardableAttr("weft.shardings",
                         ShardingsAttr::get(op->getContext(), attrs));
}

void ReshardInserter::visitCarrier(Operation *op) {
  Value operand = op->getOperand(0), result = op->getResult(0);
  LayoutId to = values.get(result);
  if (values.get(operand) == to) {
    result.replaceAllUsesWith(operand);
    op->erase();
    return;
  }
  if (isa<ReshardOp>(op))
    return;
  OpBuilder builder(op);
  Value reshard =
      createReshard(builder, op->getLoc(), operand, to, isAsked(op));
  result.replaceAllUsesWith(reshard);
  op->erase();
}

void ReshardInserter::visitCall(CallOpInterface call) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  if (!function)
    return;
  for (auto [i, operand] : llvm::enumerate(call.getArgOperandsMutable()))
    takeAs(operand, values.getFunctionArgument(function, i), call);
  SmallVector<LayoutId> produced;
  for (unsigned i = 0; i != call->getNumResults(); ++i)
    produced.push_back(values.getFunctionResult(function, i));
  leaveAs(call, produced);
}

void ReshardInserter::visitLayout(Operation *op, ShardingsAttr layout) {
  op->removeDiscardableAttr("weft.layout");
  for (OpOperand &operand : op->getOpOperands())
    takeAs(operand, values.internPlain(layout[operand.getOperandNumber()], op),
           op);
  SmallVector<LayoutId> produced;
  for (unsigned i = 0; i != op->getNumResults(); ++i)
    produced.push_back(
        values.internPlain(layout[op->getNumOperands() + i], op));
  leaveAs(op, produced);
}

void ReshardInserter::visitReturn(FunctionOpInterface function) {
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (OpOperand &operand : end->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    setAsked(end, function.getResultAttr(number, askedAttrName) != nullptr);
    takeAs(operand, values.getFunctionResult(function, number), end);
    end->removeDiscardableAttr(askedAttrName);
  }
}

void ReshardInserter::visit(Operation *op) {
  if (isa<ShardingCarrierInterface>(op))
    return visitCarrier(op);
  if (isa<DataFlowInterface>(op)) {
    for (FlowUse use : values.getFlowUses(op))
      takeAs(*use.operand, use.layout, op);
    return;
  }
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call);
  if (auto layout = op->getAttrOfType<ShardingsAttr>("weft.layout"))
    visitLayout(op, layout);
}

LogicalResult ReshardInserter::run() {
  if (failed(values.collect()))
    return failure();
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    walkTensorOps(function.getFunctionBody().front(),
                  [&](Operation *op) { visit(op); });
    visitReturn(function);
  }
  return success();
}
