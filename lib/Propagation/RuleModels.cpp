//===- RuleModels.cpp - sharding rules by op family -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Chlo/IR/ChloDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Propagation/RuleModels.h"

using namespace mlir;
using namespace weft;

void weft::registerShardingRuleModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, stablehlo::StablehloDialect *) {
        attachCollectiveRules(*context);
        attachContractionRules(*context);
        attachControlFlowRules(*context);
        attachCustomCallRules(*context);
        attachElementwiseRules(*context);
        attachGatherRules(*context);
        attachLinearAlgebraRules(*context);
        attachMovementRules(*context);
        attachReductionRules(*context);
        attachReshapeRules(*context);
        attachSortRules(*context);
        attachWindowRules(*context);
      });
  registry.addExtension(+[](MLIRContext *context, chlo::ChloDialect *) {
    attachChloContractionRules(*context);
    attachChloRules(*context);
    attachChloSortRules(*context);
  });
  registry.addExtension(+[](MLIRContext *context, WeftDialect *) {
    attachTrainingRules(*context);
    attachWeftCollectiveRules(*context);
    attachWeftRules(*context);
  });
}
