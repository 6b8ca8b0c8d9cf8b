//===- MarkAsked.cpp - what the user's annotations ask for ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asked.h"

#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/SignatureAttrs.h"
#include "weft/Interfaces/CommunicationInterface.h"
#include "weft/Partition/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_MARKASKED
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether a use of the value says how it is laid out: a constraint, a reshard,
/// or a function that declares the result.
static bool isStatedBy(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<ConstrainOp, ReshardOp>(user))
    return true;
  auto function = dyn_cast<FunctionOpInterface>(user->getParentOp());
  return function && user->hasTrait<OpTrait::IsTerminator>() &&
         function.getResultAttr(use.getOperandNumber(), "weft.sharding");
}

static bool isStated(Value value) {
  return llvm::any_of(value.getUses(), isStatedBy);
}

/// Whether the user wrote how all results are laid out, or what is sent.
static bool isWritten(Operation *op) {
  if (isa<ShardedOpInterface, CommunicationInterface>(op) ||
      op->hasAttr("weft.shardings"))
    return true;
  return op->getNumResults() != 0 && llvm::all_of(op->getResults(), isStated);
}

namespace {
struct MarkAsked : weft::impl::MarkAskedBase<MarkAsked> {
  using Base::Base;
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (auto function = dyn_cast<FunctionOpInterface>(op)) {
        SignatureAttrs attrs(function);
        for (unsigned i = 0; i != function.getNumResults(); ++i)
          if (attrs.getResult(i).contains("weft.sharding"))
            attrs.setResult(i, askedAttrName, UnitAttr::get(op->getContext()));
      } else {
        setAsked(op, isWritten(op));
      }
    });
  }
};
} // namespace
