//===- RealNumber.cpp - real numbers in assembly ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/RealNumber.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstdlib>

using namespace mlir;
using namespace weft;

FloatAttr weft::getReal(MLIRContext *context, double value) {
  return FloatAttr::get(Float64Type::get(context), value);
}

ParseResult weft::parseReal(AsmParser &parser, FloatAttr &value) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute number;
  if (parser.parseAttribute(number))
    return failure();
  double real;
  if (auto floating = dyn_cast<FloatAttr>(number))
    real = floating.getValueAsDouble();
  else if (auto integer = dyn_cast<IntegerAttr>(number);
           integer && integer.getType().isSignlessInteger(64))
    real = static_cast<double>(integer.getInt());
  else
    return parser.emitError(loc) << "expected a number, not " << number;
  if (!std::isfinite(real))
    return parser.emitError(loc) << "expected a finite number";
  value = getReal(parser.getContext(), real);
  return success();
}

std::string weft::toString(FloatAttr value) {
  double real = value.getValueAsDouble();
  std::string text;
  for (int precision = 1; precision <= 17; ++precision) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.*g", precision, real);
    if (std::strtod(text.c_str(), nullptr) == real)
      break;
  }
  // A float literal of MLIR has a point, also before an exponent.
  if (text.find('.') == std::string::npos) {
    size_t exponent = text.find('e');
    text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
  }
  return text;
}

void weft::printReal(AsmPrinter &printer, FloatAttr value) {
  printer << toString(value);
}
