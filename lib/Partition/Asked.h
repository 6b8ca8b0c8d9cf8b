//===- Asked.h - what an annotation asked for -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under `--explicit`, `weft.asked` marks the ops and results of functions whose
// layout the user wrote (see `weft-mark-asked`). What partitioning makes for
// such an op inherits the mark.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_ASKED_H
#define WEFT_LIB_PARTITION_ASKED_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace weft {

inline constexpr llvm::StringLiteral askedAttrName = "weft.asked";

inline bool isAsked(mlir::Operation *op) { return op->hasAttr(askedAttrName); }

inline void setAsked(mlir::Operation *op, bool asked = true) {
  if (asked)
    op->setDiscardableAttr(askedAttrName,
                           mlir::UnitAttr::get(op->getContext()));
}

} // namespace weft

#endif // WEFT_LIB_PARTITION_ASKED_H
