//===- RuleAttrs.cpp - sharding rules ---------------------------*- C++ -*-===//
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
// Factor names
//===----------------------------------------------------------------------===//

/// Factors 0 to 17 are called i to z; the next ones z_1, z_2, ...
static constexpr int64_t kLastLetter = 'z' - 'i';

std::string weft::sdy::getFactorName(int64_t factor) {
  if (factor <= kLastLetter)
    return std::string(1, static_cast<char>('i' + factor));
  return "z_" + std::to_string(factor - kLastLetter);
}

static void printFactor(AsmPrinter &printer, int64_t factor) {
  printer << getFactorName(factor);
}

/// Takes one factor name off the front of `names`.
static ParseResult consumeFactor(AsmParser &parser, SMLoc loc, StringRef &names,
                                 int64_t &factor) {
  char letter = names.front();
  if (letter < 'i' || letter > 'z')
    return parser.emitError(loc)
           << "'" << Twine(letter)
           << "' is not the name of a factor; factors are i to z, then z_1, "
              "z_2, ...";
  names = names.drop_front();
  factor = letter - 'i';
  if (letter != 'z' || !names.consume_front("_"))
    return success();
  StringRef digits = names.take_while(llvm::isDigit);
  names = names.drop_front(digits.size());
  int64_t number = 0;
  if (digits.empty() || digits.front() == '0' ||
      digits.getAsInteger(10, number) ||
      number > std::numeric_limits<int32_t>::max())
    return parser.emitError(loc) << "expected a number from 1 to "
                                 << std::numeric_limits<int32_t>::max()
                                 << " after 'z_', found '" << digits << "'";
  factor = kLastLetter + number;
  return success();
}

/// A single factor, as in `reduction={k}`.
static ParseResult parseFactor(AsmParser &parser, int64_t &factor) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (failed(parser.parseOptionalKeyword(&name)))
    return parser.emitError(loc, "expected the name of a factor");
  StringRef rest = name;
  if (consumeFactor(parser, loc, rest, factor))
    return failure();
  if (!rest.empty())
    return parser.emitError(loc)
           << "expected one factor, found '" << name << "'";
  return success();
}

//===----------------------------------------------------------------------===//
// DimMappingAttr and TensorMappingAttr
//===----------------------------------------------------------------------===//

/// `i`, or a run of names such as `jkz_1`.
static ParseResult parseDimMapping(AsmParser &parser, DimMappingAttr &dim) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef names;
  if (failed(parser.parseOptionalKeyword(&names)))
    return parser.emitError(loc, "expected the factors of a dimension");
  SmallVector<int64_t, 2> factors;
  while (!names.empty())
    if (consumeFactor(parser, loc, names, factors.emplace_back()))
      return failure();
  dim = DimMappingAttr::get(parser.getContext(), factors);
  return success();
}

static void printDimMapping(AsmPrinter &printer, DimMappingAttr dim) {
  for (int64_t factor : dim.getFactorIndices())
    printFactor(printer, factor);
}

Attribute DimMappingAttr::parse(AsmParser &parser, Type) {
  DimMappingAttr dim;
  (void)parseDimMapping(parser, dim);
  return dim;
}

void DimMappingAttr::print(AsmPrinter &printer) const {
  printer << " "; // keeps the names apart from the mnemonic
  printDimMapping(printer, *this);
}

static ParseResult parseTensorMapping(AsmParser &parser,
                                      TensorMappingAttr &tensor) {
  SmallVector<DimMappingAttr, 4> dims;
  if (parseList(parser, Delimiter::Square, dims, parseDimMapping))
    return failure();
  tensor = TensorMappingAttr::get(parser.getContext(), dims);
  return success();
}

static void printTensorMapping(AsmPrinter &printer, TensorMappingAttr tensor) {
  printList(printer, '[', tensor.getDimMappings(), ']', printDimMapping);
}

Attribute TensorMappingAttr::parse(AsmParser &parser, Type) {
  TensorMappingAttr tensor;
  (void)parseTensorMapping(parser, tensor);
  return tensor;
}

void TensorMappingAttr::print(AsmPrinter &printer) const {
  printTensorMapping(printer, *this);
}

//===----------------------------------------------------------------------===//
// OpShardingRuleAttr
//===----------------------------------------------------------------------===//

/// `{i=8, j=4}`, if there is one. The factors are listed in their order, so
/// only the sizes need be kept.
static ParseResult parseFactorSizes(AsmParser &parser,
                                    SmallVectorImpl<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(
      Delimiter::OptionalBraces, [&]() -> ParseResult {
        SMLoc loc = parser.getCurrentLocation();
        int64_t factor = 0, expected = sizes.size();
        if (parseFactor(parser, factor))
          return failure();
        if (factor != expected)
          return parser.emitError(loc)
                 << "factor '" << getFactorName(factor)
                 << "' is out of order; here comes the size of '"
                 << getFactorName(expected) << "'";
        return failure(parser.parseEqual() ||
                       parser.parseInteger(sizes.emplace_back()));
      });
}

/// ` reduction={i, k}`, if there is one.
static ParseResult parseFactorGroup(AsmParser &parser, StringRef name,
                                    SmallVectorImpl<int64_t> &factors) {
  if (failed(parser.parseOptionalKeyword(name)))
    return success();
  return failure(parser.parseEqual() ||
                 parseList(parser, Delimiter::Braces, factors, parseFactor));
}

static void printFactorGroup(AsmPrinter &printer, StringRef name,
                             ArrayRef<int64_t> factors) {
  if (factors.empty())
    return;
  printer << " " << name << "=";
  printList(printer, '{', factors, '}', printFactor);
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorMappingAttr> operands, results;
  SmallVector<int64_t> sizes, reduction, needReplication, permutation, blocked;
  if (parser.parseLess() ||
      parseList(parser, Delimiter::Paren, operands, parseTensorMapping) ||
      parser.parseArrow() ||
      parseList(parser, Delimiter::Paren, results, parseTensorMapping) ||
      parseFactorSizes(parser, sizes) ||
      parseFactorGroup(parser, "reduction", reduction) ||
      parseFactorGroup(parser, "need_replication", needReplication) ||
      parseFactorGroup(parser, "permutation", permutation) ||
      parseFactorGroup(parser, "blocked_propagation", blocked))
    return {};
  bool isCustom = succeeded(parser.parseOptionalComma());
  if ((isCustom && parser.parseKeyword("custom")) || parser.parseGreater())
    return {};
  return OpShardingRuleAttr::get(parser.getContext(), sizes, operands, results,
                                 reduction, needReplication, permutation,
                                 blocked, isCustom);
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printList(printer, '(', getOperandMappings(), ')', printTensorMapping);
  printer << "->";
  printList(printer, '(', getResultMappings(), ')', printTensorMapping);
  if (!getFactorSizes().empty()) {
    printer << " {";
    for (auto [factor, size] : llvm::enumerate(getFactorSizes()))
      printer << (factor ? ", " : "") << getFactorName(factor) << "=" << size;
    printer << "}";
  }
  printFactorGroup(printer, "reduction", getReductionFactors());
  printFactorGroup(printer, "need_replication", getNeedReplicationFactors());
  printFactorGroup(printer, "permutation", getPermutationFactors());
  printFactorGroup(printer, "blocked_propagation",
                   getBlockedPropagationFactors());
  if (getIsCustomRule())
    printer << ", custom";
  printer << ">";
}
