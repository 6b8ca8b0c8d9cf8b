//===- ChloDialect.cpp - chlo dialect --------------------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Chlo/IR/ChloDialect.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::chlo;

#include "weft/Dialect/Chlo/IR/ChloDialect.cpp.inc"
#include "weft/Dialect/Chlo/IR/ChloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Chlo/IR/ChloAttrs.cpp.inc"

void ChloDialect::initialize() {
  addAttributes();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Chlo/IR/ChloOps.cpp.inc"
      >();
}

void ChloDialect::addAttributes() {
  Dialect::addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Chlo/IR/ChloAttrs.cpp.inc"
      >();
}

Operation *ChloDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}

//===----------------------------------------------------------------------===//
// RaggedDotDimensionNumbersAttr
//===----------------------------------------------------------------------===//

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  // In the order of the parameters; any order is read.
  StringRef names[] = {
      "lhs_batching_dimensions",    "rhs_batching_dimensions",
      "lhs_contracting_dimensions", "rhs_contracting_dimensions",
      "lhs_ragged_dimensions",      "rhs_group_dimensions"};
  std::optional<SmallVector<int64_t>> lists[std::size(names)];
  auto parseList = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    size_t index = llvm::find(names, name) - std::begin(names);
    if (index == std::size(names))
      return parser.emitError(loc, "unknown list of dimensions ") << name;
    if (lists[index])
      return parser.emitError(loc) << name << " is given twice";
    lists[index].emplace();
    return parser.parseCommaSeparatedList(
        AsmParser::Delimiter::Square, [&]() -> ParseResult {
          return parser.parseInteger(lists[index]->emplace_back());
        });
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseList))
    return {};
  for (std::optional<SmallVector<int64_t>> &list : lists)
    if (!list)
      list.emplace();
  return get(parser.getContext(), *lists[0], *lists[1], *lists[2], *lists[3],
             *lists[4], *lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StringRef separator = "";
  auto printList = [&](StringRef name, ArrayRef<int64_t> dims) {
    if (dims.empty())
      return;
    printer << separator << name << " = [";
    llvm::interleaveComma(dims, printer);
    printer << ']';
    separator = ", ";
  };
  printer << '<';
  printList("lhs_batching_dimensions", getLhsBatchingDimensions());
  printList("rhs_batching_dimensions", getRhsBatchingDimensions());
  printList("lhs_contracting_dimensions", getLhsContractingDimensions());
  printList("rhs_contracting_dimensions", getRhsContractingDimensions());
  printList("lhs_ragged_dimensions", getLhsRaggedDimensions());
  printList("rhs_group_dimensions", getRhsGroupDimensions());
  printer << '>';
}
