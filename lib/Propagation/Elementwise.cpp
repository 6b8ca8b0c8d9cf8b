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

namespace {
/// One factor per dimension of the result; a scalar operand (the predicate of a
/// select, the bounds of a clamp) has none.
template <typename Op>
struct ElementwiseRule
    : ShardingRuleInterface::ExternalModel<ElementwiseRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    rule.addElementwise(getShapeOrEmpty(op->getResult(0)));
    return std::move(rule).build();
  }
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::Elementwise;
  }
};
} // namespace

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
