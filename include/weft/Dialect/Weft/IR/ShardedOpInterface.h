//===- ShardedOpInterface.h - ops that say how results are laid out --*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SHARDEDOPINTERFACE_H
#define WEFT_DIALECT_WEFT_IR_SHARDEDOPINTERFACE_H

#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "mlir/IR/OpDefinition.h"

#include "weft/Dialect/Weft/IR/ShardedOpInterface.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_SHARDEDOPINTERFACE_H
