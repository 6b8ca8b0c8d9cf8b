//===- Explainer.h - why a value is laid out as it is -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers two questions about a finished run of the engine:
//
//   where does this axis come from?   The log is read backwards: the change
//   that
//                                     brought the axis names an op, and one of
//                                     the op's other tensors had the axis
//                                     before. So on, to an annotation.
//   why is that axis not here?        At the fixed point every neighbour that
//                                     has the axis was refused, and the rule of
//                                     the op between them says by what.
//
// Neither costs anything before it is asked.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_EXPLAINER_H
#define WEFT_PROPAGATION_EXPLAINER_H

#include "weft/Propagation/ChangeLog.h"
#include "weft/Propagation/PropagationGraph.h"

namespace weft {

/// A dimension of a variable.
struct DimPlace {
  VariableId variable;
  unsigned dim;
};

/// How an axis came to one place.
struct AxisStep {
  DimPlace place;
  enum class Cause {
    /// The program says so.
    Stated,
    /// From another tensor of an op.
    Op,
    /// Between the result of a function and what it returns, or in a group.
    Exchange,
    /// Stated, with a priority whose turn came.
    Release,
    /// The change is not in the log.
    Unknown,
  };
  Cause cause = Cause::Unknown;
  /// For `Op`: the op, and which of its tensors gave and took.
  const Node *node = nullptr;
  unsigned from = 0, to = 0;
};

/// What keeps an axis from a place.
struct Refusal {
  enum class Reason {
    /// Another dimension of the value has the axis.
    Conflict,
    /// The same, and it has it because a stronger priority or an earlier round
    /// came first.
    Priority,
    /// The dimension is closed.
    Closed,
    /// The axis is replicated, or not reduced yet, by what the program states.
    Replicated,
    Unreduced,
    /// The axis does not divide a factor that others follow.
    Size,
    /// Shardings pass the op in the other direction only.
    Barrier,
    /// The op must see the dimension whole.
    Blocked,
    /// The neighbour is on another mesh.
    Mesh,
    /// Value and neighbour have different axes before it.
    Order,
    /// The tensors of the op do not agree.
    Disagreement,
    /// No neighbour has the axis on a dimension that moves with this one.
    NoSource,
  };
  Reason reason;
  /// The op that it was refused at, and the place that has the axis; null if
  /// the value itself refuses it.
  const Node *node = nullptr;
  std::optional<DimPlace> source;
  /// For `Conflict` and `Priority`: the dimension of the value that has the
  /// axis.
  unsigned rival = 0;
  /// For `Priority`: when the axis came to the rival, and when it could have
  /// come here.
  Phase won = {}, lost = {};
};

/// A word for a reason, for tools: `conflict`, `closed`, `no-source`, ...
llvm::StringRef getName(Refusal::Reason reason);

/// A dimension of a neighbour that moves with one of a value, by one factor of
/// the op between them.
struct Neighbour {
  const Node *node;
  unsigned factor;
  /// The tensors of the node's rule, the value's and the neighbour's, and their
  /// dimensions.
  unsigned to, toDim, from, fromDim;
};

class Explainer {
public:
  Explainer(mlir::ModuleOp module, const PropagationGraph &graph,
            const LayoutTable &layouts, llvm::ArrayRef<LayoutId> current,
            const ChangeLog &log);

  /// The steps that brought `axis` to `place`, the last one first, to the
  /// annotation that it comes from.
  llvm::SmallVector<AxisStep> trace(DimPlace place, AxisRef axis) const;

  /// The last step of `trace`, and the annotation in it; in the time of one
  /// step if the places on the way were asked about before.
  AxisStep findOrigin(DimPlace place, AxisRef axis) const;
  /// The first step of `trace`.
  AxisStep findArrival(DimPlace place, AxisRef axis) const;

  /// The axes that split a neighbour of the value but not the value: dimensions
  /// that `findRefusals` has something to say about.
  llvm::SmallVector<std::pair<unsigned, AxisRef>>
  findMissing(VariableId variable) const;

