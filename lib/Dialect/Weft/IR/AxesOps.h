//===- AxesOps.h - what the ops along axes share ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_WEFT_IR_AXESOPS_H
#define WEFT_LIB_DIALECT_WEFT_IR_AXESOPS_H

#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"

namespace weft {

/// `verifySymbolUses` of every op along axes. An op that leaves the choice to
/// the declared meshes is verified by the first of these, all at once: finding
/// out which mesh is meant takes a look at all symbols of the module.
mlir::LogicalResult verifyAxesOp(AxesOpInterface op,
                                 mlir::SymbolTableCollection &tables);

/// Verifies the ops in the symbol table of `first`, its first mesh, that name
/// no mesh.
mlir::LogicalResult verifyImpliedUses(MeshOp first);

/// How many devices take part in a verified op; none if that is not known.
std::optional<int64_t> getDeviceCount(AxesOpInterface op);

} // namespace weft

#endif // WEFT_LIB_DIALECT_WEFT_IR_AXESOPS_H
