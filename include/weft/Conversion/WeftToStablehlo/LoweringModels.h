//===- LoweringModels.h - attaches the lowerings of models ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_WEFTTOSTABLEHLO_LOWERINGMODELS_H
#define WEFT_CONVERSION_WEFTTOSTABLEHLO_LOWERINGMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// Gives layers, initialisers, schedules and optimisers of the `weft` dialect
/// their interfaces of weft/Interfaces/Lowering*.h, and lets the dialect load
/// those that they build.
void registerLoweringModels(mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_CONVERSION_WEFTTOSTABLEHLO_LOWERINGMODELS_H
