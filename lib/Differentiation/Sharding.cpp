//===- Sharding.cpp - derivatives of ops that speak of layouts --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/TrainingOps.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;

namespace {

/// Where a value is laid out in some way, so is its cotangent. Partial sums are
/// an exception: those of a value say nothing about those of its cotangent.
struct ConstrainRule : Derivative<ConstrainRule, ConstrainOp> {
  static LogicalResult pullBack(ConstrainOp op, GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getOutput());
    if (op.getSharding().getUnreduced().empty())
      cotangent = ConstrainOp::create(gradients, cotangent.getType(), cotangent,
                                      op.getSharding());
    gradients.accumulate(op.getInput(), cotangent);
    return success();
  }
};

/// Ops that return their operand as it is.
template <typename Op> struct PassRule : Derivative<PassRule<Op>, Op> {
  static LogicalResult pullBack(Op op, GradientBuilder &gradients) {
    gradients.accumulate(op->getOperand(0),
                         gradients.getCotangent(op->getResult(0)));
    return success();
  }
};

/// A scope is what is in it. What it says of the layouts at its border stays.
struct ScopeRule : Derivative<ScopeRule, ScopeOp> {
  static Value constrain(FormulaBuilder &builder, Value value,
                         std::optional<ShardingsAttr> shardings,
                         unsigned index) {
    if (!shardings || !isa<RankedTensorType>(value.getType()))
      return value;
    return ConstrainOp::create(builder, value.getType(), value,
                               (*shardings)[index]);
  }
  static LogicalResult pullBack(ScopeOp op, GradientBuilder &gradients) {
    return gradients.expand(op, [&](FormulaBuilder &builder) {
      IRMapping mapping;
      Block &body = op.getBody().front();
      for (auto [i, argument] : llvm::enumerate(body.getArguments()))
        mapping.map(argument, constrain(builder, op->getOperand(i),
                                        op.getInShardings(), i));
      for (Operation &inner : body.without_terminator())
        builder.clone(inner, mapping);
      SmallVector<Value> results;
      for (auto [i, value] :
           llvm::enumerate(body.getTerminator()->getOperands()))
        results.push_back(constrain(builder, mapping.lookupOrDefault(value),
                                    op.getOutShardings(), i));
      return results;
    });
  }
};

} // namespace

void weft::attachShardingDerivatives(MLIRContext &context) {
  ConstrainOp::attachInterface<ConstrainRule>(context);
  ScopeOp::attachInterface<ScopeRule>(context);
  attachModels<PassRule, ReshardOp, BarrierOp, DataFlowEdgeOp,
               FuncDataFlowEdgeOp>(context);
  attachModels<Stationary, StopGradientOp>(context);
}
