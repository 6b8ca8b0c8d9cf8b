//===- ModelPipeline.h - from modules to functions --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PIPELINES_MODELPIPELINE_H
#define WEFT_PIPELINES_MODELPIPELINE_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace weft {

/// The options of `--weft-model-pipeline`.
struct ModelPipelineOptions : mlir::PassPipelineOptions<ModelPipelineOptions> {
  ListOption<std::string> modules{
      *this, "modules",
      llvm::cl::desc("The modules to split; without any, those that are part "
                     "of no other")};
};

/// From modules to functions over the leaves of their state, in StableHLO:
/// split, losses and optimisers written out, gradients expanded. What follows
/// is propagation. A program without modules passes unchanged.
void buildModelPipeline(mlir::OpPassManager &passes,
                        const ModelPipelineOptions &options);

/// Registers `--weft-model-pipeline`.
void registerModelPipeline();

} // namespace weft

#endif // WEFT_PIPELINES_MODELPIPELINE_H
