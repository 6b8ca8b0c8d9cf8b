//===- ProgramPlan.cpp - what a per-shard program costs ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Partition/ProgramPlan.h"

#include "Cause.h"
#include "LiveBytes.h"
#include "TripCount.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Weft/IR/AxisText.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"
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

double weft::getSentBytes(CommunicationInterface op) {
  return getWireBytes(op.getCommunicationKind(), op.getGroupSize(),
                      getBytes(op->getOperandTypes()),
                      getBytes(op->getResultTypes()));
}

namespace {

class Planner {
public:
  ProgramPlan plan;

  /// Counts `times` runs of a block, or of a function.
  void visitBlock(Block &block, double times);
  void visitFunction(FunctionOpInterface function, double times);

private:
  void visitOp(Operation *op, double times);
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
    for (AxisRefAttr axis : list)
      axes.push_back(toText(axis));
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
  double sent = times * getSentBytes(op);
  at->wireBytes += sent;
  plan.sites.push_back(
      {word.str(), axes, times, sent, getCause(op), op->getLoc()});
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

void Planner::visitOp(Operation *op, double times) {
  if (auto communication = dyn_cast<CommunicationInterface>(op))
    return addCollective(communication, times);
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(
        call.resolveCallableInTable(&symbols));
    return callee ? visitFunction(callee, times) : void();
  }
  if (!isa<DataFlowInterface>(op)) {
    plan.flops += times * getFlops(op);
    return;
  }
  if (std::optional<std::optional<int64_t>> count = getTripCount(op)) {
    plan.numUnknownLoops += !*count;
    times *= count->value_or(1);
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visitBlock(block, times);
}

void Planner::visitBlock(Block &block, double times) {
  for (Operation &op : block)
    visitOp(&op, times);
}

void Planner::visitFunction(FunctionOpInterface function, double times) {
  if (function.isExternal() || !active.insert(function).second)
    return;
  visitBlock(function.getFunctionBody().front(), times);
  active.erase(function);
}

/// `argument 0`, or the op that makes the value.
static std::string describe(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto argument = cast<BlockArgument>(value);
    op = argument.getOwner()->getParentOp();
    bool isLent = isa<FunctionOpInterface>(op);
    os << (isLent ? "argument " : "variable ") << argument.getArgNumber()
       << (isLent ? "" : " of ");
    op = isLent ? nullptr : op;
  }
  if (op)
    os << "'" << op->getName() << "'";
  os << " : " << value.getType();
  return text;
}

/// What is held, the largest first.
static std::vector<HeldValue> list(ArrayRef<BlockMemory::Buffer> held) {
  SmallVector<const BlockMemory::Buffer *> sorted;
  for (const BlockMemory::Buffer &buffer : held)
    if (buffer.bytes != 0)
      sorted.push_back(&buffer);
  llvm::sort(sorted, [](const auto *a, const auto *b) {
    return a->bytes != b->bytes ? a->bytes > b->bytes : a < b;
  });
  std::vector<HeldValue> result;
  for (const BlockMemory::Buffer *buffer : sorted)
    result.push_back(
        {buffer->bytes, describe(buffer->value), buffer->value.getLoc()});
  return result;
}

ProgramPlan weft::planProgram(FunctionOpInterface entry, MemoryEngine engine) {
  Planner planner;
  planner.visitFunction(entry, 1);
  ProgramPlan &plan = planner.plan;
  plan.argumentBytes = getBytes(entry.getArgumentTypes());
  plan.resultBytes = getBytes(entry.getResultTypes());
  SmallVector<BlockMemory::Buffer> held;
  plan.peakBytes = getPeakBytes(entry, MemoryModel(engine), &held);
  plan.atPeak = list(held);
  plan.temporaryBytes =
      std::max(0.0, plan.peakBytes - plan.argumentBytes - plan.resultBytes);
  return std::move(plan);
}
