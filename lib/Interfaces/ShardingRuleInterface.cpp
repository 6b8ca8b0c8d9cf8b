//===- ShardingRuleInterface.cpp - factors of an op -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/IR/BuiltinTypes.h"

#include "weft/Interfaces/ShardingRuleInterface.cpp.inc"

using namespace mlir;

weft::FactorRuleBuilder weft::createRuleBuilder(Operation *op) {
  auto getShape = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? tensor.getShape() : ArrayRef<int64_t>();
  };
  SmallVector<ArrayRef<int64_t>> operands, results;
  for (Type type : op->getOperandTypes())
    operands.push_back(getShape(type));
  for (Type type : op->getResultTypes())
    results.push_back(getShape(type));
  return FactorRuleBuilder(operands, results);
}
