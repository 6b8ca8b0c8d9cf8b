//===- PropagationAttrs.cpp - steps of collectives and debug notes --------===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

using namespace mlir;
using namespace weft::sdy;

//===----------------------------------------------------------------------===//
// AllToAllParamAttr and AllToAllParamListAttr
//===----------------------------------------------------------------------===//

/// `{"a"}: 0->2`.
static ParseResult parseAllToAllParam(AsmParser &parser,
                                      AllToAllParamAttr &param) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AxisRefAttr, 2> axes;
  int64_t source = 0, target = 0;
  if (parseAxisRefs(parser, axes))
    return failure();
  if (axes.empty())
    return parser.emitError(loc, "an all-to-all must move at least one axis");
  if (parser.parseColon() || parser.parseInteger(source) ||
      parser.parseArrow() || parser.parseInteger(target))
    return failure();
  param = AllToAllParamAttr::get(parser.getContext(), axes, source, target);
  return success();
}

static void printAllToAllParam(AsmPrinter &printer, AllToAllParamAttr param) {
  printAxisRefs(printer, param.getAxes());
  printer << ": " << param.getSrcDim() << "->" << param.getTgtDim();
}

Attribute AllToAllParamAttr::parse(AsmParser &parser, Type) {
  AllToAllParamAttr param;
  (void)parseAllToAllParam(parser, param);
  return param;
}

void AllToAllParamAttr::print(AsmPrinter &printer) const {
  printAllToAllParam(printer, *this);
}

Attribute AllToAllParamListAttr::parse(AsmParser &parser, Type) {
  SmallVector<AllToAllParamAttr, 2> params;
  if (parseList(parser, Delimiter::Square, params, parseAllToAllParam))
    return {};
  return AllToAllParamListAttr::get(parser.getContext(), params);
}

void AllToAllParamListAttr::print(AsmPrinter &printer) const {
  printList(printer, '[', getValue(), ']', printAllToAllParam);
}

//===----------------------------------------------------------------------===//
// EdgeValueRefAttr
//===----------------------------------------------------------------------===//

/// The `-3` of `step-3`.
static ParseResult parseDashedIndex(AsmParser &parser, int64_t &index) {
  if (parser.parseMinus())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(index))
    return failure();
  if (index < 0)
    return parser.emitError(loc) << "index " << index << " is negative";
  return success();
}

/// `operand-0` or `result-1`.
static ParseResult parseEdgeValueRef(AsmParser &parser, EdgeValueRefAttr &ref) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return parser.emitError(loc, "expected 'operand' or 'result'");
  std::optional<EdgeNodeKind> kind = symbolizeEdgeNodeKind(word);
  if (!kind)
    return parser.emitError(loc)
           << "expected 'operand' or 'result', found '" << word << "'";
  int64_t index = 0;
  if (parseDashedIndex(parser, index))
    return failure();
  ref = EdgeValueRefAttr::get(parser.getContext(), *kind, index);
  return success();
}

static void printEdgeValueRef(AsmPrinter &printer, EdgeValueRefAttr ref) {
  printer << stringifyEdgeNodeKind(ref.getKind()) << "-" << ref.getIndex();
}

Attribute EdgeValueRefAttr::parse(AsmParser &parser, Type) {
  EdgeValueRefAttr ref;
  (void)parseEdgeValueRef(parser, ref);
  return ref;
}

void EdgeValueRefAttr::print(AsmPrinter &printer) const {
  printer << " "; // keeps the word apart from the mnemonic
  printEdgeValueRef(printer, *this);
}

//===----------------------------------------------------------------------===//
// AxisToPropagationDetailsAttr
//===----------------------------------------------------------------------===//

/// `{"y" = operand-1 -> [operand-0, result-0]}`.
static ParseResult parseAxisDetails(AsmParser &parser,
                                    AxisToPropagationDetailsAttr &details) {
  AxisRefAttr axis;
  EdgeValueRefAttr source;
  SmallVector<EdgeValueRefAttr, 4> targets;
  if (parser.parseLBrace() || parseAxisRef(parser, axis) ||
      parser.parseEqual() || parseEdgeValueRef(parser, source) ||
      parser.parseArrow() ||
      parseList(parser, Delimiter::Square, targets, parseEdgeValueRef) ||
      parser.parseRBrace())
    return failure();
  details = AxisToPropagationDetailsAttr::get(parser.getContext(), axis, source,
                                              targets);
  return success();
}

static void printAxisDetails(AsmPrinter &printer,
                             AxisToPropagationDetailsAttr details) {
  printer << "{";
  printAxisRef(printer, details.getAxis());
  printer << " = ";
  printEdgeValueRef(printer, details.getSource());
  printer << " -> ";
  printList(printer, '[', details.getTargets(), ']', printEdgeValueRef);
  printer << "}";
}

Attribute AxisToPropagationDetailsAttr::parse(AsmParser &parser, Type) {
  AxisToPropagationDetailsAttr details;
  (void)parseAxisDetails(parser, details);
  return details;
}

void AxisToPropagationDetailsAttr::print(AsmPrinter &printer) const {
  printAxisDetails(printer, *this);
}

//===----------------------------------------------------------------------===//
// PropagationOneStepAttr and PropagationEdgesAttr
//===----------------------------------------------------------------------===//

/// `{step-2 = [{...}]}`.
static ParseResult parseStep(AsmParser &parser, PropagationOneStepAttr &step) {
  int64_t index = 0;
  SmallVector<AxisToPropagationDetailsAttr> entries;
  if (parser.parseLBrace() || parser.parseKeyword("step") ||
      parseDashedIndex(parser, index) || parser.parseEqual() ||
      parseList(parser, Delimiter::Square, entries, parseAxisDetails) ||
      parser.parseRBrace())
    return failure();
  step = PropagationOneStepAttr::get(parser.getContext(), index, entries);
  return success();
}

static void printStep(AsmPrinter &printer, PropagationOneStepAttr step) {
  printer << "{step-" << step.getStepIndex() << " = ";
  printList(printer, '[', step.getAxisEntries(), ']', printAxisDetails);
  printer << "}";
}

Attribute PropagationOneStepAttr::parse(AsmParser &parser, Type) {
  PropagationOneStepAttr step;
  (void)parseStep(parser, step);
  return step;
}

void PropagationOneStepAttr::print(AsmPrinter &printer) const {
  printStep(printer, *this);
}

Attribute PropagationEdgesAttr::parse(AsmParser &parser, Type) {
  SmallVector<PropagationOneStepAttr> steps;
  if (parser.parseLess() ||
      parseList(parser, Delimiter::Square, steps, parseStep) ||
      parser.parseGreater())
    return {};
  return PropagationEdgesAttr::get(parser.getContext(), steps);
}

void PropagationEdgesAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printList(printer, '[', getValue(), ']', printStep);
  printer << ">";
}
