//===- DifferentiableInterface.h - the derivative of an op ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_DIFFERENTIABLEINTERFACE_H
#define WEFT_INTERFACES_DIFFERENTIABLEINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace weft {

class Activity;
class GradientBuilder;

/// Whether an op is computed again when the backward pass needs its result.
enum class Repetition {
  /// The result is kept: it costs more to compute than to store.
  Never,
  /// If its operands are there anyway: a slice of something large.
  IfFree,
  /// Always: keeping its operands takes no more room than its result.
  Always,
};

/// Marks all results of floats or complex numbers if an operand of such a type
/// is marked.
void markVariedByType(mlir::Operation *op, Activity &activity);

} // namespace weft

#include "weft/Interfaces/DifferentiableInterface.h.inc"

#endif // WEFT_INTERFACES_DIFFERENTIABLEINTERFACE_H
