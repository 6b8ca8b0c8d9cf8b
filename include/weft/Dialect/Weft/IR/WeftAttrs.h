//===- WeftAttrs.h - attributes of the weft dialect -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTATTRS_H
#define WEFT_DIALECT_WEFT_IR_WEFTATTRS_H

#include "weft/Dialect/Weft/IR/ModelAttrInterfaces.h"
#include "weft/Sharding/FactorRule.h"
#include "weft/Sharding/ReshardStep.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"

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

/// Axes of one dimension: `_`, `"a"` or `("a", "b")`.
mlir::ParseResult parseDimAxes(mlir::AsmParser &parser, AxesAttr &axes);
void printDimAxes(mlir::AsmPrinter &printer, AxesAttr axes);

/// `add`, `max`, ...; `required` says whether there must be one. Without, the
/// attribute is null.
mlir::ParseResult parseReducer(mlir::AsmParser &parser, ReducerAttr &reducer,
                               bool required);

/// `_`, `?`, `"a"`, `("a", "b", ?)`, with an optional priority.
mlir::ParseResult parseDimSharding(mlir::AsmParser &parser,
                                   DimShardingAttr &dim);
void printDimSharding(mlir::AsmPrinter &printer, DimShardingAttr dim);

/// `@mesh` or `mesh<"a" = 2>`.
mlir::ParseResult parseMeshOrRef(mlir::AsmParser &parser,
                                 mlir::Attribute &mesh);
void printMeshOrRef(mlir::AsmPrinter &printer, mlir::Attribute mesh);

/// `all_gather [_, "a"]`.
mlir::ParseResult parseStep(mlir::AsmParser &parser, StepAttr &step);
void printStep(mlir::AsmPrinter &printer, StepAttr step);

/// The list of a partition spec: `[_, "model", ("data", "model")]`.
mlir::ParseResult parseSpecList(mlir::AsmParser &parser, SpecAttr &spec);
void printSpecList(mlir::AsmPrinter &printer, SpecAttr spec);

/// `"mlp" -> "model"`.
mlir::ParseResult parseAxisRule(mlir::AsmParser &parser, AxisRuleAttr &rule);
void printAxisRule(mlir::AsmPrinter &printer, AxisRuleAttr rule);

/// `"**/kernel:rank=2" -> [_, "model"]`.
mlir::ParseResult parseSpecRule(mlir::AsmParser &parser, SpecRuleAttr &rule);
void printSpecRule(mlir::AsmPrinter &printer, SpecRuleAttr rule);

/// An initialiser by its name: `zeros`, `normal<0.02>`, `lecun_normal`.
mlir::ParseResult parseInitializer(mlir::AsmParser &parser,
                                   InitializerAttrInterface &init);

/// A schedule, or a number for one that is constant: `0.1`, `cosine<...>`.
mlir::ParseResult parseSchedule(mlir::AsmParser &parser,
                                ScheduleAttrInterface &schedule);

/// Renders a piece of the sharding syntax for a diagnostic.
std::string toString(AxisRefAttr axis);
std::string toString(DimShardingAttr dim);
std::string toString(SpecAttr spec);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_WEFTATTRS_H
