//===- DerivativeModels.h - derivatives by op family ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_DERIVATIVEMODELS_H
#define WEFT_LIB_DIFFERENTIATION_DERIVATIVEMODELS_H

#include "weft/Differentiation/GradientBuilder.h"
#include "weft/Interfaces/DifferentiableInterface.h"

namespace weft {

/// What holds for elementwise ops: indices are computed again if that needs
/// nothing else, tensors are kept.
inline Repetition repeatScalars(mlir::Operation *op) {
  bool isScalar = llvm::all_of(op->getResultTypes(), [](mlir::Type type) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  });
  return isScalar ? Repetition::IfFree : Repetition::Never;
}

/// The base of a rule: casts the op and leaves one function to write.
template <typename Rule, typename Op>
struct Derivative
    : DifferentiableInterface::ExternalModel<Derivative<Rule, Op>, Op> {
  llvm::LogicalResult pullBack(mlir::Operation *op,
                               GradientBuilder &gradients) const {
    return Rule::pullBack(llvm::cast<Op>(op), gradients);
  }
  Repetition getRepetition(mlir::Operation *op) const {
    return Rule::repeat(llvm::cast<Op>(op));
  }
  static Repetition repeat(Op) { return Repetition::Never; }
};

/// Results that do not change where the operands change a little, or of which
/// the program says so: nothing goes back.
template <typename Op>
struct Stationary : DifferentiableInterface::ExternalModel<Stationary<Op>, Op> {
  llvm::LogicalResult pullBack(mlir::Operation *, GradientBuilder &) const {
    return llvm::success();
  }
  void markVaried(mlir::Operation *, Activity &) const {}
  Repetition getRepetition(mlir::Operation *op) const {
    return op->getNumOperands() == 0 ? Repetition::Always : repeatScalars(op);
  }
};

/// Attaches `Model<Op>` to each op of a list.
template <template <typename> class Model, typename... Ops>
void attachModels(mlir::MLIRContext &context) {
  (Ops::template attachInterface<Model<Ops>>(context), ...);
}

// One per family, called when the family's dialect is loaded.
void attachCallDerivatives(mlir::MLIRContext &context);
void attachChloDerivatives(mlir::MLIRContext &context);
void attachCollectiveDerivatives(mlir::MLIRContext &context);
void attachContractionDerivatives(mlir::MLIRContext &context);
void attachControlFlowDerivatives(mlir::MLIRContext &context);
void attachConvolutionDerivatives(mlir::MLIRContext &context);
void attachElementwiseDerivatives(mlir::MLIRContext &context);
void attachFunctionCallDerivatives(mlir::MLIRContext &context);
void attachGroupCollectiveDerivatives(mlir::MLIRContext &context);
void attachGatherDerivatives(mlir::MLIRContext &context);
void attachLapackDerivatives(mlir::MLIRContext &context);
void attachLinearAlgebraDerivatives(mlir::MLIRContext &context);
void attachLoopDerivatives(mlir::MLIRContext &context);
void attachManualDerivatives(mlir::MLIRContext &context);
void attachMovementDerivatives(mlir::MLIRContext &context);
void attachReductionDerivatives(mlir::MLIRContext &context);
void attachScatterDerivatives(mlir::MLIRContext &context);
void attachShardingDerivatives(mlir::MLIRContext &context);
void attachSliceDerivatives(mlir::MLIRContext &context);
void attachSortDerivatives(mlir::MLIRContext &context);
void attachTopKDerivatives(mlir::MLIRContext &context);
void attachWindowDerivatives(mlir::MLIRContext &context);

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_DERIVATIVEMODELS_H
