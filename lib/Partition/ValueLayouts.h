//===- ValueLayouts.h - the sharding of every value -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_VALUELAYOUTS_H
#define WEFT_LIB_PARTITION_VALUELAYOUTS_H

#include "weft/Interfaces/ShardingRuleInterface.h"
#include "weft/Propagation/LayoutTable.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace weft {

/// Where an operand of an op with regions, or of one of its terminators, flows
/// to: the op keeps a sharding for it.
struct FlowUse {
  mlir::OpOperand *operand;
  /// As seen where the operand is: inside or outside of a manual region.
  LayoutId layout;
};

/// Reads the shardings that a propagated program states, each in its plain
/// form: closed, without priorities, explicit replication and axes of size 1.
/// A value without one is `noLayout`: every device has it whole.
class ValueLayouts {
public:
  ValueLayouts(mlir::ModuleOp module, LayoutTable &layouts)
      : module(module), layouts(layouts) {}

  /// Reads all functions. Fails with a diagnostic if a sharding refers to what
  /// does not exist.
  mlir::LogicalResult collect();

  LayoutId get(mlir::Value value) const { return ids.lookup(value); }
  void set(mlir::Value value, LayoutId id) { ids[value] = id; }

  /// The sharding that a function declares for a result, or an argument.
  LayoutId getFunctionResult(mlir::FunctionOpInterface function,
                             unsigned index);
  LayoutId getFunctionArgument(mlir::FunctionOpInterface function,
                               unsigned index);

  /// The operands that flow through an op with `DataFlowInterface`.
  llvm::SmallVector<FlowUse> getFlowUses(mlir::Operation *op);

  LayoutTable &getTable() { return layouts; }

  /// The number of a sharding in its plain form; `noLayout` if it is whole.
  LayoutId internPlain(mlir::Attribute meshRef, const Sharding &sharding);
  LayoutId internPlain(mlir::Attribute sharding, mlir::Operation *owner);

private:
  void collectBlock(mlir::Block &block);
  void collectOp(mlir::Operation *op);
  void collectFlows(mlir::Operation *op);
  LayoutId enterManual(LayoutId outer, mlir::Attribute manualAxes);

  mlir::ModuleOp module;
  LayoutTable &layouts;
  llvm::DenseMap<mlir::Value, LayoutId> ids;
  llvm::DenseMap<mlir::Attribute, LayoutId> plainByAttr;
  bool failed = false;
};

/// Whether each device can make any part of `value` without asking others.
inline bool isConstant(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  return op && op->hasTrait<mlir::OpTrait::ConstantLike>();
}

/// Calls `visit` for all ops of `block` that work on tensors, also in the
/// regions of loops and branches, each op before those inside it. Regions of
/// reducers and comparators work on scalars and are left out. Ops may be
/// erased, and ops may be added before the one that is visited.
void walkTensorOps(mlir::Block &block,
                   llvm::function_ref<void(mlir::Operation *)> visit);

} // namespace weft

#endif // WEFT_LIB_PARTITION_VALUELAYOUTS_H
