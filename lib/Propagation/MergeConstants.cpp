//===- MergeConstants.cpp - one constant for equal layouts ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantExpressions.h"

#include "weft/Propagation/Passes.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseSet.h"

namespace weft {
#define GEN_PASS_DEF_MERGECONSTANTS
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// Ops are equal if they compute the same with the same sharding.
struct ByContent : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    if (a == getEmptyKey() || a == getTombstoneKey() || b == getEmptyKey() ||
        b == getTombstoneKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(a), const_cast<Operation *>(b),
        OperationEquivalence::IgnoreLocations);
  }
};

struct MergeConstants : weft::impl::MergeConstantsBase<MergeConstants> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([&](Block *block) { mergeIn(*block); });
  }

  /// Constants come before what is made of them, so that equal expressions
  /// have equal operands when they are met.
  void mergeIn(Block &block) {
    llvm::DenseSet<Operation *, ByContent> known;
    llvm::DenseSet<Operation *> constants;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (!isConstant(&op, constants))
        continue;
      auto [it, isNew] = known.insert(&op);
      if (isNew) {
        constants.insert(&op);
        continue;
      }
      op.replaceAllUsesWith(*it);
      op.erase();
      ++numMerged;
    }
  }

  static bool isConstant(Operation *op,
                         const llvm::DenseSet<Operation *> &constants) {
    if (isConstantSource(op) || isScalarBroadcast(op))
      return true;
    return op->getNumOperands() != 0 &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) {
                          Operation *def = operand.getDefiningOp();
                          return def && constants.contains(def);
                        }) &&
           isCheapStep(op);
  }
};
} // namespace
