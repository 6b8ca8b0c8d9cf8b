//===- ShardingAttrs.cpp - meshes, axes and shardings -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

#include "weft/Sharding/Mesh.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft::sdy;

/// Turns an error about values into a diagnostic about their attribute.
static LogicalResult reportError(llvm::Error error,
                                 function_ref<InFlightDiagnostic()> emitError) {
  if (!error)
    return success();
  return emitError() << llvm::toString(std::move(error));
}

//===----------------------------------------------------------------------===//
// MeshAxisAttr
//===----------------------------------------------------------------------===//

static ParseResult parseMeshAxis(AsmParser &parser, MeshAxisAttr &axis) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t size = 0;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return failure();
  axis = parser.getChecked<MeshAxisAttr>(loc, parser.getContext(),
                                         StringRef(name), size);
  return success(static_cast<bool>(axis));
}

static void printMeshAxis(AsmPrinter &printer, MeshAxisAttr axis) {
  printer.printString(axis.getName());
  printer << "=" << axis.getSize();
}

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  MeshAxisAttr axis;
  (void)parseMeshAxis(parser, axis);
  return axis;
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printMeshAxis(printer, *this);
}

LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef name, int64_t size) {
  weft::MeshAxis axis{name, size};
  return reportError(weft::Mesh::create(axis).takeError(), emitError);
}

//===----------------------------------------------------------------------===//
// MeshAttr
//===----------------------------------------------------------------------===//

/// The identity order says nothing, so it has no attribute of its own. A single
/// id without axes is a maximal mesh, not an order.
static bool isIdentityOrder(ArrayRef<MeshAxisAttr> axes,
                            ArrayRef<int64_t> deviceIds) {
  if (axes.empty())
    return false;
  for (auto [i, id] : llvm::enumerate(deviceIds))
    if (id != static_cast<int64_t>(i))
      return false;
  int64_t numDevices = 1;
  for (MeshAxisAttr axis : axes)
    if (llvm::MulOverflow(numDevices, axis.getSize(), numDevices))
      return false;
  return numDevices == static_cast<int64_t>(deviceIds.size());
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> deviceIds;
  if (parser.parseLess() ||
      parseList(parser, Delimiter::Square, axes, parseMeshAxis))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("device_ids") || parser.parseEqual())
      return {};
    SMLoc idsLoc = parser.getCurrentLocation();
    if (parseList(parser, Delimiter::Square, deviceIds,
                  [](AsmParser &parser, int64_t &id) {
                    return parser.parseInteger(id);
                  }))
      return {};
    if (deviceIds.empty()) {
      parser.emitError(idsLoc, "device_ids is empty; leave it out instead");
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  if (isIdentityOrder(axes, deviceIds))
    deviceIds.clear();
  return parser.getChecked<MeshAttr>(loc, parser.getContext(), ArrayRef(axes),
                                     ArrayRef(deviceIds));
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printList(printer, '[', getAxes(), ']', printMeshAxis);
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << "]";
  }
  printer << ">";
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  SmallVector<weft::MeshAxis, 4> values;
  for (MeshAxisAttr axis : axes)
    values.push_back({axis.getName(), axis.getSize()});
  return reportError(weft::Mesh::create(values, deviceIds).takeError(),
                     emitError);
}

//===----------------------------------------------------------------------===//
// SubAxisInfoAttr and AxisRefAttr
//===----------------------------------------------------------------------===//

Attribute SubAxisInfoAttr::parse(AsmParser &parser, Type) {
  int64_t preSize = 0, size = 0;
  if (parser.parseLParen() || parser.parseInteger(preSize) ||
      parser.parseRParen() || parser.parseInteger(size))
    return {};
  return SubAxisInfoAttr::get(parser.getContext(), preSize, size);
}

void SubAxisInfoAttr::print(AsmPrinter &printer) const {
  printer << "(" << getPreSize() << ")" << getSize();
}

ParseResult weft::sdy::parseAxisRef(AsmParser &parser, AxisRefAttr &axis) {
  std::string name;
  if (parser.parseString(&name))
    return failure();
  SubAxisInfoAttr subAxis;
  if (succeeded(parser.parseOptionalColon())) {
    subAxis =
        cast_if_present<SubAxisInfoAttr>(SubAxisInfoAttr::parse(parser, {}));
    if (!subAxis)
      return failure();
  }
  axis = AxisRefAttr::get(parser.getContext(), name, subAxis);
  return success();
}

void weft::sdy::printAxisRef(AsmPrinter &printer, AxisRefAttr axis) {
  printer.printString(axis.getName());
  if (SubAxisInfoAttr subAxis = axis.getSubAxisInfo()) {
    printer << ":";
    subAxis.print(printer);
  }
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  AxisRefAttr axis;
  (void)parseAxisRef(parser, axis);
  return axis;
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printAxisRef(printer, *this);
}

