//===- Gather.cpp - derivatives of gathers ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "IndexedPlaces.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// What was read is added where it was read from. A gather moves windows
/// inside, so the indices are moved first.
struct GatherRule : Derivative<GatherRule, hlo::GatherOp> {
  static LogicalResult pullBack(hlo::GatherOp op, GradientBuilder &gradients) {
    Value operand = op.getOperand();
    if (!gradients.isWanted(operand))
      return success();
    IndexedPlaces places =
        IndexedPlaces::of(op).clamp(gradients, getShape(operand));
    Value windows = gradients.getCotangent(op.getResult());
    Value sum = gradients.getCotangent(operand);
    // Into what earlier reads have left, which the next may do in turn. Other
    // sums are added to instead: if they are partial, the reduction of both can
    // wait until then.
    if (sum && sum.getDefiningOp<hlo::ScatterOp>())
      gradients.setCotangent(
          operand, places.scatter<hlo::AddOp>(gradients, sum, windows));
    else
      gradients.accumulate(
          operand, places.scatter<hlo::AddOp>(
                       gradients, gradients.zeros(operand.getType()), windows));
    return success();
  }
  static Repetition repeat(hlo::GatherOp) { return Repetition::IfFree; }
};

} // namespace

void weft::attachGatherDerivatives(MLIRContext &context) {
  hlo::GatherOp::attachInterface<GatherRule>(context);
}
