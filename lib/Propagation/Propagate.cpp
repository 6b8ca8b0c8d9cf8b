//===- Propagate.cpp - give every value a sharding --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/MeshCheck.h"
#include "weft/Propagation/Passes.h"
#include "weft/Propagation/PropagationRemarks.h"

namespace weft {
#define GEN_PASS_DEF_PROPAGATE
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct Propagate : weft::impl::PropagateBase<Propagate> {
  using Base::Base;

  void runOnOperation() override {
    LayoutTable layouts(getOperation());
    GraphOptions options;
    options.rules.conservative = conservative;
    options.implicitDataFlow = wholeProgram;
    FailureOr<PropagationGraph> graph =
        PropagationGraph::build(getOperation(), layouts, options);
    if (failed(graph))
      return signalPassFailure();
    ChangeLog log;
    Engine engine(*graph, layouts, strategy, conservative);
    if (explain)
      engine.setLog(&log);
    engine.run();
    if (wholeProgram &&
        failed(checkMeshes(*graph, layouts, engine.getLayouts())))
      return signalPassFailure();
    if (explain)
      emitPropagationRemarks(
          Explainer(getOperation(), *graph, layouts, engine.getLayouts(), log));
    graph->write(engine.getLayouts(), layouts);
    countWork(*graph, engine.getStatistics());
  }

  void countWork(const PropagationGraph &graph, const EngineStatistics &work) {
    numVariables += graph.getNumVariables();
    numVisits += work.numVisits;
    numComputed += work.numComputed;
    numUpdates += work.numUpdates;
  }
};
} // namespace
