//===- ContractionFormat.h - text of products and convolutions --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `custom<…>` directives of ContractionOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_CONTRACTIONFORMAT_H
#define WEFT_DIALECT_STABLEHLO_IR_CONTRACTIONFORMAT_H

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"

#include "mlir/IR/OpImplementation.h"

namespace weft::stablehlo {

/// `[DEFAULT, HIGHEST]`
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser,
                                       mlir::ArrayAttr &precision);
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *,
                          mlir::ArrayAttr precision);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1],
///  precision = [DEFAULT, DEFAULT], algorithm = <…>`; only the contracting
/// dimensions are always there.
mlir::ParseResult parseDotParameters(mlir::OpAsmParser &parser,
                                     DotDimensionNumbersAttr &dims,
                                     mlir::ArrayAttr &precision,
                                     DotAlgorithmAttr &algorithm);
void printDotParameters(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        DotDimensionNumbersAttr dims, mlir::ArrayAttr precision,
                        DotAlgorithmAttr algorithm);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`
mlir::ParseResult parseConvolutionDimensions(mlir::OpAsmParser &parser,
                                             ConvDimensionNumbersAttr &dims);
void printConvolutionDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *,
                                ConvDimensionNumbersAttr dims);

/// `{stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1],
///   rhs_dilate = [1, 1], reverse = [false, false]}`, each at most once.
mlir::ParseResult parseWindowAttributes(mlir::OpAsmParser &parser,
                                        mlir::DenseI64ArrayAttr &strides,
                                        mlir::DenseIntElementsAttr &padding,
                                        mlir::DenseI64ArrayAttr &lhsDilation,
                                        mlir::DenseI64ArrayAttr &rhsDilation,
                                        mlir::DenseBoolArrayAttr &reversal);
void printWindowAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::DenseI64ArrayAttr strides,
                           mlir::DenseIntElementsAttr padding,
                           mlir::DenseI64ArrayAttr lhsDilation,
                           mlir::DenseI64ArrayAttr rhsDilation,
                           mlir::DenseBoolArrayAttr reversal);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_CONTRACTIONFORMAT_H
