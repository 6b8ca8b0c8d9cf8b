//===- AssemblyFormat.cpp - parts of the textual form ----------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/AssemblyFormat.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ParseResult parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> operands,
                           Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *operand : operands)
      *operand = type;
    result = type;
    return success();
  }
  if (function.getNumInputs() != operands.size() ||
      function.getNumResults() != 1)
    return parser.emitError(loc, "expected ")
           << operands.size() << " operand types and 1 result type, but got "
           << function.getNumInputs() << " and " << function.getNumResults();
  for (auto [operand, input] : llvm::zip_equal(operands, function.getInputs()))
    *operand = input;
  result = function.getResult(0);
  return success();
}

void printSameTypes(OpAsmPrinter &printer, TypeRange operands, Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; }))
    printer << result;
  else
    printer.printFunctionalType(operands, TypeRange(result));
}

ParseResult parseSelectOpType(OpAsmParser &parser, Type &pred, Type &onTrue,
                              Type &onFalse, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  auto function = dyn_cast<FunctionType>(types.front());
  if (types.size() != 1 || !function || function.getNumInputs() != 3 ||
      function.getNumResults() != 1)
    return parser.emitError(loc, "expected the type of the predicate and of "
                                 "the choices, or a function type with 3 "
                                 "operands and 1 result");
  pred = function.getInput(0);
  onTrue = function.getInput(1);
  onFalse = function.getInput(2);
  result = function.getResult(0);
  return success();
}

void printSelectOpType(OpAsmPrinter &printer, Operation *, Type pred,
                       Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(ArrayRef({pred, onTrue, onFalse}),
                                TypeRange(result));
}

/// The type of either part of a complex tensor, or null.
static Type getPartType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex =
      tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  return complex ? tensor.clone(complex.getElementType()) : Type();
}

ParseResult parseComplexOpType(OpAsmParser &parser, Type &lhs, Type &rhs,
                               Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parseSameTypes(parser, {&lhs, &rhs}, result))
    return failure();
  // A function type stands for itself; a single type was taken for all three.
  if (lhs != result || rhs != result)
    return success();
  lhs = rhs = getPartType(result);
  if (!lhs)
    return parser.emitError(loc, "expected a tensor of complex numbers, but "
                                 "got ")
           << result;
  return success();
}

void printComplexOpType(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs,
                        Type result) {
  Type part = getPartType(result);
  if (lhs == part && rhs == part)
    printer << result;
  else
    printer.printFunctionalType(ArrayRef({lhs, rhs}), TypeRange(result));
}

ParseResult parseVariadicSameOperandsAndResultType(
    OpAsmParser &parser, ArrayRef<OpAsmParser::UnresolvedOperand> operands,
    SmallVectorImpl<Type> &operandTypes, Type &result) {
  operandTypes.resize(operands.size());
  SmallVector<Type *> pointers;
  for (Type &type : operandTypes)
    pointers.push_back(&type);
  return parseSameTypes(parser, pointers, result);
}

void printVariadicSameOperandsAndResultType(OpAsmPrinter &printer, Operation *,
                                            OperandRange,
                                            TypeRange operandTypes,
                                            Type result) {
  printSameTypes(printer, operandTypes, result);
}

ParseResult parsePairwiseOpType(OpAsmParser &parser,
                                SmallVectorImpl<Type> &operandTypes,
                                SmallVectorImpl<Type> &resultTypes) {
  if (parser.parseTypeList(operandTypes))
    return failure();
  resultTypes.assign(operandTypes);
  return success();
}

void printPairwiseOpType(OpAsmPrinter &printer, Operation *,
                         TypeRange operandTypes, TypeRange) {
  llvm::interleaveComma(operandTypes, printer);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

ParseResult parseOperandsAndComma(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      break;
    if (*parsed || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
  // jaxlib prints a comma after no operands, which it cannot read itself.
  if (operands.empty())
    (void)parser.parseOptionalComma();
  return success();
}

void printOperandsAndComma(OpAsmPrinter &printer, Operation *,
                           OperandRange operands) {
  if (!operands.empty())
    printer << operands << ',';
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

ParseResult parseDenseI64Array(OpAsmParser &parser, DenseI64ArrayAttr &attr) {
  Attribute parsed = DenseI64ArrayAttr::parse(parser, Type());
  attr = dyn_cast_if_present<DenseI64ArrayAttr>(parsed);
  return success(attr != nullptr);
}

void printDenseI64Array(OpAsmPrinter &printer, Operation *,
                        DenseI64ArrayAttr attr) {
  attr.print(printer);
}

ParseResult parseExponentMantissa(OpAsmParser &parser,
                                  IntegerAttr &exponentBits,
                                  IntegerAttr &mantissaBits) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword, exponent, mantissa;
  if (parser.parseKeyword(&keyword))
    return failure();
  int32_t exponentValue, mantissaValue;
  std::tie(exponent, mantissa) = keyword.split('m');
  if (!exponent.consume_front("e") ||
      exponent.getAsInteger(10, exponentValue) ||
      mantissa.getAsInteger(10, mantissaValue))
    return parser.emitError(loc, "expected a format such as e5m10, but got ")
           << keyword;
  exponentBits = parser.getBuilder().getI32IntegerAttr(exponentValue);
  mantissaBits = parser.getBuilder().getI32IntegerAttr(mantissaValue);
  return success();
}

void printExponentMantissa(OpAsmPrinter &printer, Operation *,
                           IntegerAttr exponentBits, IntegerAttr mantissaBits) {
  printer << 'e' << exponentBits.getInt() << 'm' << mantissaBits.getInt();
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    if (succeeded(parser.parseOptionalColon()))
      return parser.parseInteger(stride.back());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange,
                                     " in slice"))
    return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *,
                      DenseI64ArrayAttr starts, DenseI64ArrayAttr limits,
                      DenseI64ArrayAttr strides) {
  // The lists may differ in length when an op that failed to verify is printed.
  printer << '[';
  size_t size = std::min({starts.size(), limits.size(), strides.size()});
  llvm::interleaveComma(llvm::seq(size), printer, [&](size_t dim) {
    printer << starts[dim] << ':' << limits[dim];
    if (strides[dim] != 1)
      printer << ':' << strides[dim];
  });
  printer << ']';
}

} // namespace weft::stablehlo
