//===- ReductionPlacer.h - moves reductions to later ops --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_REDUCTIONPLACER_H
#define WEFT_LIB_PARTITION_REDUCTIONPLACER_H

#include "ValueLayouts.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Sharding/ReshardPlan.h"

#include "llvm/ADT/SmallBitVector.h"

namespace weft {

/// Moves the reshards that sum partial values, which are *pending* until then,
/// behind the ops that can work on the parts.
class ReductionPlacer {
public:
  ReductionPlacer(mlir::ModuleOp module, ReshardPlanner &planner)
      : module(module), layouts(module), values(module, layouts),
        planner(planner) {}

  mlir::LogicalResult run();
  unsigned getNumMoved() const { return numMoved; }

private:
  /// A variable of a loop, and the sums by which the body adds to it.
  struct Accumulation {
    llvm::SmallVector<mlir::Operation *> sums;
    /// Of each sum, the operand that is added.
    llvm::SmallVector<mlir::OpOperand *> terms;
  };

  void placeInBlock(mlir::Block &block);
  void delay(mlir::Operation *op);
  void delayInAllUses(ReshardOp reshard);
  void delayInSum(mlir::Operation *op, llvm::ArrayRef<ReshardOp> pending);
  bool join(ReshardOp reshard);

  void delayOutOfLoop(stablehlo::WhileOp loop);
  bool delayOutOfLoop(stablehlo::WhileOp loop, unsigned index);
  std::optional<Accumulation> findAccumulation(stablehlo::WhileOp loop,
                                               unsigned index);
  ReshardOp findPendingBehind(mlir::Value value, LayoutId &carried);
  std::optional<LayoutId> carryThrough(mlir::Operation *op, LayoutId from);
  void makePartial(mlir::OpOperand &term, LayoutId partial);
  mlir::Value makePartialStart(stablehlo::WhileOp loop, mlir::Value start,
                               LayoutId partial);

  bool isPending(ReshardOp reshard);
  ReshardOp getPending(mlir::Value value);
  bool onlySums(ReshardOp reshard);
  bool canWorkOnParts(mlir::Operation *op, const llvm::SmallBitVector &partial,
                      const AxisList &axes);
  bool isWorthwhile(mlir::Operation *op, llvm::ArrayRef<ReshardOp> pending);
  std::optional<CollectiveCost> getCost(mlir::Value value, LayoutId from,
                                        LayoutId to);
  double getSeconds(mlir::Value value, LayoutId from, LayoutId to);
  double getLocalBits(mlir::Value value, LayoutId id);

  const Sharding &getSharding(LayoutId id) { return layouts[id].sharding; }
  LayoutId makeUnreduced(LayoutId id, mlir::Attribute meshRef, unsigned rank,
                         const AxisList &axes);
  void setStated(mlir::Operation *op, unsigned index, LayoutId id);
  void reduceAfter(mlir::Value value, LayoutId unreduced, bool asked);
  void inheritAsked(ReshardOp reshard, LayoutId from, bool asked);
  ReshardOp createReshard(mlir::OpBuilder &builder, mlir::Value value,
                          LayoutId to, mlir::Attribute meshRef);
  ShardingAttr getAttr(LayoutId id, mlir::Value value, mlir::Attribute meshRef);

  mlir::ModuleOp module;
  LayoutTable layouts;
  ValueLayouts values;
  ReshardPlanner &planner;
  unsigned numMoved = 0;
};

} // namespace weft

#endif // WEFT_LIB_PARTITION_REDUCTIONPLACER_H
