//===- PartitionModels.h - partitioning of all dialects ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PARTITION_PARTITIONMODELS_H
#define WEFT_PARTITION_PARTITIONMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// Teaches the ops of stablehlo and chlo how they are computed on shards.
void registerPartitionModels(mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_PARTITION_PARTITIONMODELS_H