  /// Everything that keeps `axis` from `place`; empty if it is there.
  llvm::SmallVector<Refusal> findRefusals(DimPlace place, AxisRef axis) const;

  /// The final layout of a variable, null if nothing is known.
  const Layout *getLayout(VariableId variable) const {
    LayoutId id = current[variable];
    return id == noLayout ? nullptr : &layouts[id];
  }

  const PropagationGraph &getGraph() const { return graph; }
  mlir::MLIRContext *getContext() const { return context; }

  //===--------------------------------------------------------------------===//
  // Words
  //===--------------------------------------------------------------------===//

  /// A value of the variable; null for the declared result of a function and
  /// the outside of a manual region.
  mlir::Value getValue(VariableId variable) const {
    return values.lookup(variable);
  }
  /// `argument 2 of @main`, `%12 = stablehlo.add`, ...
  std::string describe(VariableId variable) const;
  mlir::Location getLoc(VariableId variable) const;

  std::string describe(const AxisStep &step, AxisRef axis) const;
  std::string describe(const Refusal &refusal, DimPlace place,
                       AxisRef axis) const;
  /// What the user can do about it.
  std::string suggest(const Refusal &refusal, DimPlace place,
                      AxisRef axis) const;

private:
  std::string describePartner(VariableId variable) const;
  LayoutId getLayoutBefore(VariableId variable, uint32_t time) const;
  std::optional<uint32_t> findArrivalTime(DimPlace place, AxisRef axis,
                                          uint32_t end) const;
  std::optional<DimPlace> stepBack(DimPlace place, AxisRef axis, uint32_t &end,
                                   AxisStep &step) const;
  bool findGiver(const LayoutChange &change, uint32_t time, AxisRef axis,
                 AxisStep &step, DimPlace &giver) const;
  bool findPartner(const LayoutChange &change, uint32_t time, AxisRef axis,
                   unsigned dim, DimPlace &giver) const;
  bool hasAxis(LayoutId layout, unsigned dim, AxisRef axis) const;

  /// Calls `visit` with every neighbour at a node of the variable, and the axes
  /// that it has for the factor.
  void forEachNeighbour(
      uint32_t node, VariableId variable,
      llvm::function_ref<void(const Neighbour &, const ShardingProjection &)>
          visit) const;
  std::optional<Refusal> findOwnRefusal(DimPlace place, AxisRef axis) const;
  Refusal judge(const Neighbour &neighbour,
                const ShardingProjection &projection, DimPlace place) const;
  void nameLoser(Refusal &refusal, DimPlace place, AxisRef axis,
                 const Neighbour &loser) const;
  DimPlace getSource(const Neighbour &neighbour) const {
    return {graph.getTensors(*neighbour.node)[neighbour.from],
            neighbour.fromDim};
  }

  mlir::MLIRContext *context;
  const PropagationGraph &graph;
  const LayoutTable &layouts;
  llvm::ArrayRef<LayoutId> current;
  const ChangeLog &log;
  /// The changes of each variable, in order.
  llvm::DenseMap<VariableId, llvm::SmallVector<uint32_t, 2>> changes;
  llvm::DenseMap<VariableId, mlir::Value> values;
  /// What shares a layout by exchange: a function's result and what it returns.
  llvm::DenseMap<VariableId, llvm::SmallVector<VariableId, 1>> partners;
  /// Origins that were found, by the change that brought the axis: its time,
  /// the dimension, and the axis.
  using ArrivalKey = std::tuple<uint32_t, unsigned, int32_t, int32_t, int32_t>;
  mutable llvm::DenseMap<ArrivalKey, AxisStep> origins;
};

/// A location as people write it: `file:line:column`, or the name that JAX
/// gave.
std::string toString(mlir::Location loc);

} // namespace weft

#endif // WEFT_PROPAGATION_EXPLAINER_H
