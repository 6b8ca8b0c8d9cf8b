//===- WeftAttrs.h - attributes of the weft dialect -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTATTRS_H
#define WEFT_DIALECT_WEFT_IR_WEFTATTRS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

#include "weft/Dialect/Weft/IR/WeftEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Weft/IR/WeftAttrs.h.inc"

namespace weft {

/// The pieces of the sharding syntax, for ops and attributes that embed them.
/// Each parser reports its own error.

/// `"a"` or `"a":(2)4`.
mlir::ParseResult parseAxisRef(mlir::AsmParser &parser, AxisRefAttr &axis);
void printAxisRef(mlir::AsmPrinter &printer, AxisRefAttr axis);

/// `["a", "b":(1)2]`.
mlir::ParseResult parseAxisRefList(mlir::AsmParser &parser,
                                   llvm::SmallVectorImpl<AxisRefAttr> &axes);
void printAxisRefList(mlir::AsmPrinter &printer,
                      llvm::ArrayRef<AxisRefAttr> axes);

/// `_`, `?`, `"a"`, `("a", "b", ?)`, with an optional priority.
mlir::ParseResult parseDimSharding(mlir::AsmParser &parser,
                                   DimShardingAttr &dim);
void printDimSharding(mlir::AsmPrinter &printer, DimShardingAttr dim);

/// `@mesh` or `mesh<"a" = 2>`.
mlir::ParseResult parseMeshOrRef(mlir::AsmParser &parser,
                                 mlir::Attribute &mesh);
void printMeshOrRef(mlir::AsmPrinter &printer, mlir::Attribute mesh);

/// Renders a piece of the sharding syntax for a diagnostic.
std::string toString(AxisRefAttr axis);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_WEFTATTRS_H
