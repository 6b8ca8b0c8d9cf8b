//===- DerivativeModels.h - attaches the derivatives of ops -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIFFERENTIATION_DERIVATIVEMODELS_H
#define WEFT_DIFFERENTIATION_DERIVATIVEMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// Attaches DifferentiableInterface to the ops of StableHLO, chlo and weft, and
/// to calls.
void registerDerivativeModels(mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_DIFFERENTIATION_DERIVATIVEMODELS_H
