//===- RegionOps.h - regions with their own view of devices -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_REGIONOPS_H
#define WEFT_DIALECT_WEFT_IR_REGIONOPS_H

#include "weft/Dialect/Weft/IR/ShardedOpInterface.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/RegionOps.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_REGIONOPS_H
