//===- ContractionFormat.cpp - text of products and convolutions -*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ContractionFormat.h"

#include "weft/Dialect/Stablehlo/IR/DimensionNumbers.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> values;
  auto parseValue = [&]() -> ParseResult {
    StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Precision> value = symbolizePrecision(word);
    if (!value)
      return parser.emitError(loc, "precision '")
             << word << "' is not DEFAULT, HIGH or HIGHEST";
    values.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseValue))
    return failure();
  precision = parser.getBuilder().getArrayAttr(values);
  return success();
}

void printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                          ArrayAttr precision) {
  printer << '[';
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr value) {
                          printer << stringifyPrecision(value.getValue());
                        });
  printer << ']';
}

/// `[0, 1] x [0, 2]`
static ParseResult parseDimPair(OpAsmParser &parser, SmallVector<int64_t> &lhs,
                                SmallVector<int64_t> &rhs) {
  FailureOr<SmallVector<int64_t>> left = parseDimensionList(parser);
  if (failed(left) || parser.parseKeyword("x"))
    return failure();
  FailureOr<SmallVector<int64_t>> right = parseDimensionList(parser);
  if (failed(right))
    return failure();
  lhs = std::move(*left);
  rhs = std::move(*right);
  return success();
}

static void printDimPair(OpAsmPrinter &printer, ArrayRef<int64_t> lhs,
                         ArrayRef<int64_t> rhs) {
  printDimensionList(printer, lhs);
  printer << " x ";
  printDimensionList(printer, rhs);
}

ParseResult parseDotParameters(OpAsmParser &parser,
                               DotDimensionNumbersAttr &dims,
                               ArrayAttr &precision,
                               DotAlgorithmAttr &algorithm) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parser.parseEqual() || parseDimPair(parser, lhsBatching, rhsBatching) ||
        parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") || parser.parseEqual() ||
      parseDimPair(parser, lhsContracting, rhsContracting))
    return failure();
  dims =
      DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching,
                                   rhsBatching, lhsContracting, rhsContracting);

  bool hasMore = succeeded(parser.parseOptionalComma());
  if (hasMore && succeeded(parser.parseOptionalKeyword("precision"))) {
    if (parser.parseEqual() || parsePrecisionConfig(parser, precision))
      return failure();
    hasMore = succeeded(parser.parseOptionalComma());
  }
  if (!hasMore)
    return success();
  return failure(parser.parseKeyword("algorithm") || parser.parseEqual() ||
                 parser.parseCustomAttributeWithFallback(algorithm));
}

void printDotParameters(OpAsmPrinter &printer, Operation *op,
                        DotDimensionNumbersAttr dims, ArrayAttr precision,
                        DotAlgorithmAttr algorithm) {
  if (!dims.getLhsBatchingDimensions().empty() ||
      !dims.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    printDimPair(printer, dims.getLhsBatchingDimensions(),
                 dims.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printDimPair(printer, dims.getLhsContractingDimensions(),
               dims.getRhsContractingDimensions());
  if (precision) {
    printer << ", precision = ";
    printPrecisionConfig(printer, op, precision);
  }
  if (algorithm) {
    printer << ", algorithm = ";
    printer.printStrippedAttrOrType(algorithm);
  }
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

ParseResult parseConvolutionDimensions(OpAsmParser &parser,
                                       ConvDimensionNumbersAttr &dims) {
  return parseConvDimensions(parser, dims);
}

void printConvolutionDimensions(OpAsmPrinter &printer, Operation *,
                                ConvDimensionNumbersAttr dims) {
  printConvDimensions(printer, dims);
}

/// `[[1, 1], [0, 2]]`
static ParseResult parseWindowPadding(OpAsmParser &parser,
                                      DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  int64_t numPairs = 0;
  auto parsePair = [&]() -> ParseResult {
    ++numPairs;
    return failure(
        parser.parseLSquare() || parser.parseInteger(values.emplace_back()) ||
        parser.parseComma() || parser.parseInteger(values.emplace_back()) ||
        parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type =
      RankedTensorType::get({numPairs, 2}, parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

static ParseResult parseReversal(OpAsmParser &parser,
                                 DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseValue = [&]() -> ParseResult {
    FailureOr<bool> value = parseBool(parser);
    if (failed(value))
      return failure();
    values.push_back(*value);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseValue))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult parseWindowAttributes(OpAsmParser &parser,
                                  DenseI64ArrayAttr &strides,
                                  DenseIntElementsAttr &padding,
                                  DenseI64ArrayAttr &lhsDilation,
                                  DenseI64ArrayAttr &rhsDilation,
                                  DenseBoolArrayAttr &reversal) {
  auto parseList = [&](DenseI64ArrayAttr &attr) -> ParseResult {
    FailureOr<SmallVector<int64_t>> list = parseDimensionList(parser);
    if (failed(list))
      return failure();
    attr = parser.getBuilder().getDenseI64ArrayAttr(*list);
    return success();
  };
  auto parseEntry = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    auto parseOnce = [&](auto &attr, auto parseValue) -> ParseResult {
      if (attr)
        return parser.emitError(loc, "window attribute '")
               << name << "' appears twice";
      return failure(parser.parseEqual() || parseValue(attr));
    };
    if (name == "stride")
      return parseOnce(strides, parseList);
    if (name == "lhs_dilate")
      return parseOnce(lhsDilation, parseList);
    if (name == "rhs_dilate")
      return parseOnce(rhsDilation, parseList);
    if (name == "pad")
      return parseOnce(padding, [&](DenseIntElementsAttr &attr) {
        return parseWindowPadding(parser, attr);
      });
    if (name == "reverse")
      return parseOnce(reversal, [&](DenseBoolArrayAttr &attr) {
        return parseReversal(parser, attr);
      });
    return parser.emitError(loc, "window attribute '")
           << name << "' is not stride, pad, lhs_dilate, rhs_dilate or reverse";
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                        parseEntry);
}

void printWindowAttributes(OpAsmPrinter &printer, Operation *,
                           DenseI64ArrayAttr strides,
                           DenseIntElementsAttr padding,
                           DenseI64ArrayAttr lhsDilation,
                           DenseI64ArrayAttr rhsDilation,
                           DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto printName = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printList = [&](StringRef name, DenseI64ArrayAttr list) {
    if (!list)
      return;
    printName(name);
    printDimensionList(printer, list.asArrayRef());
  };
  printer << '{';
  printList("stride", strides);
  if (padding) {
    printName("pad");
    SmallVector<int64_t> values(padding.getValues<int64_t>());
    printer << '[';
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      printer << (i ? ", [" : "[") << values[i] << ", " << values[i + 1] << ']';
    printer << ']';
  }
  printList("lhs_dilate", lhsDilation);
  printList("rhs_dilate", rhsDilation);
  if (reversal) {
    printName("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool value) {
      printer << (value ? "true" : "false");
    });
    printer << ']';
  }
  printer << '}';
}

} // namespace weft::stablehlo
