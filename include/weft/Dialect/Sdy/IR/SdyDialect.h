//===- SdyDialect.h - sdy dialect -------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYDIALECT_H
#define WEFT_DIALECT_SDY_IR_SDYDIALECT_H

#include "mlir/IR/Dialect.h"

#include "weft/Dialect/Sdy/IR/SdyDialect.h.inc"

#endif // WEFT_DIALECT_SDY_IR_SDYDIALECT_H
