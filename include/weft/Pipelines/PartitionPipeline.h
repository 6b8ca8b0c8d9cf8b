//===- PartitionPipeline.h - from layouts to shards -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PIPELINES_PARTITIONPIPELINE_H
#define WEFT_PIPELINES_PARTITIONPIPELINE_H

#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace weft {

struct PartitionPipelineOptions
    : mlir::PassPipelineOptions<PartitionPipelineOptions> {
  Option<bool> isExplicit{
      *this, "explicit",
      llvm::cl::desc("Refuse collectives that no annotation asks for")};
  Option<std::string> after{
      *this, "after",
      llvm::cl::desc("The last stage to run: choose, insert, place, lower, "
                     "localise or tidy (all by default)")};
};

/// A stage of partitioning. What one leaves behind is a complete program, which
/// can be printed, verified and run; up to `lower` it is one of whole tensors.
struct PartitionStage {
  llvm::StringRef name;
  void (*build)(mlir::OpPassManager &passes,
                const PartitionPipelineOptions &options);
};

/// In order.
llvm::ArrayRef<PartitionStage> getPartitionStages();

/// From a program with a sharding for every value to what each device runs:
/// `--weft-partition`.
void buildPartitionPipeline(mlir::OpPassManager &passes,
                            const PartitionPipelineOptions &options);

/// From annotations to what each device runs: propagation, then partitioning.
/// `--weft-pipeline`.
void buildWholePipeline(mlir::OpPassManager &passes,
                        const PartitionPipelineOptions &options);

void registerPartitionPipelines();

} // namespace weft

#endif // WEFT_PIPELINES_PARTITIONPIPELINE_H
