//===- ConstantExpressions.h - what may be computed twice -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PROPAGATION_CONSTANTEXPRESSIONS_H
#define WEFT_LIB_PROPAGATION_CONSTANTEXPRESSIONS_H

#include "mlir/IR/Operation.h"

namespace weft {

/// Whether `op` makes a tensor from nothing: a constant or an iota.
bool isConstantSource(mlir::Operation *op);

/// Whether `op` only rearranges or combines what its operands hold, so cheaply
/// that it may be computed once for each use: elementwise ops, broadcasts and
/// slices.
bool isCheapStep(mlir::Operation *op);

/// Whether `op` spreads a scalar over a tensor.
bool isScalarBroadcast(mlir::Operation *op);

} // namespace weft

#endif // WEFT_LIB_PROPAGATION_CONSTANTEXPRESSIONS_H
