//===- ModelPipeline.cpp - from modules to functions ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Pipelines/ModelPipeline.h"

#include "weft/Conversion/Passes.h"
#include "weft/Differentiation/Passes.h"
#include "weft/State/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace weft;

void weft::buildModelPipeline(OpPassManager &passes,
                              const ModelPipelineOptions &options) {
  SplitOptions split;
  split.modules.assign(options.modules.begin(), options.modules.end());
  passes.addPass(createSplit(split));
  // Before the derivative, which knows no losses.
  passes.addPass(createLowerTraining());
  passes.addPass(createValueAndGrad());
  // Optimisers are members of modules; nobody asks for them from here on.
  passes.addPass(createDropModules());
}

void weft::registerModelPipeline() {
  PassPipelineRegistration<ModelPipelineOptions>(
      "weft-model-pipeline",
      "Turns modules into functions over the leaves of their state",
      buildModelPipeline);
}
