//===- ReferenceModels.cpp - the meaning of ops by family -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceModels.h"

#include "weft/Dialect/Chlo/IR/ChloDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Reference/Models.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;

void weft::registerReferenceModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, stablehlo::StablehloDialect *) {
        attachBatchNormModels(*context);
        attachConstantModels(*context);
        attachContractionModels(*context);
        attachControlFlowModels(*context);
        attachConversionModels(*context);
        attachConvolutionModels(*context);
        attachCustomCallModels(*context);
        attachDynamicModels(*context);
        attachEinsumModels(*context);
        attachElementwiseModels(*context);
        attachFourierModels(*context);
        attachGatherModels(*context);
        attachLinearAlgebraModels(*context);
        attachMovementModels(*context);
        attachRandomModels(*context);
        attachReductionModels(*context);
        attachReplicaCollectiveModels(*context);
        attachScatterModels(*context);
        attachSortModels(*context);
        attachTranscendentalModels(*context);
        attachWindowModels(*context);
      });
  registry.addExtension(+[](MLIRContext *context, WeftDialect *) {
    attachCollectiveModels(*context);
    attachWholeProgramModels(*context);
  });
  registry.addExtension(+[](MLIRContext *context, chlo::ChloDialect *) {
    attachBroadcastingConversionModels(*context);
    attachBroadcastingElementwiseModels(*context);
    attachBroadcastingTranscendentalModels(*context);
    attachChloConstantModels(*context);
    attachChloModels(*context);
    attachRaggedDotModels(*context);
    attachScanModels(*context);
    attachTopKModels(*context);
  });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    attachFuncModels(*context);
  });
}
