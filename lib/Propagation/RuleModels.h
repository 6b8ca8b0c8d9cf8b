//===- RuleModels.h - sharding rules by op family ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family's file attaches its rules to the ops, as external models, so that
// the dialects know nothing of propagation.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PROPAGATION_RULEMODELS_H
#define WEFT_LIB_PROPAGATION_RULEMODELS_H

#include "weft/Interfaces/ShardingRuleInterface.h"

namespace weft {

/// The shape of a tensor, empty for anything else (a token takes no part).
inline llvm::ArrayRef<int64_t> getShapeOrEmpty(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor ? tensor.getShape() : llvm::ArrayRef<int64_t>();
}
inline llvm::ArrayRef<int64_t> getShapeOrEmpty(mlir::Value value) {
  return getShapeOrEmpty(value.getType());
}

/// Attaches `Model<Op>` to each op of a list.
template <template <typename> class Model, typename... Ops>
void attachModels(mlir::MLIRContext &context) {
  (Ops::template attachInterface<Model<Ops>>(context), ...);
}

/// One factor per dimension, through all tensors of the result's rank; scalars
/// among the operands have none.
template <typename Op>
struct ElementwiseRule
    : ShardingRuleInterface::ExternalModel<ElementwiseRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(mlir::Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    rule.addElementwise(getShapeOrEmpty(op->getResult(0)));
    return std::move(rule).build();
  }
  PropagationClass getPropagationClass(mlir::Operation *) const {
    return PropagationClass::Elementwise;
  }
};

/// Operand n and result n are alike, except in the dimensions that are taken
/// apart or put together, which are whole on either side.
FactorRule getExchangeRule(mlir::Operation *op,
                           llvm::ArrayRef<int64_t> exchanged);

/// Operand n and result n have one shape, and other operands may have another.
/// Devices talk here, so shardings pass as they pass a matmul: after those that
/// come through elementwise ops.
FactorRule getPairwiseRule(mlir::Operation *op);
template <typename Op>
struct PairwiseRule
    : ShardingRuleInterface::ExternalModel<PairwiseRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(mlir::Operation *op,
                                            const RuleOptions &) const {
    return getPairwiseRule(op);
  }
};

/// The k largest of the last dimension, by an op or a custom call.
FactorRule getTopKRule(mlir::Operation *op);

// The families of stablehlo.
void attachCollectiveRules(mlir::MLIRContext &context);
void attachContractionRules(mlir::MLIRContext &context);
void attachControlFlowRules(mlir::MLIRContext &context);
void attachCustomCallRules(mlir::MLIRContext &context);
void attachElementwiseRules(mlir::MLIRContext &context);
void attachGatherRules(mlir::MLIRContext &context);
void attachLinearAlgebraRules(mlir::MLIRContext &context);
void attachMovementRules(mlir::MLIRContext &context);
void attachReductionRules(mlir::MLIRContext &context);
void attachReshapeRules(mlir::MLIRContext &context);
void attachSortRules(mlir::MLIRContext &context);
void attachWindowRules(mlir::MLIRContext &context);

// The families of chlo.
void attachChloContractionRules(mlir::MLIRContext &context);
void attachChloRules(mlir::MLIRContext &context);
void attachChloSortRules(mlir::MLIRContext &context);

// The families of weft.
void attachTrainingRules(mlir::MLIRContext &context);
void attachWeftCollectiveRules(mlir::MLIRContext &context);
void attachWeftRules(mlir::MLIRContext &context);

} // namespace weft

#endif // WEFT_LIB_PROPAGATION_RULEMODELS_H
