//===- LiftRegion.cpp - scalar regions on whole tensors ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftRegion.h"

#include "weft/Interfaces/ReferenceInterface.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;

static bool isElementwise(Operation &op) {
  auto reference = dyn_cast<ReferenceInterface>(op);
  return reference && reference.isElementwise();
}

bool weft::canLift(Region &region) {
  return llvm::all_of(region.front().without_terminator(), [](Operation &op) {
    return matchPattern(&op, m_Constant()) || isElementwise(op);
  });
}

SmallVector<Value> weft::lift(FormulaBuilder &builder, Region &region,
                              ValueRange tensors) {
  Block &body = region.front();
  ArrayRef<int64_t> shape = getShape(tensors.front());
  IRMapping mapping;
  mapping.map(body.getArguments(), tensors);
  auto getLifted = [&](Value scalar) {
    if (Value known = mapping.lookupOrNull(scalar))
      return known;
    // A constant of the region, or a scalar from outside.
    Value source = scalar;
    if (Operation *constant = scalar.getDefiningOp();
        constant && constant->getBlock() == &body)
      source = builder.clone(*constant)->getResult(0);
    Value result = builder.splat(source, shape);
    mapping.map(scalar, result);
    return result;
  };
  for (Operation &op : body.without_terminator()) {
    if (matchPattern(&op, m_Constant()))
      continue;
    for (Value operand : op.getOperands())
      getLifted(operand);
    Operation *copy = builder.clone(op, mapping);
    for (Value result : copy->getResults())
      result.setType(getRankedType(result).clone(shape));
  }
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(getLifted(value));
  return results;
}
