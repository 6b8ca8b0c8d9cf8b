//===- MeshLookup.h - what meshes and shardings a program has ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_MESHLOOKUP_H
#define WEFT_DIALECT_SDY_IR_MESHLOOKUP_H

#include "weft/Dialect/Sdy/IR/SdyOps.h"

namespace weft::sdy {

/// The names under which shardings and rules are attached to ops, arguments and
/// results that the dialect does not own.
inline constexpr llvm::StringLiteral kShardingAttrName = "sdy.sharding";
inline constexpr llvm::StringLiteral kShardingRuleAttrName =
    "sdy.sharding_rule";

/// The mesh that `meshOrRef`, found on or inside `from`, means: itself, or that
/// of the `sdy.mesh` with this name in the nearest module that has one. Null if
/// there is none. Costs a walk over the module's symbols up to the mesh, which
/// programs declare first.
MeshAttr lookupMesh(mlir::Operation *from, mlir::Attribute meshOrRef);

/// The sharding attached to `value`, or null: that of an argument or a result
/// of a function, of an op's result, or of a region argument of the
/// computations of this dialect (without the axes that are manual there).
TensorShardingAttr getSharding(mlir::Value value);

} // namespace weft::sdy

#endif // WEFT_DIALECT_SDY_IR_MESHLOOKUP_H
