//===- PartitionModels.h - partitioning by op family ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family's file attaches what partitioning must know of its ops, as
// external models, so that the dialects know nothing of it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_PARTITIONMODELS_H
#define WEFT_LIB_PARTITION_PARTITIONMODELS_H

#include "ShardBuilder.h"

#include "weft/Interfaces/PartitionInterface.h"

namespace weft {

/// The ways in which `op` can be computed on shards: those it states, else the
/// pass-through factors of its rule. None if nothing is known about the op.
llvm::SmallVector<PartitionWay, 2> getPartitionWays(mlir::Operation *op);

/// A builder for a rule over all operands and results of `op`.
FactorRuleBuilder createWayBuilder(mlir::Operation *op);

/// How the values of several devices are combined of which one holds the value
/// and the others the identity of the reducer. None if the type has no such
/// value.
std::optional<ReducerKind> getSelectionReducer(mlir::Type element);

/// What an external model returns.
using LocalResults = llvm::FailureOr<llvm::SmallVector<mlir::Value>>;

/// Whether `value` is a constant of which every element leaves other values
/// unchanged under `reducer`.
bool isIdentity(mlir::Value value, ReducerKind reducer);

void attachAxesCommunication(mlir::MLIRContext &context);
void attachGroupCommunication(mlir::MLIRContext &context);
void attachLinearity(mlir::MLIRContext &context);
void attachMemory(mlir::MLIRContext &context);
void attachBatchNormPartitioning(mlir::MLIRContext &context);
void attachContractionPartitioning(mlir::MLIRContext &context);
void attachGatherPartitioning(mlir::MLIRContext &context);
void attachMovementPartitioning(mlir::MLIRContext &context);
void attachRaggedDotPartitioning(mlir::MLIRContext &context);
void attachRandomPartitioning(mlir::MLIRContext &context);
void attachReductionPartitioning(mlir::MLIRContext &context);
void attachReshapePartitioning(mlir::MLIRContext &context);
void attachScanPartitioning(mlir::MLIRContext &context);
void attachSelectAndScatterPartitioning(mlir::MLIRContext &context);
void attachSlicePartitioning(mlir::MLIRContext &context);
void attachSortPartitioning(mlir::MLIRContext &context);
void attachWindowPartitioning(mlir::MLIRContext &context);

} // namespace weft

#endif // WEFT_LIB_PARTITION_PARTITIONMODELS_H
