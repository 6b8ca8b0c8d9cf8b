//===- MemoryInterface.h - memory of an op ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_MEMORYINTERFACE_H
#define WEFT_INTERFACES_MEMORYINTERFACE_H

#include "mlir/IR/OpDefinition.h"

#include <optional>

#include "weft/Interfaces/MemoryInterface.h.inc"

#endif // WEFT_INTERFACES_MEMORYINTERFACE_H
