//===- Dropout.cpp - the lowering of dropout --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerLowering.h"
#include "LoweringModels.h"
#include "Random.h"

using namespace mlir;
using namespace weft;
using namespace weft::lowering;

namespace {
struct LowerDropout {
  static FailureOr<Value> lower(DropoutOp op, LayerCall &call) {
    Value input = call.operand(0);
    double rate = op.getRateAttr().getValueAsDouble();
    if (call.getOperands().size() == 1 || rate == 0.0)
      return input;
    // Dividing by a probability of 0 would give NaN.
    if (rate == 1.0)
      return call.splatLike(input, 0.0);
    RankedTensorType type = getTensorType(input);
    SmallVector<int64_t> shape(type.getShape());
    for (int64_t dim : op.getBroadcast().value_or(ArrayRef<int64_t>()))
      shape[dim < 0 ? dim + type.getRank() : dim] = 1;
    Value kept = buildBernoulli(call, call.operand(1), shape, 1.0 - rate);
    return call.select(call.broadcastLast(kept, type.getShape()),
                       call.divide(input, call.splatLike(input, 1.0 - rate)),
                       call.splatLike(input, 0.0));
  }
};
} // namespace

void weft::registerDropoutLowering(MLIRContext *context) {
  DropoutOp::attachInterface<LayerModel<LowerDropout, DropoutOp>>(*context);
}
