//===- LinearInterface.h - ops that commute with sums -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_LINEARINTERFACE_H
#define WEFT_INTERFACES_LINEARINTERFACE_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SmallBitVector.h"

#include "weft/Interfaces/LinearInterface.h.inc"

#endif // WEFT_INTERFACES_LINEARINTERFACE_H
