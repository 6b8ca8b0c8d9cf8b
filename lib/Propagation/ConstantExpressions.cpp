//===- ConstantExpressions.cpp - what may be computed twice -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantExpressions.h"

#include "weft/Dialect/Stablehlo/IR/MovementOps.h"
#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

static bool isRankZero(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0;
}

bool weft::isConstantSource(Operation *op) {
  return op->getNumOperands() == 0 && op->getNumResults() == 1 &&
         op->getNumRegions() == 0 && isPure(op);
}

bool weft::isCheapStep(Operation *op) {
  auto rule = dyn_cast<ShardingRuleInterface>(op);
  if (!rule || op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      isa<ShardingCarrierInterface>(op) || !isPure(op))
    return false;
  PropagationClass kind = rule.getPropagationClass();
  return kind == PropagationClass::Elementwise ||
         kind == PropagationClass::Broadcast || isa<stablehlo::SliceOp>(op);
}

bool weft::isScalarBroadcast(Operation *op) {
  auto rule = dyn_cast<ShardingRuleInterface>(op);
  return rule && op->getNumOperands() == 1 && isRankZero(op->getOperand(0)) &&
         rule.getPropagationClass() == PropagationClass::Broadcast;
}
