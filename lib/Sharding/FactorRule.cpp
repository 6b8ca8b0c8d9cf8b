//===- FactorRule.cpp - which dimensions move together ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/FactorRule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace weft;

bool FactorRule::hasFactor(unsigned tensor, unsigned factor) const {
  auto begin = dimFactors.begin() + dimStart[tensorStart[tensor]];
  auto end = dimFactors.begin() + dimStart[tensorStart[tensor + 1]];
  return std::find(begin, end, factor) != end;
}

bool FactorRule::isIdentity() const {
  for (unsigned tensor = 0; tensor != getNumTensors(); ++tensor) {
    if (getRank(tensor) != getNumFactors())
      return false;
    for (unsigned dim = 0; dim != getRank(tensor); ++dim) {
      llvm::ArrayRef<uint16_t> run = getDim(tensor, dim);
      if (run.size() != 1 || run.front() != dim)
        return false;
    }
  }
  return true;
}

llvm::hash_code weft::hash_value(const FactorRule &rule) {
  llvm::hash_code code = llvm::hash_combine(
      rule.numOperands, rule.custom,
      llvm::hash_combine_range(rule.dimFactors.begin(), rule.dimFactors.end()),
      llvm::hash_combine_range(rule.dimStart.begin(), rule.dimStart.end()),
      llvm::hash_combine_range(rule.tensorStart.begin(),
                               rule.tensorStart.end()));
  for (const Factor &factor : rule.factors)
    code = llvm::hash_combine(code, factor.size, unsigned(factor.kind),
                              factor.blocked);
  return code;
}

std::string weft::getFactorName(unsigned factor) {
  constexpr unsigned numLetters = 'z' - 'i' + 1;
  if (factor < numLetters)
    return std::string(1, 'i' + factor);
  return "z_" + std::to_string(factor - numLetters + 1);
}

std::string FactorRule::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printTensors = [&](unsigned begin, unsigned end) {
    os << '(';
    for (unsigned tensor = begin; tensor != end; ++tensor) {
      os << (tensor == begin ? "[" : ", [");
      for (unsigned dim = 0; dim != getRank(tensor); ++dim) {
        if (dim)
          os << ", ";
        for (uint16_t factor : getDim(tensor, dim))
          os << getFactorName(factor);
      }
      os << ']';
    }
    os << ')';
  };
  printTensors(0, numOperands);
  os << "->";
  printTensors(numOperands, getNumTensors());
  os << " {";
  for (auto [index, factor] : llvm::enumerate(factors)) {
    if (index)
      os << ", ";
    os << getFactorName(index);
    os << '=' << factor.size;
  }
  os << '}';
  auto printGroup = [&](llvm::StringRef name, auto isMember) {
    bool first = true;
    for (auto [index, factor] : llvm::enumerate(factors)) {
      if (!isMember(factor))
        continue;
      os << (first ? " " + name.str() + "={" : std::string(", "));
      os << getFactorName(index);
      first = false;
    }
    if (!first)
      os << '}';
  };
  auto ofKind = [](FactorKind kind) {
    return [kind](const Factor &factor) { return factor.kind == kind; };
  };
  printGroup("reduction", ofKind(FactorKind::Reduction));
  printGroup("need_replication", ofKind(FactorKind::NeedReplication));
  printGroup("permutation", ofKind(FactorKind::Permutation));
  printGroup("blocked_propagation",
             [](const Factor &factor) { return factor.blocked; });
  if (custom)
    os << ", custom";
  return text;
}

//===----------------------------------------------------------------------===//
// FactorRuleBuilder
//===----------------------------------------------------------------------===//

FactorRuleBuilder::FactorRuleBuilder(llvm::ArrayRef<Shape> operands,
                                     llvm::ArrayRef<Shape> results)
    : numOperands(operands.size()) {
  for (llvm::ArrayRef<Shape> group : {operands, results})
    for (Shape shape : group) {
      shapes.emplace_back(shape.begin(), shape.end());
      dims.emplace_back(shape.size());
    }
}

FactorRule FactorRule::withoutEmptyDims(
    llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes) const {
  FactorRuleBuilder builder(shapes.take_front(numOperands),
                            shapes.drop_front(numOperands));
  for (const Factor &factor : factors)
    builder.addFactor(factor.size, {}, factor.kind, factor.blocked);
  for (unsigned tensor = 0; tensor != getNumTensors(); ++tensor)
    for (unsigned dim = 0; dim != getRank(tensor); ++dim)
      for (uint16_t factor : getDim(tensor, dim))
        if (shapes[tensor][dim] != 0)
          builder.append({tensor, dim}, factor);
  if (custom)
    builder.setCustom();
  return std::move(builder).build();
}

unsigned FactorRuleBuilder::addFactor(int64_t size,
                                      llvm::ArrayRef<Place> places,
                                      FactorKind kind, bool blocked) {
  unsigned number = factors.size();
  factors.push_back({size, kind, blocked});
  for (Place place : places)
    dims[place.tensor][place.dim].push_back(number);
  return number;
}

void FactorRuleBuilder::addElementwise(Shape shape) {
  for (unsigned dim = 0; dim != shape.size(); ++dim) {
    llvm::SmallVector<Place, 4> places;
    for (unsigned tensor = 0; tensor != dims.size(); ++tensor)
      if (dims[tensor].size() == shape.size())
        places.push_back({tensor, dim});
    addFactor(shape[dim], places);
  }
}

bool FactorRuleBuilder::isTooLarge() const {
  size_t total = factors.size();
  for (const auto &tensor : dims)
    for (const auto &run : tensor)
      total += run.size() + 1;
  return total >= std::numeric_limits<uint16_t>::max();
}

FactorRule FactorRuleBuilder::build() && {
  FactorRule rule;
  rule.numOperands = numOperands;
  rule.custom = custom;
  for (auto &tensor : dims) {
    rule.tensorStart.push_back(rule.dimStart.size());
    for (auto &run : tensor) {
      if (run.empty()) {
        run.push_back(factors.size());
        factors.push_back({1});
      }
      rule.dimStart.push_back(rule.dimFactors.size());
      rule.dimFactors.append(run.begin(), run.end());
    }
  }
  rule.tensorStart.push_back(rule.dimStart.size());
  rule.dimStart.push_back(rule.dimFactors.size());
  rule.factors = std::move(factors);
  return rule;
}
