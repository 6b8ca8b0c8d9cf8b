//===- Movement.cpp - derivatives of ops that move elements -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"

#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// What was repeated is summed: dimensions that are new or were 1.
struct BroadcastInDimRule
    : Derivative<BroadcastInDimRule, hlo::BroadcastInDimOp> {
  static LogicalResult pullBack(hlo::BroadcastInDimOp op,
                                GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    ArrayRef<int64_t> dims = op.getBroadcastDimensions();
    ArrayRef<int64_t> from = getShape(op.getOperand());
    ArrayRef<int64_t> to = getShape(cotangent);
    SmallVector<int64_t> summed, kept;
    for (int64_t dim = 0, rank = to.size(); dim != rank; ++dim) {
      const int64_t *source = llvm::find(dims, dim);
      bool isKept =
          source != dims.end() && from[source - dims.begin()] == to[dim];
      (isKept ? kept : summed).push_back(dim);
    }
    Value sum = gradients.reduceSum(cotangent, summed);
    // Dimensions of the operand may come in another order.
    SmallVector<int64_t> order;
    for (int64_t dim : dims) {
      const int64_t *place = llvm::find(kept, dim);
      if (place != kept.end())
        order.push_back(place - kept.begin());
    }
    sum = gradients.transpose(sum, order);
    gradients.accumulate(op.getOperand(), gradients.reshape(sum, from));
    return success();
  }
  static Repetition repeat(hlo::BroadcastInDimOp) { return Repetition::Always; }
};

struct BroadcastRule : Derivative<BroadcastRule, hlo::BroadcastOp> {
  static LogicalResult pullBack(hlo::BroadcastOp op,
                                GradientBuilder &gradients) {
    auto added =
        llvm::to_vector(llvm::seq<int64_t>(0, op.getBroadcastSizes().size()));
    gradients.accumulate(
        op.getOperand(),
        gradients.reduceSum(gradients.getCotangent(op.getResult()), added));
    return success();
  }
  static Repetition repeat(hlo::BroadcastOp) { return Repetition::Always; }
};

struct ReshapeRule : Derivative<ReshapeRule, hlo::ReshapeOp> {
  static LogicalResult pullBack(hlo::ReshapeOp op, GradientBuilder &gradients) {
    gradients.accumulate(
        op.getOperand(),
        gradients.reshape(gradients.getCotangent(op.getResult()),
                          getShape(op.getOperand())));
    return success();
  }
  static Repetition repeat(hlo::ReshapeOp) { return Repetition::Always; }
};

struct TransposeRule : Derivative<TransposeRule, hlo::TransposeOp> {
  static LogicalResult pullBack(hlo::TransposeOp op,
                                GradientBuilder &gradients) {
    ArrayRef<int64_t> permutation = op.getPermutation();
    SmallVector<int64_t> inverse(permutation.size());
    for (auto [to, from] : llvm::enumerate(permutation))
      inverse[from] = to;
    gradients.accumulate(
        op.getOperand(),
        gradients.transpose(gradients.getCotangent(op.getResult()), inverse));
    return success();
  }
  static Repetition repeat(hlo::TransposeOp) { return Repetition::Always; }
};

struct ReverseRule : Derivative<ReverseRule, hlo::ReverseOp> {
  static LogicalResult pullBack(hlo::ReverseOp op, GradientBuilder &gradients) {
    gradients.accumulate(
        op.getOperand(),
        gradients.reverse(gradients.getCotangent(op.getResult()),
                          op.getDimensions()));
    return success();
  }
  static Repetition repeat(hlo::ReverseOp) { return Repetition::Always; }
};

struct ConcatenateRule : Derivative<ConcatenateRule, hlo::ConcatenateOp> {
  static LogicalResult pullBack(hlo::ConcatenateOp op,
                                GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    int64_t dim = op.getDimension(), start = 0;
    for (Value input : op.getInputs()) {
      int64_t limit = start + getShape(input)[dim];
      if (gradients.isWanted(input))
        gradients.accumulate(input,
                             gradients.slice(cotangent, dim, start, limit));
      start = limit;
    }
    return success();
  }
};

/// Ops that return each operand as it is.
template <typename Op> struct IdentityRule : Derivative<IdentityRule<Op>, Op> {
  static LogicalResult pullBack(Op op, GradientBuilder &gradients) {
    for (auto [operand, result] :
         llvm::zip(op->getOperands(), op->getResults()))
      gradients.accumulate(operand, gradients.getCotangent(result));
    return success();
  }
};

} // namespace

void weft::attachMovementDerivatives(MLIRContext &context) {
  hlo::BroadcastInDimOp::attachInterface<BroadcastInDimRule>(context);
  hlo::BroadcastOp::attachInterface<BroadcastRule>(context);
  hlo::ReshapeOp::attachInterface<ReshapeRule>(context);
  hlo::TransposeOp::attachInterface<TransposeRule>(context);
  hlo::ReverseOp::attachInterface<ReverseRule>(context);
  hlo::ConcatenateOp::attachInterface<ConcatenateRule>(context);
  hlo::OptimizationBarrierOp::attachInterface<
      IdentityRule<hlo::OptimizationBarrierOp>>(context);
  attachModels<Stationary, hlo::ConstantOp, hlo::IotaOp,
               hlo::GetDimensionSizeOp, hlo::RngOp, hlo::RngBitGeneratorOp>(
      context);
}
