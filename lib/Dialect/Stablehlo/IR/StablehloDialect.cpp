//===- StablehloDialect.cpp - stablehlo dialect ----------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"

#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

#include "mlir/Dialect/Quant/IR/Quant.h"

using namespace mlir;
using namespace weft::stablehlo;

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.cpp.inc"

void StablehloDialect::initialize() {
  addTypes();
  addAttributes();
  addElementwiseOps();
  addMovementOps();
  addContractionOps();
  addReductionOps();
  addWindowOps();
  addGatherOps();
  addControlFlowOps();
  addCollectiveOps();
  addDynamicOps();
  addLinearAlgebraOps();
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder,
                                                 Attribute value, Type type,
                                                 Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements ||
      !ConstantOp::isCompatibleReturnTypes(elements.getType(), type))
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}
