//===- SdyOps.h - ops of the sdy dialect ------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYOPS_H
#define WEFT_DIALECT_SDY_IR_SDYOPS_H

#include "weft/Dialect/Sdy/IR/SdyAttrs.h"
#include "weft/Dialect/Sdy/IR/SdyDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "weft/Dialect/Sdy/IR/SdyOps.h.inc"

#define GET_OP_CLASSES
#include "weft/Dialect/Sdy/IR/SdyCollectiveOps.h.inc"

#endif // WEFT_DIALECT_SDY_IR_SDYOPS_H
