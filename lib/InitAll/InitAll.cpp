//===- InitAll.cpp - everything a tool registers ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/InitAll.h"

#include "weft/Conversion/Passes.h"
#include "weft/Conversion/WeftToStablehlo/LoweringModels.h"
#include "weft/Dialect/Chlo/IR/ChloDialect.h"
#include "weft/Dialect/Sdy/IR/SdyDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Dialect/Weft/Transforms/Passes.h"
#include "weft/Differentiation/DerivativeModels.h"
#include "weft/Differentiation/Passes.h"
#include "weft/Partition/PartitionModels.h"
#include "weft/Partition/Passes.h"
#include "weft/Pipelines/ModelPipeline.h"
#include "weft/Pipelines/PartitionPipeline.h"
#include "weft/Pipelines/PropagationPipeline.h"
#include "weft/Propagation/Passes.h"
#include "weft/Propagation/RuleModels.h"
#include "weft/Reference/Models.h"
#include "weft/Reference/Passes.h"
#include "weft/State/Passes.h"
#include "weft/State/SplitModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/Extensions/AllExtensions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void weft::registerAllDialects(DialectRegistry &registry) {
  registry.insert<weft::WeftDialect, weft::stablehlo::StablehloDialect,
                  weft::chlo::ChloDialect, weft::sdy::SdyDialect>();
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                  math::MathDialect, memref::MemRefDialect, quant::QuantDialect,
                  scf::SCFDialect, tensor::TensorDialect>();
  func::registerAllExtensions(registry);
  registerDerivativeModels(registry);
  registerLoweringModels(registry);
  registerPartitionModels(registry);
  registerReferenceModels(registry);
  registerShardingRuleModels(registry);
  registerSplitModels(registry);
}

void weft::registerAllPasses() {
  mlir::registerTransformsPasses();
  weft::registerWeftConversionPasses();
  weft::registerWeftDialectPasses();
  weft::registerWeftDifferentiationPasses();
  weft::registerWeftPartitionPasses();
  weft::registerWeftPropagationPasses();
  weft::registerWeftReferencePasses();
  weft::registerWeftStatePasses();
  weft::registerModelPipeline();
  weft::registerPartitionPipelines();
  weft::registerPropagationPipeline();
}
