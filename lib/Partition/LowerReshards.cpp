//===- LowerReshards.cpp - reshards as collectives --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPlanner.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Partition/Passes.h"
#include "weft/Sharding/ReshardChain.h"
#include "weft/Support/HumanUnits.h"

#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_LOWERRESHARDS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

class ReshardLowerer {
public:
  ReshardLowerer(ModuleOp module, ReshardPlanner &planner)
      : module(module), layouts(module), values(module, layouts),
        planner(planner) {}

  LogicalResult run();
  unsigned getNumSteps() const { return numSteps; }

private:
  /// A reshard, with a sharding at both ends: a whole value is on any mesh, so
  /// on that of the other side.
  struct Question {
    ReshardOp op;
    Layout from, to;
    ArrayRef<int64_t> shape;
    int64_t elementBytes;
    /// Whether both ends are stated as the planner sees them, so that a step
    /// can be named that leads from one to the other.
    bool hasSteps;
  };

  std::optional<Question> getQuestion(ReshardOp op);
  LogicalResult lower(const Question &question);
  bool isAsCheap(const Question &question, const ReshardPlan &plan,
                 ArrayRef<ReshardLink> chain);
  void replace(const Question &question, ArrayRef<ReshardLink> chain);
  void remarkLimit(const Question &question, const ReshardPlan &plan);

  ModuleOp module;
  LayoutTable layouts;
  ValueLayouts values;
  ReshardPlanner &planner;
  unsigned numSteps = 0;
};

struct LowerReshards : weft::impl::LowerReshardsBase<LowerReshards> {
  using Base::Base;
  void runOnOperation() override {
    ReshardLowerer lowerer(getOperation(), getAnalysis<SharedPlanner>());
    markAnalysesPreserved<SharedPlanner>();
    if (failed(lowerer.run()))
      return signalPassFailure();
    numSteps += lowerer.getNumSteps();
  }
};

} // namespace

/// Whether the program states what the planner was asked: axes of size 1 split
/// nothing, and layouts leave them out; and a whole value may be on any mesh.
static bool isStated(ShardingAttr stated, const Layout &known) {
  if (!stated)
    return known.sharding.isReplicated();
  ShardingAttr written = toAttr(known.meshRef, *known.mesh, known.sharding);
  return stated.getMesh() == written.getMesh() &&
         stated.getUnreduced() == written.getUnreduced() &&
         llvm::equal(stated.getDims(), written.getDims(),
                     [](DimShardingAttr a, DimShardingAttr b) {
                       return a.getAxes() == b.getAxes();
                     });
}

std::optional<ReshardLowerer::Question>
ReshardLowerer::getQuestion(ReshardOp op) {
  LayoutId from = values.get(op.getInput()), to = values.get(op.getOutput());
  if (from == to)
    return std::nullopt;
  auto type = cast<RankedTensorType>(op.getType());
  Layout source = layouts[from != noLayout ? from : to];
  Layout target = layouts[to != noLayout ? to : from];
  if (from == noLayout)
    source.sharding = Sharding::closed(type.getRank());
  if (to == noLayout)
    target.sharding = Sharding::closed(type.getRank());
  const bool hasSteps = isStated(getStatedSharding(op.getInput()), source) &&
                        isStated(op.getSharding(), target);
  return Question{op,
                  source,
                  target,
                  type.getShape(),
                  getElementBytes(type.getElementType()).value_or(1),
                  hasSteps};
}

/// In between, a chain of shardings cuts uneven tensors anew; a plan need not.
bool ReshardLowerer::isAsCheap(const Question &question,
                               const ReshardPlan &plan,
                               ArrayRef<ReshardLink> chain) {
  if (chain.size() == 1)
    return true;
  double seconds = 0;
  const Sharding *here = &question.from.sharding;
  for (const ReshardLink &link : chain) {
    llvm::Expected<const ReshardPlan *> part =
        planner.plan(*question.from.mesh, *here, link.after, question.shape,
                     question.elementBytes);
    if (!part) {
      llvm::consumeError(part.takeError());
      return false;
    }
    seconds += (*part)->cost.seconds;
    here = &link.after;
  }
  constexpr double rounding = 1 + 1e-9;
  return seconds <= plan.cost.seconds * rounding;
}

