//===- WeftRules.cpp - rules of the weft dialect ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/TrainingOps.h"

using namespace mlir;
using namespace weft;

namespace {

struct BarrierRule
    : ShardingRuleInterface::ExternalModel<BarrierRule, BarrierOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    return ElementwiseRule<BarrierOp>().getShardingRule(op, options);
  }
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::Always;
  }
  Direction getAllowedDirection(Operation *op) const {
    switch (cast<BarrierOp>(op).getAllowed()) {
    case PropagationDirection::None:
      return Direction::None;
    case PropagationDirection::Forward:
      return Direction::Forward;
    case PropagationDirection::Backward:
      return Direction::Backward;
    }
    return Direction::None;
  }
};

template <typename Op>
struct CarriedSharding
    : ShardingCarrierInterface::ExternalModel<CarriedSharding<Op>, Op> {
  Attribute getCarriedSharding(Operation *op) const {
    return cast<Op>(op).getShardingAttr();
  }
  void setCarriedSharding(Operation *op, Attribute sharding) const {
    cast<Op>(op).setShardingAttr(cast<ShardingAttr>(sharding));
  }
};

/// The shardings that a region op lists: first of its operands, then of its
/// results; both lists may be missing.
template <typename Op>
Attribute getRegionSharding(Operation *op, unsigned flow) {
  auto region = cast<Op>(op);
  unsigned numInputs = region.getInputs().size();
  ShardingsAttr list = flow < numInputs ? region.getInShardingsAttr()
                                        : region.getOutShardingsAttr();
  unsigned index = flow < numInputs ? flow : flow - numInputs;
  return list && index < list.size() ? list[index] : Attribute();
}

template <typename Op>
void setRegionSharding(Operation *op, unsigned flow, Attribute sharding) {
  auto region = cast<Op>(op);
  unsigned numInputs = region.getInputs().size();
  bool isInput = flow < numInputs;
  ShardingsAttr list =
      isInput ? region.getInShardingsAttr() : region.getOutShardingsAttr();
  SmallVector<ShardingAttr> shardings(list.begin(), list.end());
  shardings[isInput ? flow : flow - numInputs] = cast<ShardingAttr>(sharding);
  auto changed = ShardingsAttr::get(op->getContext(), shardings);
  if (isInput)
    region.setInShardingsAttr(changed);
  else
    region.setOutShardingsAttr(changed);
}

/// Operands flow to the block arguments, and what is returned to the results.
template <typename Op>
void visitRegionFlow(Operation *op, Attribute manualAxes,
                     llvm::function_ref<void(const DataFlow &)> visit) {
  auto region = cast<Op>(op);
  Block &body = region.getBody().front();
  for (auto [operand, argument] :
       llvm::zip_equal(region.getInputs(), body.getArguments())) {
    Value source = operand, target = argument;
    visit({source, target, manualAxes, /*inward=*/true});
  }
  for (auto [returned, result] : llvm::zip_equal(
           body.getTerminator()->getOperands(), region->getResults())) {
    Value source = returned, target = result;
    visit({source, target, manualAxes, /*inward=*/false});
  }
}

struct ManualFlow : DataFlowInterface::ExternalModel<ManualFlow, ManualOp> {
  void visitDataFlow(Operation *op,
                     llvm::function_ref<void(const DataFlow &)> visit) const {
    visitRegionFlow<ManualOp>(op, cast<ManualOp>(op).getManualAxesAttr(),
                              visit);
  }
  Attribute getFlowSharding(Operation *op, unsigned flow) const {
    return getRegionSharding<ManualOp>(op, flow);
  }
  void setFlowSharding(Operation *op, unsigned flow, Attribute sharding) const {
    setRegionSharding<ManualOp>(op, flow, sharding);
  }
};

struct ScopeFlow : DataFlowInterface::ExternalModel<ScopeFlow, ScopeOp> {
  void visitDataFlow(Operation *op,
                     llvm::function_ref<void(const DataFlow &)> visit) const {
    visitRegionFlow<ScopeOp>(op, Attribute(), visit);
  }
  Attribute getFlowSharding(Operation *op, unsigned flow) const {
    return getRegionSharding<ScopeOp>(op, flow);
  }
  void setFlowSharding(Operation *op, unsigned flow, Attribute sharding) const {
    setRegionSharding<ScopeOp>(op, flow, sharding);
  }
};

} // namespace

void weft::attachWeftRules(MLIRContext &context) {
  attachModels<ElementwiseRule, ConstrainOp, ReshardOp, StopGradientOp>(
      context);
  attachModels<CarriedSharding, ConstrainOp, ReshardOp, DataFlowEdgeOp>(
      context);
  BarrierOp::attachInterface<BarrierRule>(context);
  ManualOp::attachInterface<ManualFlow>(context);
  ScopeOp::attachInterface<ScopeFlow>(context);
}
