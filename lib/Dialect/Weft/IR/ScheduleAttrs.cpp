//===- ScheduleAttrs.cpp - learning rates over time -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/RealNumber.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Support/Suggestion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace mlir;
using namespace weft;

using EmitError = function_ref<InFlightDiagnostic()>;

static LogicalResult verifySteps(EmitError emitError, int64_t steps) {
  if (steps > 0)
    return success();
  return emitError() << "the schedule spans " << steps
                     << " steps; it must span at least 1";
}

static LogicalResult verifyRate(EmitError emitError, FloatAttr rate) {
  if (rate.getValue().isFinite() && !rate.getValue().isNegative())
    return success();
  return emitError() << "a learning rate of " << toString(rate)
                     << " is not allowed; it must not be negative";
}

/// Parses `<first WORD second in steps`, without the closing `>`.
static ParseResult parseSpan(AsmParser &parser, StringRef word,
                             FloatAttr &first, FloatAttr &second,
                             int64_t &steps) {
  return failure(parser.parseLess() || parseReal(parser, first) ||
                 parser.parseKeyword(word) || parseReal(parser, second) ||
                 parser.parseKeyword("in") || parser.parseInteger(steps));
}

static void printSpan(AsmPrinter &printer, StringRef word, FloatAttr first,
                      FloatAttr second, int64_t steps) {
  printer << "<" << toString(first) << " " << word << " " << toString(second)
          << " in " << steps;
}

/// How far `step` is on the way from 0 to `steps`, from 0 to 1.
static double fraction(int64_t step, int64_t steps) {
  return static_cast<double>(std::clamp<int64_t>(step, 0, steps)) /
         static_cast<double>(steps);
}

//===----------------------------------------------------------------------===//
// ConstantScheduleAttr
//===----------------------------------------------------------------------===//

Attribute ConstantScheduleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr value;
  if (parser.parseLess() || parseReal(parser, value) || parser.parseGreater())
    return {};
  return parser.getChecked<ConstantScheduleAttr>(loc, parser.getContext(),
                                                 value);
}

void ConstantScheduleAttr::print(AsmPrinter &printer) const {
  printer << "<" << toString(getValue()) << ">";
}

void ConstantScheduleAttr::printBare(AsmPrinter &printer) const {
  printReal(printer, getValue());
}

LogicalResult ConstantScheduleAttr::verify(EmitError emitError,
                                           FloatAttr value) {
  return verifyRate(emitError, value);
}

double ConstantScheduleAttr::valueAt(int64_t) const {
  return getValue().getValueAsDouble();
}

bool ConstantScheduleAttr::isConstant() const { return true; }

//===----------------------------------------------------------------------===//
// LinearScheduleAttr
//===----------------------------------------------------------------------===//

Attribute LinearScheduleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr from, to;
  int64_t steps;
  if (parseSpan(parser, "to", from, to, steps) || parser.parseGreater())
    return {};
  return parser.getChecked<LinearScheduleAttr>(loc, parser.getContext(), from,
                                               to, steps);
}

void LinearScheduleAttr::print(AsmPrinter &printer) const {
  printSpan(printer, "to", getFrom(), getTo(), getSteps());
  printer << ">";
}

void LinearScheduleAttr::printBare(AsmPrinter &printer) const {
  printer << "linear";
  print(printer);
}

LogicalResult LinearScheduleAttr::verify(EmitError emitError, FloatAttr from,
                                         FloatAttr to, int64_t steps) {
  return failure(failed(verifyRate(emitError, from)) ||
                 failed(verifyRate(emitError, to)) ||
                 failed(verifySteps(emitError, steps)));
}

double LinearScheduleAttr::valueAt(int64_t step) const {
  return std::lerp(getFrom().getValueAsDouble(), getTo().getValueAsDouble(),
                   fraction(step, getSteps()));
}

//===----------------------------------------------------------------------===//
// CosineScheduleAttr
//===----------------------------------------------------------------------===//

