//===- LoweringModels.cpp - attaches the lowerings of models ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/WeftToStablehlo/LoweringModels.h"
#include "LoweringModels.h"

#include "weft/Dialect/Chlo/IR/ChloDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

using namespace mlir;
using namespace weft;

void weft::registerLoweringModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, WeftDialect *) {
    // Passes that ask for a lowering need not know what it is made of.
    context->loadDialect<chlo::ChloDialect, stablehlo::StablehloDialect>();
    registerAttentionLowering(context);
    registerConvLowering(context);
    registerDropoutLowering(context);
    registerEmbedLowering(context);
    registerInitializerLowerings(context);
    registerLinearLowering(context);
    registerNormLowerings(context);
    registerOptimizerLowerings(context);
    registerOrthogonalLowering(context);
    registerScheduleLowerings(context);
  });
}
