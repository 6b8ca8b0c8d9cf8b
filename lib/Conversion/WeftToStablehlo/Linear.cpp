//===- Linear.cpp - the lowering of linear layers ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerLowering.h"
#include "LoweringModels.h"

using namespace mlir;
using namespace weft;

Value weft::buildLinear(TensorBuilder &b, Value input, Value kernel, Value bias,
                        int64_t numContracted, Type element) {
  input = b.convert(input, element);
  kernel = b.convert(kernel, element);
  int64_t rank = getTensorType(input).getRank();
  Value result =
      b.dot(input, kernel, {}, {},
            llvm::to_vector(llvm::seq<int64_t>(rank - numContracted, rank)),
            llvm::to_vector(llvm::seq<int64_t>(0, numContracted)), element);
  if (!bias)
    return result;
  return b.add(result, b.broadcastLast(b.convert(bias, element),
                                       getTensorType(result).getShape()));
}

namespace {
struct LinearLowering
    : LayerLoweringInterface::ExternalModel<LinearLowering, LinearOp> {
  Lowered lowerCall(Operation *op, OpBuilder &builder, Location loc,
                    StringRef method, ValueRange leaves,
                    ValueRange operands) const {
    FailureOr<RankedTensorType> result =
        inferResult(op, loc, method, leaves, operands);
    if (failed(result))
      return failure();
    TensorBuilder b(builder, loc);
    Value bias = cast<LinearOp>(op).getNoBias() ? Value() : leaves[1];
    return SmallVector<Value>{buildLinear(b, operands[0], leaves[0], bias, 1,
                                          result->getElementType())};
  }
};
} // namespace

void weft::registerLinearLowering(MLIRContext *context) {
  LinearOp::attachInterface<LinearLowering>(*context);
}