Attribute CosineScheduleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr peak, end, warmupFrom;
  int64_t steps, warmupSteps = 0;
  if (parseSpan(parser, "to", peak, end, steps))
    return {};
  if (succeeded(parser.parseOptionalKeyword("warmup")) &&
      (parseReal(parser, warmupFrom) || parser.parseKeyword("in") ||
       parser.parseInteger(warmupSteps)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<CosineScheduleAttr>(
      loc, parser.getContext(), peak, end, steps, warmupFrom, warmupSteps);
}

void CosineScheduleAttr::print(AsmPrinter &printer) const {
  printSpan(printer, "to", getPeak(), getEnd(), getSteps());
  if (getWarmupFrom())
    printer << " warmup " << toString(getWarmupFrom()) << " in "
            << getWarmupSteps();
  printer << ">";
}

void CosineScheduleAttr::printBare(AsmPrinter &printer) const {
  printer << "cosine";
  print(printer);
}

LogicalResult CosineScheduleAttr::verify(EmitError emitError, FloatAttr peak,
                                         FloatAttr end, int64_t steps,
                                         FloatAttr warmupFrom,
                                         int64_t warmupSteps) {
  if (failed(verifyRate(emitError, peak)) ||
      failed(verifyRate(emitError, end)) ||
      failed(verifySteps(emitError, steps)))
    return failure();
  if (!warmupFrom)
    return success();
  if (failed(verifyRate(emitError, warmupFrom)) ||
      failed(verifySteps(emitError, warmupSteps)))
    return failure();
  if (warmupSteps >= steps)
    return emitError() << "the warm-up takes " << warmupSteps << " of " << steps
                       << " steps; none is left for the decay";
  return success();
}

double CosineScheduleAttr::valueAt(int64_t step) const {
  double peak = getPeak().getValueAsDouble(), end = getEnd().getValueAsDouble();
  if (step < getWarmupSteps())
    return std::lerp(getWarmupFrom().getValueAsDouble(), peak,
                     fraction(step, getWarmupSteps()));
  double done =
      fraction(step - getWarmupSteps(), getSteps() - getWarmupSteps());
  return end + (peak - end) * 0.5 * (1.0 + std::cos(std::numbers::pi * done));
}

//===----------------------------------------------------------------------===//
// ExponentialScheduleAttr
//===----------------------------------------------------------------------===//

Attribute ExponentialScheduleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr from, factor;
  int64_t steps;
  if (parseSpan(parser, "by", from, factor, steps) || parser.parseGreater())
    return {};
  return parser.getChecked<ExponentialScheduleAttr>(loc, parser.getContext(),
                                                    from, factor, steps);
}

void ExponentialScheduleAttr::print(AsmPrinter &printer) const {
  printSpan(printer, "by", getFrom(), getFactor(), getSteps());
  printer << ">";
}

void ExponentialScheduleAttr::printBare(AsmPrinter &printer) const {
  printer << "exponential";
  print(printer);
}

LogicalResult ExponentialScheduleAttr::verify(EmitError emitError,
                                              FloatAttr from, FloatAttr factor,
                                              int64_t steps) {
  if (!(factor.getValueAsDouble() > 0.0))
    return emitError() << "the factor is " << toString(factor)
                       << "; it must be positive";
  return failure(failed(verifyRate(emitError, from)) ||
                 failed(verifySteps(emitError, steps)));
}

double ExponentialScheduleAttr::valueAt(int64_t step) const {
  return getFrom().getValueAsDouble() *
         std::pow(getFactor().getValueAsDouble(),
                  static_cast<double>(step) / static_cast<double>(getSteps()));
}

//===----------------------------------------------------------------------===//
// The form without `#weft.`
//===----------------------------------------------------------------------===//

ParseResult weft::parseSchedule(AsmParser &parser,
                                ScheduleAttrInterface &schedule) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  Attribute parsed;
  if (failed(parser.parseOptionalKeyword(&name))) {
    FloatAttr value;
    if (parseReal(parser, value))
      return failure();
    parsed = parser.getChecked<ConstantScheduleAttr>(loc, parser.getContext(),
                                                     value);
  } else if (name == "linear") {
    parsed = LinearScheduleAttr::parse(parser, {});
  } else if (name == "cosine") {
    parsed = CosineScheduleAttr::parse(parser, {});
  } else if (name == "exponential") {
    parsed = ExponentialScheduleAttr::parse(parser, {});
  } else {
    return parser.emitError(loc)
           << "unknown schedule '" << name
           << "'; expected a number, linear, cosine or exponential"
           << didYouMean(name, {"linear", "cosine", "exponential"});
  }
  schedule = dyn_cast_or_null<ScheduleAttrInterface>(parsed);
  return success(static_cast<bool>(schedule));
}
