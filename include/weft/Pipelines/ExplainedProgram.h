//===- ExplainedProgram.h - a program that can be asked why -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PIPELINES_EXPLAINEDPROGRAM_H
#define WEFT_PIPELINES_EXPLAINEDPROGRAM_H

#include "weft/Propagation/Engine.h"
#include "weft/Propagation/Explainer.h"

#include <memory>

namespace weft {

/// A module after propagation, with everything that is needed to explain it.
/// The shardings are not written to the module, which must outlive this.
class ExplainedProgram {
public:
  /// Runs the propagation pipeline on `module` up to the engine and the engine
  /// with a log. Null after a diagnostic if the program is wrong.
  static std::unique_ptr<ExplainedProgram> create(mlir::ModuleOp module);

  const Explainer &getExplainer() const { return *explainer; }
  const PropagationGraph &getGraph() const { return graph; }
  LayoutTable &getLayouts() { return *layouts; }

private:
  ExplainedProgram(mlir::ModuleOp module, std::unique_ptr<LayoutTable> layouts,
                   PropagationGraph graph);

  std::unique_ptr<LayoutTable> layouts;
  PropagationGraph graph;
  ChangeLog log;
  Engine engine;
  std::unique_ptr<Explainer> explainer;
};

} // namespace weft

#endif // WEFT_PIPELINES_EXPLAINEDPROGRAM_H
