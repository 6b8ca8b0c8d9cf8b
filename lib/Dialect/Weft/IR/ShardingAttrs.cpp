//===- ShardingAttrs.cpp - axes and shardings -------------------*- C++ -*-===//
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
// SubAxisAttr
//===----------------------------------------------------------------------===//

static ParseResult parseSubAxis(AsmParser &parser, SubAxisAttr &subAxis) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t preSize, size;
  if (parser.parseLParen() || parser.parseInteger(preSize) ||
      parser.parseRParen() || parser.parseInteger(size))
    return failure();
  subAxis =
      parser.getChecked<SubAxisAttr>(loc, parser.getContext(), preSize, size);
  return success(static_cast<bool>(subAxis));
}

static void printSubAxis(AsmPrinter &printer, SubAxisAttr subAxis) {
  printer << "(" << subAxis.getPreSize() << ")" << subAxis.getSize();
}

Attribute SubAxisAttr::parse(AsmParser &parser, Type) {
  SubAxisAttr subAxis;
  if (parser.parseLess() || parseSubAxis(parser, subAxis) ||
      parser.parseGreater())
    return {};
  return subAxis;
}

void SubAxisAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printSubAxis(printer, *this);
  printer << ">";
}

LogicalResult SubAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t preSize, int64_t size) {
  if (preSize < 1)
    return emitError() << "the pre-size of a sub-axis is " << preSize
                       << "; it must be at least 1";
  if (size < 2)
    return emitError() << "the size of a sub-axis is " << size
                       << "; it must be at least 2";
  return success();
}

//===----------------------------------------------------------------------===//
// AxisRefAttr
//===----------------------------------------------------------------------===//

ParseResult weft::parseAxisRef(AsmParser &parser, AxisRefAttr &axis) {
  std::string name;
  SubAxisAttr subAxis;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalColon()) && parseSubAxis(parser, subAxis))
    return failure();
  axis = AxisRefAttr::get(parser.getContext(), name, subAxis);
  return success();
}

void weft::printAxisRef(AsmPrinter &printer, AxisRefAttr axis) {
  printer.printString(axis.getName());
  if (SubAxisAttr subAxis = axis.getSubAxis()) {
    printer << ":";
    printSubAxis(printer, subAxis);
  }
}

ParseResult weft::parseAxisRefList(AsmParser &parser,
                                   SmallVectorImpl<AxisRefAttr> &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parseAxisRef(parser, axes.emplace_back());
  });
}

void weft::printAxisRefList(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  printer << "[";
  llvm::interleaveComma(axes, printer,
                        [&](AxisRefAttr axis) { printAxisRef(printer, axis); });
  printer << "]";
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  AxisRefAttr axis;
  if (parser.parseLess() || parseAxisRef(parser, axis) || parser.parseGreater())
    return {};
  return axis;
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxisRef(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// DimShardingAttr
//===----------------------------------------------------------------------===//

/// `("a", "b", ?)`, after the opening parenthesis.
static ParseResult parseAxesInParens(AsmParser &parser,
                                     SmallVectorImpl<AxisRefAttr> &axes,
                                     bool &isOpen) {
  do {
    if (succeeded(parser.parseOptionalQuestion())) {
      isOpen = true;
      break; // nothing follows the mark of an open dimension
    }
    if (parseAxisRef(parser, axes.emplace_back()))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseRParen();
}

/// ` p1`, if there is one.
static ParseResult parsePriority(AsmParser &parser,
                                 std::optional<int64_t> &priority) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return success();
  StringRef digits = keyword;
  int64_t value;
  if (!digits.consume_front("p") || digits.getAsInteger(10, value))
    return parser.emitError(loc)
           << "expected a priority such as 'p1', found '" << keyword << "'";
  priority = value;
  return success();
}

ParseResult weft::parseDimSharding(AsmParser &parser, DimShardingAttr &dim) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AxisRefAttr, 4> axes;
  bool isOpen = false;
  std::optional<int64_t> priority;
  if (succeeded(parser.parseOptionalLParen())) {
    if (parseAxesInParens(parser, axes, isOpen))
      return failure();
  } else if (succeeded(parser.parseOptionalQuestion())) {
    isOpen = true;
  } else if (failed(parser.parseOptionalKeyword("_"))) {
    if (parseAxisRef(parser, axes.emplace_back()))
      return failure();
  }
  if (parsePriority(parser, priority))
    return failure();
  dim = parser.getChecked<DimShardingAttr>(
      loc, parser.getContext(), ArrayRef<AxisRefAttr>(axes), isOpen, priority);
  return success(static_cast<bool>(dim));
}

void weft::printDimSharding(AsmPrinter &printer, DimShardingAttr dim) {
  ArrayRef<AxisRefAttr> axes = dim.getAxes();
  auto printOne = [&](AxisRefAttr axis) { printAxisRef(printer, axis); };
  if (axes.empty()) {
    printer << (dim.getIsOpen() ? "?" : "_");
  } else if (axes.size() == 1 && !dim.getIsOpen()) {
    printOne(axes.front());
  } else {
    printer << "(";
    llvm::interleaveComma(axes, printer, printOne);
    printer << (dim.getIsOpen() ? ", ?)" : ")");
  }
  if (dim.getPriority())
    printer << " p" << *dim.getPriority();
}

Attribute DimShardingAttr::parse(AsmParser &parser, Type) {
  DimShardingAttr dim;
  if (parser.parseLess() || parseDimSharding(parser, dim) ||
      parser.parseGreater())
    return {};
  return dim;
}

void DimShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printDimSharding(printer, *this);
  printer << ">";
}

