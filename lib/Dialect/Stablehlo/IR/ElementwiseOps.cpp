//===- ElementwiseOps.cpp - elementwise ops --------------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

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
