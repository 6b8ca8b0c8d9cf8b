//===- LinearAlgebra.cpp - rules of ops on matrices -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;

namespace {
/// The last two dimensions are a matrix; those before are independent.
struct CholeskyRule
    : ShardingRuleInterface::ExternalModel<CholeskyRule, CholeskyOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    size_t rank = rule.getShape(0).size();
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0)))
      rule.addFactor(size, {{0, unsigned(dim)}, {1, unsigned(dim)}},
                     dim + 2 < rank ? FactorKind::PassThrough
                                    : FactorKind::NeedReplication);
    return std::move(rule).build();
  }
};

/// a x = b, or x a = b: the side of `b` that meets `a` comes out as the other
/// side of `a`.
struct TriangularSolveRule
    : ShardingRuleInterface::ExternalModel<TriangularSolveRule,
                                           TriangularSolveOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned rank = rule.getShape(0).size(), row = rank - 2, column = rank - 1;
    for (unsigned dim = 0; dim != row; ++dim)
      rule.addFactor(rule.getShape(0)[dim], {{0, dim}, {1, dim}, {2, dim}});
    int64_t size = rule.getShape(0)[row];
    FactorKind whole = FactorKind::NeedReplication;
    if (cast<TriangularSolveOp>(op).getLeftSide()) {
      rule.addFactor(size, {{0, row}, {1, row}}, whole);
      rule.addFactor(rule.getShape(1)[column], {{1, column}, {2, column}},
                     whole);
      rule.addFactor(size, {{0, column}, {2, row}}, whole);
    } else {
      rule.addFactor(rule.getShape(1)[row], {{1, row}, {2, row}}, whole);
      rule.addFactor(size, {{0, column}, {1, column}}, whole);
      rule.addFactor(size, {{0, row}, {2, column}}, whole);
    }
    return std::move(rule).build();
  }
};

/// A transform mixes all elements of its dimensions. A real one has about half
/// as many complex elements, so shards on both sides do not correspond.
struct FftRule : ShardingRuleInterface::ExternalModel<FftRule, FftOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    size_t rank = rule.getShape(0).size();
    size_t numBatch = rank - cast<FftOp>(op).getFftLength().size();
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0)))
      rule.addFactor(size, {{0, unsigned(dim)}, {1, unsigned(dim)}},
                     dim < numBatch ? FactorKind::PassThrough
                                    : FactorKind::NeedReplication,
                     size != rule.getShape(1)[dim]);
    return std::move(rule).build();
  }
};

/// Every element is drawn on its own, so the result may be split in any way.
struct RngRule : ShardingRuleInterface::ExternalModel<RngRule, RngOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned result = rule.result(0);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(result)))
      rule.addFactor(size, {{result, unsigned(dim)}});
    return std::move(rule).build();
  }
};

/// The state is one small thing; the bits may be split in any way.
struct RngBitGeneratorRule
    : ShardingRuleInterface::ExternalModel<RngBitGeneratorRule,
                                           RngBitGeneratorOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0)))
      rule.addFactor(size, {{0, unsigned(dim)}, {1, unsigned(dim)}},
                     FactorKind::NeedReplication, /*blocked=*/true);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(2)))
      rule.addFactor(size, {{2, unsigned(dim)}});
    return std::move(rule).build();
  }
};
} // namespace

void weft::attachLinearAlgebraRules(MLIRContext &context) {
  CholeskyOp::attachInterface<CholeskyRule>(context);
  FftOp::attachInterface<FftRule>(context);
  RngBitGeneratorOp::attachInterface<RngBitGeneratorRule>(context);
  RngOp::attachInterface<RngRule>(context);
  TriangularSolveOp::attachInterface<TriangularSolveRule>(context);
}
