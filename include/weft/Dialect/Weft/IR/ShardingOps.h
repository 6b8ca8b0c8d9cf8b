//===- ShardingOps.h - ops that state or change a sharding ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SHARDINGOPS_H
#define WEFT_DIALECT_WEFT_IR_SHARDINGOPS_H

#include "weft/Dialect/Weft/IR/ShardedOpInterface.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/ShardingOps.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_SHARDINGOPS_H
