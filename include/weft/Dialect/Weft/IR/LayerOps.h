//===- LayerOps.h - layers with parameters ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_LAYEROPS_H
#define WEFT_DIALECT_WEFT_IR_LAYEROPS_H

#include "weft/Dialect/Weft/IR/ModuleOps.h"

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/LayerOps.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_LAYEROPS_H
