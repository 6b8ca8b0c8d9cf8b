//===- AxisListTest.cpp - ordered lists of axes -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomMesh.h"

using namespace weft;

namespace {

/// Different axes in random order, some of them cut into parts.
AxisList randomList(Random &random, const Mesh &mesh) {
  AxisList list;
  for (int64_t axis : random.order(mesh.axes().size())) {
    AxisRef whole = mesh.whole(axis);
    int32_t major = random.divisor(whole.size);
    if (major == 1 || major == whole.size) {
      list.append(whole);
      continue;
    }
    list.append(random.below(2) ? whole.prefix(major) : whole.suffix(major));
  }
  return list;
}

TEST(AxisList, NeighboursThatTouchAreMerged) {
  AxisList list = {{0, 1, 2}, {0, 2, 4}, {1, 1, 3}};
  EXPECT_EQ(list, (AxisList{{0, 1, 8}, {1, 1, 3}}));
  EXPECT_EQ(list.numShards(), 24);
  // In the other order they are two parts.
  EXPECT_EQ((AxisList{{0, 2, 4}, {0, 1, 2}}).size(), 2u);
}

TEST(AxisList, CuttingAndJoiningAreInverse) {
  Random random(3);
  for (int i = 0; i != 500; ++i) {
    Mesh mesh = random.mesh();
    AxisList list = randomList(random, mesh);
    AxisList prefix;
    for (AxisRef axis : list.axes().take_front(random.below(list.size() + 1)))
      prefix.append(axis);
    if (prefix.size() < list.size()) {
      AxisRef next = list[prefix.size()];
      if (int32_t part = random.divisor(next.size); part > 1)
        prefix.append(next.prefix(part));
    }
    ASSERT_TRUE(list.startsWith(prefix));
    AxisList rest = list.withoutPrefix(prefix);
    EXPECT_EQ(prefix.numShards() * rest.numShards(), list.numShards());
    AxisList joined = prefix;
    joined.append(rest);
    EXPECT_EQ(joined, list);
    ASSERT_TRUE(joined.removeSuffix(rest));
    EXPECT_EQ(joined, prefix);
    EXPECT_EQ(list.commonPrefix(prefix), prefix);
  }
}

TEST(AxisList, CommonPrefixStartsBoth) {
  Random random(4);
  for (int i = 0; i != 500; ++i) {
    Mesh mesh = random.mesh();
    AxisList a = randomList(random, mesh), b = randomList(random, mesh);
    AxisList common = a.commonPrefix(b);
    EXPECT_TRUE(a.startsWith(common));
    EXPECT_TRUE(b.startsWith(common));
    EXPECT_EQ(common, b.commonPrefix(a));
  }
}

TEST(AxisList, RemoveSuffixLeavesTheListWhenItDoesNotEndSo) {
  AxisList list = {{0, 1, 4}, {1, 1, 2}};
  EXPECT_FALSE(list.removeSuffix({{0, 1, 4}}));
  EXPECT_FALSE(list.removeSuffix({{2, 1, 4}, {0, 1, 4}, {1, 1, 2}}));
  EXPECT_EQ(list.size(), 2u);
  EXPECT_TRUE(list.removeSuffix({{0, 2, 2}, {1, 1, 2}}));
  EXPECT_EQ(list, (AxisList{{0, 1, 2}}));
}

TEST(AxisList, SortingMergesWhatThenTouches) {
  AxisList list = {{1, 1, 2}, {0, 2, 2}, {0, 1, 2}};
  list.sortAndMerge();
  EXPECT_EQ(list, (AxisList{{0, 1, 4}, {1, 1, 2}}));
}

} // namespace
