//===- SplitInterface.h - ops that use a module's state ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_SPLITINTERFACE_H
#define WEFT_INTERFACES_SPLITINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace weft {
class MethodSplitter;
} // namespace weft

#include "weft/Interfaces/SplitInterface.h.inc"

#endif // WEFT_INTERFACES_SPLITINTERFACE_H
