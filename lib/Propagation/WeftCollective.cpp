//===- WeftCollective.cpp - rules of weft's collectives ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They stand in manual regions and communicate along manual axes. What is
// propagated through them are the other axes, along which all devices do the
// same, as with stablehlo's collectives.
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Weft/IR/CollectiveOps.h"

using namespace mlir;
using namespace weft;

using Dims = SmallVector<int64_t, 2>;

/// The dimensions that a collective takes apart or puts together.
static Dims getExchanged(AllGatherOp op) { return {int64_t(op.getDim())}; }
static Dims getExchanged(AllSliceOp op) { return {int64_t(op.getDim())}; }
static Dims getExchanged(ReduceScatterOp op) { return {int64_t(op.getDim())}; }
static Dims getExchanged(AllToAllOp op) {
  Dims dims{int64_t(op.getSplitDim())};
  if (op.getConcatDim() != op.getSplitDim())
    dims.push_back(op.getConcatDim());
  return dims;
}

namespace {
template <typename Op>
struct ExchangeRule
    : ShardingRuleInterface::ExternalModel<ExchangeRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    return getExchangeRule(op, getExchanged(cast<Op>(op)));
  }
};
} // namespace

void weft::attachWeftCollectiveRules(MLIRContext &context) {
  attachModels<ExchangeRule, AllGatherOp, AllSliceOp, AllToAllOp,
               ReduceScatterOp>(context);
  attachModels<PairwiseRule, AllReduceOp, BroadcastOp, PermuteOp>(context);
}
