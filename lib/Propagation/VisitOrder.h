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
#include "llvm/ADT/SmallVector.h"

namespace weft {

/// The ops of a block, each after those that it uses. Where two axes compete
/// for a value the op that is visited first decides, so the order must not
/// depend on how independent ops happen to be written down: it is found from
/// the end, by what the block returns, operand by operand. Only ops that
/// nothing returned depends on (dead ones, and those with a side effect) come
/// after that in the order of the text.
llvm::SmallVector<mlir::Operation *> getVisitOrder(mlir::Block &block);

} // namespace weft

#endif // WEFT_LIB_PROPAGATION_VISITORDER_H
