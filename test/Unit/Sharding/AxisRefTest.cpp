//===- AxisRefTest.cpp - parts of axes --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomMesh.h"

using namespace weft;

namespace {

/// The places on the line from 1 to the size of the axis that a part covers,
/// for an axis whose size is a power of two: the obvious model to test against.
unsigned bits(AxisRef axis) {
  unsigned mask = 0;
  for (int64_t at = axis.preSize; at < axis.end(); at *= 2)
    mask |= at;
  return mask;
}

TEST(AxisRef, PartsOfPowersOfTwoBehaveLikeSetsOfBits) {
  Random random(1);
  Mesh mesh = llvm::cantFail(Mesh::create({MeshAxis{"a", 64}}));
  for (int i = 0; i != 2000; ++i) {
    AxisRef a = random.axisRef(mesh), b = random.axisRef(mesh);
    EXPECT_TRUE(a.fitsWith(b));
    EXPECT_EQ(a.overlaps(b), (bits(a) & bits(b)) != 0);
    EXPECT_EQ(a.contains(b), (bits(a) & bits(b)) == bits(b));
    if (std::optional<AxisRef> both = a.intersection(b)) {
      EXPECT_EQ(bits(*both), bits(a) & bits(b));
    } else {
      EXPECT_EQ(bits(a) & bits(b), 0u);
    }
    if (a.touches(b)) {
      EXPECT_EQ(bits(a.mergedWith(b)), bits(a) | bits(b));
    }
  }
}

TEST(AxisRef, SplitAndMergeAreInverse) {
  Random random(2);
  for (int i = 0; i != 500; ++i) {
    Mesh mesh = random.mesh();
    AxisRef axis = random.axisRef(mesh);
    int32_t major = random.divisor(axis.size);
    AxisRef prefix = axis.prefix(major), suffix = axis.suffix(major);
    EXPECT_TRUE(prefix.touches(suffix));
    EXPECT_EQ(prefix.mergedWith(suffix), axis);
    EXPECT_TRUE(prefix.isPrefixOf(axis));
    EXPECT_TRUE(axis.contains(prefix) && axis.contains(suffix));
  }
}

TEST(AxisRef, PartsOfDifferentFactorisationsDoNotFit) {
  AxisRef half{0, 1, 2}, second{0, 3, 2};
  EXPECT_FALSE(half.overlaps(second));
  EXPECT_FALSE(half.fitsWith(second));
  EXPECT_TRUE(half.fitsWith({0, 2, 3}));
  EXPECT_TRUE(half.fitsWith({1, 3, 2}));
}

TEST(AxisRef, CommonPrefixIsTheGreatestCommonDivisor) {
  EXPECT_EQ((AxisRef{0, 1, 4}.commonPrefix({0, 1, 6})), (AxisRef{0, 1, 2}));
  EXPECT_EQ((AxisRef{0, 1, 4}.commonPrefix({0, 1, 9})), std::nullopt);
  EXPECT_EQ((AxisRef{0, 1, 4}.commonPrefix({0, 2, 2})), std::nullopt);
  EXPECT_EQ((AxisRef{0, 1, 1}.commonPrefix({0, 1, 1})), (AxisRef{0, 1, 1}));
}

TEST(AxisRef, PrefixBeforeStopsAtTheOther) {
  AxisRef whole{0, 1, 8};
  EXPECT_EQ(whole.prefixBefore({0, 4, 2}), (AxisRef{0, 1, 4}));
  EXPECT_EQ(whole.prefixBefore({0, 1, 2}), std::nullopt);
  EXPECT_EQ(whole.prefixBefore({1, 1, 2}), whole);
}

TEST(AxisRef, PrefixBeforeWhatDoesNotFitIsNothing) {
  // Of an axis of size 12: 2 does not divide 3, so they cannot both split.
  EXPECT_EQ((AxisRef{0, 1, 2}.prefixBefore({0, 3, 2})), std::nullopt);
  EXPECT_EQ((AxisRef{0, 3, 2}.prefixBefore({0, 1, 2})), std::nullopt);
}

TEST(AxisRef, AnAxisOfSizeOneOverlapsItself) {
  AxisRef one{0, 1, 1};
  EXPECT_TRUE(one.overlaps(one));
  EXPECT_FALSE(one.overlaps({1, 1, 1}));
}

} // namespace
