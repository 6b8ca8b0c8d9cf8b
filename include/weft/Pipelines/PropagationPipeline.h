//===- PropagationPipeline.h - from annotations to layouts ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PIPELINES_PROPAGATIONPIPELINE_H
#define WEFT_PIPELINES_PROPAGATIONPIPELINE_H

#include "weft/Propagation/Engine.h"

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace weft {

/// The options of `--weft-propagation-pipeline`.
struct PropagationPipelineOptions
    : mlir::PassPipelineOptions<PropagationPipelineOptions> {
  Option<PropagationStrategy> strategy{
      *this, "strategy",
      llvm::cl::desc("How far to go; each includes the ones before it"),
      llvm::cl::init(PropagationStrategy::UserPriority),
      llvm::cl::values(
          clEnumValN(PropagationStrategy::Basic, "basic",
                     "a conflict stops an axis for all tensors of an op"),
          clEnumValN(PropagationStrategy::Aggressive, "aggressive",
                     "conflicts are settled tensor by tensor"),
          clEnumValN(PropagationStrategy::OpPriority, "op-priority",
                     "cheap ops first"),
          clEnumValN(PropagationStrategy::UserPriority, "user-priority",
                     "the priorities of dimensions, strongest first"))};
  Option<bool> conservative{
      *this, "conservative",
      llvm::cl::desc("Create no sub-axes, and nothing that needs a halo"),
      llvm::cl::init(false)};
  Option<bool> evenBoundary{
      *this, "even-boundary",
      llvm::cl::desc("Split arguments and results into equal shards only, as "
                     "JAX needs it"),
      llvm::cl::init(false)};
  Option<bool> keepScopes{
      *this, "keep-scopes",
      llvm::cl::desc("Leave the copies of called functions where they are, for "
                     "passes that look across calls"),
      llvm::cl::init(false)};
  Option<bool> explain{
      *this, "explain",
      llvm::cl::desc("Keep how every axis came about, and tell it in remarks"),
      llvm::cl::init(false)};
};

/// The part before propagation: a program in which every annotation is where
/// the engine looks for it, and every call has its own copy.
void addPropagationImportPasses(mlir::OpPassManager &passes);

/// The part after it: every value has a closed sharding, and what was copied is
/// shared again.
void addPropagationExportPasses(mlir::OpPassManager &passes,
                                const PropagationPipelineOptions &options);

/// From a program with a few annotations, of Weft or of Shardy, to one in which
/// every value has a sharding.
void buildPropagationPipeline(mlir::OpPassManager &passes,
                              const PropagationPipelineOptions &options);

/// Registers `--weft-propagation-pipeline`.
void registerPropagationPipeline();

} // namespace weft

#endif // WEFT_PIPELINES_PROPAGATIONPIPELINE_H
