//===- ElementwiseOps.cpp - elementwise ops --------------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.cpp.inc"

void StablehloDialect::addElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.cpp.inc"
      >();
}

/// The shape of `operand` with other elements.
static LogicalResult inferWithElements(Value operand, Type elementType,
                                       SmallVectorImpl<Type> &inferred) {
  inferred.push_back(
      cast<RankedTensorType>(operand.getType()).clone(elementType));
  return success();
}

/// The real type behind a complex one; any other type is its own.
static Type getRealType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex ? complex.getElementType() : type;
}

/// Parts and moduli are real.
static LogicalResult inferRealPart(Value operand,
                                   SmallVectorImpl<Type> &inferred) {
  Type elementType = getElementTypeOrSelf(operand.getType());
  return inferWithElements(operand, getRealType(elementType), inferred);
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

LogicalResult AbsOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &inferred) {
  return inferRealPart(adaptor.getOperand(), inferred);
}

LogicalResult ImagOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &inferred) {
  return inferRealPart(adaptor.getOperand(), inferred);
}

LogicalResult RealOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &inferred) {
  return inferRealPart(adaptor.getOperand(), inferred);
}

LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  return inferWithElements(adaptor.getX(), IntegerType::get(context, 1),
                           inferred);
}

void ConvertOp::build(OpBuilder &builder, OperationState &state, Value operand,
                      Type elementType) {
  auto type = cast<RankedTensorType>(operand.getType());
  build(builder, state, type.clone(elementType), operand);
}

LogicalResult ConvertOp::verify() {
  return verifySameShapes(Reporter(*this), {getOperand().getType(), getType()});
}

//===----------------------------------------------------------------------===//
// CompareOp
//===----------------------------------------------------------------------===//

void CompareOp::build(OpBuilder &builder, OperationState &state, Value lhs,
                      Value rhs, ComparisonDirection direction,
                      ComparisonType type) {
  MLIRContext *context = builder.getContext();
  ComparisonTypeAttr typeAttr;
  if (type != ComparisonType::NOTYPE)
    typeAttr = ComparisonTypeAttr::get(context, type);
  build(builder, state, lhs, rhs,
        ComparisonDirectionAttr::get(context, direction), typeAttr);
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location> loc,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &inferred) {
  if (failed(inferSameType(getOperationName(), loc, adaptor.getOperands(),
                           inferred)))
    return failure();
  auto type = cast<RankedTensorType>(inferred.front());
  inferred.front() = type.clone(IntegerType::get(context, 1));
  return success();
}

/// Whether elements of `type` can be ordered in the given way.
static bool canCompare(ComparisonType how, Type type) {
  type = getStorageType(type);
  switch (how) {
  case ComparisonType::NOTYPE:
    return true;
  case ComparisonType::FLOAT:
    return isFloatType(type) || isComplexType(type);
  case ComparisonType::TOTALORDER:
    return isFloatType(type);
  case ComparisonType::SIGNED:
    return isSignedIntType(type);
  case ComparisonType::UNSIGNED:
    return isUnsignedIntType(type) || isPredType(type);
  }
  return false;
}

LogicalResult CompareOp::verify() {
  ComparisonType how = getCompareType().value_or(ComparisonType::NOTYPE);
  Type type = getElementTypeOrSelf(getLhs().getType());
  if (canCompare(how, type))
    return success();
  return emitOpError() << "compare_type " << stringifyComparisonType(how)
                       << " does not fit the element type " << type;
}

//===----------------------------------------------------------------------===//
// ComplexOp
//===----------------------------------------------------------------------===//

LogicalResult ComplexOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> loc,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &inferred) {
  if (failed(inferSameType(getOperationName(), loc, adaptor.getOperands(),
                           inferred)))
    return failure();
  auto type = cast<RankedTensorType>(inferred.front());
  inferred.front() = type.clone(ComplexType::get(type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// ClampOp
//===----------------------------------------------------------------------===//

LogicalResult ClampOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  for (auto [name, limit] : {std::pair("min", adaptor.getMin()),
                             std::pair("max", adaptor.getMax())}) {
    auto limitType = cast<RankedTensorType>(limit.getType());
    if (!areCompatibleElementTypes(limitType.getElementType(),
                                   type.getElementType()))
      return report("the element types ", limitType.getElementType(), " of ",
                    name, " and ", type.getElementType(),
                    " of the operand are incompatible");
    if (limitType.getRank() != 0 && !areCompatibleShapes(limitType, type))
      return report(name, " has type ", limitType,
                    "; it must be a scalar or have the shape of the operand, ",
                    type);
  }
  inferred.push_back(type);
  return success();
}

//===----------------------------------------------------------------------===//
// SelectOp
//===----------------------------------------------------------------------===//

LogicalResult SelectOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  Value choices[] = {adaptor.getOnTrue(), adaptor.getOnFalse()};
  if (failed(inferSameType(getOperationName(), loc, choices, inferred)))
    return failure();
  auto type = cast<RankedTensorType>(inferred.front());
  auto pred = cast<RankedTensorType>(adaptor.getPred().getType());
  if (pred.getRank() == 0)
    return success();
  if (!areCompatibleShapes(pred, type))
    return report("the predicate has type ", pred,
                  "; it must be a scalar or have the shape of the choices, ",
                  type);
  return success();
}
