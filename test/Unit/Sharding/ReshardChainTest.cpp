//===- ReshardChainTest.cpp - plans in terms of whole tensors ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllShardings.h"

#include "weft/Sharding/ReshardChain.h"
#include "weft/Sharding/TrivialAxes.h"

using namespace weft;

namespace {

/// Each link leads to the next, and the last to where the plan goes.
void expectChain(const Mesh &mesh, const Sharding &from, const Sharding &to,
                 llvm::ArrayRef<ReshardLink> chain) {
  Sharding here = withoutTrivialAxes(from);
  for (const ReshardLink &link : chain) {
    EXPECT_EQ(messageOf(checkStep(mesh, link.step, here.rank())), "");
    EXPECT_EQ(messageOf(checkStepResult(mesh, link.step, here, link.after)),
              "");
    here = link.after;
  }
  EXPECT_TRUE(here.hasSameLayout(withoutTrivialAxes(to)));
}

/// How many plans of random pairs have a chain, in percent.
int64_t sample(unsigned seed, int count, bool even) {
  Random random(seed);
  int found = 0, asked = 0;
  while (asked != count) {
    Mesh mesh = smallMesh(random);
    const unsigned rank = 1 + random.below(3);
    // 48 shards and fewer divide these.
    std::vector<int64_t> shape(rank, 720);
    if (!even)
      for (int64_t &size : shape)
        size = 1 + random.below(30);
    Sharding from = randomSharding(random, mesh, rank);
    Sharding to = randomSharding(random, mesh, rank);
    auto plan = planReshard(mesh, from, to, shape, 4, {});
    if (!plan) {
      ADD_FAILURE() << llvm::toString(plan.takeError());
      break;
    }
    if (plan->empty())
      continue;
    ++asked;
    if (auto chain = chainOf(*plan, mesh, from, to, shape)) {
      ++found;
      expectChain(mesh, from, to, *chain);
    }
  }
  return 100 * found / count;
}

TEST(ReshardChain, AllEvenPlansHaveOne) {
  EXPECT_EQ(sample(1, 1000, true), 100);
}

// Others make two collectives on blocks that no sharding has.
TEST(ReshardChain, MostUnevenPlansHaveOne) {
  EXPECT_GE(sample(2, 1000, false), 98);
}

TEST(ReshardChain, NoneBetweenDeviceOrders) {
  int64_t ids[] = {3, 1, 2, 0};
  MeshAxis axes[] = {{"x", 2}, {"y", 2}};
  Mesh here = llvm::cantFail(Mesh::create(axes));
  Mesh there = llvm::cantFail(Mesh::create(axes, ids));
  Sharding split = Sharding::closed(1);
  split.dims[0].axes = {here.whole(0)};
  int64_t shape[] = {8};
  ReshardPlan plan = llvm::cantFail(
      planReshard({here, split, there, split, shape, 4}, CostModel()));
  EXPECT_FALSE(plan.empty());
  EXPECT_FALSE(chainOf(plan, here, split, split, shape));
}

} // namespace
