//===- DeviceAxesTest.cpp - axes that explain orders of devices -----------===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/SdyToWeft/DeviceAxes.h"

#include "gtest/gtest.h"

#include <numeric>
#include <random>

using namespace weft;
using Numbers = std::vector<int64_t>;

namespace {

HloSharding parse(llvm::StringRef text) {
  return llvm::cantFail(HloSharding::parse(text));
}

/// The device at each position of a tile, from its stretches: the part of the
/// device number between `begin` and `end` counts along the stretch.
Numbers devicesOf(const HloSharding &sharding, const TileStretches &tile) {
  int64_t count = sharding.numDevices();
  Numbers devices;
  for (int64_t position = 0; position < count; ++position) {
    int64_t device = 0, rest = position;
    for (size_t dim = tile.size(); dim-- > 0;)
      for (size_t i = tile[dim].size(); i-- > 0;) {
        auto [begin, end] = tile[dim][i];
        device += rest % (end / begin) * (count / end);
        rest /= end / begin;
      }
    devices.push_back(device);
  }
  return devices;
}

Numbers listed(const HloSharding &sharding) {
  auto devices = listDevices(sharding);
  return Numbers(devices.begin(), devices.end());
}

TEST(DeviceAxes, IotaInOrder) {
  auto tile = explainTile(parse("{devices=[2,4]<=[8]}"));
  ASSERT_TRUE(tile);
  EXPECT_EQ((*tile)[0][0], (Stretch{1, 2}));
  EXPECT_EQ((*tile)[1][0], (Stretch{2, 8}));
}

TEST(DeviceAxes, TransposedIota) {
  auto tile = explainTile(parse("{devices=[4,2]<=[2,4]T(1,0)}"));
  ASSERT_TRUE(tile);
  EXPECT_EQ((*tile)[0][0], (Stretch{2, 8}));
  EXPECT_EQ((*tile)[1][0], (Stretch{1, 2}));
}

/// A split that says nothing adds no cut.
TEST(DeviceAxes, JoinsNeighbours) {
  auto tile = explainTile(parse("{devices=[8]<=[2,4]}"));
  ASSERT_TRUE(tile);
  ASSERT_EQ((*tile)[0].size(), 1u);
  EXPECT_EQ((*tile)[0][0], (Stretch{1, 8}));
}

TEST(DeviceAxes, ListThatIsAnIota) {
  auto tile = explainTile(parse("{devices=[2,2]0,2,1,3}"));
  ASSERT_TRUE(tile);
  EXPECT_EQ((*tile)[0][0], (Stretch{2, 4}));
  EXPECT_EQ((*tile)[1][0], (Stretch{1, 2}));
}

TEST(DeviceAxes, ListThatIsNone) {
  EXPECT_FALSE(explainTile(parse("{devices=[4]3,2,1,0}")));
  EXPECT_FALSE(explainTile(parse("{devices=[2,2]0,1,3,2}")));
}

/// 2x3 transposed and cut as 2x3 again has no axes.
TEST(DeviceAxes, CutThatDoesNotFit) {
  HloSharding sharding = parse("{devices=[2,3]<=[2,3]T(1,0)}");
  EXPECT_FALSE(explainTile(sharding));
  EXPECT_EQ(listed(sharding), Numbers({0, 3, 1, 4, 2, 5}));
}

TEST(DeviceAxes, CutsOfOneMesh) {
  AxisCuts cuts(24);
  EXPECT_TRUE(cuts.add({{{1, 2}}, {{2, 24}}}));
  EXPECT_TRUE(cuts.add({{{1, 6}}}));
  // 4 is between 2 and 6, but does not divide 6.
  EXPECT_FALSE(cuts.add({{{1, 4}}}));
  auto sizes = cuts.axisSizes();
  EXPECT_EQ(Numbers(sizes.begin(), sizes.end()), Numbers({2, 3, 4}));
  EXPECT_EQ(cuts.axesOf({2, 24}), (std::pair<size_t, size_t>(1, 2)));
  EXPECT_EQ(cuts.axesOf({1, 2}), (std::pair<size_t, size_t>(0, 1)));
}

TEST(DeviceAxes, OneDevice) {
  AxisCuts cuts(1);
  EXPECT_TRUE(cuts.add(*explainTile(parse("{devices=[1,1]<=[1]}"))));
  EXPECT_TRUE(cuts.axisSizes().empty());
}

/// Random tiles: an explanation gives back the devices, and the same devices
/// listed one by one have an explanation too.
TEST(DeviceAxes, ExplanationsAreRight) {
  std::mt19937 random(11);
  int explained = 0;
  for (int round = 0; round < 2000; ++round) {
    HloSharding sharding;
    sharding.kind = HloSharding::Kind::Tiled;
    const int64_t sizes[] = {1, 2, 2, 2, 3, 4};
    for (int n = 1 + random() % 4; n > 0; --n)
      sharding.iotaDims.push_back(sizes[random() % std::size(sizes)]);
    sharding.permutation.resize(sharding.iotaDims.size());
    std::iota(sharding.permutation.begin(), sharding.permutation.end(), 0);
    std::shuffle(sharding.permutation.begin(), sharding.permutation.end(),
                 random);
    int64_t left = 1;
    for (int64_t size : sharding.iotaDims)
      left *= size;
    for (int n = random() % 3; n > 0; --n) {
      int64_t size =
          std::gcd<int64_t>(left, sizes[random() % std::size(sizes)]);
      sharding.tile.push_back(size);
      left /= size;
    }
    sharding.tile.push_back(left);

    std::optional<TileStretches> tile = explainTile(sharding);
    if (!tile)
      continue;
    ++explained;
    Numbers devices = listed(sharding);
    EXPECT_EQ(devicesOf(sharding, *tile), devices);

    HloSharding list = sharding;
    list.iotaDims.clear();
    list.permutation.clear();
    list.devices.assign(devices.begin(), devices.end());
    std::optional<TileStretches> again = explainTile(list);
    ASSERT_TRUE(again);
    EXPECT_EQ(devicesOf(list, *again), devices);
  }
  EXPECT_GT(explained, 1000);
}

} // namespace
