//===- VisitOrder.h - an order that the text does not decide ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PROPAGATION_VISITORDER_H
#define WEFT_LIB_PROPAGATION_VISITORDER_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace weft {

/// The ops of blocks, each after those that it uses. Where two axes compete for
/// a value the op that is visited first decides, so the order must not depend
/// on how independent ops happen to be written down: it is found from the end,
/// by what a block returns, operand by operand. Only ops that nothing returned
/// depends on (dead ones, and those with a side effect) come after that in the
/// order of the text.
class VisitOrder {
public:
  /// The ops of `block`, found when first asked for.
  llvm::ArrayRef<mlir::Operation *> get(mlir::Block &block);

private:
  using Values = llvm::SmallSetVector<mlir::Value, 4>;

  /// The values from around `op` that its regions use, in the order of visits.
  const Values &findCaptures(mlir::Operation *op);
  void addWithOperands(mlir::Operation *root, mlir::Block &block,
                       llvm::SmallVectorImpl<mlir::Operation *> &order);

  llvm::DenseMap<mlir::Block *, llvm::SmallVector<mlir::Operation *, 0>> orders;
  llvm::DenseMap<mlir::Operation *, Values> captures;
  llvm::DenseSet<mlir::Operation *> done;
};

} // namespace weft

#endif // WEFT_LIB_PROPAGATION_VISITORDER_H
