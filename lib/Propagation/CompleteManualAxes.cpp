//===- CompleteManualAxes.cpp - replicated manual axes ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Propagation/Passes.h"

namespace weft {
#define GEN_PASS_DEF_COMPLETEMANUALAXES
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// `sharding` with the manual axes that it does not use listed as replicated.
static ShardingAttr complete(ManualOp op, ShardingAttr attr) {
  MeshBinding binding = lookupMesh(op, attr.getMesh());
  if (!binding || binding.mesh.getAxes().empty())
    return attr;
  Mesh mesh = toMesh(binding.mesh);
  // Both were verified with the op.
  Sharding sharding = cantFail(toSharding(mesh, attr));
  AxisList manual = cantFail(toAxisList(mesh, op.getManualAxes().getAxes()));
  for (AxisRef axis : manual)
    if (!sharding.uses(axis))
      sharding.replicated.append(axis);
  sharding.replicated.sortAndMerge();
  return toAttr(attr.getMesh(), mesh, sharding);
}

static ShardingsAttr complete(ManualOp op, ShardingsAttr shardings) {
  SmallVector<ShardingAttr> result;
  for (ShardingAttr sharding : shardings)
    result.push_back(complete(op, sharding));
  return ShardingsAttr::get(op.getContext(), result);
}

namespace {
struct CompleteManualAxes
    : weft::impl::CompleteManualAxesBase<CompleteManualAxes> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([](ManualOp op) {
      op.setInShardingsAttr(complete(op, op.getInShardings()));
      op.setOutShardingsAttr(complete(op, op.getOutShardings()));
    });
  }
};
} // namespace
