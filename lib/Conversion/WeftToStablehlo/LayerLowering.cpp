//===- LayerLowering.cpp - what the lowerings of layers share ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerLowering.h"

#include "weft/Dialect/Stablehlo/IR/ElementTypes.h"

using namespace mlir;
using namespace weft;

/// Whether sums and products can be computed: most floats and complex numbers,
/// but not those whose format lacks a zero or a sign.
static bool canCompute(Type element) {
  if (stablehlo::isComplexType(element))
    return true;
  auto real = dyn_cast<FloatType>(element);
  return real && stablehlo::isFloatType(element) &&
         llvm::APFloat::semanticsHasZero(real.getFloatSemantics()) &&
         llvm::APFloat::semanticsHasSignedRepr(real.getFloatSemantics());
}

FailureOr<RankedTensorType> weft::inferResult(Operation *layer, Location loc,
                                              StringRef method,
                                              ValueRange leaves,
                                              ValueRange operands) {
  SymbolTableCollection symbols;
  FailureOr<SmallVector<Type>> types =
      cast<CallTargetInterface>(layer).inferCallTypes(
          method, operands.getTypes(), [&] { return mlir::emitError(loc); },
          symbols);
  if (failed(types))
    return failure();
  auto result = cast<RankedTensorType>(types->front());
  for (Type type : llvm::concat<const Type>(*types, TypeRange(operands)))
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return mlir::emitError(loc)
             << "a call of '" << layer->getName() << "' has a tensor of type "
             << type << ", but layers are lowered for static shapes only";
  for (Type type : llvm::concat<const Type>(*types, TypeRange(leaves)))
    if (Type element = cast<RankedTensorType>(type).getElementType();
        !canCompute(element))
      return mlir::emitError(loc)
             << "'" << layer->getName() << "' cannot compute with elements of "
             << "type " << element;
  return result;
}
