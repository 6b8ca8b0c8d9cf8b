//===- GraphDataFlow.cpp - values that flow through regions -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"

#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Sharding/ManualAxes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

/// The edge that the program puts on the owner of a flow, if there is one.
static DataFlowEdgeOp findEdge(Value owner) {
  for (Operation *user : owner.getUsers())
    if (auto edge = dyn_cast<DataFlowEdgeOp>(user))
      return edge;
  return {};
}

/// Gives the values that leave a flow one variable. A flow around this one may
/// have met some of them already, as what its region returns.
LogicalResult GraphBuilder::bindTargets(Operation *op, const DataFlow &flow,
                                        unsigned number) {
  Value owner = flow.targets.front();
  if (!isa<RankedTensorType>(owner.getType()))
    return checkType(owner.getType(), op);
  Attribute kept = cast<DataFlowInterface>(op).getFlowSharding(number);
  DataFlowEdgeOp edge = findEdge(owner);
  if (edge) {
    auto known = graph.variables.find(edge.getResult());
    if (known != graph.variables.end())
      graph.variables.try_emplace(owner, known->second);
  }
  // The border of a manual region stands between two variables: the sharding
  // that the op keeps is the outer one. What an edge states is the owner's, and
  // counts before it.
  bool inward = flow.manualAxes && flow.inward;
  Attribute stated = inward ? Attribute() : kept;
  if (edge && edge.getShardingAttr())
    stated = edge.getShardingAttr();
  FailureOr<VariableId> target = addVariable(owner, stated, op);
  if (failed(target))
    return failure();
  for (Value other : flow.targets.drop_front())
    graph.variables[other] = *target;
  if (edge)
    graph.variables[edge.getResult()] = *target;
  if (edge || kept)
    graph.keptElsewhere.insert(owner);
  return success();
}

/// Joins what enters a flow with what leaves it.
LogicalResult GraphBuilder::addFlow(Operation *op, const DataFlow &flow,
                                    unsigned number) {
  Value owner = flow.targets.front();
  auto type = dyn_cast<RankedTensorType>(owner.getType());
  if (!type)
    return success();
  Attribute kept = cast<DataFlowInterface>(op).getFlowSharding(number);
  DataFlowEdgeOp edge = findEdge(owner);
  bool keptByEdge = edge && edge.getShardingAttr();
  if (edge && kept && !keptByEdge)
    graph.keptElsewhere.insert(edge.getResult());
  VariableId target = graph.lookup(owner);
  // The sources may be defined in regions that are not numbered yet.
  SmallVector<VariableId> sources;
  for (Value source : flow.sources) {
    FailureOr<VariableId> variable = addVariable(source, {}, op);
    if (failed(variable))
      return failure();
    sources.push_back(*variable);
  }
  VariableId outer = target;
  bool inward = flow.manualAxes && flow.inward;
  if (inward) {
    FailureOr<LayoutId> layout =
        internSharding(kept, flow.sources.front().getType(), op);
    if (failed(layout))
      return failure();
    outer = newVariable(*layout);
    if (!keptByEdge)
      graph.initial[target] = getInnerLayout(*layout, flow.manualAxes);
  }
  if (kept && !keptByEdge)
    graph.ownedFlows.push_back({op, number, outer});
  bool isJoined = edge || options.implicitDataFlow;
  // An argument of a manual region without an edge is laid out by what the op
  // keeps, but the outer value does not take part.
  if (!isJoined && !inward)
    return success();
  // A flow is visited where its values are first seen, so that what the region
  // says about them comes before or after in the order of the program.
  Operation *at = edge ? edge.getOperation() : op;
  bool first = !edge && isa<BlockArgument>(owner);
  SmallVector<PendingEdge, 1> &edges = first ? edgesBefore[at] : edgesAfter[at];
  auto append = [&](ArrayRef<VariableId> from, VariableId to,
                    RankedTensorType type, int32_t manualAxes) {
    SmallVector<VariableId, 3> tensors(from);
    tensors.push_back(to);
    edges.push_back({at, std::move(tensors), type, manualAxes});
  };
  if (!flow.manualAxes) {
    append(sources, outer, type, -1);
    return success();
  }
  int32_t manual = addManualAxes(outer, flow.manualAxes);
  auto sourceType = cast<RankedTensorType>(flow.sources.front().getType());
  if (inward) {
    if (isJoined)
      append(sources, outer, sourceType, -1);
    append(outer, target, type, manual);
  } else {
    append(outer, sources.front(), sourceType, manual);
  }
  return success();
}

AxisList GraphBuilder::resolveManualAxes(const Mesh &mesh, Attribute axes) {
  AxisList result;
  for (AxisRefAttr axis : cast<AxesAttr>(axes).getAxes())
    if (llvm::Expected<AxisRef> resolved = resolveAxis(mesh, axis))
      result.append(*resolved);
    else
      llvm::consumeError(resolved.takeError()); // verified with the op
  return result;
}

LayoutId GraphBuilder::getInnerLayout(LayoutId outer, Attribute axes) {
  if (outer == noLayout)
    return noLayout;
  const Layout &layout = layouts[outer];
  return layouts.intern(
      layout.meshRef, enterManualRegion(layout.sharding,
                                        resolveManualAxes(*layout.mesh, axes)));
}

int32_t GraphBuilder::addManualAxes(VariableId outer, Attribute axes) {
  LayoutId id = graph.initial[outer];
  graph.manualAxes.push_back(
      id == noLayout ? AxisList() : resolveManualAxes(*layouts[id].mesh, axes));
  return graph.manualAxes.size() - 1;
}

LogicalResult GraphBuilder::addDataFlow(Operation *op) {
  using Step =
      LogicalResult (GraphBuilder::*)(Operation *, const DataFlow &, unsigned);
  // All targets come first: a body may return another flow's argument.
  for (Step step : {&GraphBuilder::bindTargets, &GraphBuilder::addFlow}) {
    LogicalResult result = success();
    unsigned number = 0;
    cast<DataFlowInterface>(op).visitDataFlow([&](const DataFlow &flow) {
      if (succeeded(result))
        result = (this->*step)(op, flow, number++);
    });
    if (failed(result))
      return failure();
  }
  return success();
}
