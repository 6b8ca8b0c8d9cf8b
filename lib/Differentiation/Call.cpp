//===- Call.cpp - derivatives of calls --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "FunctionGradients.h"
#include "StatedShardings.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// The numbers of the values for which `predicate` holds.
template <typename Range, typename Predicate>
static SmallVector<unsigned> findIndices(Range &&values, Predicate predicate) {
  SmallVector<unsigned> result;
  for (auto [i, value] : llvm::enumerate(values))
    if (predicate(value))
      result.push_back(i);
  return result;
}

namespace {

struct CallRule
    : DifferentiableInterface::ExternalModel<CallRule, func::CallOp> {
  void markVaried(Operation *op, Activity &activity) const {
    auto call = cast<func::CallOp>(op);
    llvm::SmallBitVector varied(call.getNumOperands());
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      if (activity.isVaried(operand))
        varied.set(i);
    if (varied.none())
      return;
    llvm::SmallBitVector results =
        activity.getVariedResults(call.getCalleeAttr().getAttr(), varied);
    for (unsigned i : results.set_bits())
      activity.setVaried(call.getResult(i));
  }

  LogicalResult pullBack(Operation *op, GradientBuilder &gradients) const {
    auto call = cast<func::CallOp>(op);
    FunctionGradients &functions = gradients.getFunctions();
    StringAttr name = call.getCalleeAttr().getAttr();
    FunctionRequest request{
        name,
        findIndices(call.getOperands(),
                    [&](Value value) { return gradients.isWanted(value); }),
        findIndices(call.getResults(), [&](Value value) {
          return bool(gradients.getCotangent(value));
        })};
    func::FuncOp function = functions.lookup(name);
    FailureOr<const FunctionPullback *> found =
        functions.getPullback(function, request);
    if (failed(found)) {
      op->emitRemark("called here");
      return failure();
    }
    return connect(call, **found, gradients);
  }

  /// Calls the forward function in the place of the call, and the backward
  /// function in the backward pass.
  static LogicalResult connect(func::CallOp call,
                               const FunctionPullback &pullback,
                               GradientBuilder &gradients) {
    OpBuilder builder(call);
    auto forward = func::CallOp::create(builder, call.getLoc(),
                                        pullback.forward, call.getOperands());
    SmallVector<Value> operands;
    for (auto [kind, index] : pullback.inputs)
      switch (kind) {
      case FunctionPullback::Input::Argument:
        operands.push_back(call.getOperand(index));
        break;
      case FunctionPullback::Input::Result:
        operands.push_back(forward.getResult(index));
        break;
      case FunctionPullback::Input::Cotangent:
        operands.push_back(gradients.getCotangentOrZero(call.getResult(index)));
        break;
      }
    auto backward =
        func::CallOp::create(gradients, pullback.backward, operands);
    for (auto [argument, cotangent] :
         llvm::zip(pullback.gradients, backward.getResults()))
      gradients.accumulate(call.getOperand(argument), cotangent);
    copyStatements(call, forward);
    gradients.replace(call,
                      forward.getResults().take_front(call.getNumResults()));
    return success();
  }
};

/// A composite means what its decomposition does.
struct CompositeRule
    : DifferentiableInterface::ExternalModel<CompositeRule, hlo::CompositeOp> {
  LogicalResult pullBack(Operation *op, GradientBuilder &gradients) const {
    auto composite = cast<hlo::CompositeOp>(op);
    func::FuncOp function = gradients.getFunctions().lookup(
        composite.getDecompositionAttr().getAttr());
    if (!function)
      return op->emitOpError("has no derivative, as its decomposition is no "
                             "function");
    return gradients.expand(op, [&](FormulaBuilder &builder) {
      auto call = func::CallOp::create(builder, function, op->getOperands());
      return SmallVector<Value>(call.getResults());
    });
  }
};

} // namespace

void weft::attachCallDerivatives(MLIRContext &context) {
  hlo::CompositeOp::attachInterface<CompositeRule>(context);
}

void weft::attachFunctionCallDerivatives(MLIRContext &context) {
  func::CallOp::attachInterface<CallRule>(context);
}
