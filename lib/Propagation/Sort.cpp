//===- Sort.cpp - rules of ops that order elements --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"

using namespace mlir;
using namespace weft;
using Place = FactorRuleBuilder::Place;

namespace {
/// An order is found along one dimension, which is whole for that. Where there
/// is no other to split, the sharding of what is sorted says nothing about what
/// comes out.
struct SortRule
    : ShardingRuleInterface::ExternalModel<SortRule, stablehlo::SortOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    if (rule.getNumOperands() == 0)
      return std::move(rule).build();
    ArrayRef<int64_t> shape = rule.getShape(0);
    int64_t sorted = cast<stablehlo::SortOp>(op).getDimension();
    sorted += sorted < 0 ? int64_t(shape.size()) : 0;
    bool isAlone = llvm::all_of(llvm::enumerate(shape), [&](auto dim) {
      return int64_t(dim.index()) == sorted || dim.value() == 1;
    });
    for (auto [dim, size] : llvm::enumerate(shape)) {
      SmallVector<Place> places;
      for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor)
        places.push_back({tensor, unsigned(dim)});
      bool isSorted = int64_t(dim) == sorted;
      rule.addFactor(size, places,
                     isSorted ? FactorKind::NeedReplication
                              : FactorKind::PassThrough,
                     isSorted && isAlone);
    }
    return std::move(rule).build();
  }
};

struct TopKRule : ShardingRuleInterface::ExternalModel<TopKRule, chlo::TopKOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    return getTopKRule(op);
  }
};
} // namespace

FactorRule weft::getTopKRule(Operation *op) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  size_t rank = rule.getShape(0).size();
  for (auto [dim, size] : llvm::enumerate(rule.getShape(0))) {
    SmallVector<Place> places;
    for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor)
      places.push_back({tensor, unsigned(dim)});
    bool isLast = dim + 1 == rank;
    rule.addFactor(size, places,
                   isLast ? FactorKind::NeedReplication
                          : FactorKind::PassThrough,
                   isLast && rule.getShape(rule.result(0))[dim] != size);
  }
  return std::move(rule).build();
}

void weft::attachSortRules(MLIRContext &context) {
  stablehlo::SortOp::attachInterface<SortRule>(context);
}

void weft::attachChloSortRules(MLIRContext &context) {
  chlo::TopKOp::attachInterface<TopKRule>(context);
}
