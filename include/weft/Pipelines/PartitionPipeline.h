//===- PartitionPipeline.h - from layouts to shards -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PIPELINES_PARTITIONPIPELINE_H
#define WEFT_PIPELINES_PARTITIONPIPELINE_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace weft {

/// From a program with a sharding for every value to what each device runs:
/// `--weft-partition`.
void buildPartitionPipeline(mlir::OpPassManager &passes);

/// From annotations to what each device runs: propagation, then partitioning.
/// `--weft-pipeline`.
void buildWholePipeline(mlir::OpPassManager &passes);

void registerPartitionPipelines();

} // namespace weft

#endif // WEFT_PIPELINES_PARTITIONPIPELINE_H
