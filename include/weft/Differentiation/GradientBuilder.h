//===- GradientBuilder.h - builds the backward pass of a block --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reverse mode, op by op. The forward ops of a block stay where they are; the
// backward pass is built in a second block, in which every rule may use any
// value of the first. For a whole function the second block is then appended to
// the first. A loop, a branch or a called function runs its two halves at
// different times, and what the second uses of the first is kept (Residuals.h).
//
//     %y = sin(%x)        forward:  %y = sine %x
//     return sum(%y)      backward: %ct = broadcast 1.0
//                                   %dx = multiply %ct, cosine(%x)
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIFFERENTIATION_GRADIENTBUILDER_H
#define WEFT_DIFFERENTIATION_GRADIENTBUILDER_H

#include "weft/Differentiation/Activity.h"
#include "weft/Differentiation/FormulaBuilder.h"

#include "llvm/ADT/DenseMap.h"

namespace weft {

/// Builds the backward pass of one block, and keeps the cotangents: for each
/// value how the result changes with it. A value without one does not matter,
/// and no zeros are computed for it.
///
/// Cotangents of complex numbers are those of JAX: the derivative is linear
/// over the complex numbers, without conjugates.
class GradientBuilder : public FormulaBuilder {
public:
  /// Appends to `backward`.
  GradientBuilder(FunctionGradients &functions, Activity &activity,
                  mlir::Block *backward, mlir::Location loc);

  /// The cotangent of a value; null if it is zero.
  mlir::Value getCotangent(mlir::Value value) const {
    return cotangents.lookup(value);
  }
  mlir::Value getCotangentOrZero(mlir::Value value);
  /// Whether the cotangent of an operand will be of use.
  bool isWanted(mlir::Value value) const { return activity.isVaried(value); }
  /// Adds to the cotangent of `value`, if it is wanted.
  void accumulate(mlir::Value value, mlir::Value cotangent);
  /// Replaces what was added before, by something that contains it.
  void setCotangent(mlir::Value value, mlir::Value cotangent) {
    cotangents[value] = cotangent;
  }

  /// Asks propagation to lay `cotangent`, a part of that of `value`, out as
  /// `value`: a gradient is where its value is. Without it the cotangent of an
  /// activation may follow the kernel that it is multiplied by, and is moved.
  /// The backward pass must have use for `value` besides.
  void alignLayouts(mlir::Value value, mlir::Value cotangent);

  /// Goes through the ops of a block, last to first.
  llvm::LogicalResult pullBack(mlir::Block &forward);

  /// Builds `op` out of simpler ops, which `build` inserts in front of it,
  /// replaces it by their results and goes through them instead.
  llvm::LogicalResult
  expand(mlir::Operation *op,
         llvm::function_ref<llvm::SmallVector<mlir::Value>(FormulaBuilder &)>
             build);
  /// Puts `results` in the place of those of a forward op, which is erased.
  void replace(mlir::Operation *op, mlir::ValueRange results);

  Activity &getActivity() { return activity; }
  FunctionGradients &getFunctions() { return functions; }

private:
  llvm::LogicalResult pullBack(mlir::Operation *op);

  FunctionGradients &functions;
  Activity &activity;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
};

} // namespace weft

#endif // WEFT_DIFFERENTIATION_GRADIENTBUILDER_H
