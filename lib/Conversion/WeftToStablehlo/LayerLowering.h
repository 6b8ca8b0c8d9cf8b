//===- LayerLowering.h - what the lowerings of layers share -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LAYERLOWERING_H
#define WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LAYERLOWERING_H

#include "TensorBuilder.h"
#include "weft/Dialect/Weft/IR/LayerOps.h"
#include "weft/Interfaces/LoweringInterfaces.h"

namespace weft {

/// The results of a lowered call.
using Lowered = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;

/// The type of the result of a call, which has one. Reports at `loc` whatever
/// does not fit the layer, shapes that are not static, and element types that
/// programs cannot compute with.
mlir::FailureOr<mlir::RankedTensorType>
inferResult(mlir::Operation *layer, mlir::Location loc, llvm::StringRef method,
            mlir::ValueRange leaves, mlir::ValueRange operands);

/// A product with a kernel over the last dimensions of `input` and the first
/// ones of `kernel`, then a bias, null if there is none: what Flax's Linear and
/// LinearGeneral compute, in elements of `element`.
mlir::Value buildLinear(TensorBuilder &builder, mlir::Value input,
                        mlir::Value kernel, mlir::Value bias,
                        int64_t numContracted, mlir::Type element);

/// Normalises the last dimension of `input`, then applies `scale` and `bias`,
/// either of which may be null. Without a mean to subtract it is that of the
/// squares only. The result has elements of `element`.
mlir::Value buildNorm(TensorBuilder &builder, mlir::Value input,
                      mlir::Value scale, mlir::Value bias, bool subtractMean,
                      double epsilon, mlir::Type element);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LAYERLOWERING_H
