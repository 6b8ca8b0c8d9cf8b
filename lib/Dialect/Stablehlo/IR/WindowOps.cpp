//===- WindowOps.cpp - ops on moving windows --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/WindowOps.h"

#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/WindowOps.cpp.inc"

void StablehloDialect::addWindowOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/WindowOps.cpp.inc"
      >();
}

/// The number of positions along each dimension of `input` of the window that
/// the attributes describe.
static FailureOr<SmallVector<int64_t>> inferPositions(
    const Reporter &report, RankedTensorType input, ArrayRef<int64_t> sizes,
    std::optional<ArrayRef<int64_t>> strides, DenseIntElementsAttr padding,
    std::optional<ArrayRef<int64_t>> baseDilations = {},
    std::optional<ArrayRef<int64_t>> windowDilations = {}) {
  FailureOr<SmallVector<int64_t>> pads =
      getPadding(report, padding, input.getRank());
  if (failed(pads))
    return failure();
  if (failed(verifyOnePerDimension(report, "window_dimensions", sizes.size(),
                                   input.getRank())))
    return failure();
  auto orEmpty = [](std::optional<ArrayRef<int64_t>> list) {
    return list.value_or(ArrayRef<int64_t>());
  };
  FailureOr<SmallVector<WindowDimension>> window =
      buildWindow(report, sizes, orEmpty(strides), *pads,
                  orEmpty(baseDilations), orEmpty(windowDilations));
  if (failed(window))
    return failure();
  return inferWindowShape(report, input.getShape(), *window);
}

//===----------------------------------------------------------------------===//
// ReduceWindowOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceWindowOp::verify() {
  Reporter report(*this);
  if (getNumOperands() == 0 || getNumOperands() % 2 != 0)
    return report("has ", getNumOperands(),
                  " operands; there must be as many inputs as init values, and "
                  "at least one");
  if (getNumResults() != getInputs().size())
    return report("has ", getInputs().size(), " inputs, but ", getNumResults(),
                  " results");
  if (failed(verifySameShapes(report, getInputs().getTypes())))
    return failure();
  FailureOr<SmallVector<int64_t>> shape = inferPositions(
      report, cast<RankedTensorType>(getInputs()[0].getType()),
      getWindowDimensions(), getWindowStrides(), getPaddingAttr(),
      getBaseDilations(), getWindowDilations());
  if (failed(shape))
    return failure();

  SmallVector<Type> elements;
  for (auto [input, init] : llvm::zip_equal(getInputs(), getInitValues())) {
    elements.push_back(getElementTypeOrSelf(input));
    if (failed(verifyShape(report, "the init value", {}, init.getType())) ||
        failed(verifyElementType(report, "the init value", elements.back(),
                                 init.getType())))
      return failure();
  }
  FailureOr<SmallVector<Type>> accumulated =
      verifyReducer(report, "the body", getBody(), elements);
  if (failed(accumulated))
    return failure();
  for (auto [result, element] : llvm::zip_equal(getResultTypes(), *accumulated))
    if (failed(verifyShape(report, "the result", *shape, result)) ||
        failed(verifyElementType(report, "the result", element, result)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// SelectAndScatterOp
//===----------------------------------------------------------------------===//

LogicalResult SelectAndScatterOp::verify() {
  Reporter report(*this);
  RankedTensorType operand = getOperand().getType();
  Type element = operand.getElementType();
  FailureOr<SmallVector<int64_t>> positions = inferPositions(
      report, operand, getWindowDimensions().value_or(ArrayRef<int64_t>()),
      getWindowStrides(), getPaddingAttr());
  if (failed(positions) ||
      failed(verifyShape(report, "the source", *positions,
                         getSource().getType())) ||
      failed(verifyElementType(report, "the source", element,
                               getSource().getType())) ||
      failed(verifyShape(report, "the init value", {},
                         getInitValue().getType())) ||
      failed(verifyElementType(report, "the init value", element,
                               getInitValue().getType())) ||
      failed(
          verifyComparator(report, "the select region", getSelect(), element)))
    return failure();
  FailureOr<SmallVector<Type>> accumulated =
      verifyReducer(report, "the scatter region", getScatter(), element);
  if (failed(accumulated) ||
      failed(verifyShape(report, "the result", operand.getShape(), getType())))
    return failure();
  return verifyElementType(report, "the result", accumulated->front(),
                           getType());
}
