//===- LowerTraining.cpp - losses and optimisers as arithmetic --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerTraining.h"

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Chlo/IR/ChloDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/Members.h"
#include "weft/Dialect/Weft/IR/TrainingOps.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Interfaces/LoweringInterfaces.h"

#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_LOWERTRAINING
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct LowerUpdate : OpRewritePattern<UpdateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UpdateOp op,
                                PatternRewriter &rewriter) const override {
    SymbolTableCollection symbols;
    auto optimizer = lookupOutward<OptimizerLoweringInterface>(
        op, op.getOptimizerAttr(), symbols);
    if (!optimizer)
      return op.emitOpError() << "steps " << op.getOptimizerAttr()
                              << ", an optimiser without a lowering";
    FailureOr<SmallVector<Value>> results = optimizer.lowerUpdate(
        rewriter, op.getLoc(), op.getParams(), op.getGrads(), op.getState());
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
};

struct LowerTraining : weft::impl::LowerTrainingBase<LowerTraining> {
  using LowerTrainingBase::LowerTrainingBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateLossLoweringPatterns(patterns);
    populateUpdateLoweringPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    WalkResult left = getOperation()->walk([](Operation *op) {
      return isa<UpdateOp>(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
    });
    if (left.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

void weft::populateUpdateLoweringPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerUpdate>(patterns.getContext());
}
