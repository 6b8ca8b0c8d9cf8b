//===- ReshardPlanTest.cpp - from one sharding to another -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomMesh.h"

#include "weft/Sharding/ReshardPlan.h"

using namespace weft;

namespace {

/// A mesh x = 2, y = 2, z = 3, and plans on it as text.
class ReshardPlanTest : public testing::Test {
protected:
  Mesh mesh = llvm::cantFail(
      Mesh::create({MeshAxis{"x", 2}, MeshAxis{"y", 2}, MeshAxis{"z", 3}}));
  AxisRef x = mesh.whole(0), y = mesh.whole(1), z = mesh.whole(2);

  static Sharding split(std::initializer_list<AxisList> dims) {
    Sharding sharding = Sharding::closed(dims.size());
    for (auto [dim, axes] : llvm::zip(sharding.dims, dims))
      dim.axes = axes;
    return sharding;
  }

  std::string plan(const Sharding &from, const Sharding &to,
                   llvm::ArrayRef<int64_t> shape) {
    return llvm::cantFail(planReshard(mesh, from, to, shape, 4, {}))
        .toString(mesh);
  }
};

TEST_F(ReshardPlanTest, NothingToDo) {
  EXPECT_EQ(plan(split({{x}}), split({{x}}), {8}), "");
}

TEST_F(ReshardPlanTest, AddingAxesIsASlice) {
  EXPECT_EQ(plan(split({{x}, {}}), split({{x, y}, {}}), {8, 8}),
            "all_slice \"y\" dim 0 : 4x8 -> 2x8\n");
}

TEST_F(ReshardPlanTest, DroppingMinorAxesIsAGather) {
  EXPECT_EQ(plan(split({{x, y}, {}}), split({{x}, {}}), {8, 8}),
            "all_gather \"y\" dim 0 : 2x8 -> 4x8\n");
}

TEST_F(ReshardPlanTest, MovingAnAxisIsAnAllToAll) {
  EXPECT_EQ(plan(split({{x}, {}}), split({{}, {x}}), {8, 8}),
            "all_to_all \"x\" split 1 concat 0 : 4x8 -> 8x4\n");
}

TEST_F(ReshardPlanTest, SwappingAxesIsAPermute) {
  EXPECT_EQ(plan(split({{x}, {y}}), split({{y}, {x}}), {8, 8}),
            "permute \"x\", \"y\" as \"y\", \"x\" : 4x4 -> 4x4\n");
  EXPECT_EQ(plan(split({{x}}), split({{y}}), {8}),
            "permute \"x\", \"y\" as \"y\", \"x\" : 4 -> 4\n");
  EXPECT_EQ(plan(split({{x, z}}), split({{z, x}}), {12}),
            "permute \"x\", \"z\" as \"z\", \"x\" : 2 -> 2\n");
}

TEST_F(ReshardPlanTest, PartialValuesAreReduced) {
  Sharding from = split({{}, {}});
  from.unreduced = {x};
  EXPECT_EQ(plan(from, split({{}, {}}), {8, 8}),
            "all_reduce \"x\" : 8x8 -> 8x8\n");
  EXPECT_EQ(plan(from, split({{}, {x}}), {8, 8}),
            "reduce_scatter \"x\" dim 1 : 8x8 -> 8x4\n");
}

TEST_F(ReshardPlanTest, SlicesComeBeforeGathers) {
  EXPECT_EQ(plan(split({{x}, {}}), split({{}, {y}}), {8, 8}),
            "all_slice \"y\" dim 1 : 4x8 -> 4x4\n"
            "all_gather \"x\" dim 0 : 4x4 -> 8x4\n");
}

} // namespace
