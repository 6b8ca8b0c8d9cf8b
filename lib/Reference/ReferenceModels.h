//===- ReferenceModels.h - the meaning of ops by family ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family's file attaches its models to the ops, as external models, so
// that the dialects know nothing of the interpreter.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_REFERENCEMODELS_H
#define WEFT_LIB_REFERENCE_REFERENCEMODELS_H

#include "weft/Reference/Evaluation.h"

namespace weft::reference {

/// Attaches `Model<Op>` to each op of a list.
template <template <typename> class Model, typename... Ops>
void attachModels(mlir::MLIRContext &context) {
  (Ops::template attachInterface<Model<Ops>>(context), ...);
}

// One per family, called when the family's dialect is loaded.
void attachBatchNormModels(mlir::MLIRContext &context);
void attachBroadcastingConversionModels(mlir::MLIRContext &context);
void attachBroadcastingElementwiseModels(mlir::MLIRContext &context);
void attachBroadcastingTranscendentalModels(mlir::MLIRContext &context);
void attachChloConstantModels(mlir::MLIRContext &context);
void attachChloModels(mlir::MLIRContext &context);
void attachCollectiveModels(mlir::MLIRContext &context);
void attachConstantModels(mlir::MLIRContext &context);
void attachContractionModels(mlir::MLIRContext &context);
void attachControlFlowModels(mlir::MLIRContext &context);
void attachConversionModels(mlir::MLIRContext &context);
void attachConvolutionModels(mlir::MLIRContext &context);
void attachCustomCallModels(mlir::MLIRContext &context);
void attachDynamicModels(mlir::MLIRContext &context);
void attachEinsumModels(mlir::MLIRContext &context);
void attachElementwiseModels(mlir::MLIRContext &context);
void attachFourierModels(mlir::MLIRContext &context);
void attachFuncModels(mlir::MLIRContext &context);
void attachGatherModels(mlir::MLIRContext &context);
void attachLinearAlgebraModels(mlir::MLIRContext &context);
void attachMovementModels(mlir::MLIRContext &context);
void attachRaggedDotModels(mlir::MLIRContext &context);
void attachRandomModels(mlir::MLIRContext &context);
void attachReductionModels(mlir::MLIRContext &context);
void attachReplicaCollectiveModels(mlir::MLIRContext &context);
void attachScanModels(mlir::MLIRContext &context);
void attachScatterModels(mlir::MLIRContext &context);
void attachSortModels(mlir::MLIRContext &context);
void attachTopKModels(mlir::MLIRContext &context);
void attachTranscendentalModels(mlir::MLIRContext &context);
void attachWholeProgramModels(mlir::MLIRContext &context);
void attachWindowModels(mlir::MLIRContext &context);

/// stablehlo.iota, and its kin that states sizes at run time.
llvm::Error evaluateIota(Evaluation &evaluation, uint64_t dim);

/// chlo.top_k, and custom calls of the same meaning.
llvm::Error evaluateTopK(Evaluation &evaluation);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_REFERENCEMODELS_H
