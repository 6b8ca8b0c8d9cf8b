//===- LogicalAxesTest.cpp - from logical axes to mesh axes -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/LogicalAxes.h"

#include "gtest/gtest.h"

using namespace weft;

namespace {

/// A mesh with the axes "data" and "model".
bool isMeshAxis(llvm::StringRef name) {
  return name == "data" || name == "model";
}

using Spec = llvm::SmallVector<NamedAxes>;
using Rules = llvm::SmallVector<LogicalAxisRule>;

LogicalResolution resolve(const Spec &spec, const Rules &rules) {
  return resolveLogicalAxes(spec, rules, isMeshAxis);
}

TEST(LogicalAxes, MeshAxesStayAsTheyAre) {
  Spec spec = {{{"model"}}, {}, {{"data", 2, 4}}};
  LogicalResolution result = resolve(spec, {});
  EXPECT_EQ(result.dims, spec);
  EXPECT_TRUE(result.unresolved.empty());
  EXPECT_TRUE(result.rulesUsed.empty());
}

TEST(LogicalAxes, RulesReplaceNames) {
  Rules rules = {{"embed", {}}, {"mlp", {{"data"}, {"model"}}}};
  LogicalResolution result = resolve({{{"embed"}}, {{"mlp"}}}, rules);
  EXPECT_EQ(result.dims, (Spec{{}, {{"data"}, {"model"}}}));
  EXPECT_EQ(result.rulesUsed, (llvm::SmallVector<unsigned>{0, 1}));
}

TEST(LogicalAxes, RuleOrderIsPreference) {
  Rules rules = {
      {"batch", {{"data"}}}, {"embed", {{"data"}}}, {"embed", {{"model"}}}};
  LogicalResolution result = resolve({{{"embed"}}, {{"batch"}}}, rules);
  EXPECT_EQ(result.dims, (Spec{{{"model"}}, {{"data"}}}));
  EXPECT_EQ(result.rulesUsed, (llvm::SmallVector<unsigned>{0, 2}));
  // Alone, it gets its first choice.
  EXPECT_EQ(resolve({{{"embed"}}}, rules).dims, (Spec{{{"data"}}}));
}

TEST(LogicalAxes, MeshAxesComeBeforeRules) {
  Rules rules = {{"embed", {{"data"}}}};
  LogicalResolution result = resolve({{{"embed"}}, {{"data"}}}, rules);
  EXPECT_EQ(result.dims, (Spec{{}, {{"data"}}}));
  ASSERT_EQ(result.unresolved.size(), 1u);
  EXPECT_EQ(result.unresolved[0].dim, 0u);
  EXPECT_TRUE(result.unresolved[0].taken);
}

TEST(LogicalAxes, ARuleHidesAMeshAxisOfItsName) {
  Rules rules = {{"data", {{"model"}}}};
  EXPECT_EQ(resolve({{{"data"}}}, rules).dims, (Spec{{{"model"}}}));
  // A sub-axis is always one of the mesh.
  EXPECT_EQ(resolve({{{"data", 1, 2}}}, rules).dims, (Spec{{{"data", 1, 2}}}));
}

TEST(LogicalAxes, UnknownNamesSplitNothing) {
  LogicalResolution result = resolve({{{"mlp"}, {"model"}}}, {});
  EXPECT_EQ(result.dims, (Spec{{{"model"}}}));
  ASSERT_EQ(result.unresolved.size(), 1u);
  EXPECT_EQ(result.unresolved[0].name, "mlp");
  EXPECT_FALSE(result.unresolved[0].taken);
}

TEST(LogicalAxes, PartsOfAnAxisAreFreeIfTheyDoNotOverlap) {
  EXPECT_TRUE((NamedAxis{"a", 1, 4}).overlaps({"a", 2, 4}));
  EXPECT_FALSE((NamedAxis{"a", 1, 2}).overlaps({"a", 2, 4}));
  EXPECT_TRUE((NamedAxis{"a"}).overlaps({"a", 2, 4}));
  EXPECT_FALSE((NamedAxis{"a"}).overlaps({"b"}));
  // No product of the two numbers is formed.
  EXPECT_FALSE((NamedAxis{"a", INT64_MAX, INT64_MAX}).overlaps({"a", 1, 2}));
  Rules rules = {{"x", {{"model", 1, 2}}}, {"y", {{"model", 2, 2}}}};
  EXPECT_EQ(resolve({{{"x"}}, {{"y"}}}, rules).dims,
            (Spec{{{"model", 1, 2}}, {{"model", 2, 2}}}));
}

} // namespace
