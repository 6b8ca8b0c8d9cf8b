//===- LeafPatternTest.cpp - which leaves a rule is for ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/LeafPattern.h"

#include "gtest/gtest.h"

using namespace weft;

namespace {

bool matches(llvm::StringRef pattern, LeafPattern::Facts facts) {
  llvm::Expected<LeafPattern> parsed = LeafPattern::parse(pattern);
  EXPECT_TRUE(static_cast<bool>(parsed)) << pattern.str();
  if (parsed)
    return parsed->matches(facts);
  llvm::consumeError(parsed.takeError());
  return false;
}

bool matchesPath(llvm::StringRef pattern, llvm::StringRef path) {
  return matches(pattern, {path, {}, ""});
}

std::string getError(llvm::StringRef pattern) {
  llvm::Expected<LeafPattern> parsed = LeafPattern::parse(pattern);
  return parsed ? "" : llvm::toString(parsed.takeError());
}

TEST(LeafPattern, TwoStarsAreAnyNumberOfNames) {
  EXPECT_TRUE(matchesPath("**/kernel", "kernel"));
  EXPECT_TRUE(matchesPath("**/kernel", "blocks.3.mlp.up.kernel"));
  EXPECT_FALSE(matchesPath("**/kernel", "blocks.3.mlp.up.bias"));
  EXPECT_FALSE(matchesPath("**/kernel", "my_kernel"));
  EXPECT_TRUE(matchesPath("**", "a"));
  EXPECT_TRUE(matchesPath("a/**/b/**", "a.x.b"));
  EXPECT_TRUE(matchesPath("a/**/b/**", "a.b.b.c"));
  EXPECT_FALSE(matchesPath("a/**/b/**", "a.x.c"));
  EXPECT_TRUE(matchesPath("**/**", "a"));
}

TEST(LeafPattern, OneStarStaysWithinAName) {
  EXPECT_TRUE(matchesPath("blocks.*.norm", "blocks.11.norm"));
  EXPECT_FALSE(matchesPath("blocks.*.norm", "blocks.11.mlp.norm"));
  EXPECT_TRUE(matchesPath("blocks/[0-3]/{up,down}", "blocks.2.down"));
  EXPECT_FALSE(matchesPath("blocks/[0-3]/{up,down}", "blocks.4.down"));
  EXPECT_TRUE(matchesPath("layer?", "layer3"));
}

TEST(LeafPattern, Conditions) {
  const int64_t shape[] = {64, 256};
  LeafPattern::Facts kernel = {"up.kernel", shape, "linear"};
  EXPECT_TRUE(matches("**:rank=2", kernel));
  EXPECT_FALSE(matches("**:rank=3", kernel));
  EXPECT_TRUE(matches("**:shape=*x256", kernel));
  EXPECT_FALSE(matches("**:shape=*x128", kernel));
  EXPECT_FALSE(matches("**:shape=64", kernel));
  EXPECT_TRUE(matches("**/kernel:rank=2,kind=linear", kernel));
  EXPECT_FALSE(matches("**/kernel:rank=2,kind=conv", kernel));
  EXPECT_TRUE(matches("**:shape=", {"count", {}, "adam"}));
}

TEST(LeafPattern, SaysWhatIsWrong) {
  EXPECT_EQ(getError("a//b"), "'a//b' has an empty name in its path");
  EXPECT_EQ(getError(":rank=2"), "':rank=2' has an empty name in its path; "
                                 "write ** for any path");
  EXPECT_EQ(getError("**:rank=two"), "'rank=two' needs a number of dimensions");
  EXPECT_EQ(getError("**:shape=4xy"), "'shape=4xy' has 'y' for a size; write a "
                                      "number, or * for any");
  EXPECT_EQ(getError("**:ranks=2"),
            "unknown condition 'ranks=2'; there are rank=2, shape=64x* and "
            "kind=linear; did you mean 'rank'?");
  EXPECT_NE(getError("a[b"), "");
  EXPECT_NE(getError("{{{"), "");
}

} // namespace
