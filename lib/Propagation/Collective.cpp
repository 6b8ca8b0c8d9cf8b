//===- Collective.cpp - rules of collectives --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective inside a manual region speaks of the axes that are manual; what
// is propagated here are the other axes, along which all devices do the same.
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/CollectiveOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;
using Place = FactorRuleBuilder::Place;

FactorRule weft::getExchangeRule(Operation *op, ArrayRef<int64_t> exchanged) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  unsigned numOperands = rule.getNumOperands();
  auto placesFrom = [&](unsigned begin, unsigned end, unsigned dim) {
    SmallVector<Place> places;
    for (unsigned tensor = begin; tensor != end; ++tensor)
      places.push_back({tensor, dim});
    return places;
  };
  if (numOperands == 0)
    return std::move(rule).build();
  for (auto [dim, size] : llvm::enumerate(rule.getShape(0)))
    if (!llvm::is_contained(exchanged, dim))
      rule.addFactor(size, placesFrom(0, rule.getNumTensors(), dim));
  for (int64_t dim : exchanged) {
    rule.addFactor(rule.getShape(0)[dim], placesFrom(0, numOperands, dim),
                   FactorKind::NeedReplication);
    rule.addFactor(rule.getShape(numOperands)[dim],
                   placesFrom(numOperands, rule.getNumTensors(), dim),
                   FactorKind::NeedReplication);
  }
  return std::move(rule).build();
}

FactorRule weft::getPairwiseRule(Operation *op) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  for (unsigned operand = 0; operand != rule.getNumOperands(); ++operand)
    for (auto [dim, size] : llvm::enumerate(rule.getShape(operand)))
      rule.addFactor(size, {{operand, unsigned(dim)},
                            {rule.result(operand), unsigned(dim)}});
  return std::move(rule).build();
}

namespace {
struct AllGatherRule
    : ShardingRuleInterface::ExternalModel<AllGatherRule, AllGatherOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    return getExchangeRule(op,
                           int64_t(cast<AllGatherOp>(op).getAllGatherDim()));
  }
};

struct ReduceScatterRule
    : ShardingRuleInterface::ExternalModel<ReduceScatterRule, ReduceScatterOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    return getExchangeRule(
        op, int64_t(cast<ReduceScatterOp>(op).getScatterDimension()));
  }
};

struct AllToAllRule
    : ShardingRuleInterface::ExternalModel<AllToAllRule, AllToAllOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    auto exchange = cast<AllToAllOp>(op);
    SmallVector<int64_t, 2> dims{int64_t(exchange.getSplitDimension())};
    if (exchange.getConcatDimension() != exchange.getSplitDimension())
      dims.push_back(exchange.getConcatDimension());
    return getExchangeRule(op, dims);
  }
};
} // namespace

void weft::attachCollectiveRules(MLIRContext &context) {
  attachModels<PairwiseRule, AllReduceOp, CollectiveBroadcastOp,
               CollectivePermuteOp, CrossReplicaSumOp>(context);
  AllGatherOp::attachInterface<AllGatherRule>(context);
  AllToAllOp::attachInterface<AllToAllRule>(context);
  ReduceScatterOp::attachInterface<ReduceScatterRule>(context);
}
