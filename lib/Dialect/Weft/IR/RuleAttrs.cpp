//===- RuleAttrs.cpp - sharding rules of ops --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// FactorAttr
//===----------------------------------------------------------------------===//

static constexpr std::pair<StringRef, FactorKind> kindWords[] = {
    {"reduction", FactorKind::Reduction},
    {"need_replication", FactorKind::NeedReplication},
    {"permutation", FactorKind::Permutation}};

static std::optional<FactorKind> symbolizeFactorKind(StringRef word) {
  for (auto [name, kind] : kindWords)
    if (name == word)
      return kind;
  return std::nullopt;
}

/// `k = 8 reduction blocked`.
static ParseResult parseFactor(AsmParser &parser, FactorAttr &factor) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  int64_t size;
  if (parser.parseKeyword(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return failure();
  FactorKind kind = FactorKind::PassThrough;
  bool isBlocked = false;
  SMLoc wordLoc = parser.getCurrentLocation();
  StringRef word;
  while (succeeded(parser.parseOptionalKeyword(&word))) {
    std::optional<FactorKind> parsed = symbolizeFactorKind(word);
    if (word == "blocked" && !isBlocked)
      isBlocked = true;
    else if (parsed && kind == FactorKind::PassThrough && !isBlocked)
      kind = *parsed;
    else
      return parser.emitError(wordLoc)
             << "unexpected '" << word << "' after factor " << name
             << "; a factor has at most one of reduction, need_replication, "
                "permutation, then blocked";
    wordLoc = parser.getCurrentLocation();
  }
  factor = parser.getChecked<FactorAttr>(loc, parser.getContext(), name, size,
                                         kind, isBlocked);
  return success(static_cast<bool>(factor));
}

static void printFactor(AsmPrinter &printer, FactorAttr factor) {
  printer << factor.getName() << " = " << factor.getSize();
  for (auto [name, kind] : kindWords)
    if (factor.getKind() == kind)
      printer << " " << name;
  if (factor.getIsBlocked())
    printer << " blocked";
}

Attribute FactorAttr::parse(AsmParser &parser, Type) {
  FactorAttr factor;
  if (parser.parseLess() || parseFactor(parser, factor) ||
      parser.parseGreater())
    return {};
  return factor;
}

void FactorAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printFactor(printer, *this);
  printer << ">";
}

/// Names are written bare, so they must be identifiers.
static bool isIdentifier(StringRef name) {
  if (name.empty() || !(llvm::isAlpha(name[0]) || name[0] == '_'))
    return false;
  return llvm::all_of(name.drop_front(), [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
  });
}

LogicalResult FactorAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef name, int64_t size, FactorKind,
                                 bool) {
  if (!isIdentifier(name))
    return emitError() << "the name of a factor must be an identifier, not \""
                       << name << "\"";
  if (size < 0)
    return emitError() << "factor " << name << " has the negative size "
                       << size;
  return success();
}

//===----------------------------------------------------------------------===//
// TensorFactorsAttr
//===----------------------------------------------------------------------===//

Attribute TensorFactorsAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimFactorsAttr> dims;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&]() -> ParseResult {
            return parser.parseCustomAttributeWithFallback(dims.emplace_back());
          }) ||
      parser.parseGreater())
    return {};
  return TensorFactorsAttr::get(parser.getContext(), dims);
}

void TensorFactorsAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getDims(), printer,
                        [&](DimFactorsAttr dim) { dim.print(printer); });
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// RuleAttr
//===----------------------------------------------------------------------===//

namespace {

/// The mapping is written before the factors that it names, so names are kept
/// until the sizes are known.
using NamedDims = SmallVector<SmallVector<StringRef, 1>>;

} // namespace

/// `([m, k], [(k, l), n])`.
static ParseResult parseMappings(AsmParser &parser,
                                 SmallVectorImpl<NamedDims> &tensors) {
  auto parseName = [&](SmallVectorImpl<StringRef> &names) {
    return parser.parseKeyword(&names.emplace_back());
  };
  auto parseDim = [&](NamedDims &dims) -> ParseResult {
    auto &names = dims.emplace_back();
    if (failed(parser.parseOptionalLParen()))
      return parseName(names);
    if (parser.parseCommaSeparatedList([&] { return parseName(names); }))
      return failure();
    return parser.parseRParen();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    NamedDims &dims = tensors.emplace_back();
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                          [&] { return parseDim(dims); });
  });
}

/// Replaces names by indices.
static FailureOr<SmallVector<TensorFactorsAttr>>
resolve(AsmParser &parser, SMLoc loc, ArrayRef<NamedDims> tensors,
        const llvm::StringMap<int64_t> &indices) {
  MLIRContext *context = parser.getContext();
  SmallVector<TensorFactorsAttr> result;
  for (const NamedDims &tensor : tensors) {
    SmallVector<DimFactorsAttr> dims;
    for (ArrayRef<StringRef> names : tensor) {
      SmallVector<int64_t> factors;
      for (StringRef name : names) {
        auto found = indices.find(name);
        if (found == indices.end())
          return parser.emitError(loc)
                 << "factor " << name << " has no size; list it as '" << name
                 << " = ...'";
        factors.push_back(found->second);
      }
      dims.push_back(DimFactorsAttr::get(context, factors));
    }
    result.push_back(TensorFactorsAttr::get(context, dims));
  }
  return result;
}

