//===- Slice.cpp - derivatives of slices, pads and their kin ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// Back to where it was cut out of, zeros around it and between.
struct SliceRule : Derivative<SliceRule, hlo::SliceOp> {
  static LogicalResult pullBack(hlo::SliceOp op, GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    SmallVector<int64_t> low, high, interior;
    for (auto [whole, size, start, stride] :
         llvm::zip(getShape(op.getOperand()), getShape(cotangent),
                   op.getStartIndices(), op.getStrides())) {
      int64_t reach = size ? (size - 1) * stride + 1 : 0;
      low.push_back(start);
      high.push_back(whole - start - reach);
      interior.push_back(stride - 1);
    }
    gradients.accumulate(op.getOperand(),
                         gradients.pad(cotangent, low, high, interior));
    return success();
  }
  static Repetition repeat(hlo::SliceOp) { return Repetition::IfFree; }
};

struct PadRule : Derivative<PadRule, hlo::PadOp> {
  /// The elements that came from the operand; those that a negative edge cut
  /// off get zero.
  static Value unpad(hlo::PadOp op, FormulaBuilder &builder, Value cotangent) {
    SmallVector<int64_t> low, high, zero, stride;
    for (auto [before, after, between] :
         llvm::zip(op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                   op.getInteriorPadding())) {
      low.push_back(-before);
      high.push_back(-after);
      zero.push_back(0);
      stride.push_back(between + 1);
    }
    Value dilated = builder.pad(cotangent, low, high, zero);
    return builder.slice(dilated, zero, getShape(dilated), stride);
  }

  static LogicalResult pullBack(hlo::PadOp op, GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    Value inside = unpad(op, gradients, cotangent);
    gradients.accumulate(op.getOperand(), inside);
    if (!gradients.isWanted(op.getPaddingValue()))
      return success();
    // What is not in the operand is padding.
    gradients.accumulate(op.getPaddingValue(),
                         gradients.subtract(gradients.reduceSum(cotangent),
                                            gradients.reduceSum(inside)));
    return success();
  }
};

/// Adds to the part of the cotangent that was read. Into what is there already:
/// a loop that reads slice i of a tensor adds slice i in each iteration, not a
/// tensor of zeros around it.
struct DynamicSliceRule : Derivative<DynamicSliceRule, hlo::DynamicSliceOp> {
  static LogicalResult pullBack(hlo::DynamicSliceOp op,
                                GradientBuilder &gradients) {
    Value operand = op.getOperand();
    if (!gradients.isWanted(operand))
      return success();
    Value cotangent = gradients.getCotangent(op.getResult());
    Value whole = gradients.getCotangent(operand);
    if (whole)
      cotangent =
          gradients.add(gradients.dynamicSlice(whole, op.getStartIndices(),
                                               op.getSliceSizes()),
                        cotangent);
    else
      whole = gradients.zeros(operand.getType());
    gradients.setCotangent(
        operand,
        gradients.dynamicUpdateSlice(whole, cotangent, op.getStartIndices()));
    return success();
  }
  static Repetition repeat(hlo::DynamicSliceOp) { return Repetition::IfFree; }
};

struct DynamicUpdateSliceRule
    : Derivative<DynamicUpdateSliceRule, hlo::DynamicUpdateSliceOp> {
  static LogicalResult pullBack(hlo::DynamicUpdateSliceOp op,
                                GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    Value update = op.getUpdate();
    if (gradients.isWanted(update))
      gradients.accumulate(update, gradients.dynamicSlice(cotangent,
                                                          op.getStartIndices(),
                                                          getShape(update)));
    if (gradients.isWanted(op.getOperand()))
      gradients.accumulate(op.getOperand(),
                           gradients.dynamicUpdateSlice(
                               cotangent, gradients.zeros(update.getType()),
                               op.getStartIndices()));
    return success();
  }
};

} // namespace

void weft::attachSliceDerivatives(MLIRContext &context) {
  hlo::SliceOp::attachInterface<SliceRule>(context);
  hlo::PadOp::attachInterface<PadRule>(context);
  hlo::DynamicSliceOp::attachInterface<DynamicSliceRule>(context);
  hlo::DynamicUpdateSliceOp::attachInterface<DynamicUpdateSliceRule>(context);
}
