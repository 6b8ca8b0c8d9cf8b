//===- LoweringInterfaces.h - models as tensor programs ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_LOWERINGINTERFACES_H
#define WEFT_INTERFACES_LOWERINGINTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "weft/Interfaces/LoweringInterfaces.h.inc"

#endif // WEFT_INTERFACES_LOWERINGINTERFACES_H
