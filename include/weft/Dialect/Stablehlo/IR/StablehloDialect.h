//===- StablehloDialect.h - dialect, types, attributes ---------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H
#define WEFT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/TensorEncoding.h"

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h.inc"
#include "weft/Dialect/Stablehlo/IR/StablehloEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/Stablehlo/IR/StablehloTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Stablehlo/IR/StablehloAttrs.h.inc"

#endif // WEFT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H
