//===- MeshAttrs.cpp - meshes -----------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Sharding/Mesh.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// MeshAxisAttr
//===----------------------------------------------------------------------===//

static ParseResult parseMeshAxis(AsmParser &parser, MeshAxisAttr &axis) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t size;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return failure();
  axis = parser.getChecked<MeshAxisAttr>(loc, parser.getContext(),
                                         StringRef(name), size);
  return success(static_cast<bool>(axis));
}

static void printMeshAxis(AsmPrinter &printer, MeshAxisAttr axis) {
  printer.printString(axis.getName());
  printer << " = " << axis.getSize();
}

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  MeshAxisAttr axis;
  if (parser.parseLess() || parseMeshAxis(parser, axis) ||
      parser.parseGreater())
    return {};
  return axis;
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printMeshAxis(printer, *this);
  printer << ">";
}

LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef name, int64_t size) {
  // A mesh of this axis alone is subject to the same rules.
  if (llvm::Error failure = Mesh::create(MeshAxis{name, size}).takeError())
    return emitError() << llvm::toString(std::move(failure));
  return success();
}

//===----------------------------------------------------------------------===//
// MeshAttr
//===----------------------------------------------------------------------===//

static ParseResult parseDeviceIds(AsmParser &parser,
                                  SmallVectorImpl<int64_t> &deviceIds) {
  return failure(parser.parseEqual() ||
                 parser.parseCommaSeparatedList(
                     AsmParser::Delimiter::Square, [&]() -> ParseResult {
                       return parser.parseInteger(deviceIds.emplace_back());
                     }));
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> deviceIds;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalGreater()))
    return parser.getChecked<MeshAttr>(loc, parser.getContext(), ArrayRef(axes),
                                       ArrayRef(deviceIds));
  do {
    if (succeeded(parser.parseOptionalKeyword("device_ids"))) {
      if (parseDeviceIds(parser, deviceIds))
        return {};
      break; // the order is written last
    }
    if (parseMeshAxis(parser, axes.emplace_back()))
      return {};
  } while (succeeded(parser.parseOptionalComma()));
  if (parser.parseGreater())
    return {};
  return parser.getChecked<MeshAttr>(loc, parser.getContext(), ArrayRef(axes),
                                     ArrayRef(deviceIds));
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getAxes(), printer, [&](MeshAxisAttr axis) {
    printMeshAxis(printer, axis);
  });
  if (!getDeviceIds().empty()) {
    printer << (getAxes().empty() ? "device_ids = [" : ", device_ids = [");
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << "]";
  }
  printer << ">";
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  SmallVector<MeshAxis> values;
  for (MeshAxisAttr axis : axes)
    values.push_back({axis.getName(), axis.getSize()});
  if (llvm::Error failure = Mesh::create(values, deviceIds).takeError())
    return emitError() << llvm::toString(std::move(failure));
  return success();
}

MeshAxisAttr MeshAttr::lookup(StringRef name) const {
  for (MeshAxisAttr axis : getAxes())
    if (axis.getName() == name)
      return axis;
  return {};
}

ArrayRef<int64_t> MeshAttr::dropIdentityOrder(ArrayRef<MeshAxisAttr> axes,
                                              ArrayRef<int64_t> deviceIds) {
  // A single id without axes is a maximal mesh; a wrong number of ids is left
  // for the verifier.
  if (axes.empty())
    return deviceIds;
  int64_t numDevices = 1;
  for (MeshAxisAttr axis : axes)
    if (llvm::MulOverflow(numDevices, axis.getSize(), numDevices))
      return deviceIds;
  if (static_cast<int64_t>(deviceIds.size()) != numDevices)
    return deviceIds;
  for (auto [i, id] : llvm::enumerate(deviceIds))
    if (id != static_cast<int64_t>(i))
      return deviceIds;
  return {};
}
