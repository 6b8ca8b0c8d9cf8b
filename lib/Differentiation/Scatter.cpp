//===- Scatter.cpp - derivatives of scatters --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "IndexedPlaces.h"
#include "weft/Dialect/Stablehlo/IR/Reducers.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// One scatter of one tensor and the cotangent of its result. Windows that are
/// not wholly inside were left out, and get zero.
class ScatterPullback {
public:
  ScatterPullback(hlo::ScatterOp op, GradientBuilder &gradients)
      : op(op), gradients(gradients), places(IndexedPlaces::of(op)),
        operand(op.getInputs()[0]), updates(op.getUpdates()[0]),
        cotangent(gradients.getCotangent(op->getResult(0))) {}

  void pullBackAdd();
  void pullBackReplace();
  void pullBackMultiply();
  void pullBackExtreme();

private:
  Value gather(Value tensor) {
    return places.clamp(gradients, getShape(operand))
        .gather(gradients, tensor, getShape(updates));
  }
  Value keepInside(Value windows) {
    Value inside = places.isInside(gradients, windows, getShape(operand));
    return gradients.select(inside, windows,
                            gradients.zeros(windows.getType()));
  }
  Value findLast();

  hlo::ScatterOp op;
  GradientBuilder &gradients;
  IndexedPlaces places;
  Value operand, updates, cotangent;
};

} // namespace

void ScatterPullback::pullBackAdd() {
  gradients.accumulate(operand, cotangent);
  if (gradients.isWanted(updates))
    gradients.accumulate(updates, keepInside(gather(cotangent)));
}

/// i1 for each element of the updates: whether it is the one that stayed. The
/// windows write their numbers, and look which number is there.
Value ScatterPullback::findLast() {
  if (places.areUnique)
    return places.isInside(gradients, updates, getShape(operand));
  Type element = gradients.getI32Type();
  auto type = getRankedType(updates).clone(element);
  Value number = gradients.constant(type, 1);
  int64_t stride = 1;
  auto countingDims = places.getCountingDims(updates);
  for (int64_t dim : llvm::reverse(countingDims)) {
    Value step =
        gradients.multiply(gradients.iota(type.getShape(), dim, element),
                           gradients.constant(type, stride));
    number = gradients.add(number, step);
    stride *= type.getDimSize(dim);
  }
  Value none = gradients.zeros(getRankedType(operand).clone(element));
  Value written = places.replace(gradients, none, number);
  return gradients.compare(hlo::ComparisonDirection::EQ, gather(written),
                           number);
}

void ScatterPullback::pullBackReplace() {
  if (gradients.isWanted(operand))
    gradients.accumulate(operand,
                         places.replace(gradients, cotangent,
                                        gradients.zeros(updates.getType())));
  if (!gradients.isWanted(updates))
    return;
  Value read = gather(cotangent);
  gradients.accumulate(
      updates,
      gradients.select(findLast(), read, gradients.zeros(read.getType())));
}

void ScatterPullback::pullBackMultiply() {
  if (gradients.isWanted(operand))
    gradients.accumulate(operand, places.scatter<hlo::MultiplyOp>(
                                      gradients, cotangent, updates));
  if (gradients.isWanted(updates))
    gradients.accumulate(
        updates, keepInside(gather(gradients.multiply(cotangent, operand))));
}

/// All that equal the extreme value share its cotangent.
void ScatterPullback::pullBackExtreme() {
  Value result = op->getResult(0);
  Type element = getElementTypeOrSelf(result.getType());
  auto mark = [&](Value a, Value b) {
    return gradients.convert(
        gradients.compare(hlo::ComparisonDirection::EQ, a, b), element);
  };
  Value isOld = mark(operand, result);
  Value isNew = keepInside(mark(updates, gather(result)));
  Value count = places.scatter<hlo::AddOp>(gradients, isOld, isNew);
  // What no one equals anymore gets nothing, whatever it is divided by.
  Value share = gradients.divide(
      cotangent, gradients.make<hlo::MaximumOp>(
                     {count, gradients.constant(count.getType(), 1)}));
  gradients.accumulate(operand, gradients.multiply(share, isOld));
  if (gradients.isWanted(updates))
    gradients.accumulate(updates, gradients.multiply(gather(share), isNew));
}

/// Whether the body returns the new element.
static bool isReplacement(Region &body) {
  Block &block = body.front();
  return llvm::hasSingleElement(block) && block.getNumArguments() == 2 &&
         block.getTerminator()->getOperand(0) == block.getArgument(1);
}

namespace {

struct ScatterRule : Derivative<ScatterRule, hlo::ScatterOp> {
  static LogicalResult pullBack(hlo::ScatterOp op, GradientBuilder &gradients) {
    if (op.getInputs().size() != 1)
      return op.emitOpError() << "scatters " << op.getInputs().size()
                              << " tensors at once, which has no derivative";
    ScatterPullback pullback(op, gradients);
    Region &body = op.getUpdateComputation();
    if (isReplacement(body))
      return pullback.pullBackReplace(), success();
    std::optional<ReducerKind> kind = hlo::matchReducer(body);
    if (kind == ReducerKind::Add)
      return pullback.pullBackAdd(), success();
    if (kind == ReducerKind::Max || kind == ReducerKind::Min)
      return pullback.pullBackExtreme(), success();
    if (kind != ReducerKind::Mul)
      return op.emitOpError("combines elements by a body that has no "
                            "derivative; adding, multiplying, replacing, "
                            "maximum and minimum have one");
    if (!op.getUniqueIndices() && gradients.isWanted(op.getUpdates()[0]))
      return op.emitOpError("multiplies elements several times, which has no "
                            "derivative; set unique_indices if it does not");
    return pullback.pullBackMultiply(), success();
  }
};

} // namespace

void weft::attachScatterDerivatives(MLIRContext &context) {
  hlo::ScatterOp::attachInterface<ScatterRule>(context);
}
