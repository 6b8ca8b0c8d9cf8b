//===- SpecResolution.h - from a spec to a sharding -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SPECRESOLUTION_H
#define WEFT_DIALECT_WEFT_IR_SPECRESOLUTION_H

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/ModuleOps.h"
#include "weft/Sharding/LogicalAxes.h"

namespace weft {

/// What the names of a spec mean at one place of the program.
struct SpecScope {
  /// Null if there is no mesh, or several and none is meant.
  MeshOp mesh;
  /// More than one mesh could be meant.
  llvm::SmallVector<MeshOp> candidates;
  /// The nearest rules for logical axes, or null.
  AxisRulesOp rules;
};

/// Looks outward from `from`: a module says its mesh after `on`; else it is the
/// default mesh, else the only one that is not empty.
SpecScope lookupSpecScope(mlir::Operation *from,
                          mlir::SymbolTableCollection &symbols);

/// A spec in terms of one mesh.
struct ResolvedSpec {
  /// The same with mesh axes only; every name is in the mesh.
  SpecAttr spec;
  /// Over how many devices each dimension is split.
  llvm::SmallVector<int64_t> shardCounts;
  /// Which rules were followed, and which names mean nothing.
  LogicalResolution logical;

  /// With the name of the mesh in front.
  ShardingAttr getSharding(MeshOp mesh) const;
};

/// Resolves `spec`; a null spec stands for one that splits nothing. Without a
/// mesh nothing is split. A sub-axis that does not fit its axis splits nothing
/// either; the verifier refuses it.
ResolvedSpec resolveSpec(SpecAttr spec, int64_t rank, SpecScope scope);

/// Checks every leaf of `op` against the mesh: the axes exist, sub-axes divide
/// them. Names that no rule has are left to `weft-lint` if there are rules.
mlir::LogicalResult verifyLeafAxes(ParameterProviderInterface op,
                                   mlir::SymbolTableCollection &symbols);

/// Checks every leaf of `op` by itself: the spec has an entry for each
/// dimension, the initialiser suits the type.
mlir::LogicalResult verifyLeaves(ParameterProviderInterface op);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_SPECRESOLUTION_H
