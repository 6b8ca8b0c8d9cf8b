//===- BooleanConstants.cpp - text of large boolean constants ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR writes constants of more than a hundred elements as the hexadecimal
// bytes they are stored in. MLIR 22 stores eight booleans in a byte; the newer
// MLIR inside jaxlib stores one, and neither reads the other's. A mask is
// common in JAX programs, so both spellings are read here, and `[true, false,
// …]`, which everybody reads, is written. (In the generic form nobody asks the
// op: there `--mlir-print-elementsattrs-with-hex-if-larger=-1` does the same.)
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/AssemblyFormat.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace mlir;

/// Whether `dense<"0x…"> : tensor<…xi1>` comes next. The parser cannot go back,
/// so this looks at the text itself, which always ends in a zero byte.
static bool isBooleanHexNext(OpAsmParser &parser) {
  static constexpr StringLiteral opening = "dense<\"0x";
  const char *text = parser.getCurrentLocation().getPointer();
  if (std::strncmp(text, opening.data(), opening.size()) != 0)
    return false;
  const char *quote = std::strchr(text + opening.size(), '"');
  const char *type = quote ? std::strchr(quote, '<') : nullptr;
  const char *end = type ? std::strchr(type, '>') : nullptr;
  if (!end)
    return false;
  return StringRef(type, end - type).ends_with("xi1");
}

static ParseResult parseBooleanHex(OpAsmParser &parser, ElementsAttr &value) {
  std::string text;
  RankedTensorType type;
  SMLoc loc;
  if (parser.parseKeyword("dense") || parser.parseLess() ||
      parser.getCurrentLocation(&loc) || parser.parseString(&text) ||
      parser.parseGreater() || parser.parseColonType(type))
    return failure();
  std::string bytes;
  StringRef digits = StringRef(text).drop_front(StringRef("0x").size());
  if (!llvm::tryGetFromHex(digits, bytes) || !type.hasStaticShape() ||
      !type.getElementType().isInteger(1))
    return parser.emitError(loc, "expected the hexadecimal bytes of ") << type;
  ArrayRef<char> raw(bytes.data(), bytes.size());
  // The bits of MLIR 22. A tensor has as many bytes as elements in the other
  // spelling, and these agree only where one byte is the whole tensor.
  bool isSplat = false;
  if (DenseElementsAttr::isValidRawBuffer(type, raw, isSplat)) {
    value = DenseElementsAttr::getFromRawBuffer(type, raw);
    return success();
  }
  if (static_cast<uint64_t>(type.getNumElements()) != bytes.size())
    return parser.emitError(loc, "has ")
           << bytes.size() << " bytes, but " << type << " needs "
           << type.getNumElements();
  SmallVector<bool> booleans(
      llvm::map_range(bytes, [](char byte) { return byte != 0; }));
  value = DenseElementsAttr::get(type, booleans);
  return success();
}

ParseResult weft::stablehlo::parseConstantValue(OpAsmParser &parser,
                                                ElementsAttr &value) {
  if (isBooleanHexNext(parser))
    return parseBooleanHex(parser, value);
  return parser.parseAttribute(value);
}

/// Writes nested lists: `next` is moved past the elements of `shape`.
static void printBooleans(OpAsmPrinter &printer, ArrayRef<int64_t> shape,
                          DenseElementsAttr::BoolElementIterator &next) {
  if (shape.empty()) {
    printer << (*next++ ? "true" : "false");
    return;
  }
  printer << '[';
  for (int64_t i = 0; i < shape.front(); ++i) {
    printer << (i == 0 ? "" : ", ");
    printBooleans(printer, shape.drop_front(), next);
  }
  printer << ']';
}

void weft::stablehlo::printConstantValue(OpAsmPrinter &printer,
                                         ElementsAttr value) {
  // As in MLIR: fewer are written as a list anyhow.
  constexpr int64_t largestList = 100;
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || !dense.getElementType().isInteger(1) || dense.isSplat() ||
      dense.getNumElements() <= largestList) {
    printer << value;
    return;
  }
  auto next = dense.value_begin<bool>();
  printer << "dense<";
  printBooleans(printer, dense.getType().getShape(), next);
  printer << "> : " << dense.getType();
}
