//===- LoweringAttrInterfaces.h - settings as values ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_LOWERINGATTRINTERFACES_H
#define WEFT_INTERFACES_LOWERINGATTRINTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include "weft/Interfaces/LoweringAttrInterfaces.h.inc"

#endif // WEFT_INTERFACES_LOWERINGATTRINTERFACES_H
