//===- DropEdges.cpp - data flow without marks ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingRewriter.h"

#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Propagation/Passes.h"

namespace weft {
#define GEN_PASS_DEF_DROPEDGES
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct DropEdges : weft::impl::DropEdgesBase<DropEdges> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (auto edge = dyn_cast<DataFlowEdgeOp>(op))
        keepSharding(edge);
      else if (!isa<FuncDataFlowEdgeOp>(op))
        return;
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
      ++numEdges;
    });
  }

  /// A block argument has the sharding of the op that owns it. Of a result the
  /// edge decides: what the op states for it may be there only because it
  /// states something for another.
  static void keepSharding(DataFlowEdgeOp edge) {
    Value owner = edge.getInput();
    ShardingAttr sharding = edge.getShardingAttr();
    edge.removeShardingAttr();
    if (sharding && isa<OpResult>(owner) && canStateSharding(owner))
      stateSharding(owner, sharding);
  }
};
} // namespace
