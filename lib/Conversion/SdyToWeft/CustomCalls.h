//===- CustomCalls.h - custom calls that stand for sdy ops ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_SDYTOWEFT_CUSTOMCALLS_H
#define WEFT_LIB_CONVERSION_SDYTOWEFT_CUSTOMCALLS_H

#include "weft/Dialect/Sdy/IR/SdyOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

/// The target of a `stablehlo.custom_call`, or an empty string.
llvm::StringRef getCustomCallTarget(mlir::Operation *op);

/// Whether `op` takes one value and returns one of the same type, as the call
/// of an identity does; an error if not.
mlir::LogicalResult verifyIdentityCall(mlir::Operation *op);

/// Puts a constraint in the place of the custom call `op`, an identity.
void replaceByConstraint(mlir::Operation *op, sdy::TensorShardingAttr sharding);

/// A call of a function on local shapes, with what surrounds it.
struct ManualCall {
  mlir::func::CallOp call;
  llvm::SmallVector<mlir::Value> inputs;        ///< whole, one per operand
  llvm::SmallVector<mlir::Operation *> outputs; ///< make results whole again
  sdy::TensorShardingPerValueAttr inShardings, outShardings;
  sdy::ManualAxesAttr manualAxes;
};

/// Puts a manual computation around the call. The function itself stays: it
/// may be called from several places.
void wrapInManualComputation(const ManualCall &manual);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_SDYTOWEFT_CUSTOMCALLS_H
