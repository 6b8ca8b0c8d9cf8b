//===- Cause.h - why a reshard or a collective is there ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cause is the name of the location, `loc("operand 1 of 'stablehlo.add'"
// ("model.mlir":7:3))`: where ops are merged or compared, it does not count.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_CAUSE_H
#define WEFT_LIB_PARTITION_CAUSE_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

namespace weft {

/// The location of what is made for `cause`, such as "operand 1", of `op`.
inline mlir::Location withCause(const llvm::Twine &cause, mlir::Operation *op) {
  std::string text =
      (cause + " of '" + op->getName().getStringRef() + "'").str();
  return mlir::NameLoc::get(mlir::StringAttr::get(op->getContext(), text),
                            op->getLoc());
}

/// What `op` was made for; the op itself if nothing is known.
inline std::string getCause(mlir::Operation *op) {
  if (auto named = mlir::dyn_cast<mlir::NameLoc>(op->getLoc()))
    return named.getName().str();
  return ("'" + op->getName().getStringRef() + "'").str();
}

} // namespace weft

#endif // WEFT_LIB_PARTITION_CAUSE_H
