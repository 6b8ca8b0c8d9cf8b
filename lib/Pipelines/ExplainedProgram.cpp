//===- ExplainedProgram.cpp - a program that can be asked why ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Pipelines/ExplainedProgram.h"

#include "weft/Pipelines/PropagationPipeline.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace weft;

ExplainedProgram::ExplainedProgram(ModuleOp module,
                                   std::unique_ptr<LayoutTable> table,
                                   PropagationGraph built)
    : layouts(std::move(table)), graph(std::move(built)),
      engine(graph, *layouts, PropagationStrategy::UserPriority,
             /*conservative=*/false) {
  engine.setLog(&log);
  engine.run();
  explainer = std::make_unique<Explainer>(module, graph, *layouts,
                                          engine.getLayouts(), log);
}

std::unique_ptr<ExplainedProgram> ExplainedProgram::create(ModuleOp module) {
  PassManager passes(module.getContext());
  addPropagationImportPasses(passes);
  if (failed(passes.run(module)))
    return nullptr;
  auto layouts = std::make_unique<LayoutTable>(module);
  GraphOptions options;
  options.implicitDataFlow = true;
  FailureOr<PropagationGraph> graph =
      PropagationGraph::build(module, *layouts, options);
  if (failed(graph))
    return nullptr;
  return std::unique_ptr<ExplainedProgram>(
      new ExplainedProgram(module, std::move(layouts), std::move(*graph)));
}
