//===- StablehloAttrs.cpp - attributes shared by op families ---*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/DimensionNumbers.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::stablehlo;

#include "weft/Dialect/Stablehlo/IR/StablehloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Stablehlo/IR/StablehloAttrs.cpp.inc"

void StablehloDialect::addAttributes() {
  Dialect::addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Stablehlo/IR/StablehloAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// TypeExtensionsAttr
//===----------------------------------------------------------------------===//

Attribute TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  auto parseBound = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      bounds.push_back(ShapedType::kDynamic);
      return success();
    }
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseInteger(bounds.emplace_back()))
      return failure();
    if (bounds.back() < 0)
      return parser.emitError(loc, "bound ")
             << bounds.back() << " is negative; write ? for no bound";
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseBound, " in bounds"))
    return {};
  return TypeExtensionsAttr::get(parser.getContext(), bounds);
}

void TypeExtensionsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getBounds(), printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
  printer << '>';
}

LogicalResult TypeExtensionsAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type,
    function_ref<InFlightDiagnostic()> emitError) const {
  ArrayRef<int64_t> bounds = getBounds();
  if (bounds.size() != shape.size())
    return emitError() << bounds.size() << " bounds for a tensor of rank "
                       << shape.size() << "; one per dimension is needed";
  for (auto [dim, size, bound] : llvm::enumerate(shape, bounds))
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(bound))
      return emitError() << "dimension " << dim << " has the static size "
                         << size << " and the bound " << bound
                         << "; only a dynamic size can have a bound";
  return success();
}

//===----------------------------------------------------------------------===//
// ResultAccuracyAttr
//===----------------------------------------------------------------------===//

ResultAccuracyAttr ResultAccuracyAttr::getDefault(MLIRContext *context) {
  return get(context, APFloat(0.0), APFloat(0.0), /*ulps=*/0,
             ResultAccuracyModeAttr::get(context, ResultAccuracyMode::DEFAULT));
}

/// Parses the value of one tolerance as the double that it is stored as.
static ParseResult parseTolerance(AsmParser &parser, APFloat &value) {
  double parsed;
  if (parser.parseFloat(parsed))
    return failure();
  value = APFloat(parsed);
  return success();
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  APFloat atol(0.0), rtol(0.0);
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("atol")) &&
      (parser.parseEqual() || parseTolerance(parser, atol) ||
       parser.parseComma()))
    return {};
  if (succeeded(parser.parseOptionalKeyword("rtol")) &&
      (parser.parseEqual() || parseTolerance(parser, rtol) ||
       parser.parseComma()))
    return {};
  if (succeeded(parser.parseOptionalKeyword("ulps")) &&
      (parser.parseEqual() || parser.parseInteger(ulps) || parser.parseComma()))
    return {};
  if (parser.parseKeyword("mode") || parser.parseEqual() ||
      parser.parseAttribute(mode) || parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    atol, rtol, ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (!getAtol().isZero())
    printer << "atol = " << getAtol() << ", ";
  if (!getRtol().isZero())
    printer << "rtol = " << getRtol() << ", ";
  if (getUlps())
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = " << getMode() << '>';
}

LogicalResult
ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           APFloat atol, APFloat rtol, int64_t ulps,
                           ResultAccuracyModeAttr mode) {
  if (atol.isNegative() || rtol.isNegative() || ulps < 0)
    return emitError() << "a tolerance is negative";
  bool anyTolerance = !atol.isZero() || !rtol.isZero() || ulps != 0;
  if (anyTolerance && mode.getValue() != ResultAccuracyMode::TOLERANCE)
    return emitError() << "tolerances need the mode TOLERANCE, but the mode is "
                       << stringifyResultAccuracyMode(mode.getValue());
  return success();
}
