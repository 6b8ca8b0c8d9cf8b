//===- InsertReshards.cpp - make changes of sharding explicit ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

  Value createReshard(OpBuilder &builder, Value value, LayoutId to);
  void takeAs(OpOperand &operand, LayoutId wanted);
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

Value ReshardInserter::createReshard(OpBuilder &builder, Value value,
                                     LayoutId to) {
  ++numReshards;
  Value result = ReshardOp::create(builder, value.getLoc(), value,
                                   getAttr(to, value, values.get(value)));
  values.set(result, to);
  return result;
}

void ReshardInserter::takeAs(OpOperand &operand, LayoutId wanted) {
  Value value = operand.get();
  if (values.get(value) == wanted || !isa<RankedTensorType>(value.getType()))
    return;
  Operation *user = operand.getOwner();
  Value &reshard = reshards[{value, wanted, user->getBlock()}];
  if (!reshard) {
    OpBuilder builder(user);
    reshard = createReshard(builder, value, wanted);
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
      Value reshard = createReshard(builder, result, before);
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
  Value reshard = createReshard(builder, operand, to);
  result.replaceAllUsesWith(reshard);
  op->erase();
}

void ReshardInserter::visitCall(CallOpInterface call) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  if (!function)
    return;
  for (auto [i, operand] : llvm::enumerate(call.getArgOperandsMutable()))
    takeAs(operand, values.getFunctionArgument(function, i));
  SmallVector<LayoutId> produced;
  for (unsigned i = 0; i != call->getNumResults(); ++i)
    produced.push_back(values.getFunctionResult(function, i));
  leaveAs(call, produced);
}

void ReshardInserter::visitLayout(Operation *op, ShardingsAttr layout) {
  op->removeDiscardableAttr("weft.layout");
  for (OpOperand &operand : op->getOpOperands())
    takeAs(operand, values.internPlain(layout[operand.getOperandNumber()], op));
  SmallVector<LayoutId> produced;
  for (unsigned i = 0; i != op->getNumResults(); ++i)
    produced.push_back(
        values.internPlain(layout[op->getNumOperands() + i], op));
  leaveAs(op, produced);
}

void ReshardInserter::visitReturn(FunctionOpInterface function) {
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (OpOperand &operand : end->getOpOperands())
    takeAs(operand,
           values.getFunctionResult(function, operand.getOperandNumber()));
}

void ReshardInserter::visit(Operation *op) {
  if (isa<ShardingCarrierInterface>(op))
    return visitCarrier(op);
  if (isa<DataFlowInterface>(op)) {
    for (FlowUse use : values.getFlowUses(op))
      takeAs(*use.operand, use.layout);
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
