//===- FactorPropagationTest.cpp - one step of propagation ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/FactorPropagation.h"

#include "gtest/gtest.h"

#include <random>

using namespace weft;

namespace {

constexpr AxisRef a{0, 1, 2}, b{1, 1, 4}, c{2, 1, 2};

Mesh getMesh() { return Mesh::createUnchecked({{"a", 2}, {"b", 4}, {"c", 2}}); }

Sharding open(std::initializer_list<AxisList> dims) {
  Sharding result;
  for (const AxisList &axes : dims)
    result.dims.push_back({axes, /*isOpen=*/true, std::nullopt});
  return result;
}

/// (i, k), (k, j) -> (i, j).
FactorRule getMatmul() {
  FactorRuleBuilder rule({{8, 32}, {32, 16}}, {{8, 16}});
  rule.addFactor(8, {{0, 0}, {2, 0}});
  rule.addFactor(16, {{1, 1}, {2, 1}});
  rule.addFactor(32, {{0, 1}, {1, 0}}, FactorKind::Reduction);
  return std::move(rule).build();
}

std::vector<std::optional<Sharding>>
propagate(const FactorRule &rule, llvm::ArrayRef<const Sharding *> shardings,
          bool aggressive, Direction direction = Direction::Both) {
  Mesh mesh = getMesh();
  llvm::SmallVector<Direction> directions(rule.getNumFactors(), direction);
  llvm::SmallVector<int64_t> elements{8 * 32, 32 * 16, 8 * 16};
  FactorPropagationOptions options;
  options.aggressive = aggressive;
  auto result =
      propagateFactors(rule, mesh, shardings, directions, elements, options);
  return {result.begin(), result.end()};
}

TEST(FactorRule, PrintsLikeTheAttribute) {
  EXPECT_EQ(getMatmul().str(),
            "([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}");
  FactorRuleBuilder reshape({{6, 4}}, {{24}});
  reshape.addFactor(6, {{0, 0}, {1, 0}});
  reshape.addFactor(4, {{0, 1}, {1, 0}});
  EXPECT_EQ(std::move(reshape).build().str(), "([i, j])->([ij]) {i=6, j=4}");
}

TEST(FactorRule, EveryDimensionHasAFactor) {
  FactorRuleBuilder builder({{8}}, {{8, 3}});
  builder.addFactor(8, {{0, 0}, {1, 0}});
  FactorRule rule = std::move(builder).build();
  EXPECT_EQ(rule.str(), "([i])->([i, j]) {i=8, j=1}");
  EXPECT_FALSE(rule.isIdentity());
  EXPECT_TRUE(rule.hasFactor(1, 1));
  EXPECT_FALSE(rule.hasFactor(0, 1));
}

TEST(FactorPropagation, BothOperandsOfAProductReachTheResult) {
  Sharding lhs = open({{a}, {}}), rhs = open({{}, {b}});
  for (bool aggressive : {false, true}) {
    auto updates = propagate(getMatmul(), {&lhs, &rhs, nullptr}, aggressive);
    EXPECT_FALSE(updates[0]);
    EXPECT_FALSE(updates[1]);
    ASSERT_TRUE(updates[2]);
    EXPECT_EQ(*updates[2], open({{a}, {b}}));
  }
}

TEST(FactorPropagation, OneAxisOnTwoFactorsIsAConflict) {
  Sharding lhs = open({{a}, {}}), rhs = open({{}, {a}});
  auto basic = propagate(getMatmul(), {&lhs, &rhs, nullptr}, false);
  EXPECT_FALSE(basic[2]);
  // The right operand is the larger one, so its factor takes the axis.
  auto aggressive = propagate(getMatmul(), {&lhs, &rhs, nullptr}, true);
  ASSERT_TRUE(aggressive[2]);
  EXPECT_EQ(*aggressive[2], open({{}, {a}}));
}

TEST(FactorPropagation, ClosedDimensionsAndReplicatedAxesStayAsTheyAre) {
  Sharding lhs = open({{a}, {}});
  Sharding result = Sharding::closed(2);
  EXPECT_FALSE(propagate(getMatmul(), {&lhs, nullptr, &result}, true)[2]);
  result = Sharding::open(2);
  result.replicated.append(a);
  EXPECT_FALSE(propagate(getMatmul(), {&lhs, nullptr, &result}, true)[2]);
}

TEST(FactorPropagation, DirectionsKeepToTheirSide) {
  Sharding lhs = open({{a}, {}}), result = open({{}, {b}});
  auto forward = propagate(getMatmul(), {&lhs, nullptr, &result}, true,
                           Direction::Forward);
  EXPECT_FALSE(forward[1]);
  EXPECT_EQ(*forward[2], open({{a}, {b}}));
  auto backward = propagate(getMatmul(), {&lhs, nullptr, &result}, true,
                            Direction::Backward);
  EXPECT_EQ(*backward[1], open({{}, {b}}));
  EXPECT_FALSE(backward[2]);
}

TEST(FactorPropagation, AReshapeSplitsAnAxis) {
  FactorRuleBuilder builder({{8}}, {{2, 4}});
  builder.addFactor(2, {{0, 0}, {1, 0}});
  builder.addFactor(4, {{0, 0}, {1, 1}});
  FactorRule rule = std::move(builder).build();
  Sharding operand = open({{b}});
  auto updates = propagate(rule, {&operand, nullptr}, true);
  ASSERT_TRUE(updates[1]);
  EXPECT_EQ(*updates[1], open({{b.prefix(2)}, {b.suffix(2)}}));
}

TEST(FactorPropagation, AxesThatDoNotFitOverflow) {
  // 6 as 3 x 2 over an axis of 4: neither 3 nor what follows can take it.
  FactorRuleBuilder builder({{6}}, {{3, 2}});
  builder.addFactor(3, {{0, 0}, {1, 0}});
  builder.addFactor(2, {{0, 0}, {1, 1}});
  FactorRule rule = std::move(builder).build();
  Sharding operand = open({{b}});
  EXPECT_FALSE(propagate(rule, {&operand, nullptr}, true)[1]);
}

/// Whatever is projected comes back as it was, and one more step after a fixed
/// point changes nothing.
TEST(FactorPropagation, RandomStepsGrowAndSettle) {
  std::mt19937 random(7);
  Mesh mesh = getMesh();
  FactorRuleBuilder builder({{8, 6}, {48}}, {{8, 2, 3}});
  builder.addFactor(8, {{0, 0}, {1, 0}, {2, 0}});
  builder.addFactor(2, {{0, 1}, {1, 0}, {2, 1}});
  builder.addFactor(3, {{0, 1}, {1, 0}, {2, 2}});
  FactorRule rule = std::move(builder).build();
  for (int trial = 0; trial != 2000; ++trial) {
    std::vector<Sharding> shardings;
    for (unsigned tensor = 0; tensor != 3; ++tensor) {
      Sharding sharding = Sharding::open(rule.getRank(tensor));
      for (AxisRef axis : {a, b, c}) {
        if (random() % 2)
          continue;
        DimSharding &dim = sharding.dims[random() % sharding.dims.size()];
        dim.axes.append(axis);
        dim.isOpen = random() % 4 != 0;
      }
      shardings.push_back(sharding);
    }
    llvm::SmallVector<const Sharding *> pointers;
    for (const Sharding &sharding : shardings)
      pointers.push_back(&sharding);
    ShardingProjection projection(rule, pointers);
    for (unsigned tensor = 0; tensor != 3; ++tensor)
      EXPECT_TRUE(
          projection.unproject(tensor).hasSameLayout(shardings[tensor]));
    for (int step = 0;; ++step) {
      ASSERT_LT(step, 10);
      auto updates = propagate(rule, pointers, trial % 2);
      bool changed = false;
      for (unsigned tensor = 0; tensor != 3; ++tensor) {
        if (!updates[tensor])
          continue;
        changed = true;
        for (unsigned dim = 0; dim != rule.getRank(tensor); ++dim)
          EXPECT_TRUE(updates[tensor]->dims[dim].axes.startsWith(
              shardings[tensor].dims[dim].axes));
        llvm::Error error = check(mesh, *updates[tensor]);
        EXPECT_FALSE(error) << llvm::toString(std::move(error));
        shardings[tensor] = *updates[tensor];
      }
      if (!changed)
        break;
    }
  }
}

} // namespace
