//===- Residuals.h - what the backward pass keeps ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_RESIDUALS_H
#define WEFT_LIB_DIFFERENTIATION_RESIDUALS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace weft {

/// Separates a backward block from its forward block: every value of the
/// forward block that the backward one uses is put into its reach. In this
/// order:
///  - what the backward block has anyway, such as the counter of a loop;
///  - what can be computed again from such values for next to nothing;
///  - what is kept, by the forward pass, for it.
class Residuals {
public:
  Residuals(mlir::Block &forward, mlir::Block &backward)
      : forward(forward), backward(backward) {}
  virtual ~Residuals() = default;

  /// Replaces all uses of forward values in the backward block, which must be
  /// complete: what is not used is removed. What the uses are replaced by is
  /// put in front of `begin`, which no use precedes.
  void connect(mlir::Block::iterator begin);

protected:
  /// The value in reach of the backward block that equals `value`, if there is
  /// one that needs not be kept; `builder` is at the beginning of that block.
  virtual mlir::Value findFree(mlir::Value value, mlir::OpBuilder &builder) = 0;
  /// Whether `findFree` would find one.
  virtual bool isFree(mlir::Value value) = 0;
  /// Keeps `value` and returns it as the backward block gets it.
  virtual mlir::Value keep(mlir::Value value, mlir::OpBuilder &builder) = 0;

  mlir::Block &forward, &backward;

private:
  bool isInForward(mlir::Value value) const;
  bool canRepeatFree(mlir::Value value);
  mlir::Value bring(mlir::Value value, mlir::OpBuilder &builder);
  mlir::Value repeat(mlir::Value value, mlir::OpBuilder &builder);

  llvm::DenseMap<mlir::Value, mlir::Value> inReach;
  llvm::DenseMap<mlir::Value, bool> repeatable;
};

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_RESIDUALS_H
