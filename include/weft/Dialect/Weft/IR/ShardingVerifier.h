//===- ShardingVerifier.h - diagnostics about shardings on ops --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every op and attribute that carries shardings checks in the same way.
// The rules themselves are in weft/Sharding; here they get a location, and a
// note that points at the mesh.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SHARDINGVERIFIER_H
#define WEFT_DIALECT_WEFT_IR_SHARDINGVERIFIER_H

#include "weft/Dialect/Weft/IR/MeshLookup.h"

namespace weft {

/// Verifies `sharding` as one of a value of `type` at `op`: the mesh is
/// declared, its axes exist and are used once, the rank fits, and no axis is
/// manual there. `what` says which sharding, as in "argument 0: ", and may be
/// empty.
mlir::LogicalResult verifySharding(mlir::Operation *op, ShardingAttr sharding,
                                   mlir::Type type, const llvm::Twine &what,
                                   mlir::SymbolTableCollection *tables);

/// Verifies one sharding per type, all on one mesh. `what` names the values,
/// as in "result"; the list must have as many entries as there are types.
mlir::LogicalResult verifyShardings(mlir::Operation *op,
                                    llvm::ArrayRef<ShardingAttr> shardings,
                                    mlir::TypeRange types, llvm::StringRef what,
                                    mlir::SymbolTableCollection *tables);

/// Diagnoses shardings of one op that are on meshes with different axes. An
/// empty or a maximal mesh goes with any other.
mlir::LogicalResult verifyOneMesh(mlir::Operation *op,
                                  llvm::ArrayRef<ShardingAttr> shardings,
                                  mlir::SymbolTableCollection *tables);

/// The sharding that the program states for a value, or null: the attribute of
/// a function argument, of the op that defines it, or of the constraint,
/// reshard or edge it comes from.
ShardingAttr getStatedSharding(mlir::Value value);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_SHARDINGVERIFIER_H
