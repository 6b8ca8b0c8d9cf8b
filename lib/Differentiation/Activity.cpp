//===- Activity.cpp - what depends on the wanted arguments ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Differentiation/Activity.h"

#include "FunctionGradients.h"
#include "weft/Interfaces/DifferentiableInterface.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace weft;

bool weft::isInexact(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType, ComplexType>(tensor.getElementType());
}

void weft::markVariedByType(Operation *op, Activity &activity) {
  auto isVaried = [&](Value operand) { return activity.isVaried(operand); };
  if (llvm::none_of(op->getOperands(), isVaried))
    return;
  for (Value result : op->getResults())
    if (isInexact(result.getType()))
      activity.setVaried(result);
}

void Activity::setVaried(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor || !tensor.hasStaticShape() || tensor.getNumElements() != 0)
    varied.insert(value);
}

void Activity::forget(Operation *op) {
  op->walk([&](Operation *inner) {
    for (Value result : inner->getResults())
      varied.erase(result);
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          varied.erase(argument);
  });
}

void Activity::visit(Operation *op) {
  if (auto differentiable = dyn_cast<DifferentiableInterface>(op))
    return differentiable.markVaried(*this);
  markVariedByType(op, *this);
}

void Activity::visit(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

llvm::SmallBitVector
Activity::getVariedResults(StringAttr function,
                           const llvm::SmallBitVector &arguments) {
  return functions.getVariedResults(function, arguments);
}
