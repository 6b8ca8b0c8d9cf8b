//===- PropagationGraph.cpp - the program, numbered -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "ShardingGroups.h"

#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Propagation/RuleConversion.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// The number of what `owner` states for a tensor. The verifier has seen that;
/// but it can be switched off.
FailureOr<LayoutId> GraphBuilder::internSharding(Attribute sharding, Type type,
                                                 Operation *owner) {
  auto attr = dyn_cast_or_null<ShardingAttr>(sharding);
  if (!attr)
    return noLayout;
  llvm::Expected<LayoutId> id = layouts.intern(attr);
  if (!id)
    return owner->emitError() << llvm::toString(id.takeError());
  const Layout &layout = layouts[*id];
  int64_t rank = cast<RankedTensorType>(type).getRank();
  if (layout.sharding.rank() == rank || layout.mesh->isMaximal())
    return *id;
  return owner->emitError()
         << "a sharding of " << layout.sharding.rank()
         << " dimensions is stated for " << type << ", which has " << rank;
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
  FailureOr<LayoutId> layout = internSharding(sharding, value.getType(), owner);
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

/// Members take over each other's layouts from now on. What they state stays:
/// an earlier pass makes that agree, and says where it does not.
LogicalResult GraphBuilder::addGroupMember(ShardingGroupOp op) {
  VariableId variable = graph.lookup(op.getInput());
  if (variable == noVariable)
    return success();
  auto [it, isNew] =
      groupById.try_emplace(op.getGroupId(), graph.groups.size());
  if (isNew) {
    graph.groups.emplace_back();
    firstMembers.push_back(op);
  }
  if (failed(checkGroupMember(firstMembers[it->second], op)))
    return failure();
  auto [known, isFirst] = graph.groupOf.try_emplace(variable, it->second);
  if (isFirst)
    graph.groups[it->second].push_back(variable);
  else if (known->second != it->second)
    joinGroups(known->second, it->second);
  return success();
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
// Walk
//===----------------------------------------------------------------------===//

/// Asks the verifier whether a stated rule fits its op: it can be off.
static LogicalResult checkStatedRule(Operation *op) {
  Attribute rule = op->getDiscardableAttr(ruleAttrName);
  if (!rule)
    return success();
  MLIRContext *context = op->getContext();
  return context->getOrLoadDialect<WeftDialect>()->verifyOperationAttribute(
      op, NamedAttribute(StringAttr::get(context, ruleAttrName), rule));
}

LogicalResult GraphBuilder::addOp(Operation *op) {
  if (failed(checkStatedRule(op)))
    return failure();
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
  if (auto group = dyn_cast<ShardingGroupOp>(op);
      group && failed(addGroupMember(group)))
    return failure();
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
  if (options.implicitDataFlow) {
    for (Operation *op : visitOrder.get(block))
      if (failed(addOp(op)))
        return failure();
    return success();
  }
  // On its own, propagation takes a program as it stands.
  for (Operation &op : block)
    if (failed(addOp(&op)))
      return failure();
  return success();
}

/// Whether what a function returns takes part in its signature. As long as
/// calls are not inlined, that is only asked of the entry of the program.
bool GraphBuilder::joinsResults(FunctionOpInterface function) const {
  return options.implicitDataFlow || !entry || entry == function;
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
  if (!joinsResults(function))
    return success();
  for (OpOperand &operand : body.getTerminator()->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    unsigned index = operand.getOperandNumber();
    FailureOr<LayoutId> layout = internSharding(
        function.getResultAttr(index, "weft.sharding"), type, function);
    if (failed(layout))
      return failure();
    graph.results.push_back({function, index, graph.lookup(operand.get()),
                             newVariable(*layout),
                             signatures.lookupIdentity(type, 1)});
  }
  return success();
}

LogicalResult GraphBuilder::addModule(ModuleOp module) {
  entry = SymbolTable::lookupSymbolIn(module, "main");
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>())
    if (failed(addFunction(function)))
      return failure();
  return success();
}

/// Whether all dimensions of a layout are open and not split.
static bool isFree(const Layout &layout) {
  return llvm::all_of(layout.sharding.dims, [](const DimSharding &dim) {
    return dim.isOpen && dim.axes.empty();
  });
}

/// Lets the members of a group begin with what one of them states, unless two
/// state different things. What is free says nothing.
void GraphBuilder::shareGroupLayouts() {
  for (ArrayRef<VariableId> group : graph.groups) {
    LayoutId known = noLayout;
    bool isOne = true;
    for (VariableId member : group) {
      LayoutId id = graph.initial[member];
      if (id == noLayout || isFree(layouts[id]))
        continue;
      isOne &= known == noLayout || known == id;
      known = id;
    }
    if (known == noLayout || !isOne)
      continue;
    for (VariableId member : group)
      graph.initial[member] = known;
  }
}

/// Whether the node gives its tensor at `index` a value. The border of a manual
/// region has the outer tensor first, whichever way it goes.
static bool defines(const Node &node, size_t index, const FactorRule &rule) {
  return index >= rule.getNumOperands() || node.manualAxes >= 0;
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
  std::vector<bool> isDefined(graph.initial.size());
  graph.usesBefore.assign(graph.initial.size(), 0);
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    const FactorRule &rule = graph.getSignature(node.signature).rule;
    for (auto [index, variable] : llvm::enumerate(graph.getTensors(node))) {
      if (variable == noVariable)
        continue;
      graph.variableNodes[next[variable]++] = number;
      if (defines(node, index, rule))
        isDefined[variable] = true;
      else if (!isDefined[variable])
        ++graph.usesBefore[variable];
    }
  }
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
  builder.shareGroupLayouts();
  builder.finish();
  return graph;
}
