//===- AttrSyntax.h - pieces of the sdy syntax ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of this dialect nest, and the inner ones are written bare. Each
// function here reads or writes one such bare piece and reports its own error,
// so that the user sees one message at the right place.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_SDY_IR_ATTRSYNTAX_H
#define WEFT_LIB_DIALECT_SDY_IR_ATTRSYNTAX_H

#include "weft/Dialect/Sdy/IR/SdyAttrs.h"

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/STLExtras.h"

namespace weft::sdy {

using Delimiter = mlir::AsmParser::Delimiter;

/// A list of `T` in brackets of the given kind, each read by `parseOne`.
template <typename T, typename ParseOne>
mlir::ParseResult parseList(mlir::AsmParser &parser, Delimiter delimiter,
                            llvm::SmallVectorImpl<T> &list,
                            ParseOne &&parseOne) {
  return parser.parseCommaSeparatedList(
      delimiter, [&]() { return parseOne(parser, list.emplace_back()); });
}

/// `list` between two brackets, each element written by `printOne`.
template <typename T, typename PrintOne>
void printList(mlir::AsmPrinter &printer, char open, llvm::ArrayRef<T> list,
               char close, PrintOne &&printOne) {
  printer << open;
  llvm::interleaveComma(list, printer,
                        [&](const T &element) { printOne(printer, element); });
  printer << close;
}

/// `"a"` or `"a":(2)4`.
mlir::ParseResult parseAxisRef(mlir::AsmParser &parser, AxisRefAttr &axis);
void printAxisRef(mlir::AsmPrinter &printer, AxisRefAttr axis);

/// `{"a", "b":(1)2}`.
mlir::ParseResult parseAxisRefs(mlir::AsmParser &parser,
                                llvm::SmallVectorImpl<AxisRefAttr> &axes);
void printAxisRefs(mlir::AsmPrinter &printer, llvm::ArrayRef<AxisRefAttr> axes);

/// `[<@m, [{"a"}]>, <@m, []>]`; an element may also be written in full.
mlir::ParseResult
parseShardings(mlir::AsmParser &parser,
               llvm::SmallVectorImpl<TensorShardingAttr> &shardings);
void printShardings(mlir::AsmPrinter &printer,
                    llvm::ArrayRef<TensorShardingAttr> shardings);

/// `sum`, `max` or `min`, if a word is next.
mlir::OptionalParseResult parseOptionalReduction(mlir::AsmParser &parser,
                                                 ReductionKind &kind);

} // namespace weft::sdy

#endif // WEFT_LIB_DIALECT_SDY_IR_ATTRSYNTAX_H
