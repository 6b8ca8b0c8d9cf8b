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
using namespace weft::lowering;

Value lowering::buildLinear(TensorBuilder &b, Value input, Value kernel,
                            Value bias, int64_t numContracted, Type element) {
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
struct LowerLinear {
  static FailureOr<Value> lower(LinearOp, LayerCall &call) {
    return buildLinear(call, call.operand(0), call.leaf("kernel"),
                       call.leaf("bias"), 1, call.getElementType());
  }
};
} // namespace

void weft::registerLinearLowering(MLIRContext *context) {
  LinearOp::attachInterface<LayerModel<LowerLinear, LinearOp>>(*context);
}
