//===- ModelAttrInterfaces.h - what model attributes answer -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MODELATTRINTERFACES_H
#define WEFT_DIALECT_WEFT_IR_MODELATTRINTERFACES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpImplementation.h"

#include "weft/Dialect/Weft/IR/ModelAttrInterfaces.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_MODELATTRINTERFACES_H
