//===- ChloDialect.h - chlo dialect and attributes -------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CHLO_IR_CHLODIALECT_H
#define WEFT_DIALECT_CHLO_IR_CHLODIALECT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"

#include "weft/Dialect/Chlo/IR/ChloDialect.h.inc"
#include "weft/Dialect/Chlo/IR/ChloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Chlo/IR/ChloAttrs.h.inc"

#endif // WEFT_DIALECT_CHLO_IR_CHLODIALECT_H
