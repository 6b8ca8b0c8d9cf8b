//===- DimensionNumbers.cpp - text of dimension numbers ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/DimensionNumbers.h"

#include "weft/Dialect/Stablehlo/IR/ElementTypes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace weft::stablehlo {

FailureOr<SmallVector<int64_t>> parseDimensionList(AsmParser &parser) {
  SmallVector<int64_t> dims;
  auto parseDim = [&] { return parser.parseInteger(dims.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim))
    return failure();
  return dims;
}

void printDimensionList(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer);
  printer << ']';
}

FailureOr<bool> parseBool(AsmParser &parser) {
  if (succeeded(parser.parseOptionalKeyword("true")))
    return true;
  if (succeeded(parser.parseOptionalKeyword("false")))
    return false;
  int64_t value;
  SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult parsed = parser.parseOptionalInteger(value);
  if (!parsed.has_value() || failed(*parsed) || (value != 0 && value != 1))
    return parser.emitError(loc, "expected 'true' or 'false'");
  return value == 1;
}

//===----------------------------------------------------------------------===//
// ConvDimensionNumbersAttr
//===----------------------------------------------------------------------===//

namespace {

/// The dimensions of one of the three tensors of a convolution, with the two
/// letters that stand for the dimensions that are not spatial.
struct ConvSide {
  StringRef firstLetter, secondLetter;
  int64_t first = 0, second = 0;
  SmallVector<int64_t> spatial = {};

  ParseResult parse(AsmParser &parser);
  /// The words of `[b, 0, 1, f]`, or nothing when some dimension has no role
  /// or two of them.
  std::optional<SmallVector<std::string>> getWords() const;
};

} // namespace

ParseResult ConvSide::parse(AsmParser &parser) {
  // Role of each dimension: a spatial number, or -1 and -2 for the letters.
  SmallVector<int64_t> roles;
  SMLoc loc = parser.getCurrentLocation();
  auto parseRole = [&]() -> ParseResult {
    int64_t number;
    SMLoc roleLoc = parser.getCurrentLocation();
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value()) {
      if (failed(*parsed))
        return failure();
      if (number < 0)
        return parser.emitError(roleLoc, "spatial dimension ")
               << number << " is negative";
      roles.push_back(number);
      return success();
    }
    if (succeeded(parser.parseOptionalKeyword(firstLetter)))
      roles.push_back(-1);
    else if (succeeded(parser.parseOptionalKeyword(secondLetter)))
      roles.push_back(-2);
    else
      return parser.emitError(roleLoc, "expected '")
             << firstLetter << "', '" << secondLetter
             << "' or the number of a spatial dimension";
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRole))
    return failure();

  auto positionOf = [&](int64_t role) -> int64_t {
    return llvm::count(roles, role) == 1
               ? std::distance(roles.begin(), llvm::find(roles, role))
               : -1;
  };
  first = positionOf(-1);
  second = positionOf(-2);
  if (first < 0 || second < 0)
    return parser.emitError(loc, "expected '")
           << firstLetter << "' and '" << secondLetter << "' once each";
  for (int64_t number = 0; number + 2 < static_cast<int64_t>(roles.size());
       ++number) {
    int64_t position = positionOf(number);
    if (position < 0)
      return parser.emitError(loc, "expected spatial dimension ")
             << number << " once";
    spatial.push_back(position);
  }
  return success();
}

std::optional<SmallVector<std::string>> ConvSide::getWords() const {
  SmallVector<std::string> words(spatial.size() + 2);
  auto assign = [&](int64_t dim, const Twine &word) {
    if (dim < 0 || dim >= static_cast<int64_t>(words.size()) ||
        !words[dim].empty())
      return false;
    words[dim] = word.str();
    return true;
  };
  if (!assign(first, firstLetter) || !assign(second, secondLetter))
    return std::nullopt;
  for (auto [number, dim] : llvm::enumerate(spatial))
    if (!assign(dim, Twine(number)))
      return std::nullopt;
  return words;
}

/// `input_batch_dimension = 0, …` in any order; what is left out is 0 or empty.
static ParseResult parseRawConv(AsmParser &parser, ConvSide &input,
                                ConvSide &kernel, ConvSide &output) {
  struct Field {
    StringRef name;
    int64_t *single;
    SmallVector<int64_t> *list;
    bool seen = false;
  };
  Field fields[] = {
      {"input_batch_dimension", &input.first, nullptr},
      {"input_feature_dimension", &input.second, nullptr},
      {"input_spatial_dimensions", nullptr, &input.spatial},
      {"kernel_input_feature_dimension", &kernel.first, nullptr},
      {"kernel_output_feature_dimension", &kernel.second, nullptr},
      {"kernel_spatial_dimensions", nullptr, &kernel.spatial},
      {"output_batch_dimension", &output.first, nullptr},
      {"output_feature_dimension", &output.second, nullptr},
      {"output_spatial_dimensions", nullptr, &output.spatial}};
  auto parseField = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    Field *field = llvm::find_if(
        fields, [&](const Field &entry) { return entry.name == name; });
    if (field == std::end(fields))
      return parser.emitError(loc, "unknown field '") << name << "'";
    if (std::exchange(field->seen, true))
      return parser.emitError(loc, "field '") << name << "' appears twice";
    if (parser.parseEqual())
      return failure();
    if (field->single)
      return parser.parseInteger(*field->single);
    FailureOr<SmallVector<int64_t>> list = parseDimensionList(parser);
    if (failed(list))
      return failure();
    *field->list = std::move(*list);
    return success();
  };
  return parser.parseCommaSeparatedList(parseField);
}

