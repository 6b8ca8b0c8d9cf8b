//===- DerivativeModels.cpp - derivatives by op family ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"

#include "weft/Dialect/Chlo/IR/ChloDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Differentiation/DerivativeModels.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace weft;

void weft::registerDerivativeModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, stablehlo::StablehloDialect *) {
        attachCallDerivatives(*context);
        attachContractionDerivatives(*context);
        attachControlFlowDerivatives(*context);
        attachConvolutionDerivatives(*context);
        attachElementwiseDerivatives(*context);
        attachGatherDerivatives(*context);
        attachGroupCollectiveDerivatives(*context);
        attachLapackDerivatives(*context);
        attachLinearAlgebraDerivatives(*context);
        attachLoopDerivatives(*context);
        attachMovementDerivatives(*context);
        attachReductionDerivatives(*context);
        attachScatterDerivatives(*context);
        attachSliceDerivatives(*context);
        attachSortDerivatives(*context);
        attachWindowDerivatives(*context);
      });
  registry.addExtension(+[](MLIRContext *context, chlo::ChloDialect *) {
    attachChloDerivatives(*context);
    attachTopKDerivatives(*context);
  });
  registry.addExtension(+[](MLIRContext *context, WeftDialect *) {
    attachCollectiveDerivatives(*context);
    attachManualDerivatives(*context);
    attachShardingDerivatives(*context);
  });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    attachFunctionCallDerivatives(*context);
  });
}
