//===- SpecAttrs.cpp - partition specs and axis rules -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Sharding/LeafPattern.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

/// Whether the two references name a common part of an axis.
static bool overlap(AxisRefAttr a, AxisRefAttr b) {
  if (a.getName() != b.getName())
    return false;
  SubAxisAttr left = a.getSubAxis(), right = b.getSubAxis();
  if (!left || !right)
    return true;
  // A sub-axis spans the positions [pre-size, pre-size * size); divide, as the
  // product could overflow before the mesh is known.
  auto startsBeforeEnd = [](SubAxisAttr x, SubAxisAttr y) {
    return x.getPreSize() / y.getSize() < y.getPreSize();
  };
  return startsBeforeEnd(left, right) && startsBeforeEnd(right, left);
}

//===----------------------------------------------------------------------===//
// SpecAttr
//===----------------------------------------------------------------------===//

ParseResult weft::parseSpecList(AsmParser &parser, SpecAttr &spec) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<DimShardingAttr> dims;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseDimSharding(parser, dims.emplace_back());
      }))
    return failure();
  spec = parser.getChecked<SpecAttr>(loc, parser.getContext(), ArrayRef(dims));
  return success(static_cast<bool>(spec));
}

void weft::printSpecList(AsmPrinter &printer, SpecAttr spec) {
  printer << "[";
  llvm::interleaveComma(spec.getDims(), printer, [&](DimShardingAttr dim) {
    printDimSharding(printer, dim);
  });
  printer << "]";
}

std::string weft::toString(SpecAttr spec) {
  std::string text = "[";
  for (auto [i, dim] : llvm::enumerate(spec.getDims()))
    text += (i ? ", " : "") + toString(dim);
  return text + "]";
}

Attribute SpecAttr::parse(AsmParser &parser, Type) {
  SpecAttr spec;
  if (parser.parseLess() || parseSpecList(parser, spec) ||
      parser.parseGreater())
    return {};
  return spec;
}

void SpecAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printSpecList(printer, *this);
  printer << ">";
}

LogicalResult SpecAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<DimShardingAttr> dims) {
  SmallVector<std::pair<AxisRefAttr, size_t>> seen;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (dim.getPriority())
      return emitError() << "dimension " << i
                         << " of the spec has a priority; only a sharding "
                            "can have one";
    for (AxisRefAttr axis : dim.getAxes()) {
      if (axis.getName().empty())
        return emitError() << "dimension " << i
                           << " of the spec names an axis \"\"; write `_` for "
                              "a dimension that is not split";
      for (auto [other, j] : seen) {
        if (!overlap(axis, other))
          continue;
        if (j == i)
          return emitError() << "axis " << weft::toString(axis)
                             << " splits dimension " << i << " twice";
        return emitError() << "axis " << weft::toString(axis)
                           << " splits dimension " << j << " and dimension "
                           << i << "; it can split only one";
      }
      seen.emplace_back(axis, i);
    }
  }
  return success();
}

bool SpecAttr::isReplicated() const {
  return llvm::all_of(getDims(), [](DimShardingAttr dim) {
    return dim.getAxes().empty() && !dim.getIsOpen();
  });
}

//===----------------------------------------------------------------------===//
// AxisRuleAttr
//===----------------------------------------------------------------------===//

ParseResult weft::parseAxisRule(AsmParser &parser, AxisRuleAttr &rule) {
  SMLoc loc = parser.getCurrentLocation();
  std::string logical;
  DimShardingAttr target;
  if (parser.parseString(&logical) || parser.parseArrow())
    return failure();
  SMLoc targetLoc = parser.getCurrentLocation();
  if (parseDimSharding(parser, target))
    return failure();
  if (target.getIsOpen() || target.getPriority())
    return parser.emitError(targetLoc)
           << "a rule maps to `_`, an axis or a list of axes, not to "
           << toString(target);
  rule = parser.getChecked<AxisRuleAttr>(loc, parser.getContext(),
                                         StringRef(logical), target.getAxes());
  return success(static_cast<bool>(rule));
}

void weft::printAxisRule(AsmPrinter &printer, AxisRuleAttr rule) {
  printer.printString(rule.getLogical());
  printer << " -> ";
  printDimSharding(printer,
                   DimShardingAttr::get(rule.getContext(), rule.getAxes()));
}

Attribute AxisRuleAttr::parse(AsmParser &parser, Type) {
  AxisRuleAttr rule;
  if (parser.parseLess() || parseAxisRule(parser, rule) ||
      parser.parseGreater())
    return {};
  return rule;
}

void AxisRuleAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxisRule(printer, *this);
  printer << ">";
}

LogicalResult AxisRuleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef logical,
                                   ArrayRef<AxisRefAttr> axes) {
  if (logical.empty())
    return emitError() << "the logical axis of a rule must have a name";
  for (auto [i, axis] : llvm::enumerate(axes))
    for (AxisRefAttr other : axes.take_front(i))
      if (overlap(axis, other))
        return emitError() << "the rule for \"" << logical << "\" uses axis "
                           << weft::toString(axis) << " twice";
  return success();
}

//===----------------------------------------------------------------------===//
// SpecRuleAttr
//===----------------------------------------------------------------------===//

ParseResult weft::parseSpecRule(AsmParser &parser, SpecRuleAttr &rule) {
  SMLoc loc = parser.getCurrentLocation();
  std::string pattern;
  SpecAttr spec;
  if (parser.parseString(&pattern) || parser.parseArrow() ||
      parseSpecList(parser, spec))
    return failure();
  rule = parser.getChecked<SpecRuleAttr>(loc, parser.getContext(),
                                         StringRef(pattern), spec);
  return success(static_cast<bool>(rule));
}

void weft::printSpecRule(AsmPrinter &printer, SpecRuleAttr rule) {
  printer.printString(rule.getPattern());
  printer << " -> ";
  printSpecList(printer, rule.getSpec());
}

Attribute SpecRuleAttr::parse(AsmParser &parser, Type) {
  SpecRuleAttr rule;
  if (parser.parseLess() || parseSpecRule(parser, rule) ||
      parser.parseGreater())
    return {};
  return rule;
}

void SpecRuleAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printSpecRule(printer, *this);
  printer << ">";
}

LogicalResult SpecRuleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef pattern, SpecAttr spec) {
  llvm::Expected<LeafPattern> parsed = LeafPattern::parse(pattern);
  if (parsed)
    return success();
  return emitError() << "the pattern of a rule: "
                     << llvm::toString(parsed.takeError());
}
