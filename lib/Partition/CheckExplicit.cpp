//===- CheckExplicit.cpp - no collective that nobody asked for --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asked.h"
#include "Cause.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/AxisText.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Partition/Passes.h"
#include "weft/Partition/ProgramPlan.h"
#include "weft/Sharding/ReshardPlan.h"
#include "weft/Support/HumanUnits.h"

#include "llvm/ADT/StringExtras.h"

namespace weft {
#define GEN_PASS_DEF_CHECKEXPLICIT
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

class ExplicitChecker {
public:
  explicit ExplicitChecker(ModuleOp module)
      : module(module), layouts(module), values(module, layouts) {}

  LogicalResult run();

private:
  void checkReshard(ReshardOp op);
  void checkCollective(CommunicationInterface op);
  void refuse(ReshardOp op, const Layout &from, const ReshardPlan &plan);
  Operation *findMaker(Value sum);
  void noteOperands(InFlightDiagnostic &diagnostic, Value sum);
  ShardingAttr getAttr(Value value, const Layout &on);

  ModuleOp module;
  LayoutTable layouts;
  ValueLayouts values;
  ReshardPlanner planner;
  unsigned numRefused = 0;
};

struct CheckExplicit : weft::impl::CheckExplicitBase<CheckExplicit> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(ExplicitChecker(getOperation()).run()))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

/// The steps that send something, as in `all_gather over "x"`.
static SmallVector<std::string> listSending(const ReshardPlan &plan,
                                            const Mesh &from, const Mesh &to) {
  SmallVector<std::string> texts;
  for (const PlanStep &step : plan.steps)
    if (step.cost.wireBytes > 0)
      texts.push_back(
          (stringifyPlanStepKind(step.kind) + " over " +
           (step.onTargetMesh ? to : from).toString(step.axes.axes()))
              .str());
  return texts;
}

ShardingAttr ExplicitChecker::getAttr(Value value, const Layout &on) {
  if (LayoutId id = values.get(value))
    return layouts.getAttr(id);
  auto rank = cast<RankedTensorType>(value.getType()).getRank();
  return layouts.getAttr(layouts.intern(on.meshRef, Sharding::closed(rank)));
}

/// The op whose operands are whole values, and that made partial sums of them,
/// which then came to `sum` as they are.
Operation *ExplicitChecker::findMaker(Value sum) {
  auto isPartial = [&](Value value) {
    LayoutId id = values.get(value);
    return id != noLayout && !layouts[id].sharding.unreduced.empty();
  };
  while (Operation *op = sum.getDefiningOp()) {
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
      op = loop.getBody()
               .front()
               .getTerminator()
               ->getOperand(cast<OpResult>(sum).getResultNumber())
               .getDefiningOp();
    if (!op || isa<DataFlowInterface>(op))
      return nullptr;
    // What a loop adds to is an argument of its body, and has no maker.
    Value partial;
    for (Value operand : op->getOperands())
      if (isPartial(operand) && (!partial || operand.getDefiningOp()))
        partial = operand;
    if (!partial)
      return op;
    sum = partial;
  }
  return nullptr;
}

/// Says how operands would have to lie for nothing to be summed.
void ExplicitChecker::noteOperands(InFlightDiagnostic &diagnostic, Value sum) {
  Operation *maker = findMaker(sum);
  if (!maker)
    return;
  const AxisList axes = layouts[values.get(sum)].sharding.unreduced;
  for (OpOperand &operand : maker->getOpOperands()) {
    LayoutId id = values.get(operand.get());
    if (id == noLayout)
      continue;
    const Layout layout = layouts[id];
    Sharding without = layout.sharding;
    for (DimSharding &dim : without.dims) {
      AxisList kept;
      for (AxisRef axis : dim.axes)
        if (!axes.overlaps(axis))
          kept.append(axis);
      dim.axes = kept;
    }
    if (without == layout.sharding)
      continue;
    diagnostic.attachNote(operand.get().getLoc())
        << "with " << layouts.getAttr(layouts.intern(layout.meshRef, without))
        << " on operand " << operand.getOperandNumber() << " of '"
        << maker->getName() << "' instead of " << layouts.getAttr(id)
        << " nothing is left to sum";
  }
}

void ExplicitChecker::refuse(ReshardOp op, const Layout &from,
                             const ReshardPlan &plan) {
  ++numRefused;
  SmallVector<std::string> sending = listSending(plan, *from.mesh, *from.mesh);
  InFlightDiagnostic diagnostic =
      mlir::emitError(op.getLoc())
      << getCause(op) << " takes " << llvm::join(sending, " and ") << ", "
      << formatBytes(static_cast<int64_t>(plan.cost.wireBytes))
      << " sent by each device, which no annotation asks for";
  ShardingAttr have = getAttr(op.getInput(), from);
  ShardingAttr want = getAttr(op.getOutput(), from);
  Diagnostic &note = diagnostic.attachNote(op.getInput().getLoc());
  if (!have.getUnreduced().empty()) {
    note << "each device has a part of a sum here, " << have;
    noteOperands(diagnostic, op.getInput());
  } else {
    note << "the value is laid out as " << have << " here; with " << want
         << " instead, nothing is sent";
  }
  diagnostic.attachNote()
      << "to ask for it, constrain the value: 'weft.constrain' with " << want;
}

void ExplicitChecker::checkReshard(ReshardOp op) {
  LayoutId source = values.get(op.getInput());
  LayoutId target = values.get(op.getOutput());
  if (isAsked(op) || source == target)
    return;
  auto type = cast<RankedTensorType>(op.getType());
  Sharding whole = Sharding::closed(type.getRank());
  const Layout from = layouts[source ? source : target];
  const Layout to = layouts[target ? target : source];
  llvm::Expected<const ReshardPlan *> plan =
      planner.plan({*from.mesh, source ? from.sharding : whole, *to.mesh,
                    target ? to.sharding : whole, type.getShape(),
                    getElementBytes(type.getElementType()).value_or(1)});
  if (!plan) {
    llvm::consumeError(plan.takeError()); // lowering says so
    return;
  }
  if ((*plan)->cost.wireBytes > 0)
    refuse(op, from, **plan);
}

void ExplicitChecker::checkCollective(CommunicationInterface op) {
  if (isAsked(op) || op.getGroupSize() <= 1)
    return;
  ++numRefused;
  InFlightDiagnostic diagnostic =
      mlir::emitError(op.getLoc())
      << getCause(op) << " takes "
      << stringifyCommunicationKind(op.getCommunicationKind());
  if (auto axes = dyn_cast_or_null<AxesAttr>(op.getCommunicationAxes())) {
    diagnostic << " over ";
    llvm::interleaveComma(axes, diagnostic, [&](AxisRefAttr axis) {
      diagnostic << "\"" << toText(axis) << "\"";
    });
  }
  diagnostic << ", " << formatBytes(static_cast<int64_t>(getSentBytes(op)))
             << " sent by each device, which no annotation asks for";
  diagnostic.attachNote()
      << "to ask for it, constrain what this op makes ('weft.constrain'); to "
         "do without, lay its operands out whole along these axes";
}

LogicalResult ExplicitChecker::run() {
  if (failed(values.collect()))
    return failure();
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    bool isLocal = function->hasAttr("weft.local");
    walkTensorOps(function.getFunctionBody().front(), [&](Operation *op) {
      if (auto reshard = dyn_cast<ReshardOp>(op))
        checkReshard(reshard);
      else if (auto sends = dyn_cast<CommunicationInterface>(op);
               sends && isLocal)
        checkCollective(sends);
    });
  }
  return success(numRefused == 0);
}
