//===- RuleConversion.cpp - rules as values and as attributes ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/RuleConversion.h"

#include "RuleModels.h"

using namespace mlir;
using namespace weft;

bool weft::hasStatedRule(Operation *op) {
  return op->getDiscardableAttr(ruleAttrName) != nullptr;
}

std::optional<FactorRule> weft::getStatedRule(Operation *op) {
  auto attr = dyn_cast_or_null<RuleAttr>(op->getDiscardableAttr(ruleAttrName));
  if (!attr)
    return std::nullopt;
  FactorRuleBuilder builder = createRuleBuilder(op);
  for (FactorAttr factor : attr.getFactors())
    builder.addFactor(factor.getSize(), {}, factor.getKind(),
                      factor.getIsBlocked());
  unsigned tensor = 0;
  for (ArrayRef<TensorFactorsAttr> group :
       {attr.getOperands(), attr.getResults()})
    for (TensorFactorsAttr factors : group) {
      for (auto [dim, run] : llvm::enumerate(factors.getDims()))
        for (int64_t factor : run.getFactors())
          builder.append({tensor, unsigned(dim)}, factor);
      ++tensor;
    }
  if (attr.getIsCustom())
    builder.setCustom();
  return std::move(builder).build();
}

RuleAttr weft::toAttr(MLIRContext *context, const FactorRule &rule) {
  SmallVector<FactorAttr> factors;
  for (auto [number, factor] : llvm::enumerate(rule.getFactors()))
    factors.push_back(FactorAttr::get(context, getFactorName(number),
                                      factor.size, factor.kind,
                                      factor.blocked));
  SmallVector<TensorFactorsAttr> tensors;
  for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor) {
    SmallVector<DimFactorsAttr> dims;
    for (unsigned dim = 0; dim != rule.getRank(tensor); ++dim) {
      ArrayRef<uint16_t> run = rule.getDim(tensor, dim);
      dims.push_back(DimFactorsAttr::get(
          context, SmallVector<int64_t>(run.begin(), run.end())));
    }
    tensors.push_back(TensorFactorsAttr::get(context, dims));
  }
  ArrayRef<TensorFactorsAttr> all(tensors);
  return RuleAttr::get(context, factors, all.take_front(rule.getNumOperands()),
                       all.drop_front(rule.getNumOperands()), rule.isCustom());
}
