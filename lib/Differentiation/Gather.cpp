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
    Value sum = gradients.getCotangent(operand);
    // Into what is there already, which the next read may do in turn.
    gradients.setCotangent(
        operand, places.scatter<hlo::AddOp>(
                     gradients, sum ? sum : gradients.zeros(operand.getType()),
                     gradients.getCotangent(op.getResult())));
    return success();
  }
  static Repetition repeat(hlo::GatherOp) { return Repetition::IfFree; }
};

} // namespace

void weft::attachGatherDerivatives(MLIRContext &context) {
  hlo::GatherOp::attachInterface<GatherRule>(context);
}
