//===- MemoryModel.h - what ops do with memory ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_MEMORYMODEL_H
#define WEFT_LIB_PARTITION_MEMORYMODEL_H

#include "weft/Partition/ProgramPlan.h"

#include "mlir/IR/Operation.h"

namespace weft {

/// The bytes of a tensor type; 0 of any other.
double getBytes(mlir::Type type);
double getBytes(mlir::TypeRange types);

/// What an engine makes of an op's operands and results. All that counts or
/// saves memory asks here; what an op knows of itself is in `MemoryInterface`.
///
/// The executor (`MemoryEngine::Jit`) computes a value where it is read if that
/// is index by index, and writes over what ends. The reference interpreter
/// stores every value, and works in place where an op is elementwise.
class MemoryModel {
public:
  explicit MemoryModel(MemoryEngine engine = MemoryEngine::Jit)
      : engine(engine) {}

  /// Whether the op, whose result is used, can be computed while its users run,
  /// so that the result is never stored. `isCheap`: even for several users.
  bool canComputeLater(mlir::Operation *op) const;
  bool isCheap(mlir::Operation *op) const;
  /// Whether `user`, which reads the result, can be run as part of the op: the
  /// result is added to what is in memory.
  bool canAddInPlace(mlir::Operation *op, mlir::Operation *user) const;
  /// Whether the op can read an operand that is computed while it runs.
  bool readsPerIndex(mlir::Operation *op) const;
  /// Whether the op can write its results over operands of the same size.
  bool canOverwrite(mlir::Operation *op) const;
  /// The operand that a result is the same memory as, if any.
  mlir::Value getAlias(mlir::OpResult result) const;
  /// Whether the arguments of the op's regions are variables that begin as its
  /// operands.
  bool keepsVariables(mlir::Operation *op) const;
  /// The bytes that the op takes besides operands and results while it runs.
  double getWorkBytes(mlir::Operation *op) const;

private:
  MemoryEngine engine;
};

} // namespace weft

#endif // WEFT_LIB_PARTITION_MEMORYMODEL_H