static StepAttr toStepAttr(MLIRContext *context, const Mesh &mesh,
                           const ReshardStep &step) {
  SmallVector<AxesAttr> lists;
  SmallVector<int64_t> moves;
  auto add = [&](const AxisList &axes) {
    lists.push_back(AxesAttr::get(context, toAttrs(context, mesh, axes)));
  };
  llvm::for_each(step.dims, add);
  if (hasFlatAxes(step.kind))
    add(step.axes);
  for (const AxisMove &move : step.moves) {
    add(move.axes);
    moves.append({move.from, move.to});
  }
  return StepAttr::get(context, step.kind, lists, step.reducer, moves);
}

void ReshardLowerer::replace(const Question &question,
                             ArrayRef<ReshardLink> chain) {
  ReshardOp op = question.op;
  const Mesh &mesh = *question.from.mesh;
  OpBuilder builder(op);
  Value value = op.getInput();
  for (const ReshardLink &link : chain) {
    bool isLast = &link == &chain.back();
    ShardingAttr sharding =
        isLast ? op.getSharding()
               : toAttr(question.from.meshRef, mesh, link.after);
    value =
        ReshardOp::create(builder, op.getLoc(), op.getType(), value, sharding,
                          toStepAttr(op.getContext(), mesh, link.step));
    value.getDefiningOp()->setDiscardableAttrs(
        op->getDiscardableAttrDictionary());
    ++numSteps;
  }
  op.replaceAllUsesWith(value);
  op.erase();
}

/// The axes over which the plan joins shards, as the user writes them.
static std::string listGathered(const ReshardPlan &plan, const Mesh &mesh) {
  AxisList axes;
  for (const PlanStep &step : plan.steps)
    if (step.kind == PlanStepKind::AllGather)
      axes.append(step.axes);
  return mesh.toString(axes);
}

/// No plan within the memory of both ends exists: the planner would have found
/// it.
void ReshardLowerer::remarkLimit(const Question &question,
                                 const ReshardPlan &plan) {
  if (!plan.exceedsLimit())
    return;
  ReshardOp op = question.op;
  InFlightDiagnostic diagnostic =
      op.emitRemark() << "each device has to hold "
                      << formatBytes(static_cast<int64_t>(plan.peakBytes))
                      << ", more than the "
                      << formatBytes(static_cast<int64_t>(plan.limitBytes))
                      << " of its larger shard: the tensor is gathered over "
                      << listGathered(plan, *question.from.mesh)
                      << " on the way to " << op.getSharding();
  diagnostic.attachNote(op.getInput().getLoc()) << "the value is made here";
  for (Operation *user : op->getUsers()) {
    diagnostic.attachNote(user->getLoc()) << "and used here";
    break;
  }
}

LogicalResult ReshardLowerer::lower(const Question &question) {
  llvm::Expected<const ReshardPlan *> plan = planner.plan(
      {*question.from.mesh, question.from.sharding, *question.to.mesh,
       question.to.sharding, question.shape, question.elementBytes});
  if (!plan)
    return ReshardOp(question.op).emitOpError()
           << llvm::toString(plan.takeError());
  remarkLimit(question, **plan);
  if (question.from.mesh != question.to.mesh || !question.hasSteps)
    return success();
  auto chain = chainOf(**plan, *question.from.mesh, question.from.sharding,
                       question.to.sharding, question.shape);
  if (chain && !chain->empty() && isAsCheap(question, **plan, *chain))
    replace(question, *chain);
  return success();
}

LogicalResult ReshardLowerer::run() {
  if (mlir::failed(values.collect()))
    return failure();
  // All are asked before any is replaced: layouts are known by value, and a new
  // value has none.
  std::vector<Question> questions;
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    walkTensorOps(function.getFunctionBody().front(), [&](Operation *op) {
      auto reshard = dyn_cast<ReshardOp>(op);
      if (!reshard || reshard.getVia())
        return;
      if (std::optional<Question> question = getQuestion(reshard))
        questions.push_back(*question);
    });
  }
  bool failed = false;
  for (const Question &question : questions)
    failed |= mlir::failed(lower(question));
  return success(!failed);
}