Attribute RuleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<NamedDims> operands, results;
  SmallVector<FactorAttr> factors;
  llvm::StringMap<int64_t> indices;
  if (parser.parseLess() || parseMappings(parser, operands) ||
      parser.parseArrow() || parseMappings(parser, results) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseFactor(parser, factors.emplace_back());
      }))
    return {};
  bool isCustom = false;
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("custom"))
      return {};
    isCustom = true;
  }
  if (parser.parseGreater())
    return {};
  for (auto [i, factor] : llvm::enumerate(factors))
    indices.try_emplace(factor.getName(), i);
  auto resolvedOperands = resolve(parser, loc, operands, indices);
  if (failed(resolvedOperands))
    return {};
  auto resolvedResults = resolve(parser, loc, results, indices);
  if (failed(resolvedResults))
    return {};
  return parser.getChecked<RuleAttr>(
      loc, parser.getContext(), ArrayRef<FactorAttr>(factors),
      ArrayRef<TensorFactorsAttr>(*resolvedOperands),
      ArrayRef<TensorFactorsAttr>(*resolvedResults), isCustom);
}

void RuleAttr::print(AsmPrinter &printer) const {
  auto printDim = [&](DimFactorsAttr dim) {
    auto printName = [&](int64_t factor) {
      printer << getFactors()[factor].getName();
    };
    if (dim.getFactors().size() == 1)
      return printName(dim.getFactors().front());
    printer << "(";
    llvm::interleaveComma(dim.getFactors(), printer, printName);
    printer << ")";
  };
  auto printTensor = [&](TensorFactorsAttr tensor) {
    printer << "[";
    llvm::interleaveComma(tensor.getDims(), printer, printDim);
    printer << "]";
  };
  printer << "<(";
  llvm::interleaveComma(getOperands(), printer, printTensor);
  printer << ") -> (";
  llvm::interleaveComma(getResults(), printer, printTensor);
  printer << "), [";
  llvm::interleaveComma(getFactors(), printer, [&](FactorAttr factor) {
    printFactor(printer, factor);
  });
  printer << (getIsCustom() ? "], custom>" : "]>");
}

/// Checks one dimension; `where` is, for example, "dimension 1 of operand 0",
/// and `seen` holds the factors that the tensor has so far.
static LogicalResult verifyDim(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<FactorAttr> factors, DimFactorsAttr dim,
                               const Twine &where,
                               llvm::SmallSet<int64_t, 8> &seen) {
  if (dim.getFactors().empty())
    return emitError() << where << " has no factor";
  for (int64_t index : dim.getFactors()) {
    if (index < 0 || index >= static_cast<int64_t>(factors.size()))
      return emitError() << where << " has factor number " << index
                         << ", but the rule has " << factors.size()
                         << " factors";
    FactorAttr factor = factors[index];
    if (!seen.insert(index).second)
      return emitError() << where << " repeats factor " << factor.getName()
                         << ", which the tensor already holds";
    if (dim.getFactors().size() > 1 && factor.getSize() < 2)
      return emitError() << where << " has several factors, of which "
                         << factor.getName() << " has size " << factor.getSize()
                         << "; leave it out";
  }
  return success();
}

static LogicalResult verifyTensors(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<FactorAttr> factors,
                                   ArrayRef<TensorFactorsAttr> tensors,
                                   StringRef what) {
  for (auto [t, tensor] : llvm::enumerate(tensors)) {
    llvm::SmallSet<int64_t, 8> seen;
    for (auto [d, dim] : llvm::enumerate(tensor.getDims()))
      if (failed(verifyDim(
              emitError, factors, dim,
              "dimension " + Twine(d) + " of " + what + " " + Twine(t), seen)))
        return failure();
    for (int64_t index : seen)
      if (what == "result" && factors[index].getKind() == FactorKind::Reduction)
        return emitError() << "factor " << factors[index].getName()
                           << " is reduced, so result " << t
                           << " cannot hold it";
  }
  return success();
}

LogicalResult RuleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<FactorAttr> factors,
                               ArrayRef<TensorFactorsAttr> operands,
                               ArrayRef<TensorFactorsAttr> results, bool) {
  llvm::SmallSet<StringRef, 8> names;
  for (FactorAttr factor : factors)
    if (!names.insert(factor.getName()).second)
      return emitError() << "two factors are called " << factor.getName();
  if (failed(verifyTensors(emitError, factors, operands, "operand")))
    return failure();
  return verifyTensors(emitError, factors, results, "result");
}
