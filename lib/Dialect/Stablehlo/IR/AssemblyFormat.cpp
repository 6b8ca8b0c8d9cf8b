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

} // namespace weft::stablehlo
