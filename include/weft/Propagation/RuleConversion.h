//===- RuleConversion.h - rules as values and as attributes -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_RULECONVERSION_H
#define WEFT_PROPAGATION_RULECONVERSION_H

#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Sharding/FactorRule.h"

#include <optional>

namespace weft {

/// The discardable attribute that states the rule of an op.
constexpr llvm::StringLiteral ruleAttrName = "weft.rule";

bool hasStatedRule(mlir::Operation *op);

/// The rule that the program states for `op`, if it does. The dialect has
/// verified it against the types of the op.
std::optional<FactorRule> getStatedRule(mlir::Operation *op);

/// The attribute that states `rule`, with factors named i, j, k, ...
RuleAttr toAttr(mlir::MLIRContext *context, const FactorRule &rule);

} // namespace weft

#endif // WEFT_PROPAGATION_RULECONVERSION_H
