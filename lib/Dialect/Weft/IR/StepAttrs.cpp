//===- StepAttrs.cpp - lists of axes, reducers and steps --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// AxesAttr
//===----------------------------------------------------------------------===//

Attribute AxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  if (parser.parseLess() || parseAxisRefList(parser, axes) ||
      parser.parseGreater())
    return {};
  return AxesAttr::get(parser.getContext(), axes);
}

void AxesAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxisRefList(printer, getAxes());
  printer << ">";
}

ParseResult weft::parseDimAxes(AsmParser &parser, AxesAttr &axes) {
  // The syntax of a dimension, of which only the axes make sense here.
  SMLoc loc = parser.getCurrentLocation();
  DimShardingAttr dim;
  if (parseDimSharding(parser, dim))
    return failure();
  if (dim.getIsOpen() || dim.getPriority())
    return parser.emitError(loc, "expected only axes here, or '_' for none");
  axes = AxesAttr::get(parser.getContext(), dim.getAxes());
  return success();
}

void weft::printDimAxes(AsmPrinter &printer, AxesAttr axes) {
  printDimSharding(printer,
                   DimShardingAttr::get(axes.getContext(), axes.getAxes()));
}

//===----------------------------------------------------------------------===//
// ReducerAttr
//===----------------------------------------------------------------------===//

ParseResult weft::parseReducer(AsmParser &parser, ReducerAttr &reducer,
                               bool required) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word))) {
    if (!required)
      return success();
    return parser.emitError(loc)
           << "expected a reducer: " << listReducerKinds();
  }
  std::optional<ReducerKind> kind = symbolizeReducerKind(word);
  if (!kind)
    return parser.emitError(loc)
           << "unknown reducer '" << word << "'; the reducers are "
           << listReducerKinds();
  reducer = ReducerAttr::get(parser.getContext(), *kind);
  return success();
}

Attribute ReducerAttr::parse(AsmParser &parser, Type) {
  ReducerAttr reducer;
  if (parser.parseLess() || parseReducer(parser, reducer, /*required=*/true) ||
      parser.parseGreater())
    return {};
  return reducer;
}

void ReducerAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyReducerKind(getValue()) << ">";
}

//===----------------------------------------------------------------------===//
// StepAttr
//===----------------------------------------------------------------------===//

/// `["a"] 0 -> 2, ["b"] 1 -> 3`.
static ParseResult parseMoves(AsmParser &parser,
                              SmallVectorImpl<AxesAttr> &lists,
                              SmallVectorImpl<int64_t> &moves) {
  return parser.parseCommaSeparatedList([&]() -> ParseResult {
    SmallVector<AxisRefAttr> axes;
    if (parseAxisRefList(parser, axes) ||
        parser.parseInteger(moves.emplace_back()) || parser.parseArrow() ||
        parser.parseInteger(moves.emplace_back()))
      return failure();
    lists.push_back(AxesAttr::get(parser.getContext(), axes));
    return success();
  });
}

ParseResult weft::parseStep(AsmParser &parser, StepAttr &step) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<StepKind> kind = symbolizeStepKind(word);
  if (!kind)
    return parser.emitError(loc) << "unknown step '" << word
                                 << "'; the steps are " << listStepKinds();
  ReducerAttr reducer;
  if (isReducing(*kind) && parseReducer(parser, reducer, /*required=*/false))
    return failure();

  SmallVector<AxesAttr> lists;
  SmallVector<int64_t> moves;
  if (*kind == StepKind::AllToAll) {
    if (parseMoves(parser, lists, moves))
      return failure();
  } else if (hasFlatAxes(*kind)) {
    SmallVector<AxisRefAttr> axes;
    if (parseAxisRefList(parser, axes))
      return failure();
    lists.push_back(AxesAttr::get(parser.getContext(), axes));
  } else if (hasAxesPerDimension(*kind)) {
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          return parseDimAxes(parser, lists.emplace_back());
        }))
      return failure();
  }
  step = parser.getChecked<StepAttr>(
      loc, parser.getContext(), *kind, ArrayRef<AxesAttr>(lists),
      reducer ? reducer.getValue() : ReducerKind::Add,
      ArrayRef<int64_t>(moves));
  return success(static_cast<bool>(step));
}

void weft::printStep(AsmPrinter &printer, StepAttr step) {
  printer << stringifyStepKind(step.getKind());
  if (step.getReducer() != ReducerKind::Add)
    printer << " " << stringifyReducerKind(step.getReducer());
  if (step.getKind() == StepKind::AllToAll) {
    printer << " ";
    llvm::interleaveComma(
        llvm::enumerate(step.getLists()), printer, [&](auto list) {
          printAxisRefList(printer, list.value().getAxes());
          printer << " " << step.getMoves()[2 * list.index()] << " -> "
                  << step.getMoves()[2 * list.index() + 1];
        });
  } else if (hasFlatAxes(step.getKind())) {
    printer << " ";
    printAxisRefList(printer, step.getLists().front().getAxes());
  } else if (hasAxesPerDimension(step.getKind())) {
    printer << " [";
    llvm::interleaveComma(step.getLists(), printer,
                          [&](AxesAttr axes) { printDimAxes(printer, axes); });
    printer << "]";
  }
}

Attribute StepAttr::parse(AsmParser &parser, Type) {
  StepAttr step;
  if (parser.parseLess() || parseStep(parser, step) || parser.parseGreater())
    return {};
  return step;
}

void StepAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printStep(printer, *this);
  printer << ">";
}

LogicalResult StepAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StepKind kind, ReducerKind reducer,
                               ArrayRef<AxesAttr> lists,
                               ArrayRef<int64_t> moves) {
  StringRef name = stringifyStepKind(kind);
  if (reducer != ReducerKind::Add && !isReducing(kind))
    return emitError() << name << " has no reducer";
  size_t expectedMoves = kind == StepKind::AllToAll ? 2 * lists.size() : 0;
  if (moves.size() != expectedMoves)
    return emitError() << name << " has " << moves.size()
                       << " dimensions to move between, expected "
                       << expectedMoves;
  if (hasFlatAxes(kind) && lists.size() != 1)
    return emitError() << name << " has " << lists.size()
                       << " lists of axes, expected 1";
  if (kind == StepKind::CollectivePermute && !lists.empty())
    return emitError() << name << " has " << lists.size()
                       << " lists of axes, expected none";
  return success();
}
