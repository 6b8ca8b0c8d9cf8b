//===- ExpandComposites.cpp - composites as calls ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {
#define GEN_PASS_DEF_EXPANDCOMPOSITES
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct ExpandComposites : weft::impl::ExpandCompositesBase<ExpandComposites> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([&](stablehlo::CompositeOp op) {
      OpBuilder builder(op);
      auto call =
          func::CallOp::create(builder, op.getLoc(), op.getDecompositionAttr(),
                               op->getResultTypes(), op.getInputs());
      // The sharding and whatever else the user put there.
      call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      op->replaceAllUsesWith(call);
      op.erase();
      ++numComposites;
    });
  }
};
} // namespace
