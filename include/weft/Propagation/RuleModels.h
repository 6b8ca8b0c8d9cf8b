//===- RuleModels.h - sharding rules of all dialects ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_RULEMODELS_H
#define WEFT_PROPAGATION_RULEMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// Teaches the ops of stablehlo, chlo and weft their sharding rules.
void registerShardingRuleModels(mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_PROPAGATION_RULEMODELS_H
