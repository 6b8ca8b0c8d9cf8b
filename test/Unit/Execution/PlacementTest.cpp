//===- PlacementTest.cpp - which part goes where ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/Placement.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace weft;
using namespace weft::execution;
using runtime::ElementType;

static ArrayType makeType(llvm::ArrayRef<int64_t> dims) {
  return llvm::cantFail(ArrayType::get(ElementType::F32, dims));
}

static const MeshAxis axes[] = {{"a", 2}, {"b", 3}};

/// 5x4 over a 2x3 mesh, rows over "b".
static Placement makeRows() {
  Sharding sharding = Sharding::closed(2);
  sharding.dims[0].axes = AxisList({AxisRef{1, 1, 3}});
  return llvm::cantFail(Placement::get(makeType({5, 4}), makeType({2, 4}),
                                       Mesh::createUnchecked(axes), sharding));
}

TEST(Placement, BoxesLeavePaddingOut) {
  Placement rows = makeRows();
  for (unsigned device = 0; device < 6; ++device) {
    const Box box = rows.getBox(device);
    EXPECT_EQ(box.offsets[0], 2 * (device % 3));
    EXPECT_EQ(box.sizes[0], device % 3 == 2 ? 1 : 2);
    EXPECT_EQ(box.sizes[1], 4);
    EXPECT_EQ(rows.getOwner(device), device % 3);
    EXPECT_EQ(rows.getHolder(device), device % 3);
  }
}

TEST(Placement, ExplicitOrderOfDevices) {
  const int64_t ids[] = {5, 4, 3, 2, 1, 0};
  Sharding sharding = Sharding::closed(1);
  sharding.dims[0].axes = AxisList({AxisRef{0, 1, 2}});
  Placement halves = llvm::cantFail(
      Placement::get(makeType({4}), makeType({2}),
                     Mesh::createUnchecked(axes, ids), sharding));
  EXPECT_EQ(halves.getBox(5).offsets[0], 0);
  EXPECT_EQ(halves.getBox(0).offsets[0], 2);
  EXPECT_EQ(halves.getOwner(3), 5u);
  EXPECT_EQ(halves.getOwner(0), 2u);
}

TEST(Placement, PartsOfAxes) {
  const MeshAxis eight[] = {{"x", 8}};
  Sharding sharding = Sharding::closed(1);
  sharding.dims[0].axes = AxisList({AxisRef{0, 2, 2}});
  Placement placement = llvm::cantFail(Placement::get(
      makeType({2}), makeType({1}), Mesh::createUnchecked(eight), sharding));
  for (unsigned device = 0; device < 8; ++device) {
    EXPECT_EQ(placement.getBox(device).offsets[0], device / 2 % 2);
    EXPECT_EQ(placement.getOwner(device), device / 2 % 2 * 2);
  }
}

TEST(Placement, SummandsHaveHoldersOfTheirOwn) {
  Sharding sharding = Sharding::closed(1);
  sharding.dims[0].axes = AxisList({AxisRef{1, 1, 3}});
  sharding.unreduced = AxisList({AxisRef{0, 1, 2}});
  Placement sums = llvm::cantFail(Placement::get(
      makeType({3}), makeType({1}), Mesh::createUnchecked(axes), sharding));
  EXPECT_TRUE(sums.isUnreduced());
  EXPECT_EQ(sums.getOwner(4), 1u);
  EXPECT_EQ(sums.getHolder(4), 4u);
}

TEST(Placement, SaysWhatDoesNotFit) {
  Sharding sharding = Sharding::closed(1);
  sharding.dims[0].axes = AxisList({AxisRef{1, 1, 3}});
  auto placement = Placement::get(makeType({5}), makeType({3}),
                                  Mesh::createUnchecked(axes), sharding);
  ASSERT_FALSE(placement);
  EXPECT_EQ(llvm::toString(placement.takeError()),
            "the shards of tensor<5xf32> are tensor<2xf32>, not "
            "tensor<3xf32>");
}

TEST(CopyBox, AnyPartOfAnyRank) {
  std::vector<uint8_t> source(2 * 3 * 4), target(3 * 3 * 5, 255);
  std::iota(source.begin(), source.end(), 0);
  copyBox({{1, 2, 3}, {2, 3, 4}, {1, 0, 1}, {3, 3, 5}, {2, 1, 0}}, 1,
          source.data(), target.data());
  size_t copied = 0;
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 3; ++j)
      for (int64_t k = 0; k < 5; ++k) {
        const bool inside = i == 2 && j >= 1 && k < 3;
        const int64_t from = 1 * 12 + (j - 1) * 4 + k + 1;
        EXPECT_EQ(target[i * 15 + j * 5 + k], inside ? from : 255);
        copied += inside;
      }
  EXPECT_EQ(copied, 6u);
  // Nothing, and a scalar.
  copyBox({{0}, {0}, {0}, {4}, {2}}, 1, nullptr, target.data());
  copyBox({{}, {}, {}, {}, {}}, 2, source.data() + 4, target.data());
  EXPECT_EQ(target[0], 4);
  EXPECT_EQ(target[1], 5);
}
