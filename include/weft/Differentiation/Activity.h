//===- Activity.h - what depends on the wanted arguments --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIFFERENTIATION_ACTIVITY_H
#define WEFT_DIFFERENTIATION_ACTIVITY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

namespace weft {

class FunctionGradients;

/// Whether values of this type have derivatives: tensors of floats or complex
/// numbers.
bool isInexact(mlir::Type type);

/// The values of a function that change when the arguments do with respect to
/// which it is differentiated. Only these get cotangents: the gradient of a
/// loss with respect to the parameters costs nothing for the data.
///
/// The other half of the question, which values the result depends on, is
/// answered by the backward pass itself: they are the ones that a cotangent
/// reaches.
class Activity {
public:
  explicit Activity(FunctionGradients &functions) : functions(functions) {}

  bool isVaried(mlir::Value value) const { return varied.contains(value); }
  /// Marks `value`, unless it has no elements that could vary.
  void setVaried(mlir::Value value);
  /// Values that disappear; their address may be used again.
  void forget(mlir::Operation *op);

  /// Marks the results of `op`, and what is in its regions.
  void visit(mlir::Operation *op);
  /// Marks the values of a block from its arguments and what it captures.
  void visit(mlir::Block &block);

  /// Which results of the function vary with its arguments `arguments`.
  llvm::SmallBitVector getVariedResults(mlir::StringAttr function,
                                        const llvm::SmallBitVector &arguments);

private:
  FunctionGradients &functions;
  llvm::DenseSet<mlir::Value> varied;
};

} // namespace weft

#endif // WEFT_DIFFERENTIATION_ACTIVITY_H