static ConvDimensionNumbersAttr getConvDimensions(MLIRContext *context,
                                                  const ConvSide &input,
                                                  const ConvSide &kernel,
                                                  const ConvSide &output) {
  return ConvDimensionNumbersAttr::get(
      context, input.first, input.second, input.spatial, kernel.first,
      kernel.second, kernel.spatial, output.first, output.second,
      output.spatial);
}

ParseResult parseConvDimensions(AsmParser &parser,
                                ConvDimensionNumbersAttr &dims) {
  ConvSide input{"b", "f"}, kernel{"i", "o"}, output{"b", "f"};
  if (input.parse(parser) || parser.parseKeyword("x") || kernel.parse(parser) ||
      parser.parseArrow() || output.parse(parser))
    return failure();
  dims = getConvDimensions(parser.getContext(), input, kernel, output);
  return success();
}

void printConvDimensions(AsmPrinter &printer, ConvDimensionNumbersAttr dims) {
  ConvSide sides[] = {{"b", "f", dims.getInputBatchDimension(),
                       dims.getInputFeatureDimension(),
                       llvm::to_vector(dims.getInputSpatialDimensions())},
                      {"i", "o", dims.getKernelInputFeatureDimension(),
                       dims.getKernelOutputFeatureDimension(),
                       llvm::to_vector(dims.getKernelSpatialDimensions())},
                      {"b", "f", dims.getOutputBatchDimension(),
                       dims.getOutputFeatureDimension(),
                       llvm::to_vector(dims.getOutputSpatialDimensions())}};
  auto input = sides[0].getWords(), kernel = sides[1].getWords(),
       output = sides[2].getWords();
  if (input && kernel && output) {
    printer << '[' << llvm::join(*input, ", ") << "]x["
            << llvm::join(*kernel, ", ") << "]->[" << llvm::join(*output, ", ")
            << ']';
    return;
  }
  static constexpr StringLiteral names[][3] = {
      {"input_batch_dimension", "input_feature_dimension",
       "input_spatial_dimensions"},
      {"kernel_input_feature_dimension", "kernel_output_feature_dimension",
       "kernel_spatial_dimensions"},
      {"output_batch_dimension", "output_feature_dimension",
       "output_spatial_dimensions"}};
  printer << "raw ";
  llvm::interleaveComma(llvm::zip(names, sides), printer, [&](auto entry) {
    const auto &[name, side] = entry;
    printer << name[0] << " = " << side.first << ", " << name[1] << " = "
            << side.second << ", " << name[2] << " = ";
    printDimensionList(printer, side.spatial);
  });
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr dims;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    ConvSide input{"b", "f"}, kernel{"i", "o"}, output{"b", "f"};
    if (parseRawConv(parser, input, kernel, output))
      return {};
    dims = getConvDimensions(parser.getContext(), input, kernel, output);
  } else if (parseConvDimensions(parser, dims)) {
    return {};
  }
  if (parser.parseGreater())
    return {};
  return dims;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvDimensions(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// DotAlgorithmAttr
//===----------------------------------------------------------------------===//

LogicalResult DotAlgorithmAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Type lhsPrecisionType,
    Type rhsPrecisionType, Type accumulationType, int64_t lhsComponentCount,
    int64_t rhsComponentCount, int64_t numPrimitiveOperations, bool) {
  for (auto [what, type] : {std::pair("lhs_precision_type", lhsPrecisionType),
                            std::pair("rhs_precision_type", rhsPrecisionType),
                            std::pair("accumulation_type", accumulationType)})
    if (!isa<FloatType>(type) && !isIntType(type))
      return emitError() << what << " is " << type
                         << "; it must be a float or integer type";
  for (auto [what, count] :
       {std::pair("lhs_component_count", lhsComponentCount),
        std::pair("rhs_component_count", rhsComponentCount),
        std::pair("num_primitive_operations", numPrimitiveOperations)})
    if (count <= 0)
      return emitError() << what << " is " << count << "; it must be positive";
  return success();
}

} // namespace weft::stablehlo
