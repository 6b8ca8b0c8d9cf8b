//===- ElementwiseRules.h - derivatives written as formulas -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_ELEMENTWISERULES_H
#define WEFT_LIB_DIFFERENTIATION_ELEMENTWISERULES_H

#include "DerivativeModels.h"

namespace weft {

/// An op of one operand and one result of the same type, whose derivative is
/// `factor(x, y)`.
template <typename Op, auto factor>
struct UnaryRule : Derivative<UnaryRule<Op, factor>, Op> {
  static llvm::LogicalResult pullBack(Op op, GradientBuilder &gradients) {
    Term cotangent{&gradients, gradients.getCotangent(op->getResult(0))};
    Term x = cotangent.with(op->getOperand(0));
    Term y = cotangent.with(op->getResult(0));
    gradients.accumulate(op->getOperand(0), (cotangent * factor(x, y)).value);
    return llvm::success();
  }
  static Repetition repeat(Op op) { return repeatScalars(op); }
};

/// An op of two operands; `lhs(ct, x, y, z)` and `rhs(ct, x, y, z)` are the
/// cotangents of the operands.
template <typename Op, auto lhs, auto rhs>
struct BinaryRule : Derivative<BinaryRule<Op, lhs, rhs>, Op> {
  static llvm::LogicalResult pullBack(Op op, GradientBuilder &gradients) {
    Term cotangent{&gradients, gradients.getCotangent(op->getResult(0))};
    Term x = cotangent.with(op->getOperand(0));
    Term y = cotangent.with(op->getOperand(1));
    Term z = cotangent.with(op->getResult(0));
    if (gradients.isWanted(x.value))
      gradients.accumulate(x.value, lhs(cotangent, x, y, z).value);
    if (gradients.isWanted(y.value))
      gradients.accumulate(y.value, rhs(cotangent, x, y, z).value);
    return llvm::success();
  }
  static Repetition repeat(Op op) { return repeatScalars(op); }
};

template <typename Op, auto factor>
void attachUnary(mlir::MLIRContext &context) {
  Op::template attachInterface<UnaryRule<Op, factor>>(context);
}

template <typename Op, auto lhs, auto rhs>
void attachBinary(mlir::MLIRContext &context) {
  Op::template attachInterface<BinaryRule<Op, lhs, rhs>>(context);
}

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_ELEMENTWISERULES_H
