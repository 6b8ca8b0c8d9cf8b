//===- Losses.cpp - the lowering of losses ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerTraining.h"
#include "TensorBuilder.h"

#include "weft/Dialect/Weft/IR/TrainingOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

/// The losses of all examples combined as the op says.
static Value combine(TensorBuilder &b, Value losses, LossReduction reduction) {
  auto all =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(losses).getRank()));
  switch (reduction) {
  case LossReduction::None:
    return losses;
  case LossReduction::Sum:
    return b.sum(losses, all);
  case LossReduction::Mean:
    return b.mean(losses, all);
  }
  llvm_unreachable("all reductions are listed");
}

/// The logarithm of the sum of the exponentials over the last dimension.
static Value buildLogSumExp(TensorBuilder &b, Value logits) {
  RankedTensorType type = getTensorType(logits);
  int64_t last = type.getRank() - 1;
  Value largest = b.maximum(logits, {last});
  // Infinities would cancel to NaN.
  Value isFinite = hlo::IsFiniteOp::create(
      b, getTensorType(largest).clone(b.getI1Type()), largest);
  largest = b.select(isFinite, largest, b.splatLike(largest, 0.0));
  Value shifted =
      b.subtract(logits, b.broadcastFirst(largest, type.getShape()));
  Value sum = b.sum(b.unary<hlo::ExponentialOp>(shifted), {last});
  return b.add(b.unary<hlo::LogOp>(sum), largest);
}

/// The logit of each label, NaN where there is no such class. It is picked by
/// comparing instead of by a gather: if the classes are split, each device
/// looks at its own and the sum over the classes brings the one that has it.
static Value pickLabels(TensorBuilder &b, Value logits, Value labels) {
  RankedTensorType type = getTensorType(logits);
  int64_t last = type.getRank() - 1, numClasses = type.getDimSize(last);
  labels = b.convert(labels, b.getI64Type());
  RankedTensorType indices = getTensorType(labels);
  Value isNegative = b.compare(labels, b.splatInteger(indices, 0),
                               hlo::ComparisonDirection::LT);
  labels = b.select(isNegative,
                    b.add(labels, b.splatInteger(indices, numClasses)), labels);
  Value classes = b.iota(type.clone(b.getI64Type()), last);
  Value isLabel = b.compare(classes, b.broadcastFirst(labels, type.getShape()),
                            hlo::ComparisonDirection::EQ);
  Value picked =
      b.sum(b.select(isLabel, logits, b.splatLike(logits, 0.0)), {last});
  Value exists = b.binary<hlo::AndOp>(
      b.compare(labels, b.splatInteger(indices, 0),
                hlo::ComparisonDirection::GE),
      b.compare(labels, b.splatInteger(indices, numClasses),
                hlo::ComparisonDirection::LT));
  return b.select(
      exists, picked,
      b.splatLike(picked, std::numeric_limits<double>::quiet_NaN()));
}

namespace {
struct LowerSoftmaxCrossEntropy : OpRewritePattern<SoftmaxCrossEntropyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SoftmaxCrossEntropyOp op,
                                PatternRewriter &rewriter) const override {
    TensorBuilder b(rewriter, op.getLoc());
    Value losses = b.subtract(buildLogSumExp(b, op.getLogits()),
                              pickLabels(b, op.getLogits(), op.getLabels()));
    rewriter.replaceOp(op, combine(b, losses, op.getReduction()));
    return success();
  }
};

struct LowerMeanSquaredError : OpRewritePattern<MeanSquaredErrorOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MeanSquaredErrorOp op,
                                PatternRewriter &rewriter) const override {
    TensorBuilder b(rewriter, op.getLoc());
    Value error = b.subtract(op.getPredictions(), op.getTargets());
    rewriter.replaceOp(op,
                       combine(b, b.multiply(error, error), op.getReduction()));
    return success();
  }
};
} // namespace

void weft::populateLossLoweringPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerMeanSquaredError, LowerSoftmaxCrossEntropy>(
      patterns.getContext());
}
