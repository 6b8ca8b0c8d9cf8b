//===- HloShardingTest.cpp - shardings as XLA writes them -----------------===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/SdyToWeft/HloSharding.h"

#include "gtest/gtest.h"

#include <random>

using namespace weft;
using Kind = HloSharding::Kind;
using Subgroup = HloSharding::Subgroup;
using Numbers = std::vector<int64_t>;

namespace {

HloSharding parse(llvm::StringRef text) {
  llvm::Expected<HloSharding> sharding = HloSharding::parse(text);
  if (sharding)
    return *sharding;
  ADD_FAILURE() << text.str() << ": " << llvm::toString(sharding.takeError());
  return {};
}

std::string parseError(llvm::StringRef text) {
  llvm::Expected<HloSharding> sharding = HloSharding::parse(text);
  if (!sharding)
    return llvm::toString(sharding.takeError());
  return "none";
}

template <typename List> Numbers numbers(const List &list) {
  return Numbers(list.begin(), list.end());
}

TEST(HloSharding, Kinds) {
  EXPECT_EQ(parse("{replicated}").kind, Kind::Replicated);
  EXPECT_EQ(parse("{manual}").kind, Kind::Manual);
  EXPECT_EQ(parse("{unknown}").kind, Kind::Unknown);
  EXPECT_EQ(parse("{unreduced}").kind, Kind::Unreduced);
  HloSharding maximal = parse("{maximal device=3}");
  EXPECT_EQ(maximal.kind, Kind::Maximal);
  EXPECT_EQ(maximal.device, 3);
}

TEST(HloSharding, IotaTile) {
  HloSharding sharding = parse("{devices=[4,2]<=[2,4]T(1,0)}");
  EXPECT_EQ(sharding.kind, Kind::Tiled);
  EXPECT_EQ(numbers(sharding.tile), Numbers({4, 2}));
  EXPECT_EQ(numbers(sharding.iotaDims), Numbers({2, 4}));
  EXPECT_EQ(numbers(sharding.permutation), Numbers({1, 0}));
  EXPECT_EQ(sharding.rank(), 2u);
  EXPECT_EQ(numbers(parse("{devices=[8]<=[8]}").permutation), Numbers({0}));
}

TEST(HloSharding, ListedTile) {
  HloSharding sharding = parse("{devices=[2,2]0,2,1,3}");
  EXPECT_EQ(numbers(sharding.devices), Numbers({0, 2, 1, 3}));
  EXPECT_TRUE(sharding.iotaDims.empty());
}

TEST(HloSharding, Subgroups) {
  HloSharding one = parse("{devices=[2,1,4]<=[8] last_tile_dim_replicate}");
  EXPECT_EQ(one.rank(), 2u);
  EXPECT_EQ(one.subgroups.size(), 1u);
  HloSharding two =
      parse("{devices=[2,1,2,2]<=[8] last_tile_dims={manual, unreduced}}");
  EXPECT_EQ(two.rank(), 2u);
  ASSERT_EQ(two.subgroups.size(), 2u);
  EXPECT_EQ(two.subgroups[0], Subgroup::Manual);
  EXPECT_EQ(two.subgroups[1], Subgroup::Unreduced);
}

TEST(HloSharding, TuplesWithComments) {
  HloSharding tuple =
      parse("{{replicated}, /*index=1*/{devices=[2]<=[2]}, {manual}}");
  EXPECT_EQ(tuple.kind, Kind::Tuple);
  ASSERT_EQ(tuple.elements.size(), 3u);
  EXPECT_EQ(tuple.elements[1].kind, Kind::Tiled);
  EXPECT_EQ(parse("{}").elements.size(), 0u);
}

TEST(HloSharding, NotesAreSkipped) {
  HloSharding sharding =
      parse("{devices=[2]<=[2] metadata={op_name=\"a{b}\" source_line=3} }");
  EXPECT_EQ(sharding.kind, Kind::Tiled);
  EXPECT_TRUE(parse("{replicated shard_as 3}").isShardGroup);
}

TEST(HloSharding, Errors) {
  EXPECT_EQ(parseError(""), "expected '{' at character 0");
  EXPECT_EQ(parseError("{replicated"), "expected '}' at character 11");
  EXPECT_EQ(parseError("{replicated} x"), "expected the end at character 13");
  EXPECT_EQ(parseError("{maximal device=}"),
            "expected a number at character 16");
  EXPECT_EQ(parseError("{devices=[2,0]<=[0]}"),
            "a size of 0 is not allowed at character 14");
  EXPECT_EQ(parseError("{devices=[2,2]0,1,2}"),
            "the tile has 4 devices, but 3 are listed at character 19");
  EXPECT_EQ(parseError("{devices=[2]0,0}"),
            "expected each device from 0 to 1 once, found 0 at character 15");
  EXPECT_EQ(parseError("{devices=[2]<=[4]}"),
            "the tile has 2 devices, but 4 are given at character 17");
  EXPECT_EQ(parseError("{devices=[2,2]<=[2,2]T(0,0)}"),
            "expected a permutation of 0 to 1 at character 27");
  EXPECT_EQ(parseError("{devices=[99999999999999999999]<=[2]}"),
            "number 99999999999999999999 is too large at character 10");
  EXPECT_EQ(parseError("{devices=[4294967296,4294967296]<=[2]}"),
            "more than 2^63 devices at character 32");
  EXPECT_EQ(parseError("{devices=[2]<=[2] last_tile_dims={manual,manual}}"),
            "the tile has 1 dimensions, but 2 are said to be its last at "
            "character 49");
  EXPECT_NE(parseError("{{{replicated}}}"), "none");
}

/// Whatever the text, the parser returns.
TEST(HloSharding, RandomTextNeverCrashes) {
  const char *pieces[] = {"{",
                          "}",
                          "devices=",
                          "[",
                          "]",
                          "2",
                          ",",
                          "<=",
                          "T(",
                          ")",
                          "/*",
                          "*/",
                          "manual",
                          "maximal",
                          "device=",
                          " ",
                          "=",
                          "0",
                          "replicated",
                          "last_tile_dims=",
                          "metadata=",
                          "last_tile_dim_replicate",
                          "99999999999999999999"};
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::string text = "{";
    for (int n = random() % 12; n > 0; --n)
      text += pieces[random() % std::size(pieces)];
    llvm::Expected<HloSharding> sharding = HloSharding::parse(text);
    if (!sharding)
      llvm::consumeError(sharding.takeError());
  }
}

} // namespace
