//===- ScanOp.cpp - a body along a dimension -------------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Chlo/IR/ChloOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft::chlo;
using weft::stablehlo::areCompatible;
using weft::stablehlo::getTensorType;

void ScanOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  if (region.empty())
    return;
  size_t numInputs = getInputs().size();
  for (BlockArgument argument : region.front().getArguments())
    setName(argument, argument.getArgNumber() < numInputs ? "input" : "carry");
}

//===----------------------------------------------------------------------===//
// Textual form
//===----------------------------------------------------------------------===//

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  IntegerAttr dimension;
  FunctionType type;
  if (parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseAttribute(dimension, parser.getBuilder().getI64Type(),
                            getDimensionAttrName(result.name),
                            result.attributes) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion()) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  size_t numInits = inits.size();
  if (type.getNumInputs() != inputs.size() + numInits)
    return parser.emitError(loc, "expected ")
           << inputs.size() + numInits << " operand types, but got "
           << type.getNumInputs();
  // There are as many carried results as initial values.
  if (type.getNumResults() < numInits)
    return parser.emitError(loc, "expected at least ")
           << numInits << " result types, one per initial value, but got "
           << type.getNumResults();
  Builder &builder = parser.getBuilder();
  result.addAttribute(getOperandSegmentSizeAttr(),
                      builder.getDenseI32ArrayAttr(
                          {int32_t(inputs.size()), int32_t(numInits)}));
  result.addAttribute(
      getResultSegmentSizeAttr(),
      builder.getDenseI32ArrayAttr(
          {int32_t(type.getNumResults() - numInits), int32_t(numInits)}));
  result.addTypes(type.getResults());
  llvm::append_range(inputs, inits);
  return parser.resolveOperands(inputs, type.getInputs(), loc, result.operands);
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << '(' << getInputs() << ") inits (" << getInits()
          << ") dimension=" << getDimension() << ' ';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getDimensionAttrName(), getOperandSegmentSizeAttr(),
                            getResultSegmentSizeAttr()});
  printer << ' ';
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// `type` without dimension `dim`: what one step sees.
static RankedTensorType dropDimension(RankedTensorType type, int64_t dim) {
  auto shape = llvm::to_vector(type.getShape());
  shape.erase(shape.begin() + dim);
  auto bounds = llvm::to_vector(weft::stablehlo::getBounds(type));
  if (!bounds.empty())
    bounds.erase(bounds.begin() + dim);
  return getTensorType(shape, type.getElementType(), bounds);
}

/// Every scanned tensor has the dimension, always of the same size.
static LogicalResult verifyScanned(ScanOp op, StringRef what, TypeRange types,
                                   int64_t &steps) {
  int64_t dim = op.getDimension();
  for (auto [number, type] : llvm::enumerate(types)) {
    auto tensor = cast<RankedTensorType>(type);
    if (dim >= tensor.getRank())
      return op.emitOpError()
             << "dimension " << dim << " is scanned, but " << what << " "
             << number << " has rank " << tensor.getRank();
    int64_t size = tensor.getDimSize(dim);
    if (ShapedType::isDynamic(size))
      continue;
    if (!ShapedType::isDynamic(steps) && steps != size)
      return op.emitOpError() << what << " " << number << " has size " << size
                              << " along dimension " << dim
                              << ", but there are " << steps << " steps";
    steps = size;
  }
  return success();
}

LogicalResult ScanOp::verify() {
  int64_t steps = ShapedType::kDynamic;
  if (std::optional<uint64_t> size = getScanDimSize())
    steps = *size;
  if (failed(verifyScanned(*this, "input", getInputs().getTypes(), steps)) ||
      failed(verifyScanned(*this, "output", getOutputs().getTypes(), steps)))
    return failure();
  if (getInits().size() != getCarries().size())
    return emitOpError() << "has " << getInits().size()
                         << " initial values, but " << getCarries().size()
                         << " carried results";
  for (auto [number, init, carry] :
       llvm::enumerate(getInits().getTypes(), getCarries().getTypes()))
    if (!areCompatible(init, carry))
      return emitOpError() << "initial value " << number << " has type " << init
                           << ", but the carried result has type " << carry;
  return success();
}

/// The types of a step: of the scanned tensors without the dimension, then of
/// the carried values.
static SmallVector<Type> getStepTypes(TypeRange scanned, TypeRange carried,
                                      int64_t dim) {
  SmallVector<Type> types;
  for (Type type : scanned)
    types.push_back(dropDimension(cast<RankedTensorType>(type), dim));
  llvm::append_range(types, carried);
  return types;
}

/// The body's arguments or results have the types of a step.
static LogicalResult verifyStep(ScanOp op, StringRef what, TypeRange actual,
                                ArrayRef<Type> expected) {
  if (actual.size() != expected.size())
    return op.emitOpError() << "the body has " << actual.size() << " " << what
                            << "s, but a step has " << expected.size();
  for (auto [number, type, wanted] : llvm::enumerate(actual, expected))
    if (!areCompatible(type, wanted))
      return op.emitOpError()
             << "the body's " << what << " " << number << " has type " << type
             << ", but a step has " << wanted << " there";
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  Block &body = getBody().front();
  int64_t dim = getDimension();
  if (failed(verifyStep(
          *this, "argument", body.getArgumentTypes(),
          getStepTypes(getInputs().getTypes(), getInits().getTypes(), dim))))
    return failure();
  return verifyStep(
      *this, "result", body.back().getOperandTypes(),
      getStepTypes(getOutputs().getTypes(), getCarries().getTypes(), dim));
}
