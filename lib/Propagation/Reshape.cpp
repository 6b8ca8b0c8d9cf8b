//===- Reshape.cpp - rules of reshapes --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/DynamicOps.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;

namespace {
/// How far one side of a reshape has been walked.
struct ReshapeSide {
  unsigned tensor;
  ArrayRef<int64_t> shape;
  unsigned dim = 0;
  /// What is left of the current dimension.
  int64_t left = 1;
  /// The product of everything walked so far.
  int64_t walked = 1;

  ReshapeSide(unsigned tensor, ArrayRef<int64_t> shape)
      : tensor(tensor), shape(shape), left(shape.empty() ? 1 : shape.front()) {}

  bool done() const { return dim == shape.size(); }
  FactorRuleBuilder::Place here() const { return {tensor, dim}; }
  void take(int64_t part) {
    walked *= part;
    left /= part;
    if (left == 1 && ++dim != shape.size())
      left = shape[dim];
  }
};
} // namespace

/// Both shapes are walked major to minor. While as many elements lie behind on
/// either side, what the current dimensions have in common is one factor of
/// both; elsewhere each side has factors of its own.
static std::optional<FactorRule> getReshapeRule(Operation *op) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  unsigned result = rule.result(0);
  int64_t numElements = 1;
  for (int64_t size : rule.getShape(0))
    if (llvm::MulOverflow(numElements, size, numElements))
      return std::nullopt;
  if (numElements == 0)
    return std::nullopt;
  ReshapeSide from(0, rule.getShape(0)), to(result, rule.getShape(result));
  while (!from.done() || !to.done()) {
    ReshapeSide &behind =
        to.done() || (!from.done() && from.walked <= to.walked) ? from : to;
    // A dimension of size 1 has no partner.
    if (!from.done() && from.left == 1) {
      rule.addFactor(1, {from.here()});
      from.take(1);
      continue;
    }
    if (!to.done() && to.left == 1) {
      rule.addFactor(1, {to.here()});
      to.take(1);
      continue;
    }
    int64_t common =
        from.walked == to.walked ? std::gcd(from.left, to.left) : 1;
    if (common > 1) {
      rule.addFactor(common, {from.here(), to.here()});
      from.take(common);
      to.take(common);
      continue;
    }
    // The boundaries cross: the side that is behind walks alone, to where the
    // two may meet again.
    int64_t meeting = std::lcm(from.walked, to.walked) / behind.walked;
    int64_t part = std::gcd(meeting, behind.left);
    if (part == 1)
      part = behind.left;
    rule.addFactor(part, {behind.here()});
    behind.take(part);
  }
  return std::move(rule).build();
}

namespace {
template <typename Op>
struct ReshapeRule : ShardingRuleInterface::ExternalModel<ReshapeRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    return getReshapeRule(op);
  }
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::PassThrough;
  }
};
} // namespace

void weft::attachReshapeRules(MLIRContext &context) {
  attachModels<ReshapeRule, DynamicReshapeOp, ReshapeOp>(context);
}
