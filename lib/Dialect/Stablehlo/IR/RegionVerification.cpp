//===- RegionVerification.cpp - checks of functions in regions --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weft::stablehlo {

bool isPromotable(Type from, Type to) {
  if (isQuantizedType(from) || isQuantizedType(to))
    return isQuantizedType(from) && isQuantizedType(to) &&
           isPromotable(getExpressedType(from), getExpressedType(to));
  bool sameKind = (isPredType(from) && isPredType(to)) ||
                  (isIntType(from) && isIntType(to)) ||
                  (isFloatType(from) && isFloatType(to)) ||
                  (isComplexType(from) && isComplexType(to));
  return sameKind && getStorageBits(from) <= getStorageBits(to);
}

FailureOr<ValueRange> getReturnedValues(const Reporter &report, StringRef what,
                                        Region &region) {
  if (!region.hasOneBlock() || region.front().empty())
    return report(what, " must be one block that ends in stablehlo.return");
  auto returnOp = dyn_cast<ReturnOp>(region.front().back());
  if (!returnOp)
    return report(what, " ends in ", region.front().back().getName(),
                  "; it must end in stablehlo.return");
  return ValueRange(returnOp.getResults());
}

static LogicalResult verifyTypes(const Reporter &report, StringRef what,
                                 StringRef verb, StringRef noun,
                                 TypeRange actual, TypeRange expected) {
  if (actual.size() != expected.size())
    return report(what, " ", verb, " ", actual.size(), " ", noun, ", but ",
                  expected.size(), " are needed");
  for (auto [index, type, wanted] : llvm::enumerate(actual, expected))
    if (!areCompatible(type, wanted))
      return report(what, " ", verb, " ", type, " at index ", index, ", but ",
                    wanted, " is needed");
  return success();
}

LogicalResult verifyRegionArguments(const Reporter &report, StringRef what,
                                    Region &region, TypeRange expected) {
  if (!region.hasOneBlock())
    return report(what, " must be one block");
  return verifyTypes(report, what, "takes", "arguments",
                     region.getArgumentTypes(), expected);
}

LogicalResult verifyRegionResults(const Reporter &report, StringRef what,
                                  Region &region, TypeRange expected) {
  FailureOr<ValueRange> values = getReturnedValues(report, what, region);
  if (failed(values))
    return failure();
  return verifyTypes(report, what, "returns", "values", values->getTypes(),
                     expected);
}

LogicalResult verifyComparator(const Reporter &report, StringRef what,
                               Region &region, ArrayRef<Type> elements) {
  SmallVector<Type> arguments;
  for (Type element : elements)
    arguments.append(2, RankedTensorType::get({}, element));
  if (elements.empty())
    return report("needs at least one input");
  Type pred =
      RankedTensorType::get({}, IntegerType::get(elements[0].getContext(), 1));
  if (failed(verifyRegionArguments(report, what, region, arguments)))
    return failure();
  return verifyRegionResults(report, what, region, pred);
}

FailureOr<SmallVector<Type>> verifyReducer(const Reporter &report,
                                           StringRef what, Region &region,
                                           ArrayRef<Type> elements) {
  FailureOr<ValueRange> values = getReturnedValues(report, what, region);
  if (failed(values))
    return failure();
  if (values->size() != elements.size())
    return report(what, " returns ", values->size(), " values, but ",
                  elements.size(), " are needed");
  SmallVector<Type> accumulated;
  for (auto [index, type, element] :
       llvm::enumerate(values->getTypes(), elements)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() != 0)
      return report(what, " returns ", type, " at index ", index,
                    "; it must be a tensor of rank 0");
    if (!isPromotable(element, tensor.getElementType()))
      return report(what, " returns ", type, " at index ", index,
                    ", but the input's element type ", element,
                    " cannot be promoted to that");
    accumulated.push_back(tensor.getElementType());
  }
  SmallVector<Type> arguments(values->getTypes());
  arguments.append(values->getTypes().begin(), values->getTypes().end());
  if (failed(verifyRegionArguments(report, what, region, arguments)))
    return failure();
  return accumulated;
}

LogicalResult verifyShape(const Reporter &report, StringRef what,
                          ArrayRef<int64_t> expected, Type actual) {
  auto tensor = dyn_cast<RankedTensorType>(actual);
  if (!tensor)
    return report(what, " is ", actual, "; it must be a ranked tensor");
  RankedTensorType wanted = getTensorType(expected, tensor.getElementType());
  if (areCompatibleShapes(wanted, tensor))
    return success();
  return report(what, " has type ", actual, ", but ", wanted, " is needed");
}

LogicalResult verifyElementType(const Reporter &report, StringRef what,
                                Type expected, Type actual) {
  Type element = getElementTypeOrSelf(actual);
  if (areCompatibleElementTypes(expected, element))
    return success();
  return report(what, " has element type ", element, ", but ", expected,
                " is needed");
}

} // namespace weft::stablehlo
