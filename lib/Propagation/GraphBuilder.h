//===- GraphBuilder.h - numbers a program -----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PROPAGATION_GRAPHBUILDER_H
#define WEFT_LIB_PROPAGATION_GRAPHBUILDER_H

#include "SignatureTable.h"
#include "VisitOrder.h"

#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Propagation/PropagationGraph.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

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

  mlir::LogicalResult addModule(mlir::ModuleOp module);
  void shareGroupLayouts();
  void finish();

private:
  bool joinsResults(mlir::FunctionOpInterface function) const;
  mlir::LogicalResult addFunction(mlir::FunctionOpInterface function);
  mlir::LogicalResult addBlock(mlir::Block &block);
  mlir::LogicalResult addOp(mlir::Operation *op);
  mlir::LogicalResult addDataFlow(mlir::Operation *op);
  mlir::LogicalResult bindTargets(mlir::Operation *op, const DataFlow &flow,
                                  unsigned number);
  mlir::LogicalResult addFlow(mlir::Operation *op, const DataFlow &flow,
                              unsigned number);
  void addSiblings(mlir::Operation *op);
  mlir::LogicalResult addGroupMember(ShardingGroupOp op);
  void joinGroups(uint32_t into, uint32_t from);
  void reportMissingRule(mlir::Operation *op);
  void addNode(mlir::Operation *op);
  void addNode(mlir::Operation *op, uint32_t signature,
               mlir::ValueRange operands, mlir::ValueRange results);
  /// A node that waits for its place in program order.
  struct PendingEdge {
    mlir::Operation *at;
    llvm::SmallVector<VariableId, 3> tensors;
    mlir::RankedTensorType type;
    int32_t manualAxes;
  };
  void addEdge(const PendingEdge &edge);
  void addEdges(llvm::SmallVectorImpl<PendingEdge> &edges);
  mlir::LogicalResult addRegions(mlir::Operation *op);

  AxisList resolveManualAxes(const Mesh &mesh, mlir::Attribute axes);
  LayoutId getInnerLayout(LayoutId outer, mlir::Attribute axes);
  int32_t addManualAxes(VariableId outer, mlir::Attribute axes);
  mlir::FailureOr<VariableId> addVariable(mlir::Value value,
                                          mlir::Attribute sharding,
                                          mlir::Operation *owner);
  mlir::FailureOr<LayoutId> internSharding(mlir::Attribute sharding,
                                           mlir::Type type,
                                           mlir::Operation *owner);
  VariableId newVariable(LayoutId layout) {
    graph.initial.push_back(layout);
    return graph.initial.size() - 1;
  }
  mlir::LogicalResult checkType(mlir::Type type, mlir::Operation *owner);

  PropagationGraph &graph;
  LayoutTable &layouts;
  const GraphOptions &options;
  /// Where the program begins, if a function says so by its name.
  mlir::Operation *entry = nullptr;
  SignatureTable signatures;
  VisitOrder visitOrder;
  /// The nodes of flows, by the op that they come with: a `data_flow_edge`, or
  /// the op whose flow it is. Those into its regions come before these, the
  /// others after.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<PendingEdge, 1>>
      edgesBefore, edgesAfter;
  /// The reasons for missing rules that were given already.
  llvm::StringSet<> reported;
  /// The place of each group in the graph, by the program's number for it.
  llvm::DenseMap<int64_t, uint32_t> groupById;
  llvm::SmallVector<ShardingGroupOp, 0> firstMembers; // of each group
};
} // namespace weft

#endif // WEFT_LIB_PROPAGATION_GRAPHBUILDER_H
