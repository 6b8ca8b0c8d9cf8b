//===- CollectiveOps.h - communication between devices ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_H
#define WEFT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_H

#include "weft/Dialect/Stablehlo/IR/AssemblyFormat.h"
#include "weft/Dialect/Stablehlo/IR/ElementTypes.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Stablehlo/IR/TypeInference.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/CollectiveOps.h.inc"

#endif // WEFT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_H
