//===- DimensionNumbers.h - text of dimension numbers -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The textual forms behind DimensionNumbers.td.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_H
#define WEFT_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_H

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"

#include "mlir/IR/OpImplementation.h"

namespace weft::stablehlo {

/// `[0, 2]`
mlir::FailureOr<llvm::SmallVector<int64_t>>
parseDimensionList(mlir::AsmParser &parser);
void printDimensionList(mlir::AsmPrinter &printer,
                        llvm::ArrayRef<int64_t> dims);

/// `true` or `false`; also `1` and `0`.
mlir::FailureOr<bool> parseBool(mlir::AsmParser &parser);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`
mlir::ParseResult parseConvDimensions(mlir::AsmParser &parser,
                                      ConvDimensionNumbersAttr &dims);
/// The same, or `raw` and all fields where the dimensions are no permutation.
void printConvDimensions(mlir::AsmPrinter &printer,
                         ConvDimensionNumbersAttr dims);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_H
