//===- WeftDialect.h - weft dialect -----------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTDIALECT_H
#define WEFT_DIALECT_WEFT_IR_WEFTDIALECT_H

#include "mlir/IR/Dialect.h"

#include "weft/Dialect/Weft/IR/WeftDialect.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_WEFTDIALECT_H
