//===- PropagationGraph.h - the program, numbered ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Propagation looks at a program as variables and nodes. A *variable* is a set
// of values that always have one sharding: usually one value; for a loop, its
// result and the arguments of its regions; for a sharding group, all members. A
// *node* is anything that relates variables by a factor rule: an op, or the
// flow of a value into a loop. All of it is numbered once per module, so that
// the engine works on arrays.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_PROPAGATIONGRAPH_H
#define WEFT_PROPAGATION_PROPAGATIONGRAPH_H

#include "weft/Interfaces/ShardingRuleInterface.h"
#include "weft/Propagation/LayoutTable.h"
#include "weft/Sharding/FactorPropagation.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace weft {

using VariableId = uint32_t;
/// The place of a tensor that is not tracked: a token, a dynamic shape.
constexpr VariableId noVariable = ~0u;

/// What ops of one name, attributes and types have in common.
struct Signature {
  FactorRule rule;
  PropagationClass propagationClass;
  /// Elementwise ops break ties between factors in their own way.
  bool elementwise;
  /// For barriers: the only way through.
  Direction allowed;
  /// Moves a tensor as it is: the flow of a value, a barrier. Conservative
  /// propagation lets parts of axes through these only.
  bool identity;
  /// Per tensor of the rule: the product of its factors.
  llvm::SmallVector<int64_t, 4> numElements;
};

/// One op, or one flow of a value through an op with regions.
struct Node {
  mlir::Operation *op;
  uint32_t signature;
  /// Where the node's tensors begin in the graph's list.
  uint32_t firstTensor;
  /// The entry of the graph's manual axes that tensor 0 has and the others do
  /// not: the border of a manual region. -1 for everything else.
  int32_t manualAxes = -1;
  /// Every operand that is not a scalar has no other use.
  bool singleUse = true;
};

/// A result of a function: its declared sharding, and the value returned.
struct FunctionResult {
  mlir::Operation *function;
  unsigned index;
  VariableId returned;
  VariableId declared;
  uint32_t signature;
};

struct GraphOptions {
  RuleOptions rules;
  /// Let values flow through loops and branches as they stand. Otherwise only
  /// where the program says so by `weft.data_flow_edge`.
  bool implicitDataFlow = false;
};

class PropagationGraph {
public:
  /// Numbers everything in `module`. Fails with a diagnostic if a sharding
  /// refers to what does not exist, or a value cannot be laid out at all.
  static mlir::FailureOr<PropagationGraph> build(mlir::ModuleOp module,
                                                 LayoutTable &layouts,
                                                 const GraphOptions &options);

  llvm::ArrayRef<Node> getNodes() const { return nodes; }
  llvm::ArrayRef<FunctionResult> getFunctionResults() const { return results; }
  const Signature &getSignature(uint32_t id) const { return signatures[id]; }
  llvm::ArrayRef<VariableId> getTensors(const Node &node) const {
    return llvm::ArrayRef(tensors).slice(
        node.firstTensor, signatures[node.signature].rule.getNumTensors());
  }
  /// The nodes that a variable takes part in, in program order.
  llvm::ArrayRef<uint32_t> getNodesOf(VariableId variable) const {
    return llvm::ArrayRef(variableNodes)
        .slice(variableStart[variable],
               variableStart[variable + 1] - variableStart[variable]);
  }
  /// How many of those come before the node that gives the variable its value:
  /// for the variable of a loop, what uses it in the regions; for an argument,
  /// which no node defines, all.
  size_t getNumUsesBefore(VariableId variable) const {
    return usesBefore[variable];
  }
  size_t getNumVariables() const { return initial.size(); }
  /// What the program states for each variable.
  llvm::ArrayRef<LayoutId> getInitialLayouts() const { return initial; }

  /// The sharding group of a variable, with itself; empty if it is in none.
  llvm::ArrayRef<VariableId> getGroup(VariableId variable) const {
    auto it = groupOf.find(variable);
    return it == groupOf.end() ? llvm::ArrayRef<VariableId>()
                               : llvm::ArrayRef(groups[it->second]);
  }
  bool hasGroups() const { return !groups.empty(); }

  /// A result of an op that has several.
  struct Sibling {
    VariableId variable;
    unsigned rank;
  };
  /// The results of the op that `variable` is a result of; empty if it is the
  /// only one.
  llvm::ArrayRef<Sibling> getSiblings(VariableId variable) const {
    auto it = siblingsOf.find(variable);
    return it == siblingsOf.end() ? llvm::ArrayRef<Sibling>()
                                  : llvm::ArrayRef(siblings[it->second]);
  }

  const AxisList &getManualAxes(const Node &node) const {
    return manualAxes[node.manualAxes];
  }

  VariableId lookup(mlir::Value value) const {
    auto it = variables.find(value);
    return it == variables.end() ? noVariable : it->second;
  }

  /// Writes the layouts of all variables back to the program, once.
  void write(llvm::ArrayRef<LayoutId> current, LayoutTable &layouts);

private:
  friend class GraphBuilder;
  PropagationGraph() = default;

  mlir::ModuleOp module;
  bool implicitDataFlow = false;
  llvm::DenseMap<mlir::Value, VariableId> variables;
  std::vector<LayoutId> initial;
  std::vector<Node> nodes;
  std::vector<VariableId> tensors;
  std::vector<uint32_t> variableStart, variableNodes, usesBefore;
  std::deque<Signature> signatures;
  std::vector<AxisList> manualAxes;
  std::vector<FunctionResult> results;
  std::vector<llvm::SmallVector<VariableId>> groups;
  llvm::DenseMap<VariableId, uint32_t> groupOf;
  std::vector<llvm::SmallVector<Sibling>> siblings;
  llvm::DenseMap<VariableId, uint32_t> siblingsOf;
  /// Variables whose sharding an op with regions keeps: (op, flow, variable).
  struct OwnedFlow {
    mlir::Operation *op;
    unsigned flow;
    VariableId variable;
  };
  std::vector<OwnedFlow> ownedFlows;
  /// Results whose sharding is kept by a `weft.data_flow_edge` behind them, or
  /// in a list of their op.
  llvm::DenseSet<mlir::Value> keptElsewhere;
  /// All ops that may carry a sharding, in program order.
  std::vector<mlir::Operation *> ops;
};

} // namespace weft

#endif // WEFT_PROPAGATION_PROPAGATIONGRAPH_H
