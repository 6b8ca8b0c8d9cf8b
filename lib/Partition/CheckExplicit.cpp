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
  if (!have.getUnreduced().empty())
    note << "each device has a part of a sum here, " << have
         << "; operands that are not split along what is summed need none";
  else
    note << "the value is laid out as " << have
         << " here; laid out as needed, nothing is sent";
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
