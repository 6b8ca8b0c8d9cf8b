//===- ReshardStepTest.cpp - one collective that changes a sharding --*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomMesh.h"

#include "weft/Sharding/ReshardStep.h"

using namespace weft;

namespace {

/// A sharding of `rank` dimensions that uses each axis of the mesh at most
/// once.
Sharding randomSharding(Random &random, const Mesh &mesh, unsigned rank) {
  Sharding sharding = Sharding::closed(rank);
  for (int64_t axis : random.order(mesh.axes().size()))
    if (int64_t place = random.below(rank + 1); place < rank)
      sharding.dims[place].axes.append(mesh.whole(axis));
  return sharding;
}

/// Splits a list at a random place, so that `list = front + back`.
std::pair<AxisList, AxisList> cut(Random &random, const AxisList &list) {
  AxisList front, back;
  size_t at = random.below(list.size() + 1);
  front.append(list.axes().take_front(at));
  back.append(list.axes().drop_front(at));
  return {front, back};
}

TEST(ReshardStep, GatherAndSliceAreInverse) {
  Random random(11);
  for (int i = 0; i != 300; ++i) {
    Mesh mesh = random.mesh();
    Sharding sharding = randomSharding(random, mesh, 3);
    ReshardStep gather;
    gather.kind = StepKind::AllGather;
    for (const DimSharding &dim : sharding.dims)
      gather.dims.push_back(cut(random, dim.axes).second);
    Sharding gathered = llvm::cantFail(applyStep(mesh, gather, sharding));
    ReshardStep slice = gather;
    slice.kind = StepKind::AllSlice;
    Sharding sliced = llvm::cantFail(applyStep(mesh, slice, gathered));
    EXPECT_TRUE(sliced.hasSameLayout(sharding));
    EXPECT_EQ(messageOf(checkStepResult(mesh, gather, sharding, gathered)), "");
  }
}

TEST(ReshardStep, UnreducedAndReducedAreInverse) {
  Random random(12);
  for (int i = 0; i != 300; ++i) {
    Mesh mesh = random.mesh();
    Sharding sharding = randomSharding(random, mesh, 2);
    ReshardStep partial;
    partial.kind = StepKind::ShardedToUnreduced;
    for (const DimSharding &dim : sharding.dims)
      partial.dims.push_back(cut(random, dim.axes).second);
    Sharding unreduced = llvm::cantFail(applyStep(mesh, partial, sharding));
    ReshardStep scatter = partial;
    scatter.kind = StepKind::ReduceScatter;
    Sharding back = llvm::cantFail(applyStep(mesh, scatter, unreduced));
    EXPECT_TRUE(back.hasSameLayout(sharding));
  }
}

TEST(ReshardStep, AllReduceTakesAPartOfAnAxis) {
  Mesh mesh = llvm::cantFail(Mesh::create({MeshAxis{"x", 8}}));
  Sharding from = Sharding::closed(1);
  from.unreduced.append(mesh.whole(0));
  ReshardStep step;
  step.kind = StepKind::AllReduce;
  step.axes.append({0, 2, 2});
  Sharding to = llvm::cantFail(applyStep(mesh, step, from));
  EXPECT_EQ(to.unreduced, (AxisList{{0, 1, 2}, {0, 4, 2}}));
}

TEST(ReshardStep, AllToAllMovesMinorAxes) {
  Mesh mesh =
      llvm::cantFail(Mesh::create({MeshAxis{"x", 4}, MeshAxis{"y", 2}}));
  Sharding from = Sharding::closed(2);
  from.dims[0].axes = {mesh.whole(0), mesh.whole(1)};
  ReshardStep step;
  step.kind = StepKind::AllToAll;
  step.moves.push_back({AxisList{{0, 2, 2}, mesh.whole(1)}, 0, 1});
  EXPECT_EQ(messageOf(checkStep(mesh, step, 2)), "");
  Sharding to = llvm::cantFail(applyStep(mesh, step, from));
  EXPECT_EQ(to.dims[0].axes, (AxisList{{0, 1, 2}}));
  EXPECT_EQ(to.dims[1].axes, (AxisList{{0, 2, 2}, {1, 1, 2}}));
}

} // namespace
