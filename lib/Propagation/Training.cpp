//===- Training.cpp - rules of losses and optimisers ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Weft/IR/TrainingOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
using Place = FactorRuleBuilder::Place;

namespace {
/// A loss is per example, then summed: splitting the examples leaves partial
/// sums. The classes of one example are seen as a whole.
template <typename Op>
struct LossRule : ShardingRuleInterface::ExternalModel<LossRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned result = rule.result(0);
    bool isSummed = rule.getShape(result).empty();
    ArrayRef<int64_t> examples = rule.getShape(1);
    for (auto [i, size] : llvm::enumerate(rule.getShape(0))) {
      unsigned dim = i;
      if (dim >= examples.size()) {
        rule.addFactor(size, Place{0, dim}, FactorKind::NeedReplication);
        continue;
      }
      SmallVector<Place, 3> places{{0, dim}, {1, dim}};
      if (!isSummed)
        places.push_back({result, dim});
      rule.addFactor(size, places,
                     isSummed ? FactorKind::Reduction
                              : FactorKind::PassThrough);
    }
    return std::move(rule).build();
  }
};

/// A parameter, its gradient and its slots move together; parameters are
/// independent of each other.
struct UpdateRule : ShardingRuleInterface::ExternalModel<UpdateRule, UpdateOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    auto update = cast<UpdateOp>(op);
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned numParams = update.getParams().size();
    unsigned numState = update.getState().size();
    bool hasCount =
        numState &&
        getElementTypeOrSelf(update.getState().front().getType()).isInteger();
    for (unsigned param = 0; param != numParams; ++param) {
      SmallVector<unsigned> tensors{param, numParams + param,
                                    rule.result(param)};
      for (unsigned slot = hasCount + param; slot < numState;
           slot += numParams) {
        tensors.push_back(2 * numParams + slot);
        tensors.push_back(rule.result(numParams + slot));
      }
      for (auto [dim, size] : llvm::enumerate(rule.getShape(param))) {
        SmallVector<Place> places;
        for (unsigned tensor : tensors)
          if (rule.getShape(tensor) == rule.getShape(param))
            places.push_back({tensor, unsigned(dim)});
        rule.addFactor(size, places);
      }
    }
    return std::move(rule).build();
  }
};
} // namespace

void weft::attachTrainingRules(MLIRContext &context) {
  attachModels<LossRule, MeanSquaredErrorOp, SoftmaxCrossEntropyOp>(context);
  UpdateOp::attachInterface<UpdateRule>(context);
}
