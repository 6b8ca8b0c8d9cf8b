//===- PropagationPipeline.cpp - from annotations to layouts ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Pipelines/PropagationPipeline.h"

#include "weft/Conversion/Passes.h"
#include "weft/Differentiation/Passes.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

void weft::addPropagationImportPasses(OpPassManager &passes) {
  passes.addPass(createImportSdy());
  // What nobody calls would be laid out for nothing.
  passes.addPass(createDropUncalled());
  // Only of what is called. The backward pass is laid out like everything else.
  passes.addPass(createValueAndGrad());
  passes.addPass(createLiftMeshes());
  passes.addPass(createDropSizeOneAxes());
  passes.addPass(createDropEdges());
  // Within functions, so that a copy of a function is split already.
  passes.addPass(createSplitConstants());
  passes.addPass(createCompleteManualAxes());
  passes.addPass(createExpandComposites());
  passes.addPass(createInlineCalls());
  // Last, since a constraint in a function is one for each of its calls.
  passes.addPass(createApplyConstraints());
  passes.addPass(createJoinGroups());
}

void weft::addPropagationExportPasses(
    OpPassManager &passes, const PropagationPipelineOptions &options) {
  // Needs to know which dimensions were open.
  if (options.evenBoundary)
    passes.addPass(createEvenBoundary());
  passes.addPass(createCloseShardings());
  // Closed shardings are equal more often.
  if (!options.keepScopes)
    passes.addPass(createOutlineCalls());
  passes.addPass(createMergeConstants());
}

void weft::buildPropagationPipeline(OpPassManager &passes,
                                    const PropagationPipelineOptions &options) {
  addPropagationImportPasses(passes);
  PropagateOptions propagate;
  propagate.strategy = options.strategy;
  propagate.conservative = options.conservative;
  propagate.wholeProgram = true;
  propagate.explain = options.explain;
  passes.addPass(createPropagate(propagate));
  addPropagationExportPasses(passes, options);
}

void weft::registerPropagationPipeline() {
  PassPipelineRegistration<PropagationPipelineOptions>(
      "weft-propagation-pipeline",
      "Gives every value of a program a sharding, from the annotations of Weft "
      "or Shardy",
      buildPropagationPipeline);
}
