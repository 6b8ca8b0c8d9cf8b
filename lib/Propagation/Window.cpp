//===- Window.cpp - rules of ops over windows -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/WindowOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;
using Place = FactorRuleBuilder::Place;

/// Whether windows along `dim` are single elements, one per element of the
/// input: then the dimension is as good as elementwise.
template <typename Op> static bool isTrivialWindow(Op op, unsigned dim) {
  auto isOne = [dim](auto sizes) { return !sizes || (*sizes)[dim] == 1; };
  std::optional<ArrayRef<int64_t>> window = op.getWindowDimensions();
  if (!isOne(window) || !isOne(op.getWindowStrides()))
    return false;
  std::optional<DenseIntElementsAttr> padding = op.getPadding();
  if (!padding)
    return true;
  auto values = padding->template getValues<int64_t>();
  return values[{uint64_t(dim), 0}] == 0 && values[{uint64_t(dim), 1}] == 0;
}

namespace {
/// Windows overlap or skip: a shard needs what lies next to it.
struct ReduceWindowRule
    : ShardingRuleInterface::ExternalModel<ReduceWindowRule, ReduceWindowOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    auto reduce = cast<ReduceWindowOp>(op);
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned numInputs = reduce.getInputs().size();
    for (auto [dim, size] : llvm::enumerate(rule.getShape(rule.result(0)))) {
      SmallVector<Place> places;
      for (unsigned input = 0; input != numInputs; ++input) {
        places.push_back({input, unsigned(dim)});
        places.push_back({rule.result(input), unsigned(dim)});
      }
      bool moves = !isTrivialWindow(reduce, dim);
      rule.addFactor(size, places,
                     moves ? FactorKind::Permutation : FactorKind::PassThrough,
                     moves && options.conservative);
    }
    return std::move(rule).build();
  }
};

/// The source has one element per window, the operand and the result are alike.
struct SelectAndScatterRule
    : ShardingRuleInterface::ExternalModel<SelectAndScatterRule,
                                           SelectAndScatterOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    auto scatter = cast<SelectAndScatterOp>(op);
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned result = rule.result(0);
    for (auto [i, size] : llvm::enumerate(rule.getShape(0))) {
      unsigned dim = i;
      if (isTrivialWindow(scatter, dim)) {
        rule.addFactor(size, {{0, dim}, {1, dim}, {result, dim}});
        continue;
      }
      rule.addFactor(rule.getShape(1)[dim], {{1, dim}},
                     FactorKind::NeedReplication, options.conservative);
      rule.addFactor(size, {{0, dim}, {result, dim}}, FactorKind::Permutation,
                     options.conservative);
    }
    return std::move(rule).build();
  }
};
} // namespace

void weft::attachWindowRules(MLIRContext &context) {
  ReduceWindowOp::attachInterface<ReduceWindowRule>(context);
  SelectAndScatterOp::attachInterface<SelectAndScatterRule>(context);
}
