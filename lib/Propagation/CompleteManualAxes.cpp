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

/// `attr` with the manual axes that it does not use listed as replicated.
static FailureOr<ShardingAttr> complete(ManualOp op, ShardingAttr attr) {
  MeshBinding binding = lookupMesh(op, attr.getMesh());
  if (!binding || binding.mesh.getAxes().empty())
    return attr;
  Mesh mesh = toMesh(binding.mesh);
  // The verifier has seen both; but it can be switched off.
  llvm::Expected<Sharding> sharding = toSharding(mesh, attr);
  if (!sharding)
    return op.emitOpError() << llvm::toString(sharding.takeError());
  llvm::Expected<AxisList> manual =
      toAxisList(mesh, op.getManualAxes().getAxes());
  if (!manual)
    return op.emitOpError() << llvm::toString(manual.takeError());
  for (AxisRef axis : *manual)
    if (!sharding->uses(axis))
      sharding->replicated.append(axis);
  sharding->replicated.sortAndMerge();
  return toAttr(attr.getMesh(), mesh, *sharding);
}

static FailureOr<ShardingsAttr> complete(ManualOp op, ShardingsAttr shardings) {
  SmallVector<ShardingAttr> result;
  for (ShardingAttr sharding : shardings) {
    FailureOr<ShardingAttr> completed = complete(op, sharding);
    if (failed(completed))
      return failure();
    result.push_back(*completed);
  }
  return ShardingsAttr::get(op.getContext(), result);
}

namespace {
struct CompleteManualAxes
    : weft::impl::CompleteManualAxesBase<CompleteManualAxes> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult result = getOperation().walk([](ManualOp op) {
      FailureOr<ShardingsAttr> in = complete(op, op.getInShardings());
      FailureOr<ShardingsAttr> out = complete(op, op.getOutShardings());
      if (failed(in) || failed(out))
        return WalkResult::interrupt();
      op.setInShardingsAttr(*in);
      op.setOutShardingsAttr(*out);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
