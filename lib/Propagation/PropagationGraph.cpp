//===- PropagationGraph.cpp - the program, numbered -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/PropagationGraph.h"

#include "SignatureTable.h"

#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Sharding/ManualAxes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;

namespace weft {
/// Numbers a module in one walk. Values are numbered where they are defined;
/// the few that share a variable are told so before their users are seen,
/// because an op's flows are visited before its regions.
class GraphBuilder {
public:
  GraphBuilder(PropagationGraph &graph, LayoutTable &layouts,
               const GraphOptions &options)
      : graph(graph), layouts(layouts), options(options),
        signatures(graph.signatures, options.rules) {}

  LogicalResult addModule(ModuleOp module);
  void shareGroupLayouts();
  void finish();

private:
  LogicalResult addFunction(FunctionOpInterface function);
  LogicalResult addBlock(Block &block);
  LogicalResult addOp(Operation *op);
  LogicalResult addDataFlow(Operation *op);
  LogicalResult bindTargets(Operation *op, const DataFlow &flow,
                            unsigned number);
  LogicalResult addFlow(Operation *op, const DataFlow &flow, unsigned number);
  void addSiblings(Operation *op);
  void addGroupMember(ShardingGroupOp op);
  void joinGroups(uint32_t into, uint32_t from);
  void reportMissingRule(Operation *op);
  void addNode(Operation *op);
  void addNode(Operation *op, uint32_t signature, ValueRange operands,
               ValueRange results);
  /// A node that waits for its place in program order.
  struct PendingEdge {
    Operation *at;
    SmallVector<VariableId, 3> tensors;
    RankedTensorType type;
    int32_t manualAxes;
  };
  void addEdge(const PendingEdge &edge);
  void addEdges(SmallVectorImpl<PendingEdge> &edges);
  LogicalResult addRegions(Operation *op);

  AxisList resolveManualAxes(const Mesh &mesh, Attribute axes);
  LayoutId getInnerLayout(LayoutId outer, Attribute axes);
  int32_t addManualAxes(VariableId outer, Attribute axes);
  FailureOr<VariableId> addVariable(Value value, Attribute sharding,
                                    Operation *owner);
  FailureOr<LayoutId> internSharding(Attribute sharding, Operation *owner);
  VariableId newVariable(LayoutId layout) {
    graph.initial.push_back(layout);
    return graph.initial.size() - 1;
  }
  LogicalResult checkType(Type type, Operation *owner);

  PropagationGraph &graph;
  LayoutTable &layouts;
  const GraphOptions &options;
  SignatureTable signatures;
  /// The nodes of flows, by the op that they come with: a `data_flow_edge`, or
  /// the op whose flow it is. Those into its regions come before these, the
  /// others after.
  llvm::DenseMap<Operation *, SmallVector<PendingEdge, 1>> edgesBefore,
      edgesAfter;
  /// The reasons for missing rules that were given already.
  llvm::StringSet<> reported;
  /// The place of each group in the graph, by the program's number for it.
  llvm::DenseMap<int64_t, uint32_t> groupById;
};
} // namespace weft

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

FailureOr<LayoutId> GraphBuilder::internSharding(Attribute sharding,
                                                 Operation *owner) {
  auto attr = dyn_cast_or_null<ShardingAttr>(sharding);
  if (!attr)
    return noLayout;
  llvm::Expected<LayoutId> id = layouts.intern(attr);
  if (id)
    return *id;
  return owner->emitError() << llvm::toString(id.takeError());
}

LogicalResult GraphBuilder::checkType(Type type, Operation *owner) {
  if (isa<TupleType>(type))
    return owner->emitError()
           << "a tuple has no sharding; expected its elements as separate "
              "values, got "
           << type;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && !tensor.hasStaticShape())
    return owner->emitError() << "propagation needs static shapes, got " << type
                              << "; refine the shapes of the program first";
  return success();
}

