//===- TripCount.cpp - how often a loop runs --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/TripCount.h"
#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft::stablehlo;

static std::optional<int64_t> getConstant(Value value) {
  DenseIntElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
    return std::nullopt;
  APInt number = constant.getSplatValue<APInt>();
  bool isUnsigned = constant.getElementType().isUnsignedInteger();
  if (number.getSignificantBits() > 62)
    return std::nullopt;
  return isUnsigned ? int64_t(number.getZExtValue()) : number.getSExtValue();
}

/// What an argument of the loop's regions is at the beginning.
static Value getInitial(WhileOp loop, Value argument) {
  auto block = dyn_cast<BlockArgument>(argument);
  if (!block || block.getOwner()->getParentOp() != loop)
    return argument;
  return loop->getOperand(block.getArgNumber());
}

std::optional<int64_t> weft::stablehlo::getLoopStep(WhileOp loop,
                                                    unsigned index) {
  Block &body = loop.getBody().front();
  Value next = body.getTerminator()->getOperand(index);
  Value counter = body.getArgument(index);
  if (next == counter)
    return 0;
  auto sum = next.getDefiningOp<AddOp>();
  if (!sum)
    return std::nullopt;
  if (sum->getOperand(0) == counter)
    return getConstant(sum->getOperand(1));
  if (sum->getOperand(1) == counter)
    return getConstant(sum->getOperand(0));
  return std::nullopt;
}

std::optional<int64_t> weft::stablehlo::getTripCount(WhileOp loop) {
  Block &condition = loop.getCond().front();
  auto compare =
      condition.getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
  if (!compare)
    return std::nullopt;
  auto counter = dyn_cast<BlockArgument>(compare.getLhs());
  if (!counter || counter.getOwner() != &condition)
    return std::nullopt;
  // The bound is a constant, or a variable that stays what it was.
  auto bound = dyn_cast<BlockArgument>(compare.getRhs());
  if (bound && bound.getOwner() == &condition &&
      getLoopStep(loop, bound.getArgNumber()) != 0)
    return std::nullopt;
  std::optional<int64_t> begin = getConstant(getInitial(loop, counter));
  std::optional<int64_t> end = getConstant(getInitial(loop, compare.getRhs()));
  std::optional<int64_t> step = getLoopStep(loop, counter.getArgNumber());
  if (!begin || !end || !step || *step <= 0)
    return std::nullopt;
  int64_t last = *end;
  if (compare.getComparisonDirection() == ComparisonDirection::LE)
    ++last;
  else if (compare.getComparisonDirection() != ComparisonDirection::LT)
    return std::nullopt;
  return last <= *begin ? 0 : (last - *begin - 1) / *step + 1;
}
