//===- AnnotateRules.cpp - write the rule of every op -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Propagation/Passes.h"
#include "weft/Propagation/RuleConversion.h"

namespace weft {
#define GEN_PASS_DEF_ANNOTATERULES
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

static bool hasStaticShapes(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

namespace {
struct AnnotateRules : weft::impl::AnnotateRulesBase<AnnotateRules> {
  using Base::Base;

  void runOnOperation() override {
    RuleOptions options{conservative};
    getOperation()->walk([&](ShardingRuleInterface op) {
      if (hasStatedRule(op) || !hasStaticShapes(op))
        return;
      if (std::optional<FactorRule> rule = op.getShardingRule(options))
        op->setDiscardableAttr(ruleAttrName, toAttr(&getContext(), *rule));
    });
  }
};
} // namespace