/// Gives `value` a variable unless it already shares one.
FailureOr<VariableId> GraphBuilder::addVariable(Value value, Attribute sharding,
                                                Operation *owner) {
  if (failed(checkType(value.getType(), owner)))
    return failure();
  if (!isa<RankedTensorType>(value.getType()))
    return noVariable;
  FailureOr<LayoutId> layout = internSharding(sharding, owner);
  if (failed(layout))
    return failure();
  auto [it, isNew] = graph.variables.try_emplace(value, noVariable);
  if (isNew)
    it->second = newVariable(*layout);
  else if (*layout != noLayout)
    graph.initial[it->second] = *layout;
  return it->second;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void GraphBuilder::addNode(Operation *op, uint32_t signature,
                           ValueRange operands, ValueRange results) {
  Node node{op, signature, uint32_t(graph.tensors.size())};
  for (Value value : operands) {
    graph.tensors.push_back(graph.lookup(value));
    auto type = dyn_cast<RankedTensorType>(value.getType());
    node.singleUse &= !type || type.getRank() == 0 || value.hasOneUse();
  }
  for (Value value : results)
    graph.tensors.push_back(graph.lookup(value));
  graph.nodes.push_back(node);
}

void GraphBuilder::addNode(Operation *op) {
  if (std::optional<uint32_t> signature = signatures.lookup(op))
    addNode(op, *signature, op->getOperands(), op->getResults());
  else if (op->getNumOperands() && op->getNumResults())
    reportMissingRule(op);
}

/// The results of one op are on one mesh, so a layout on one says that much
/// about the others.
void GraphBuilder::addSiblings(Operation *op) {
  if (op->getNumResults() < 2)
    return;
  SmallVector<PropagationGraph::Sibling> siblings;
  for (OpResult result : op->getResults())
    if (VariableId variable = graph.lookup(result);
        variable != noVariable && !graph.keptElsewhere.contains(result))
      siblings.push_back(
          {variable,
           unsigned(cast<RankedTensorType>(result.getType()).getRank())});
  for (const PropagationGraph::Sibling &sibling : siblings)
    graph.siblingsOf.try_emplace(sibling.variable, graph.siblings.size());
  graph.siblings.push_back(std::move(siblings));
}

/// Says once per reason that shardings end at an op.
void GraphBuilder::reportMissingRule(Operation *op) {
  auto interface = dyn_cast<ShardingRuleInterface>(op);
  std::string reason = interface ? interface.getMissingRuleReason() : "";
  if (reason.empty() || !reported.insert(reason).second)
    return;
  op->emitRemark() << reason
                   << ": no sharding passes it; state its rule as 'weft.rule' "
                      "or 'sdy.sharding_rule'";
}

void GraphBuilder::addEdge(const PendingEdge &edge) {
  graph.nodes.push_back(
      {edge.at, signatures.lookupIdentity(edge.type, edge.tensors.size() - 1),
       uint32_t(graph.tensors.size()), edge.manualAxes});
  llvm::append_range(graph.tensors, edge.tensors);
}

void GraphBuilder::addEdges(SmallVectorImpl<PendingEdge> &edges) {
  for (const PendingEdge &edge : edges)
    addEdge(edge);
}

/// Members take over each other's layouts from now on. What they have to begin
/// with stays: an earlier pass makes that agree, and says where it does not.
void GraphBuilder::addGroupMember(ShardingGroupOp op) {
  VariableId variable = graph.lookup(op.getInput());
  if (variable == noVariable)
    return;
  auto [it, isNew] =
      groupById.try_emplace(op.getGroupId(), graph.groups.size());
  if (isNew)
    graph.groups.emplace_back();
  auto [known, isFirst] = graph.groupOf.try_emplace(variable, it->second);
  if (isFirst)
    graph.groups[it->second].push_back(variable);
  else if (known->second != it->second)
    joinGroups(known->second, it->second);
}

/// A value in two groups makes them one.
void GraphBuilder::joinGroups(uint32_t into, uint32_t from) {
  for (VariableId variable : graph.groups[from]) {
    graph.groupOf[variable] = into;
    graph.groups[into].push_back(variable);
  }
  graph.groups[from].clear();
  for (auto &[id, group] : groupById)
    if (group == from)
      group = into;
}

//===----------------------------------------------------------------------===//
// Data flow
//===----------------------------------------------------------------------===//

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
  // that the op keeps is the outer one.
  bool inward = flow.manualAxes && flow.inward;
  FailureOr<VariableId> target =
      addVariable(owner, inward ? Attribute() : kept, op);
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
  if (edge && kept)
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
    FailureOr<LayoutId> layout = internSharding(kept, op);
    if (failed(layout))
      return failure();
    outer = newVariable(*layout);
    graph.initial[target] = getInnerLayout(*layout, flow.manualAxes);
  }
  if (kept)
    graph.ownedFlows.push_back({op, number, outer});
  if (!edge && !options.implicitDataFlow)
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

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

