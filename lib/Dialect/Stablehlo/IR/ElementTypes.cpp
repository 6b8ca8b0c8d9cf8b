//===- ElementTypes.cpp - element types of the specification ---*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ElementTypes.h"

#include "weft/Dialect/Stablehlo/IR/TypeInference.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace weft::stablehlo {

static bool isIntWidth(unsigned width) {
  return llvm::is_contained({2u, 4u, 8u, 16u, 32u, 64u}, width);
}

bool isPredType(Type type) { return type.isSignlessInteger(1); }

bool isSignedIntType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() && isIntWidth(integer.getWidth());
}

bool isUnsignedIntType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isUnsigned() && isIntWidth(integer.getWidth());
}

bool isIntType(Type type) {
  return isSignedIntType(type) || isUnsignedIntType(type);
}

bool isFloatType(Type type) {
  return isa<Float4E2M1FNType, Float6E2M3FNType, Float6E3M2FNType,
             Float8E3M4Type, Float8E4M3Type, Float8E4M3FNType,
             Float8E4M3FNUZType, Float8E4M3B11FNUZType, Float8E5M2Type,
             Float8E5M2FNUZType, Float8E8M0FNUType, BFloat16Type, Float16Type,
             Float32Type, Float64Type>(type);
}

bool isFloat32Or64Type(Type type) {
  return isa<Float32Type, Float64Type>(type);
}

bool isComplexType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex && isFloat32Or64Type(complex.getElementType());
}

bool isPerTensorQuantizedType(Type type) {
  return isa<quant::UniformQuantizedType>(type);
}

bool isPerAxisQuantizedType(Type type) {
  return isa<quant::UniformQuantizedPerAxisType>(type);
}

bool isQuantizedType(Type type) {
  return isPerTensorQuantizedType(type) || isPerAxisQuantizedType(type);
}

Type getExpressedType(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return quantized.getExpressedType();
  return type;
}

Type getStorageType(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return quantized.getStorageType();
  return type;
}

unsigned getStorageBits(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return quantized.getStorageTypeIntegralWidth();
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getStorageBits(complex.getElementType());
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

//===----------------------------------------------------------------------===//
// Tensor types
//===----------------------------------------------------------------------===//

bool hasValidQuantizationAxis(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto quantized = tensor ? dyn_cast<quant::UniformQuantizedPerAxisType>(
                                tensor.getElementType())
                          : quant::UniformQuantizedPerAxisType();
  if (!quantized)
    return true;
  int64_t axis = quantized.getQuantizedDimension();
  if (axis < 0 || axis >= tensor.getRank())
    return false;
  return tensor.isDynamicDim(axis) ||
         tensor.getDimSize(axis) == int64_t(quantized.getScales().size());
}

bool isStaticOrBounded(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getNumDynamicDims() > 1)
    return false;
  // Bounds are only allowed where the size is dynamic, so any bound will do.
  return tensor.hasStaticShape() ||
         !llvm::all_of(getBounds(tensor), ShapedType::isDynamic);
}

} // namespace weft::stablehlo