LogicalResult
DimShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        ArrayRef<AxisRefAttr> axes, bool isOpen,
                        std::optional<int64_t> priority) {
  if (!priority)
    return success();
  if (*priority < 0)
    return emitError() << "priority " << *priority << " is negative";
  if (axes.empty() && !isOpen)
    return emitError() << "priority p" << *priority
                       << " on a dimension that is closed and not split has "
                          "no meaning; open it ('?') or drop the priority";
  return success();
}

//===----------------------------------------------------------------------===//
// ShardingAttr
//===----------------------------------------------------------------------===//

ParseResult weft::parseMeshOrRef(AsmParser &parser, Attribute &mesh) {
  if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    mesh = MeshAttr::parse(parser, {});
    return success(static_cast<bool>(mesh));
  }
  StringAttr name;
  if (parser.parseSymbolName(name))
    return failure();
  mesh = FlatSymbolRefAttr::get(name);
  return success();
}

void weft::printMeshOrRef(AsmPrinter &printer, Attribute mesh) {
  if (auto inlineMesh = dyn_cast<MeshAttr>(mesh)) {
    printer << "mesh";
    inlineMesh.print(printer);
  } else {
    printer << mesh;
  }
}

/// `replicated = ["a"]` or `unreduced = max ["b"]`.
static ParseResult parseTrailer(AsmParser &parser,
                                SmallVectorImpl<AxisRefAttr> &replicated,
                                SmallVectorImpl<AxisRefAttr> &unreduced,
                                ReducerKind &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword) || parser.parseEqual())
    return failure();
  if (keyword != "replicated" && keyword != "unreduced")
    return parser.emitError(loc)
           << "expected 'replicated' or 'unreduced', found '" << keyword << "'";
  bool isReplicated = keyword == "replicated";
  SmallVectorImpl<AxisRefAttr> &axes = isReplicated ? replicated : unreduced;
  if (!axes.empty())
    return parser.emitError(loc) << "'" << keyword << "' is written twice";
  ReducerAttr reducer;
  if (!isReplicated && parseReducer(parser, reducer, /*required=*/false))
    return failure();
  if (reducer)
    kind = reducer.getValue();
  return parseAxisRefList(parser, axes);
}

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute mesh;
  SmallVector<DimShardingAttr, 6> dims;
  if (parser.parseLess() || parseMeshOrRef(parser, mesh) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseDimSharding(parser, dims.emplace_back());
      }))
    return {};

  SmallVector<AxisRefAttr, 2> replicated, unreduced;
  ReducerKind kind = ReducerKind::Add;
  while (succeeded(parser.parseOptionalComma()))
    if (parseTrailer(parser, replicated, unreduced, kind))
      return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ShardingAttr>(
      loc, parser.getContext(), mesh, ArrayRef<DimShardingAttr>(dims),
      ArrayRef<AxisRefAttr>(replicated), ArrayRef<AxisRefAttr>(unreduced),
      kind);
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printMeshOrRef(printer, getMesh());
  printer << ", [";
  llvm::interleaveComma(getDims(), printer, [&](DimShardingAttr dim) {
    printDimSharding(printer, dim);
  });
  printer << "]";
  if (!getReplicated().empty()) {
    printer << ", replicated = ";
    printAxisRefList(printer, getReplicated());
  }
  if (!getUnreduced().empty()) {
    printer << ", unreduced = ";
    if (getUnreducedKind() != ReducerKind::Add)
      printer << stringifyReducerKind(getUnreducedKind()) << " ";
    printAxisRefList(printer, getUnreduced());
  }
  printer << ">";
}

LogicalResult ShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Attribute mesh, ArrayRef<DimShardingAttr>,
                                   ArrayRef<AxisRefAttr>, ArrayRef<AxisRefAttr>,
                                   ReducerKind) {
  if (!isa_and_nonnull<FlatSymbolRefAttr, MeshAttr>(mesh))
    return emitError() << "a sharding needs a mesh: a symbol or 'mesh<...>'";
  return success();
}

//===----------------------------------------------------------------------===//
// ShardingsAttr
//===----------------------------------------------------------------------===//

Attribute ShardingsAttr::parse(AsmParser &parser, Type) {
  SmallVector<ShardingAttr> shardings;
  auto parseOne = [&]() -> ParseResult {
    return parser.parseCustomAttributeWithFallback(shardings.emplace_back());
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) ||
      parser.parseGreater())
    return {};
  return ShardingsAttr::get(parser.getContext(), shardings);
}

void ShardingsAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getShardings(), printer, [&](ShardingAttr sharding) {
    sharding.print(printer);
  });
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// Text for diagnostics
//===----------------------------------------------------------------------===//

std::string weft::toString(AxisRefAttr axis) {
  std::string text = "\"" + axis.getName().str() + "\"";
  if (SubAxisAttr subAxis = axis.getSubAxis())
    text += ":(" + std::to_string(subAxis.getPreSize()) + ")" +
            std::to_string(subAxis.getSize());
  return text;
}

std::string weft::toString(DimShardingAttr dim) {
  ArrayRef<AxisRefAttr> axes = dim.getAxes();
  std::string text;
  for (auto [i, axis] : llvm::enumerate(axes))
    text += (i ? ", " : "") + toString(axis);
  if (axes.empty())
    text = dim.getIsOpen() ? "?" : "_";
  else if (dim.getIsOpen())
    text = "(" + text + ", ?)";
  else if (axes.size() > 1)
    text = "(" + text + ")";
  if (dim.getPriority())
    text += " p" + std::to_string(*dim.getPriority());
  return text;
}
