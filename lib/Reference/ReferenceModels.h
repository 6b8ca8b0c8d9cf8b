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
void attachCollectiveModels(mlir::MLIRContext &context);
void attachConstantModels(mlir::MLIRContext &context);
void attachContractionModels(mlir::MLIRContext &context);
void attachControlFlowModels(mlir::MLIRContext &context);
void attachConversionModels(mlir::MLIRContext &context);
void attachElementwiseModels(mlir::MLIRContext &context);
void attachFuncModels(mlir::MLIRContext &context);
void attachMovementModels(mlir::MLIRContext &context);
void attachReductionModels(mlir::MLIRContext &context);
void attachReplicaCollectiveModels(mlir::MLIRContext &context);
void attachTranscendentalModels(mlir::MLIRContext &context);
void attachWholeProgramModels(mlir::MLIRContext &context);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_REFERENCEMODELS_H
