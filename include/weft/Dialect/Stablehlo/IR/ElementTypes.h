//===- ElementTypes.h - element types of the specification -----*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The predicates behind the type constraints of StablehloBase.td. All are
// total: any type may be asked.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_ELEMENTTYPES_H
#define WEFT_DIALECT_STABLEHLO_IR_ELEMENTTYPES_H

#include "mlir/IR/Types.h"

namespace weft::stablehlo {

/// `i1`.
bool isPredType(mlir::Type type);
/// Signless (hence signed) or unsigned, of 2, 4, 8, 16, 32 or 64 bits.
bool isIntType(mlir::Type type);
bool isSignedIntType(mlir::Type type);
bool isUnsignedIntType(mlir::Type type);
/// The 4, 6 and 8-bit kinds, `bf16`, `f16`, `f32`, `f64`.
bool isFloatType(mlir::Type type);
bool isFloat32Or64Type(mlir::Type type);
/// Complex of `f32` or `f64`.
bool isComplexType(mlir::Type type);
/// One scale for the whole tensor, or one per slice along an axis.
bool isPerTensorQuantizedType(mlir::Type type);
bool isPerAxisQuantizedType(mlir::Type type);
bool isQuantizedType(mlir::Type type);

/// The type that a quantized value stands for; any other type is its own.
mlir::Type getExpressedType(mlir::Type type);
/// The integer that holds a quantized value; any other type is its own.
mlir::Type getStorageType(mlir::Type type);
/// The width of one element in storage, counting both parts of a complex
/// number; 0 for a type that has no fixed width (`index`).
unsigned getStorageBits(mlir::Type type);

//===----------------------------------------------------------------------===//
// Tensor types
//===----------------------------------------------------------------------===//

/// False only for a tensor whose per-axis quantization names no dimension of it
/// or has another number of scales than that dimension has elements.
bool hasValidQuantizationAxis(mlir::Type type);
/// A ranked tensor type with at most one dynamic dimension, which has a bound.
bool isStaticOrBounded(mlir::Type type);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_ELEMENTTYPES_H
