//===- Reduction.cpp - derivatives of reductions ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "LiftRegion.h"
#include "weft/Dialect/Stablehlo/IR/Reducers.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// Every element has a share in the sum, and so has the init value.
static void pullBackSum(hlo::ReduceOp op, GradientBuilder &gradients) {
  Value input = op.getInputs()[0], init = op.getInitValues()[0];
  Value cotangent = gradients.getCotangent(op->getResult(0));
  gradients.accumulate(init, gradients.isWanted(init)
                                 ? gradients.reduceSum(cotangent)
                                 : Value());
  gradients.accumulate(input, gradients.unreduce(cotangent, getShape(input),
                                                 op.getDimensions()));
}

/// The elements that equal the extreme value share its cotangent.
static void pullBackExtreme(hlo::ReduceOp op, GradientBuilder &gradients) {
  Value input = op.getInputs()[0];
  ArrayRef<int64_t> shape = getShape(input), dims = op.getDimensions();
  Value result = op->getResult(0);
  Value isChosen = gradients.compare(hlo::ComparisonDirection::EQ, input,
                                     gradients.unreduce(result, shape, dims));
  Value marks =
      gradients.convert(isChosen, getElementTypeOrSelf(result.getType()));
  Value share = gradients.divide(gradients.getCotangent(result),
                                 gradients.reduceSum(marks, dims));
  gradients.accumulate(
      input, gradients.multiply(gradients.unreduce(share, shape, dims), marks));
}

/// Reduces dimension `dim` to size 1 by combining neighbours, which keeps the
/// order of the elements: a body need not be commutative.
static void reduceByPairs(FormulaBuilder &builder, Region &body, int64_t dim,
                          SmallVectorImpl<Value> &tensors) {
  for (int64_t size; (size = getShape(tensors.front())[dim]) > 1;) {
    int64_t even = size / 2 * 2;
    SmallVector<Value> arguments;
    for (int64_t start : {0, 1})
      for (Value tensor : tensors)
        arguments.push_back(builder.slice(tensor, dim, start, even, 2));
    SmallVector<Value> combined = lift(builder, body, arguments);
    if (even != size)
      for (auto [tensor, part] : llvm::zip(tensors, combined))
        part = builder.concatenate(
            {part, builder.slice(tensor, dim, even, size)}, dim);
    tensors.assign(combined.begin(), combined.end());
  }
}

/// Any other reduction as a tree of the ops in its body.
static SmallVector<Value> buildTree(FormulaBuilder &builder, hlo::ReduceOp op) {
  SmallVector<Value> tensors(op.getInputs());
  SmallVector<Value> arguments;
  for (auto [init, result] : llvm::zip(op.getInitValues(), op->getResults()))
    arguments.push_back(builder.splat(init, getShape(result)));
  if (getRankedType(tensors.front()).getNumElements() == 0)
    return arguments;
  // Those that change fastest first.
  SmallVector<int64_t> dims(op.getDimensions());
  llvm::sort(dims, std::greater<>());
  for (int64_t dim : dims)
    reduceByPairs(builder, op.getBody(), dim, tensors);
  for (auto [tensor, result] : llvm::zip(tensors, op->getResults()))
    arguments.push_back(builder.reshape(tensor, getShape(result)));
  return lift(builder, op.getBody(), arguments);
}

namespace {

struct ReduceRule : Derivative<ReduceRule, hlo::ReduceOp> {
  static LogicalResult pullBack(hlo::ReduceOp op, GradientBuilder &gradients) {
    std::optional<ReducerKind> kind;
    if (op.getInputs().size() == 1)
      kind = hlo::matchReducer(op.getBody());
    if (kind == ReducerKind::Add)
      return pullBackSum(op, gradients), success();
    bool isPlain = !gradients.isWanted(op.getInitValues()[0]);
    if (isPlain && (kind == ReducerKind::Max || kind == ReducerKind::Min))
      return pullBackExtreme(op, gradients), success();
    if (!canLift(op.getBody()))
      return op.emitOpError("combines elements by ops that are not "
                            "elementwise, so it has no derivative");
    return gradients.expand(
        op, [&](FormulaBuilder &builder) { return buildTree(builder, op); });
  }
};

struct MapRule : Derivative<MapRule, hlo::MapOp> {
  static LogicalResult pullBack(hlo::MapOp op, GradientBuilder &gradients) {
    if (!canLift(op.getComputation()))
      return op.emitOpError("applies ops that are not elementwise, so it has "
                            "no derivative");
    return gradients.expand(op, [&](FormulaBuilder &builder) {
      return lift(builder, op.getComputation(), op.getInputs());
    });
  }
};

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

/// A tensor of features in the shape of `like`.
static Value spread(FormulaBuilder &builder, Value features, Value like,
                    int64_t dim) {
  return builder.broadcast(features, getShape(like), {dim});
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + offset`.
static Value normalise(FormulaBuilder &builder, Value x, Value scale,
                       Value offset, Value mean, Value variance, double epsilon,
                       int64_t dim) {
  Value shifted =
      builder.add(variance, builder.constant(variance.getType(), epsilon));
  Value factor = builder.multiply(builder.make<hlo::RsqrtOp>({shifted}), scale);
  Value centred = builder.subtract(x, spread(builder, mean, x, dim));
  return builder.add(builder.multiply(centred, spread(builder, factor, x, dim)),
                     spread(builder, offset, x, dim));
}

struct BatchNormInferenceRule
    : Derivative<BatchNormInferenceRule, hlo::BatchNormInferenceOp> {
  static LogicalResult pullBack(hlo::BatchNormInferenceOp op,
                                GradientBuilder &gradients) {
    return gradients.expand(op, [&](FormulaBuilder &builder) {
      return SmallVector<Value>{
          normalise(builder, op.getOperand(), op.getScale(), op.getOffset(),
                    op.getMean(), op.getVariance(),
                    op.getEpsilon().convertToDouble(), op.getFeatureIndex())};
    });
  }
};

struct BatchNormTrainingRule
    : Derivative<BatchNormTrainingRule, hlo::BatchNormTrainingOp> {
  static LogicalResult pullBack(hlo::BatchNormTrainingOp op,
                                GradientBuilder &gradients) {
    return gradients.expand(op, [&](FormulaBuilder &builder) {
      Value x = op.getOperand();
      int64_t dim = op.getFeatureIndex();
      SmallVector<int64_t> others;
      int64_t count = 1;
      for (auto [i, size] : llvm::enumerate(getShape(x)))
        if (int64_t(i) != dim) {
          others.push_back(i);
          count *= size;
        }
      auto average = [&](Value tensor) {
        Value sum = builder.reduceSum(tensor, others);
        return builder.divide(sum, builder.constant(sum.getType(), count));
      };
      Value mean = average(x);
      Value centred = builder.subtract(x, spread(builder, mean, x, dim));
      Value variance = average(builder.multiply(centred, centred));
      Value output =
          normalise(builder, x, op.getScale(), op.getOffset(), mean, variance,
                    op.getEpsilon().convertToDouble(), dim);
      return SmallVector<Value>{output, mean, variance};
    });
  }
};

} // namespace

void weft::attachReductionDerivatives(MLIRContext &context) {
  hlo::ReduceOp::attachInterface<ReduceRule>(context);
  hlo::MapOp::attachInterface<MapRule>(context);
  hlo::BatchNormInferenceOp::attachInterface<BatchNormInferenceRule>(context);
  hlo::BatchNormTrainingOp::attachInterface<BatchNormTrainingRule>(context);
}
