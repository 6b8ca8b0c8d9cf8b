//===- LoopVariance.h - how often a value is made anew ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A weight that a loop reads in every turn is the same in all of them, so what
// is sent to bring it into place need be sent only once; and what a loop only
// adds up can be reduced after it. Both make a layout cheap that would be dear
// if every turn had to pay.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_LOOPVARIANCE_H
#define WEFT_LIB_PARTITION_LOOPVARIANCE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace weft {

/// For every value, the loops within which it changes from turn to turn. Loops
/// around a value are counted from the outside: 0 is a value that is made once.
class LoopVariance {
public:
  explicit LoopVariance(mlir::ModuleOp module);

  /// Whether the module has loops; without, every count is 1.
  bool empty() const { return loops.empty(); }

  /// How many of the loops around it `value` changes in.
  unsigned getLevel(mlir::Value value) const { return levels.lookup(value); }

  /// How often `op` runs.
  double countRuns(mlir::Operation *op) const;

  /// How often `value` is different when `op` runs: how often it must be
  /// moved for `op`.
  double countOperandRuns(mlir::Operation *op, mlir::Value value) const;

  /// How often a partial `result` must be reduced: less often than its op runs
  /// if a loop does nothing but add it up.
  double countResultRuns(mlir::OpResult result) const;

private:
  struct Loop {
    unsigned depth;
    /// The turns of this loop and of all around it.
    double runs;
  };

  void visitBlock(mlir::Block &block, mlir::Operation *loop);
  void visitLoop(mlir::Operation *op, mlir::Operation *outer);
  const Loop *getLoop(mlir::Operation *op) const;
  double countTurns(mlir::Operation *innermost, unsigned level) const;

  llvm::DenseMap<mlir::Value, unsigned> levels;
  llvm::DenseMap<mlir::Operation *, Loop> loops;
  /// The innermost loop around each block that has one.
  llvm::DenseMap<mlir::Block *, mlir::Operation *> loopOf;
};

} // namespace weft

#endif // WEFT_LIB_PARTITION_LOOPVARIANCE_H
