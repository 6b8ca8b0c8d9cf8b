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
  /// For `Conflict`: the dimension of the value that has the axis.
  unsigned rival = 0;
};

class Explainer {
public:
  Explainer(mlir::ModuleOp module, const PropagationGraph &graph,
            const LayoutTable &layouts, llvm::ArrayRef<LayoutId> current,
            const ChangeLog &log);

  /// The steps that brought `axis` to `place`, the last one first, to the
  /// annotation that it comes from.
  llvm::SmallVector<AxisStep> trace(DimPlace place, AxisRef axis) const;

  /// Everything that keeps `axis` from `place`; empty if it is there.
  llvm::SmallVector<Refusal> findRefusals(DimPlace place, AxisRef axis) const;

  /// The final layout of a variable, null if nothing is known.
  const Layout *getLayout(VariableId variable) const {
    LayoutId id = current[variable];
    return id == noLayout ? nullptr : &layouts[id];
  }

  const PropagationGraph &getGraph() const { return graph; }

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
  LayoutId getLayoutBefore(VariableId variable, uint32_t time) const;
  std::optional<uint32_t> findArrival(DimPlace place, AxisRef axis,
                                      uint32_t end) const;
  bool findGiver(const LayoutChange &change, uint32_t time, AxisRef axis,
                 AxisStep &step, DimPlace &giver) const;
  bool findPartner(const LayoutChange &change, uint32_t time, AxisRef axis,
                   unsigned dim, DimPlace &giver) const;
  bool hasAxis(LayoutId layout, unsigned dim, AxisRef axis) const;
  std::optional<Refusal> findOwnRefusal(DimPlace place, AxisRef axis) const;
  void findRefusalsAt(uint32_t node, DimPlace place, AxisRef axis,
                      llvm::SmallVectorImpl<Refusal> &refusals) const;

  const PropagationGraph &graph;
  const LayoutTable &layouts;
  llvm::ArrayRef<LayoutId> current;
  const ChangeLog &log;
  /// The changes of each variable, in order.
  llvm::DenseMap<VariableId, llvm::SmallVector<uint32_t, 2>> changes;
  llvm::DenseMap<VariableId, mlir::Value> values;
};

/// A location as people write it: `file:line:column`, or the name that JAX
/// gave.
std::string toString(mlir::Location loc);

} // namespace weft

#endif // WEFT_PROPAGATION_EXPLAINER_H
