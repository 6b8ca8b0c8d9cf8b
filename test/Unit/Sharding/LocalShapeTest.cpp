//===- LocalShapeTest.cpp - what one device holds ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomMesh.h"

#include "weft/Sharding/LocalShape.h"

using namespace weft;

namespace {

TEST(LocalShape, ShardsTileTheDimension) {
  for (int64_t size = 0; size != 40; ++size)
    for (int64_t count = 1; count != 20; ++count) {
      int64_t local = localSize(size, count), next = 0, empty = 0;
      for (int64_t i = 0; i != count; ++i) {
        ShardExtent extent = shardExtent(size, count, i);
        EXPECT_EQ(extent.offset, next);
        EXPECT_LE(extent.size, local);
        next += extent.size;
        empty += extent.size == 0;
      }
      EXPECT_EQ(next, size);
      EXPECT_EQ(numEmptyShards(size, count), empty);
      EXPECT_TRUE(isWholeOf(size, local, count));
    }
}

TEST(LocalShape, HugeSizesDoNotOverflow) {
  EXPECT_EQ(localSize(INT64_MAX, 2), (INT64_MAX >> 1) + 1);
  EXPECT_EQ(localSize(3, 1ll << 60), 1);
  EXPECT_EQ(shardExtent(3, 1ll << 60, (1ll << 60) - 1), (ShardExtent{3, 0}));
  EXPECT_EQ(shardExtent(INT64_MAX, 3, 2).offset, 2 * (INT64_MAX / 3 + 1));
  EXPECT_EQ(localSize(kUnknownSize, 4), kUnknownSize);
}

TEST(LocalShape, EveryElementIsHeldByEveryReplica) {
  Random random(8);
  for (int i = 0; i != 100; ++i) {
    Mesh mesh = random.mesh();
    Sharding sharding = Sharding::closed(1);
    AxisRef axis = random.axisRef(mesh);
    sharding.dims[0].axes.append(axis);
    int64_t size = random.below(30);
    std::vector<int64_t> held(size);
    for (int64_t p = 0; p != mesh.numDevices(); ++p) {
      ShardExtent extent = shardExtents({size}, mesh, sharding, p)[0];
      for (int64_t e = 0; e != extent.size; ++e)
        ++held[extent.offset + e];
    }
    for (int64_t count : held)
      EXPECT_EQ(count, mesh.numDevices() / axis.size);
    EXPECT_EQ(localShape({size}, sharding)[0], localSize(size, axis.size));
  }
}

TEST(LocalShape, WasteIsThePartThatIsPadding) {
  Sharding sharding = Sharding::closed(2);
  sharding.dims[0].axes.append({0, 1, 3});
  EXPECT_DOUBLE_EQ(paddingWaste({4, 7}, sharding), 1.0 / 3);
  EXPECT_DOUBLE_EQ(paddingWaste({6, 7}, sharding), 0);
}

TEST(LocalShape, AMaximalShardingHoldsTheWhole) {
  const int64_t device[] = {3};
  Mesh maximal = llvm::cantFail(Mesh::create({}, device));
  EXPECT_EQ(localShape({4, 5}, Sharding::closed(0)),
            (llvm::SmallVector<int64_t, 4>{4, 5}));
  EXPECT_EQ(shardExtents({4}, maximal, Sharding::closed(0), 0)[0],
            (ShardExtent{0, 4}));
}

} // namespace
