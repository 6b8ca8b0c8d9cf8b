//===- StablehloDialect.h - stablehlo dialect -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H
#define WEFT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H

#include "mlir/IR/Dialect.h"

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h.inc"

#endif // WEFT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H
