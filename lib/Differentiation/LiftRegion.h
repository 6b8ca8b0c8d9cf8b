//===- LiftRegion.h - scalar regions on whole tensors -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_LIFTREGION_H
#define WEFT_LIB_DIFFERENTIATION_LIFTREGION_H

#include "weft/Differentiation/FormulaBuilder.h"

namespace weft {

/// Whether `region`, a function of scalars, can be computed on whole tensors at
/// once: all its ops are elementwise.
bool canLift(mlir::Region &region);

/// The ops of `region` on tensors of one shape in place of the scalars.
llvm::SmallVector<mlir::Value>
lift(FormulaBuilder &builder, mlir::Region &region, mlir::ValueRange tensors);

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_LIFTREGION_H
