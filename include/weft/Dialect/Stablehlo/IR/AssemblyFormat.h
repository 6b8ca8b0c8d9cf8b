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
#include "mlir/IR/DialectImplementation.h"
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

/// custom<SelectOpType>: `tensor<i1>, tensor<4xf32>` when the two choices and
/// the result agree, else a function type.
mlir::ParseResult parseSelectOpType(mlir::OpAsmParser &parser, mlir::Type &pred,
                                    mlir::Type &onTrue, mlir::Type &onFalse,
                                    mlir::Type &result);
void printSelectOpType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       mlir::Type pred, mlir::Type onTrue, mlir::Type onFalse,
                       mlir::Type result);

/// custom<ComplexOpType>: only the complex type when the parts have the types
/// that follow from it, else a function type.
mlir::ParseResult parseComplexOpType(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                     mlir::Type &rhs, mlir::Type &result);
void printComplexOpType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::Type lhs, mlir::Type rhs, mlir::Type result);

/// The same as SameOperandsAndResultType for variadic operands.
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
// custom<OperandsAndComma>($operands)
//===----------------------------------------------------------------------===//

/// Variadic operands that a keyword follows: `%a, %b,`, or nothing.
mlir::ParseResult parseOperandsAndComma(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);
void printOperandsAndComma(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::OperandRange operands);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// custom<EnumValue>($direction): the case alone, `LT`. A plain `$direction`
/// would print a second space before it.
template <typename EnumAttr>
mlir::ParseResult parseEnumValue(mlir::AsmParser &parser, EnumAttr &attr) {
  using Value = decltype(attr.getValue());
  mlir::FailureOr<Value> value = mlir::FieldParser<Value>::parse(parser);
  if (failed(value))
    return mlir::failure();
  attr = EnumAttr::get(parser.getContext(), *value);
  return mlir::success();
}
template <typename EnumAttr>
void printEnumValue(mlir::AsmPrinter &printer, mlir::Operation *,
                    EnumAttr attr) {
  printer << stringifyEnum(attr.getValue());
}

/// custom<DenseI64Array>($dims): `[0, 1]`.
mlir::ParseResult parseDenseI64Array(mlir::OpAsmParser &parser,
                                     mlir::DenseI64ArrayAttr &attr);
void printDenseI64Array(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::DenseI64ArrayAttr attr);

/// custom<ExponentMantissa>($exponent_bits, $mantissa_bits): `e5m10`.
mlir::ParseResult parseExponentMantissa(mlir::OpAsmParser &parser,
                                        mlir::IntegerAttr &exponentBits,
                                        mlir::IntegerAttr &mantissaBits);
void printExponentMantissa(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::IntegerAttr exponentBits,
                           mlir::IntegerAttr mantissaBits);

/// custom<SliceRanges>($start, $limit, $strides): `[0:4, 1:9:2]`, where the
/// stride is written unless it is 1.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser,
                                   mlir::DenseI64ArrayAttr &starts,
                                   mlir::DenseI64ArrayAttr &limits,
                                   mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *,
                      mlir::DenseI64ArrayAttr starts,
                      mlir::DenseI64ArrayAttr limits,
                      mlir::DenseI64ArrayAttr strides);

/// The value of a constant and its type, `dense<1.0> : tensor<4xf32>`. Reads
/// the hexadecimal booleans of any MLIR; see BooleanConstants.cpp.
mlir::ParseResult parseConstantValue(mlir::OpAsmParser &parser,
                                     mlir::ElementsAttr &value);
void printConstantValue(mlir::OpAsmPrinter &printer, mlir::ElementsAttr value);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_ASSEMBLYFORMAT_H
