//===- PartitionModels.cpp - partitioning by op family ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Chlo/IR/ChloDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Interfaces/ShardingRuleInterface.h"
#include "weft/Partition/PartitionModels.h"
#include "weft/Propagation/RuleConversion.h"

using namespace mlir;
using namespace weft;

static bool hasStaticTensors(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<ShapedType>(type);
    return !tensor || tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

SmallVector<PartitionWay, 2> weft::getPartitionWays(Operation *op) {
  SmallVector<PartitionWay, 2> ways;
  if (!hasStaticTensors(op))
    return ways;
  // A rule that the user gave knows better than any model.
  std::optional<FactorRule> stated = getStatedRule(op);
  if (stated && stated->isCustom()) {
    // JAX gives each dimension that LAPACK sees whole a factor of its own,
    // without a word that it cannot be split.
    ways.push_back(PartitionWay::shared(std::move(*stated)));
    return ways;
  }
  std::optional<FactorRule> rule;
  if (auto interface = dyn_cast<ShardingRuleInterface>(op))
    rule = interface.getShardingRule(RuleOptions());
  if (auto model = dyn_cast<PartitionInterface>(op))
    model.getPartitionWays(rule ? &*rule : nullptr, ways);
  else if (rule)
    ways.push_back(PartitionWay::passThrough(std::move(*rule)));
  return ways;
}

FactorRuleBuilder weft::createWayBuilder(Operation *op) {
  SmallVector<ArrayRef<int64_t>> operands, results;
  auto getShape = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? tensor.getShape() : ArrayRef<int64_t>();
  };
  for (Type type : op->getOperandTypes())
    operands.push_back(getShape(type));
  for (Type type : op->getResultTypes())
    results.push_back(getShape(type));
  return FactorRuleBuilder(operands, results);
}

std::optional<ReducerKind> weft::getSelectionReducer(Type element) {
  if (element.isInteger(1))
    return ReducerKind::Or;
  if (isa<IntegerType, ComplexType>(element))
    return ReducerKind::Add;
  auto real = dyn_cast<FloatType>(element);
  if (real && APFloat::semanticsHasZero(real.getFloatSemantics()))
    return ReducerKind::Add;
  return std::nullopt;
}

void weft::registerPartitionModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, stablehlo::StablehloDialect *) {
        attachGroupCommunication(*context);
        attachBatchNormPartitioning(*context);
        attachContractionPartitioning(*context);
        attachGatherPartitioning(*context);
        attachLinearity(*context);
        attachMemory(*context);
        attachMovementPartitioning(*context);
        attachRandomPartitioning(*context);
        attachReductionPartitioning(*context);
        attachReshapePartitioning(*context);
        attachSelectAndScatterPartitioning(*context);
        attachSlicePartitioning(*context);
        attachWindowPartitioning(*context);
      });
  registry.addExtension(+[](MLIRContext *context, chlo::ChloDialect *) {
    attachRaggedDotPartitioning(*context);
    attachScanPartitioning(*context);
    attachSortPartitioning(*context);
  });
  registry.addExtension(+[](MLIRContext *context, WeftDialect *) {
    attachAxesCommunication(*context);
  });
}
