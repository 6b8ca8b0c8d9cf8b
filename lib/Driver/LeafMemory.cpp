//===- LeafMemory.cpp - what a device needs to make a leaf ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafMemory.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

static uint64_t getBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return 0;
  uint64_t bytes = getElementBytes(type.getElementType()).value_or(1);
  for (int64_t size : type.getShape())
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, size);
  return bytes;
}

/// How many operands, from the first on, the results are written over.
static unsigned getNumOverwritten(Operation *op) {
  if (isa<stablehlo::WhileOp>(op))
    return op->getNumOperands();
  return isa<stablehlo::DynamicUpdateSliceOp>(op) ? 1 : 0;
}

/// The values that enter a block belong to whoever runs it.
static uint64_t getBound(Block &block) {
  llvm::DenseMap<Value, Operation *> lastUse;
  llvm::DenseMap<Value, uint64_t> stored;
  for (Operation &op : block)
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (operand.getParentBlock() == &block)
          lastUse[operand] = &op;
    });
  uint64_t live = 0, peak = 0;
  for (Operation &op : block) {
    uint64_t made = 0, inside = 0;
    for (auto [i, result] : llvm::enumerate(op.getResults())) {
      bool overwrites =
          i < getNumOverwritten(&op) && lastUse.lookup(op.getOperand(i)) == &op;
      stored[result] =
          overwrites ? stored.lookup(op.getOperand(i)) : getBytes(result);
      if (overwrites)
        stored[op.getOperand(i)] = 0;
      else
        made += stored[result];
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        inside = std::max(inside, getBound(inner));
    live += made;
    peak = std::max(peak, live + inside);
    for (auto &[value, user] : lastUse)
      if (user == &op)
        live -= std::exchange(stored[value], 0);
    for (Value result : op.getResults())
      if (!lastUse.contains(result))
        live -= std::exchange(stored[result], 0);
  }
  return peak;
}

uint64_t weft::getStoredBytesBound(FunctionOpInterface function) {
  uint64_t arguments = 0;
  for (Value argument : function.getArguments())
    arguments += getBytes(argument);
  uint64_t peak = 0;
  for (Block &block : function.getFunctionBody())
    peak = std::max(peak, getBound(block));
  return arguments + peak;
}
