//===- ProgramPlan.cpp - what a per-shard program costs ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Partition/ProgramPlan.h"

#include "TripCount.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Interfaces/CommunicationInterface.h"
#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace weft;

double ProgramPlan::getWireBytes() const {
  double bytes = 0;
  for (const PlannedCollective &each : collectives)
    bytes += each.wireBytes;
  return bytes;
}

static double getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  double bytes = getElementBytes(tensor.getElementType()).value_or(1);
  for (int64_t size : tensor.getShape())
    bytes *= size;
  return bytes;
}

static double getBytes(TypeRange types) {
  double bytes = 0;
  for (Type type : types)
    bytes += getBytes(type);
  return bytes;
}

namespace {

class Planner {
public:
  ProgramPlan plan;

  /// The most bytes that the values of `block` take at once, with `times` runs
  /// of it counted.
  double visitBlock(Block &block, double times);
  double visitFunction(FunctionOpInterface function, double times);

private:
  double visitOp(Operation *op, double times);
  void addCollective(CommunicationInterface op, double times);
  double getFlops(Operation *op);

  SymbolTableCollection symbols;
  /// Functions under way: recursion is counted once.
  llvm::SmallPtrSet<Operation *, 4> active;
};

} // namespace

void Planner::addCollective(CommunicationInterface op, double times) {
  std::vector<std::string> axes;
  if (auto list = dyn_cast_or_null<AxesAttr>(op.getCommunicationAxes()))
    for (AxisRefAttr axis : list) {
      std::string text = axis.getName().str();
      if (SubAxisAttr part = axis.getSubAxis())
        text += ":(" + std::to_string(part.getPreSize()) + ")" +
                std::to_string(part.getSize());
      axes.push_back(std::move(text));
    }
  CommunicationKind kind = op.getCommunicationKind();
  StringRef word = stringifyCommunicationKind(kind);
  auto at = llvm::find_if(plan.collectives, [&](const PlannedCollective &each) {
    return each.kind == word && each.axes == axes;
  });
  if (at == plan.collectives.end())
    at = plan.collectives.insert(at, {word.str(), axes, 0, 0, 0});
  double results = getBytes(op->getResultTypes());
  at->count += times;
  at->resultBytes += times * results;
  at->wireBytes +=
      times * getWireBytes(kind, op.getGroupSize(),
                           getBytes(op->getOperandTypes()), results);
}

/// The product of all factors for an op that multiplies and sums, else one
/// operation per element.
double Planner::getFlops(Operation *op) {
  double elements = 0;
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      elements = std::max(elements, double(tensor.getNumElements()));
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      elements = std::max(elements, double(tensor.getNumElements()));
  if (op->getNumResults() == 0 || op->getNumOperands() == 0)
    return 0;
  auto interface = dyn_cast<ShardingRuleInterface>(op);
  std::optional<FactorRule> rule;
  if (interface)
    rule = interface.getShardingRule(RuleOptions());
  if (!rule)
    return elements;
  bool multiplies = false;
  double product = 2;
  for (auto [number, factor] : llvm::enumerate(rule->getFactors())) {
    unsigned held = 0;
    for (unsigned t = 0; t != rule->getNumOperands(); ++t)
      held += rule->hasFactor(t, number);
    multiplies |= factor.kind == FactorKind::Reduction && held > 1;
    product *= factor.size;
  }
  return multiplies ? product : elements;
}

/// Returns what the op needs beside its operands and results.
double Planner::visitOp(Operation *op, double times) {
  if (auto communication = dyn_cast<CommunicationInterface>(op)) {
    addCollective(communication, times);
    return 0;
  }
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(
        call.resolveCallableInTable(&symbols));
    return callee ? visitFunction(callee, times) : 0;
  }
  if (!isa<DataFlowInterface>(op)) {
    plan.flops += times * getFlops(op);
    return 0;
  }
  if (std::optional<std::optional<int64_t>> count = getTripCount(op)) {
    plan.numUnknownLoops += !*count;
    times *= count->value_or(1);
  }
  double peak = 0;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      peak = std::max(peak, visitBlock(block, times));
  return peak;
}

double Planner::visitBlock(Block &block, double times) {
  // Where each value of the block is used for the last time: an op of the block
  // or one that holds the use in a region.
  llvm::DenseMap<Operation *, SmallVector<Value, 2>> lastUses;
  double live = 0, peak = 0;
  auto define = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *here = block.findAncestorOpInBlock(*user);
      if (here && (!last || last->isBeforeInBlock(here)))
        last = here;
    }
    live += getBytes(value.getType());
    if (last)
      lastUses[last].push_back(value);
    return last != nullptr;
  };
  // The arguments of a region are what its op has been given, already counted.
  for (Operation &op : block) {
    double inner = visitOp(&op, times);
    SmallVector<Value, 2> unused;
    for (Value result : op.getResults())
      if (!define(result))
        unused.push_back(result);
    peak = std::max(peak, live + inner);
    for (Value value : unused)
      live -= getBytes(value.getType());
    for (Value value : lastUses[&op])
      live -= getBytes(value.getType());
  }
  return peak;
}

double Planner::visitFunction(FunctionOpInterface function, double times) {
  if (function.isExternal() || !active.insert(function).second)
    return 0;
  double peak = visitBlock(function.getFunctionBody().front(), times);
  active.erase(function);
  return peak;
}

ProgramPlan weft::planProgram(FunctionOpInterface entry) {
  Planner planner;
  double peak = planner.visitFunction(entry, 1);
  ProgramPlan &plan = planner.plan;
  plan.argumentBytes = getBytes(entry.getArgumentTypes());
  plan.resultBytes = getBytes(entry.getResultTypes());
  plan.peakBytes = plan.argumentBytes + peak;
  plan.temporaryBytes = std::max(0.0, peak - plan.resultBytes);
  return std::move(plan);
}
