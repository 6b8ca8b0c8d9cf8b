//===- PartitionPipeline.cpp - from layouts to shards -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Pipelines/PartitionPipeline.h"

#include "weft/Conversion/Passes.h"
#include "weft/Partition/Passes.h"
#include "weft/Pipelines/PropagationPipeline.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

using Options = PartitionPipelineOptions;

static void buildChoose(OpPassManager &passes, const Options &) {
  // What a loop does is seen through calls.
  passes.addPass(createInlineCalls());
  passes.addPass(createInlineScopes());
  passes.addPass(createSymbolDCEPass());
  passes.addPass(createSwapProducts());
  passes.addPass(createChooseLayouts());
}

static void buildInsert(OpPassManager &passes, const Options &) {
  passes.addPass(createInsertReshards());
  passes.addPass(createHoistReshards());
}

static void buildPlace(OpPassManager &passes, const Options &options) {
  // While the types are whole: what is linear does not depend on shards.
  passes.addPass(createPlaceReductions());
  passes.addPass(createNarrowReshards());
  // Reshards tell most while they still go straight from one sharding to
  // another.
  if (options.isExplicit)
    passes.addPass(createCheckExplicit());
}

static void buildLower(OpPassManager &passes, const Options &) {
  passes.addPass(createLowerReshards());
}

static void buildLocalise(OpPassManager &passes, const Options &options) {
  passes.addPass(createLocalise());
  // Ops that exchange parts of their operands make their collectives here.
  if (options.isExplicit)
    passes.addPass(createCheckExplicit());
}

static void buildTidy(OpPassManager &passes, const Options &) {
  // The same reshard, mask or offset is often made more than once.
  passes.addPass(createCSEPass());
  passes.addPass(createCanonicalizerPass());
  // What is the same or unused is gone by now.
  passes.addPass(createCombineReductions());
  // After CSE, which would undo it.
  passes.addPass(createRecompute());
  // Ops are final: nothing that follows may keep a value longer.
  passes.addPass(createSchedule());
}

ArrayRef<PartitionStage> weft::getPartitionStages() {
  static const PartitionStage stages[] = {
      {"choose", buildChoose},     {"insert", buildInsert},
      {"place", buildPlace},       {"lower", buildLower},
      {"localise", buildLocalise}, {"tidy", buildTidy},
  };
  return stages;
}

void weft::buildPartitionPipeline(OpPassManager &passes,
                                  const Options &options) {
  for (const PartitionStage &stage : getPartitionStages()) {
    stage.build(passes, options);
    if (options.after == stage.name)
      return;
  }
}

void weft::buildWholePipeline(OpPassManager &passes, const Options &options) {
  // Before propagation writes shardings of its own, but after all of the
  // user's are there.
  if (options.isExplicit) {
    passes.addPass(createImportSdy());
    passes.addPass(createMarkAsked());
  }
  PropagationPipelineOptions propagation;
  propagation.keepScopes = true;
  buildPropagationPipeline(passes, propagation);
  buildPartitionPipeline(passes, options);
}

void weft::registerPartitionPipelines() {
  PassPipelineRegistration<Options>(
      "weft-partition",
      "Turns a program with shardings into what each device runs",
      buildPartitionPipeline);
  PassPipelineRegistration<Options>(
      "weft-pipeline",
      "Propagates the annotations of a program and partitions it",
      buildWholePipeline);
}
