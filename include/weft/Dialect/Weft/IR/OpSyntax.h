//===- OpSyntax.h - pieces of syntax that ops share -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind the `custom<...>` directives of the weft ops.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_OPSYNTAX_H
#define WEFT_DIALECT_WEFT_IR_OPSYNTAX_H

#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "mlir/IR/OpImplementation.h"

namespace weft {

/// `@mesh ["x"]`, `mesh<"x" = 2> ["x"]` or, with the mesh implied, `["x"]`.
mlir::ParseResult parseMeshAxes(mlir::OpAsmParser &parser,
                                mlir::Attribute &mesh, AxesAttr &axes);
void printMeshAxes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                   mlir::Attribute mesh, AxesAttr axes);

/// `[<@mesh, ["x"]>, <@mesh, [_]>]`.
mlir::ParseResult parseShardingList(mlir::OpAsmParser &parser,
                                    ShardingsAttr &shardings);
void printShardingList(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       ShardingsAttr shardings);

/// `(%a: tensor<f32>) { ... }`.
mlir::ParseResult parseRegionWithArguments(mlir::OpAsmParser &parser,
                                           mlir::Region &region);
void printRegionWithArguments(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                              mlir::Region &region);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_OPSYNTAX_H