LogicalResult GraphBuilder::addOp(Operation *op) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return addFunction(function);
  bool flows = isa<DataFlowInterface>(op);
  if (flows && failed(addDataFlow(op)))
    return failure();
  auto stated = op->getAttrOfType<ShardingsAttr>("weft.shardings");
  auto carrier = dyn_cast<ShardingCarrierInterface>(op);
  for (OpResult result : op->getResults()) {
    Attribute sharding;
    // Of a flow only its keeper counts: the edge, or a list of the op.
    if (graph.keptElsewhere.contains(result))
      sharding = {};
    else if (carrier)
      sharding = carrier.getCarriedSharding();
    else if (stated && result.getResultNumber() < stated.size())
      sharding = stated[result.getResultNumber()];
    if (failed(addVariable(result, sharding, op)))
      return failure();
  }
  graph.ops.push_back(op);
  addSiblings(op);
  if (auto group = dyn_cast<ShardingGroupOp>(op))
    addGroupMember(group);
  if (auto edges = edgesBefore.find(op); edges != edgesBefore.end())
    addEdges(edges->second);
  addNode(op);
  // Other regions (reducers, comparators) compute on scalars.
  if (flows && failed(addRegions(op)))
    return failure();
  if (auto edges = edgesAfter.find(op); edges != edgesAfter.end())
    addEdges(edges->second);
  return success();
}

LogicalResult GraphBuilder::addRegions(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(addBlock(block)))
        return failure();
  return success();
}

LogicalResult GraphBuilder::addBlock(Block &block) {
  for (Operation &op : block)
    if (failed(addOp(&op)))
      return failure();
  return success();
}

LogicalResult GraphBuilder::addFunction(FunctionOpInterface function) {
  if (function.isExternal())
    return success();
  for (BlockArgument argument : function.getArguments())
    if (failed(addVariable(
            argument,
            function.getArgAttr(argument.getArgNumber(), "weft.sharding"),
            function)))
      return failure();
  Block &body = function.getFunctionBody().front();
  if (failed(addBlock(body)))
    return failure();
  for (OpOperand &operand : body.getTerminator()->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    unsigned index = operand.getOperandNumber();
    FailureOr<LayoutId> layout = internSharding(
        function.getResultAttr(index, "weft.sharding"), function);
    if (failed(layout))
      return failure();
    graph.results.push_back({function, index, graph.lookup(operand.get()),
                             newVariable(*layout),
                             signatures.lookupIdentity(type, 1)});
  }
  return success();
}

LogicalResult GraphBuilder::addModule(ModuleOp module) {
  for (Operation &op : *module.getBody())
    if (isa<FunctionOpInterface>(op) && failed(addOp(&op)))
      return failure();
  return success();
}

/// Gives all members of a group what the first of them that has a layout has.
void GraphBuilder::shareGroupLayouts() {
  for (ArrayRef<VariableId> group : graph.groups) {
    auto known = llvm::find_if(group, [&](VariableId member) {
      return graph.initial[member] != noLayout;
    });
    if (known == group.end())
      continue;
    LayoutId layout = graph.initial[*known];
    for (VariableId member : group)
      if (graph.initial[member] == noLayout)
        graph.initial[member] = layout;
  }
}

/// Lists the nodes of each variable, by counting first.
void GraphBuilder::finish() {
  std::vector<uint32_t> &start = graph.variableStart;
  start.assign(graph.initial.size() + 1, 0);
  for (VariableId variable : graph.tensors)
    if (variable != noVariable)
      ++start[variable + 1];
  for (size_t i = 1; i < start.size(); ++i)
    start[i] += start[i - 1];
  graph.variableNodes.resize(start.back());
  std::vector<uint32_t> next(start.begin(), start.end() - 1);
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    for (VariableId variable : graph.getTensors(node))
      if (variable != noVariable)
        graph.variableNodes[next[variable]++] = number;
}

FailureOr<PropagationGraph>
PropagationGraph::build(ModuleOp module, LayoutTable &layouts,
                        const GraphOptions &options) {
  PropagationGraph graph;
  graph.module = module;
  graph.implicitDataFlow = options.implicitDataFlow;
  GraphBuilder builder(graph, layouts, options);
  if (failed(builder.addModule(module)))
    return failure();
  // On its own, propagation takes a program as it stands.
  if (options.implicitDataFlow)
    builder.shareGroupLayouts();
  builder.finish();
  return graph;
}
