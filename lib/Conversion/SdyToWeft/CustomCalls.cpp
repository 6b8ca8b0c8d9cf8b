//===- CustomCalls.cpp - custom calls that stand for sdy ops ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CustomCalls.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;

StringRef weft::getCustomCallTarget(Operation *op) {
  if (op->getName().getStringRef() != "stablehlo.custom_call")
    return {};
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  return target ? target.getValue() : StringRef();
}

LogicalResult weft::verifyIdentityCall(Operation *op) {
  if (op->getNumOperands() == 1 && op->getNumResults() == 1 &&
      op->getOperand(0).getType() == op->getResult(0).getType())
    return success();
  return op->emitError("custom call @")
         << getCustomCallTarget(op)
         << " must take one value and return one of the same type";
}

void weft::replaceByConstraint(Operation *op,
                               sdy::TensorShardingAttr sharding) {
  OpBuilder builder(op);
  auto constraint = sdy::ShardingConstraintOp::create(
      builder, op->getLoc(), op->getOperand(0), sharding);
  op->getResult(0).replaceAllUsesWith(constraint.getResult());
  op->erase();
}

void weft::wrapInManualComputation(const ManualCall &manual) {
  func::CallOp call = manual.call;
  OpBuilder builder(call);
  SmallVector<Type> resultTypes;
  for (Operation *output : manual.outputs)
    llvm::append_range(resultTypes, output->getResultTypes());
  auto computation = sdy::ManualComputationOp::create(
      builder, call.getLoc(), resultTypes, manual.inputs, manual.inShardings,
      manual.outShardings, manual.manualAxes);

  Block &body = computation.getBody().emplaceBlock();
  for (Value operand : call.getOperands())
    body.addArgument(operand.getType(), operand.getLoc());
  builder.setInsertionPointToEnd(&body);
  auto inner = cast<func::CallOp>(builder.clone(*call));
  inner->setOperands(body.getArguments());
  sdy::ReturnOp::create(builder, call.getLoc(), inner.getResults());

  size_t next = 0;
  for (Operation *output : manual.outputs) {
    for (OpResult result : output->getResults())
      result.replaceAllUsesWith(computation.getResult(next++));
    output->erase();
  }
  call.erase();
}
