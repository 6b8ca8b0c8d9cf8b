//===- Elementwise.cpp - rules of elementwise ops ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

using namespace mlir;
using namespace weft;

void weft::attachElementwiseRules(MLIRContext &context) {
  using namespace weft::stablehlo;
  attachModels<ElementwiseRule,
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.cpp.inc"
               >(context);
  // These have other files in the dialect, for their syntax or their types.
  attachModels<ElementwiseRule, MapOp, UniformDequantizeOp, UniformQuantizeOp>(
      context);
}
