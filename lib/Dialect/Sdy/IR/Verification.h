//===- Verification.h - checks of shardings against meshes ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attribute cannot check itself against the mesh it names or the tensor it
// belongs to. These functions do, for the ops and for the dialect's hooks.
// Each emits one error on `op` that begins with `where` (such as "result 1: ").
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_SDY_IR_VERIFICATION_H
#define WEFT_LIB_DIALECT_SDY_IR_VERIFICATION_H

#include "weft/Dialect/Sdy/IR/SdyOps.h"
#include "weft/Sharding/Sharding.h"

namespace weft::sdy {

/// A sharding as a value, with the mesh that gives its axes a meaning.
struct ResolvedSharding {
  MeshAttr meshAttr;
  Mesh mesh;
  Sharding sharding;
};

/// Reads `sharding` as a value; it must name a known mesh and use its axes
/// well. Says nothing of the tensor.
mlir::FailureOr<ResolvedSharding> resolveSharding(mlir::Operation *op,
                                                  TensorShardingAttr sharding,
                                                  const llvm::Twine &where);

/// Reads a list of axes that stands apart from a sharding.
mlir::FailureOr<AxisList> resolveAxes(mlir::Operation *op, const Mesh &mesh,
                                      llvm::ArrayRef<AxisRefAttr> axes);

/// Reads a list of axes for each dimension.
mlir::FailureOr<llvm::SmallVector<AxisList>>
resolveAxesPerDim(mlir::Operation *op, const Mesh &mesh,
                  ListOfAxisRefListsAttr axes);

/// Checks one sharding of a value of type `type`.
mlir::LogicalResult verifySharding(mlir::Operation *op,
                                   TensorShardingAttr sharding, mlir::Type type,
                                   const llvm::Twine &where);

/// Checks a list with one sharding per value; `what` is a value, "result" say.
mlir::LogicalResult verifyShardings(mlir::Operation *op,
                                    TensorShardingPerValueAttr shardings,
                                    mlir::TypeRange types,
                                    llvm::StringRef what);

/// Checks that the body of `op` takes and returns values of these types.
mlir::LogicalResult verifyBodyTypes(mlir::Operation *op, mlir::TypeRange inputs,
                                    mlir::TypeRange outputs);

/// Checks all that a manual computation promises.
mlir::LogicalResult verifyManualComputation(ManualComputationOp op);

/// Checks a rule against the operands and results of the op that carries it.
mlir::LogicalResult verifyShardingRule(mlir::Operation *op,
                                       OpShardingRuleAttr rule);

} // namespace weft::sdy

#endif // WEFT_LIB_DIALECT_SDY_IR_VERIFICATION_H
