//===- ShardingTest.cpp - validity of shardings -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomMesh.h"

using namespace weft;

namespace {

struct ShardingTest : testing::Test {
  Mesh mesh = llvm::cantFail(
      Mesh::create({MeshAxis{"x", 8}, MeshAxis{"y", 12}, MeshAxis{"one", 1}}));
  AxisRef x = mesh.whole(0), y = mesh.whole(1), one = mesh.whole(2);

  std::string message(llvm::ArrayRef<llvm::SmallVector<AxisRef>> dims,
                      llvm::ArrayRef<AxisRef> replicated = {},
                      llvm::ArrayRef<AxisRef> unreduced = {}) {
    llvm::SmallVector<WrittenDim> written;
    for (const auto &axes : dims)
      written.push_back({axes, false, std::nullopt});
    return messageOf(checkAxes(mesh, written, replicated, unreduced));
  }
};

TEST_F(ShardingTest, EachAxisIsUsedOnce) {
  EXPECT_EQ(message({{x}, {y, one}}), "");
  EXPECT_EQ(message({{x, x}}), "axis \"x\" is listed twice in dimension 0");
  EXPECT_EQ(message({{x}, {}, {x}}), "axis \"x\" splits dimension 0 and "
                                     "dimension 2; it can split only one");
  EXPECT_EQ(message({{x}}, {x}),
            "axis \"x\" splits dimension 0 and is also replicated");
  EXPECT_EQ(message({{}, {y}}, {}, {y}),
            "axis \"y\" splits dimension 1 and is also unreduced");
  EXPECT_EQ(message({}, {x}, {x}),
            "axis \"x\" is both replicated and unreduced");
  EXPECT_EQ(message({}, {x, x}),
            "axis \"x\" is listed twice in the replicated axes");
  EXPECT_EQ(message({{one}, {one}}), "axis \"one\" splits dimension 0 and "
                                     "dimension 1; it can split only one");
}

TEST_F(ShardingTest, PartsMayNotOverlapAndMustFit) {
  AxisRef major{0, 1, 4}, middle{0, 2, 2}, minor{0, 4, 2};
  EXPECT_EQ(message({{major}, {minor}}), "");
  EXPECT_EQ(message({{minor, major}}), "");
  EXPECT_EQ(message({{major}, {middle}}),
            "\"x\":(1)4 in dimension 0 and \"x\":(2)2 in dimension 1 overlap");
  EXPECT_EQ(message({{major}}, {}, {x}), "\"x\":(1)4 in dimension 0 and \"x\" "
                                         "in the unreduced axes overlap");
  EXPECT_EQ(message({{{1, 1, 2}}, {{1, 3, 2}}}),
            "\"y\":(1)2 in dimension 0 and \"y\":(3)2 in dimension 1 are not "
            "parts of one factorisation: 2 does not divide 3");
}

TEST_F(ShardingTest, NeighboursAreWrittenMerged) {
  EXPECT_EQ(message({{{0, 1, 2}, {0, 2, 2}}}),
            "\"x\":(1)2 and \"x\":(2)2 are neighbours in dimension 0; write "
            "\"x\":(1)4");
  EXPECT_EQ(message({{{0, 1, 2}, {0, 2, 4}}}),
            "\"x\":(1)2 and \"x\":(2)4 are neighbours in dimension 0; write "
            "\"x\"");
}

TEST_F(ShardingTest, APriorityNeedsADimensionThatCanChange) {
  WrittenDim dim{{}, false, 3};
  EXPECT_EQ(messageOf(checkAxes(mesh, dim, {}, {})),
            "dimension 0 has priority 3 but is closed and not split, so it has "
            "no effect");
  dim.isOpen = true;
  EXPECT_EQ(messageOf(checkAxes(mesh, dim, {}, {})), "");
}

TEST_F(ShardingTest, TheShapeMustFit) {
  Sharding sharding = Sharding::closed(2);
  sharding.dims[1].axes.append(x);
  EXPECT_EQ(messageOf(checkShape(mesh, sharding, {4, 5})), "");
  EXPECT_EQ(messageOf(checkShape(mesh, sharding, {4})),
            "the sharding has 2 dimensions, but the tensor has rank 1");
  EXPECT_EQ(messageOf(checkShape(mesh, sharding, {4, 0})),
            "dimension 1 has size 0 and cannot be split over \"x\"");
}

TEST_F(ShardingTest, AMaximalMeshTakesAnyShapeWithoutEntries) {
  const int64_t device[] = {3};
  Mesh maximal = llvm::cantFail(Mesh::create({}, device));
  EXPECT_EQ(messageOf(checkShape(maximal, Sharding::closed(0), {4, 5})), "");
  EXPECT_EQ(messageOf(checkShape(maximal, Sharding::closed(2), {4, 5})),
            "a sharding on a single device has no dimensions to split, but 2 "
            "are listed; write []");
}

/// Whatever is accepted gives every element of every dimension to some shard,
/// and all devices that differ along no listed axis the same one.
TEST_F(ShardingTest, RandomListsAreAcceptedExactlyIfDisjoint) {
  Random random(7);
  for (int i = 0; i != 2000; ++i) {
    Mesh mesh = random.mesh();
    AxisRef a = random.axisRef(mesh), b = random.axisRef(mesh);
    WrittenDim dims[] = {{a, false, std::nullopt}, {b, false, std::nullopt}};
    bool accepted = messageOf(checkAxes(mesh, dims, {}, {})).empty();
    EXPECT_EQ(accepted, !a.overlaps(b) && a.fitsWith(b));
    if (!accepted)
      continue;
    llvm::SmallVector<int64_t> seen(a.size * b.size);
    AxisRef both[] = {a, b};
    for (int64_t p = 0; p != mesh.numDevices(); ++p)
      ++seen[mesh.shardIndex(p, both)];
    for (int64_t count : seen)
      EXPECT_EQ(count, mesh.numDevices() / (a.size * b.size));
  }
}

} // namespace