//===----------------------------------------------------------------------===//
// Lists of axes
//===----------------------------------------------------------------------===//

ParseResult weft::sdy::parseAxisRefs(AsmParser &parser,
                                     SmallVectorImpl<AxisRefAttr> &axes) {
  return parseList(parser, Delimiter::Braces, axes, parseAxisRef);
}

void weft::sdy::printAxisRefs(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  printList(printer, '{', axes, '}', printAxisRef);
}

static ParseResult parseAxisRefListAttr(AsmParser &parser,
                                        AxisRefListAttr &list) {
  SmallVector<AxisRefAttr, 4> axes;
  if (parseAxisRefs(parser, axes))
    return failure();
  list = AxisRefListAttr::get(parser.getContext(), axes);
  return success();
}

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  AxisRefListAttr list;
  (void)parseAxisRefListAttr(parser, list);
  return list;
}

void AxisRefListAttr::print(AsmPrinter &printer) const {
  printAxisRefs(printer, getValue());
}

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefListAttr> lists;
  if (parseList(parser, Delimiter::Square, lists, parseAxisRefListAttr))
    return {};
  return ListOfAxisRefListsAttr::get(parser.getContext(), lists);
}

void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const {
  printList(
      printer, '[', getValue(), ']',
      [](AsmPrinter &printer, AxisRefListAttr list) { list.print(printer); });
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> axes;
  if (parseList(parser, Delimiter::Braces, axes,
                [](AsmParser &parser, StringAttr &axis) {
                  std::string name;
                  if (parser.parseString(&name))
                    return failure();
                  axis = StringAttr::get(parser.getContext(), name);
                  return success();
                }))
    return {};
  return ManualAxesAttr::get(parser.getContext(), axes);
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printList(printer, '{', getValue(), '}',
            [](AsmPrinter &printer, StringAttr axis) {
              printer.printString(axis.getValue());
            });
}

//===----------------------------------------------------------------------===//
// DimensionShardingAttr
//===----------------------------------------------------------------------===//

/// `p2`, if a word is next.
static ParseResult parseOptionalPriority(AsmParser &parser,
                                         std::optional<int64_t> &priority) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  StringRef digits = word;
  int64_t value;
  if (!digits.consume_front("p") || digits.getAsInteger(10, value) || value < 0)
    return parser.emitError(loc)
           << "expected a priority such as 'p1', found '" << word << "'";
  if (digits.size() > 1 && digits.front() == '0')
    return parser.emitError(loc)
           << "priority '" << word << "' begins with a zero; write 'p" << value
           << "'";
  priority = value;
  return success();
}

static ParseResult parseDimSharding(AsmParser &parser,
                                    DimensionShardingAttr &dim) {
  SmallVector<AxisRefAttr, 4> axes;
  bool isClosed = true;
  auto parseAxisOrMark = [&]() -> ParseResult {
    if (!isClosed)
      return parser.emitError(parser.getCurrentLocation(),
                              "nothing may follow '?' in a dimension");
    if (succeeded(parser.parseOptionalQuestion())) {
      isClosed = false;
      return success();
    }
    return parseAxisRef(parser, axes.emplace_back());
  };
  std::optional<int64_t> priority;
  if (parser.parseCommaSeparatedList(Delimiter::Braces, parseAxisOrMark) ||
      parseOptionalPriority(parser, priority))
    return failure();
  dim =
      DimensionShardingAttr::get(parser.getContext(), axes, isClosed, priority);
  return success();
}

static void printDimSharding(AsmPrinter &printer, DimensionShardingAttr dim) {
  printer << "{";
  llvm::interleaveComma(dim.getAxes(), printer,
                        [&](AxisRefAttr axis) { printAxisRef(printer, axis); });
  if (!dim.getIsClosed())
    printer << (dim.getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (dim.getPriority())
    printer << "p" << *dim.getPriority();
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  DimensionShardingAttr dim;
  (void)parseDimSharding(parser, dim);
  return dim;
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printDimSharding(printer, *this);
}

//===----------------------------------------------------------------------===//
// TensorShardingAttr
//===----------------------------------------------------------------------===//

OptionalParseResult weft::sdy::parseOptionalReduction(AsmParser &parser,
                                                      ReductionKind &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return std::nullopt;
  std::optional<ReductionKind> known = symbolizeReductionKind(word);
  if (!known)
    return ParseResult(parser.emitError(loc)
                       << "unknown reduction '" << word
                       << "'; the reductions are sum, max and min");
  kind = *known;
  return success();
}

static ParseResult parseMeshOrRef(AsmParser &parser, Attribute &mesh) {
  if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    mesh = MeshAttr::parse(parser, {});
    return success(static_cast<bool>(mesh));
  }
  StringAttr name;
  if (failed(parser.parseOptionalSymbolName(name)))
    return parser.emitError(parser.getCurrentLocation(),
                            "expected a mesh: '@name' or 'mesh<[...]>'");
  mesh = FlatSymbolRefAttr::get(name);
  return success();
}

