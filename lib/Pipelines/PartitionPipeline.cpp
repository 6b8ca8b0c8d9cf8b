//===- PartitionPipeline.cpp - from layouts to shards -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Pipelines/PartitionPipeline.h"

#include "weft/Partition/Passes.h"
#include "weft/Pipelines/PropagationPipeline.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

void weft::buildPartitionPipeline(OpPassManager &passes) {
  // What a loop does is seen through calls.
  passes.addPass(createInlineCalls());
  passes.addPass(createInlineScopes());
  passes.addPass(createSymbolDCEPass());
  passes.addPass(createChooseLayouts());
  passes.addPass(createInsertReshards());
  passes.addPass(createHoistReshards());
  // While the types are whole: what is linear does not depend on shards.
  passes.addPass(createPlaceReductions());
  passes.addPass(createNarrowReshards());
  passes.addPass(createLocalise());
  // The same reshard, mask or offset is often made more than once.
  passes.addPass(createCSEPass());
  passes.addPass(createCanonicalizerPass());
  // Last, since what is the same or unused is gone by now.
  passes.addPass(createCombineReductions());
}

void weft::buildWholePipeline(OpPassManager &passes) {
  PropagationPipelineOptions propagation;
  propagation.keepScopes = true;
  buildPropagationPipeline(passes, propagation);
  buildPartitionPipeline(passes);
}

void weft::registerPartitionPipelines() {
  PassPipelineRegistration<>(
      "weft-partition",
      "Turns a program with shardings into what each device runs",
      buildPartitionPipeline);
  PassPipelineRegistration<>(
      "weft-pipeline",
      "Propagates the annotations of a program and partitions it",
      buildWholePipeline);
}
