//===- LayerTypes.cpp - types that layers work with -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerTypes.h"
#include "weft/Dialect/Weft/IR/RealNumber.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

LogicalResult weft::verifySettings(Operation *op, ArrayRef<NamedSize> sizes,
                                   TypeAttr dtype, TypeAttr paramDtype) {
  for (const NamedSize &size : sizes)
    if (size.value && size.value.getValue().slt(1))
      return op->emitOpError()
             << "has " << size.name << " " << size.value.getInt()
             << "; it must be at least 1";
  auto verifyElement = [&](StringRef name, TypeAttr type) -> LogicalResult {
    if (!type || isa<FloatType, ComplexType>(type.getValue()))
      return success();
    return op->emitOpError() << "has " << name << " " << type.getValue()
                             << "; it must be a floating-point or complex type";
  };
  return failure(failed(verifyElement("dtype", dtype)) ||
                 failed(verifyElement("param_dtype", paramDtype)));
}

static Type getParamElement(MLIRContext *context, TypeAttr paramDtype) {
  return paramDtype ? paramDtype.getValue() : Float32Type::get(context);
}

RankedTensorType weft::getLeafType(MLIRContext *context,
                                   ArrayRef<int64_t> shape,
                                   TypeAttr paramDtype) {
  int64_t elements = 1;
  for (int64_t size : shape)
    if (size < 1 || llvm::MulOverflow(elements, size, elements))
      return {};
  Type element = getParamElement(context, paramDtype);
  if (!isa<FloatType, ComplexType>(element))
    return {};
  return RankedTensorType::get(shape, element);
}

void weft::tellLeaf(LeafVisitor &visitor, StringRef path, RankedTensorType type,
                    InitializerAttrInterface init,
                    InitializerAttrInterface otherwise, SpecAttr spec) {
  if (type)
    visitor.leaf(path, type, init ? init : otherwise, spec);
}

InitializerAttrInterface weft::getZeros(MLIRContext *context) {
  return ZerosInitAttr::get(context);
}

InitializerAttrInterface weft::getOnes(MLIRContext *context) {
  return OnesInitAttr::get(context);
}

InitializerAttrInterface weft::getLecunNormal(MLIRContext *context) {
  return VarianceScalingInitAttr::get(
      context, getReal(context, 1.0), FanMode::FanIn,
      Distribution::TruncatedNormal, {}, {}, {});
}

/// The smallest of the usual types that holds the values of both.
static Type promote(Type a, Type b) {
  auto complexA = dyn_cast<ComplexType>(a), complexB = dyn_cast<ComplexType>(b);
  if (complexA || complexB) {
    Type element = promote(complexA ? complexA.getElementType() : a,
                           complexB ? complexB.getElementType() : b);
    return element ? ComplexType::get(element) : Type();
  }
  if (isa<IntegerType>(a))
    return b;
  if (isa<IntegerType>(b))
    return a;
  auto floatA = dyn_cast<FloatType>(a), floatB = dyn_cast<FloatType>(b);
  if (!floatA || !floatB)
    return {};
  if (floatA == floatB || floatA.getWidth() > floatB.getWidth())
    return a;
  if (floatB.getWidth() > floatA.getWidth())
    return b;
  // f16 and bf16: neither holds the other. Small types have no common one.
  return floatA.getWidth() == 16 ? Type(Float32Type::get(a.getContext()))
                                 : Type();
}

FailureOr<Type> weft::getResultElement(Type input, TypeAttr dtype,
                                       TypeAttr paramDtype,
                                       EmitError emitError) {
  if (dtype)
    return dtype.getValue();
  Type param = getParamElement(input.getContext(), paramDtype);
  if (Type common = promote(input, param))
    return common;
  return emitError() << "elements of type " << input
                     << " and parameters of type " << param
                     << " have no common type; give the layer a dtype";
}

FailureOr<RankedTensorType> weft::getTensor(TypeRange operands, size_t index,
                                            int64_t minRank,
                                            EmitError emitError) {
  auto type = dyn_cast<RankedTensorType>(operands[index]);
  if (type && type.getRank() >= minRank)
    return type;
  return emitError() << "argument " << index << " is " << operands[index]
                     << ", but the layer takes a tensor of at least " << minRank
                     << (minRank == 1 ? " dimension" : " dimensions");
}

FailureOr<RankedTensorType> weft::getInput(TypeRange operands, size_t index,
                                           int64_t minRank, int64_t features,
                                           EmitError emitError) {
  FailureOr<RankedTensorType> type =
      getTensor(operands, index, minRank, emitError);
  if (failed(type))
    return failure();
  int64_t last = type->getShape().back();
  if (ShapedType::isDynamic(last) || last == features)
    return type;
  return emitError() << "argument " << index << " is " << *type
                     << ", whose last dimension has size " << last
                     << ", but the layer takes " << features << " features";
}

LogicalResult weft::verifyCall(StringRef method, TypeRange operands, size_t min,
                               size_t max, EmitError emitError) {
  if (!method.empty())
    return emitError() << "the layer has no method @" << method;
  if (operands.size() >= min && operands.size() <= max)
    return success();
  InFlightDiagnostic diag = emitError();
  diag << "the layer takes " << min;
  if (max > min)
    diag << " to " << max;
  diag << (max == 1 ? " argument" : " arguments") << ", but the call has "
       << operands.size();
  return diag;
}

bool weft::isKey(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getShape() == ArrayRef<int64_t>(2) &&
         tensor.getElementType().isUnsignedInteger(32);
}
