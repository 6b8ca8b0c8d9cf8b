//===- MovementOps.cpp - movement ops --------------------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/MovementOps.cpp.inc"

void StablehloDialect::addMovementOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/MovementOps.cpp.inc"
      >();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  inferred.push_back(adaptor.getValue().getType());
  return success();
}
