//===- MeshLookup.h - from a reference to the mesh it means -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MESHLOOKUP_H
#define WEFT_DIALECT_WEFT_IR_MESHLOOKUP_H

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"

namespace weft {

/// What a reference to a mesh means at one place of a program.
struct MeshBinding {
  /// The mesh, or null if the program does not have it.
  MeshAttr mesh;
  /// Where it is declared; null if it is written inline.
  MeshOp declaration;

  explicit operator bool() const { return static_cast<bool>(mesh); }

  /// Adds `mesh @name is declared here` to a diagnostic.
  mlir::InFlightDiagnostic note(mlir::InFlightDiagnostic diagnostic) const;
};

/// The mesh that `ref` (a symbol or an inline mesh) means for `from`: the
/// nearest declaration in the enclosing symbol tables. `tables` avoids a scan
/// of the symbol tables for each lookup; without it the scan is short as long
/// as meshes are declared first, as is usual.
MeshBinding lookupMesh(mlir::Operation *from, mlir::Attribute ref,
                       mlir::SymbolTableCollection *tables = nullptr);

/// The mesh that an op means which names none: that of the nearest enclosing
/// op with a mesh (`weft.manual`), else the one marked `default`, else the
/// only one in the nearest symbol table that declares any. Looks at all symbols
/// of that table.
MeshBinding lookupImpliedMesh(mlir::Operation *from);

/// The mesh of the nearest enclosing op that fixes one (`weft.manual`), if any.
MeshBinding lookupEnclosingMesh(mlir::Operation *from);

/// Whether any mesh is declared around `from`. Without one the program is for
/// a single device, and annotations have no effect.
bool hasAnyMesh(mlir::Operation *from);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_MESHLOOKUP_H
