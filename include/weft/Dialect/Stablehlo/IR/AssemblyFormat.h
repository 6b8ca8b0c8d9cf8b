//===- AssemblyFormat.h - parts of the textual form ------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `custom<…>` directives that several op families use. They accept and
// give exactly the text of jaxlib.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_ASSEMBLYFORMAT_H
#define WEFT_DIALECT_STABLEHLO_IR_ASSEMBLYFORMAT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// custom<SameOperandsAndResultType>(type($a), …, type($result))
//===----------------------------------------------------------------------===//

// One type when all agree, else a function type:
//     tensor<4xf32>
//     (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>

mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser,
                                 llvm::ArrayRef<mlir::Type *> operands,
                                 mlir::Type &result);
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::TypeRange operands,
                    mlir::Type result);

namespace detail {
template <typename... Types, size_t... I>
mlir::ParseResult parseSameTypesTuple(mlir::OpAsmParser &parser,
                                      std::tuple<Types &...> types,
                                      std::index_sequence<I...>) {
  return parseSameTypes(parser, {&std::get<I>(types)...},
                        std::get<sizeof...(I)>(types));
}
} // namespace detail

template <typename... Types>
mlir::ParseResult parseSameOperandsAndResultType(mlir::OpAsmParser &parser,
                                                 Types &...types) {
  return detail::parseSameTypesTuple(
      parser, std::tie(types...),
      std::make_index_sequence<sizeof...(Types) - 1>());
}

template <typename... Types>
void printSameOperandsAndResultType(mlir::OpAsmPrinter &printer,
                                    mlir::Operation *, Types... types) {
  mlir::Type all[] = {types...};
  printSameTypes(printer, llvm::ArrayRef(all).drop_back(),
                 all[sizeof...(Types) - 1]);
}

/// The same for variadic operands.
mlir::ParseResult parseVariadicSameOperandsAndResultType(
    mlir::OpAsmParser &parser,
    llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> operands,
    llvm::SmallVectorImpl<mlir::Type> &operandTypes, mlir::Type &result);
void printVariadicSameOperandsAndResultType(mlir::OpAsmPrinter &printer,
                                            mlir::Operation *,
                                            mlir::OperandRange operands,
                                            mlir::TypeRange operandTypes,
                                            mlir::Type result);

//===----------------------------------------------------------------------===//
// custom<PairwiseOpType>(type($operands), type($results))
//===----------------------------------------------------------------------===//

/// One list of types for operands and results alike.
mlir::ParseResult
parsePairwiseOpType(mlir::OpAsmParser &parser,
                    llvm::SmallVectorImpl<mlir::Type> &operandTypes,
                    llvm::SmallVectorImpl<mlir::Type> &resultTypes);
void printPairwiseOpType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                         mlir::TypeRange operandTypes,
                         mlir::TypeRange resultTypes);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// custom<DenseI64Array>($dims): `[0, 1]`; also takes the older
/// `array<i64: 0, 1>` and `dense<[0, 1]> : tensor<2xi64>`.
mlir::ParseResult parseDenseI64Array(mlir::OpAsmParser &parser,
                                     mlir::DenseI64ArrayAttr &attr);
void printDenseI64Array(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::DenseI64ArrayAttr attr);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_ASSEMBLYFORMAT_H