namespace {
/// The two lists that may follow the dimensions, in either order.
struct Trailers {
  SmallVector<AxisRefAttr, 2> replicated, unreduced;
  ReductionKind kind = ReductionKind::Sum;

  ParseResult parse(AsmParser &parser) {
    while (succeeded(parser.parseOptionalComma()))
      if (parseOne(parser))
        return failure();
    return success();
  }

private:
  ParseResult parseOne(AsmParser &parser) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (failed(parser.parseOptionalKeyword(&word)))
      return parser.emitError(loc, "expected 'replicated' or 'unreduced'");
    bool isUnreduced = word == "unreduced";
    if (!isUnreduced && word != "replicated")
      return parser.emitError(loc)
             << "expected 'replicated' or 'unreduced', found '" << word << "'";
    SmallVectorImpl<AxisRefAttr> &axes = isUnreduced ? unreduced : replicated;
    if (!axes.empty())
      return parser.emitError(loc) << "'" << word << "' is written twice";
    // Shardy's own reader takes `unreduced{...}` too.
    if (failed(parser.parseOptionalEqual()) && !isUnreduced)
      return parser.emitError(parser.getCurrentLocation(), "expected '='");
    if (isUnreduced) {
      OptionalParseResult result = parseOptionalReduction(parser, kind);
      if (result.has_value() && failed(*result))
        return failure();
    }
    SMLoc listLoc = parser.getCurrentLocation();
    if (parseAxisRefs(parser, axes))
      return failure();
    if (axes.empty())
      return parser.emitError(listLoc)
             << "the list of " << word
             << " axes is empty; leave it out instead";
    return success();
  }
};
} // namespace

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute mesh;
  SmallVector<DimensionShardingAttr, 6> dims;
  Trailers trailers;
  if (parser.parseLess() || parseMeshOrRef(parser, mesh) ||
      parser.parseComma() ||
      parseList(parser, Delimiter::Square, dims, parseDimSharding) ||
      trailers.parse(parser) || parser.parseGreater())
    return {};
  return parser.getChecked<TensorShardingAttr>(
      loc, parser.getContext(), mesh, ArrayRef<DimensionShardingAttr>(dims),
      ArrayRef<AxisRefAttr>(trailers.replicated),
      ArrayRef<AxisRefAttr>(trailers.unreduced), trailers.kind);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer << getMeshOrRef();
  }
  printer << ", ";
  printList(printer, '[', getDimShardings(), ']', printDimSharding);
  if (!getReplicatedAxes().empty()) {
    printer << ", replicated=";
    printAxisRefs(printer, getReplicatedAxes());
  }
  if (!getUnreducedAxes().empty()) {
    printer << ", unreduced=";
    if (getReductionKind() != ReductionKind::Sum)
      printer << stringifyReductionKind(getReductionKind());
    printAxisRefs(printer, getUnreducedAxes());
  }
  printer << ">";
}

LogicalResult
TensorShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           Attribute mesh, ArrayRef<DimensionShardingAttr>,
                           ArrayRef<AxisRefAttr>, ArrayRef<AxisRefAttr>,
                           ReductionKind) {
  if (!isa_and_nonnull<FlatSymbolRefAttr, MeshAttr>(mesh))
    return emitError() << "a sharding needs a mesh: '@name' or 'mesh<[...]>'";
  return success();
}

//===----------------------------------------------------------------------===//
// TensorShardingPerValueAttr
//===----------------------------------------------------------------------===//

ParseResult
weft::sdy::parseShardings(AsmParser &parser,
                          SmallVectorImpl<TensorShardingAttr> &shardings) {
  return parseList(parser, Delimiter::Square, shardings,
                   [](AsmParser &parser, TensorShardingAttr &sharding) {
                     return parser.parseCustomAttributeWithFallback(sharding);
                   });
}

void weft::sdy::printShardings(AsmPrinter &printer,
                               ArrayRef<TensorShardingAttr> shardings) {
  printList(printer, '[', shardings, ']',
            [](AsmPrinter &printer, TensorShardingAttr sharding) {
              sharding.print(printer);
            });
}

Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorShardingAttr> shardings;
  if (parser.parseLess() || parseShardings(parser, shardings) ||
      parser.parseGreater())
    return {};
  return TensorShardingPerValueAttr::get(parser.getContext(), shardings);
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printShardings(printer, getShardings());
  printer << ">";
}
