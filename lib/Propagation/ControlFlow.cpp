//===- ControlFlow.cpp - the flow of values through regions -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;

namespace {
/// What a loop carries has one layout before, in and after it.
struct WhileFlow : DataFlowInterface::ExternalModel<WhileFlow, WhileOp> {
  void visitDataFlow(Operation *op,
                     llvm::function_ref<void(const DataFlow &)> visit) const {
    auto loop = cast<WhileOp>(op);
    Block &cond = loop.getCond().front(), &body = loop.getBody().front();
    for (unsigned n = 0; n != op->getNumResults(); ++n) {
      Value sources[] = {op->getOperand(n),
                         body.getTerminator()->getOperand(n)};
      Value targets[] = {op->getResult(n), cond.getArgument(n),
                         body.getArgument(n)};
      visit({sources, targets, {}});
    }
  }
};

/// A result comes from whichever branch is taken.
template <typename Op>
struct BranchFlow : DataFlowInterface::ExternalModel<BranchFlow<Op>, Op> {
  void visitDataFlow(Operation *op,
                     llvm::function_ref<void(const DataFlow &)> visit) const {
    for (OpResult result : op->getResults()) {
      SmallVector<Value> sources;
      for (Region &branch : op->getRegions())
        sources.push_back(branch.front().getTerminator()->getOperand(
            result.getResultNumber()));
      Value target = result;
      visit({sources, target, {}});
    }
  }
};

struct OptimizationBarrierFlow
    : DataFlowInterface::ExternalModel<OptimizationBarrierFlow,
                                       OptimizationBarrierOp> {
  void visitDataFlow(Operation *op,
                     llvm::function_ref<void(const DataFlow &)> visit) const {
    for (auto [operand, result] :
         llvm::zip_equal(op->getOperands(), op->getResults())) {
      Value source = operand, target = result;
      visit({source, target, {}});
    }
  }
};
} // namespace

void weft::attachControlFlowRules(MLIRContext &context) {
  attachModels<BranchFlow, CaseOp, IfOp>(context);
  OptimizationBarrierOp::attachInterface<OptimizationBarrierFlow>(context);
  WhileOp::attachInterface<WhileFlow>(context);
}
