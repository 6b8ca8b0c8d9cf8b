//===- LoweringModels.h - one registration per family -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LOWERINGMODELS_H
#define WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LOWERINGMODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace weft {

void registerAttentionLowering(mlir::MLIRContext *context);
void registerConvLowering(mlir::MLIRContext *context);
void registerDropoutLowering(mlir::MLIRContext *context);
void registerEmbedLowering(mlir::MLIRContext *context);
void registerInitializerLowerings(mlir::MLIRContext *context);
void registerLinearLowering(mlir::MLIRContext *context);
void registerNormLowerings(mlir::MLIRContext *context);
void registerOptimizerLowerings(mlir::MLIRContext *context);
void registerOrthogonalLowering(mlir::MLIRContext *context);
void registerScheduleLowerings(mlir::MLIRContext *context);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LOWERINGMODELS_H
