//===- OpSyntax.cpp - pieces of syntax that ops share -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/OpSyntax.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

ParseResult weft::parseMeshAxes(OpAsmParser &parser, Attribute &mesh,
                                AxesAttr &axes) {
  StringAttr symbol;
  if (succeeded(parser.parseOptionalSymbolName(symbol))) {
    mesh = FlatSymbolRefAttr::get(symbol);
  } else if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    mesh = MeshAttr::parse(parser, {});
    if (!mesh)
      return failure();
  }
  SmallVector<AxisRefAttr> list;
  if (parseAxisRefList(parser, list))
    return failure();
  axes = AxesAttr::get(parser.getContext(), list);
  return success();
}

void weft::printMeshAxes(OpAsmPrinter &printer, Operation *, Attribute mesh,
                         AxesAttr axes) {
  if (mesh) {
    printMeshOrRef(printer, mesh);
    printer << " ";
  }
  printAxisRefList(printer, axes.getAxes());
}

ParseResult weft::parseShardingList(OpAsmParser &parser,
                                    ShardingsAttr &shardings) {
  SmallVector<ShardingAttr> list;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseCustomAttributeWithFallback(list.emplace_back());
      }))
    return failure();
  shardings = ShardingsAttr::get(parser.getContext(), list);
  return success();
}

void weft::printShardingList(OpAsmPrinter &printer, Operation *,
                             ShardingsAttr shardings) {
  printer << "[";
  llvm::interleaveComma(shardings, printer, [&](ShardingAttr sharding) {
    sharding.print(printer);
  });
  printer << "]";
}

ParseResult weft::parseRegionWithArguments(OpAsmParser &parser,
                                           Region &region) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(
      parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren,
                               /*allowType=*/true, /*allowAttrs=*/false) ||
      parser.parseRegion(region, arguments));
}

void weft::printRegionWithArguments(OpAsmPrinter &printer, Operation *,
                                    Region &region) {
  printer << "(";
  llvm::interleaveComma(
      region.getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(region, /*printEntryBlockArgs=*/false);
}
