//===- Reduction.cpp - rules of reductions ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/ReductionOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;
using Place = FactorRuleBuilder::Place;

namespace {
/// Inputs move together; the initial values are scalars.
struct ReduceRule : ShardingRuleInterface::ExternalModel<ReduceRule, ReduceOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    auto reduce = cast<ReduceOp>(op);
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned numInputs = reduce.getInputs().size(), kept = 0;
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0))) {
      bool reduces = llvm::is_contained(reduce.getDimensions(), dim);
      SmallVector<Place> places;
      for (unsigned input = 0; input != numInputs; ++input) {
        places.push_back({input, unsigned(dim)});
        if (!reduces)
          places.push_back({rule.result(input), kept});
      }
      kept += !reduces;
      rule.addFactor(size, places,
                     reduces ? FactorKind::Reduction : FactorKind::PassThrough);
    }
    return std::move(rule).build();
  }
};

/// All tensors are either like the operand or hold one number per feature. The
/// statistics of a batch that is split are combined inside the op: its
/// dimensions pass through, as the operand and its like agree on them.
template <typename Op>
struct BatchNormRule
    : ShardingRuleInterface::ExternalModel<BatchNormRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    size_t rank = rule.getShape(0).size();
    uint64_t feature = cast<Op>(op).getFeatureIndex();
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0))) {
      SmallVector<Place> places;
      for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor)
        // The operand comes first; a tensor of rank 1 beside a first one of
        // rank 1 holds features and is like the operand at once.
        if (rule.getShape(tensor).size() == rank)
          places.push_back({tensor, unsigned(dim)});
        else if (dim == feature)
          places.push_back({tensor, 0});
      rule.addFactor(size, places);
    }
    return std::move(rule).build();
  }
};
} // namespace

void weft::attachReductionRules(MLIRContext &context) {
  attachModels<BatchNormRule, BatchNormGradOp, BatchNormInferenceOp,
               BatchNormTrainingOp>(context);
  ReduceOp::attachInterface<ReduceRule>(context);
}
