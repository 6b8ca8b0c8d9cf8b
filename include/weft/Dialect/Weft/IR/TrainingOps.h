//===- TrainingOps.h - gradients, losses, optimisers ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_TRAININGOPS_H
#define WEFT_DIALECT_WEFT_IR_TRAININGOPS_H

#include "weft/Dialect/Weft/IR/ModuleOps.h"
#include "weft/Dialect/Weft/IR/WeftTypes.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {

/// Checks what optimisers share: the target is a member with leaves, and
/// `stateSpecs` names leaves of it, each with a spec of the right rank.
mlir::LogicalResult verifyOptimizerTarget(mlir::Operation *optimizer,
                                          mlir::SymbolRefAttr target,
                                          mlir::DictionaryAttr stateSpecs,
                                          mlir::SymbolTableCollection &symbols);

/// Tells the count, if any, and the slots of each leaf of the target.
void visitOptimizerState(OptimizerInterface optimizer,
                         mlir::SymbolRefAttr target, mlir::TypeAttr stateDtype,
                         mlir::DictionaryAttr stateSpecs, LeafVisitor &visitor);

} // namespace weft

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/TrainingOps.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_TRAININGOPS_H
