//===- ReferenceInterface.h - the meaning of an op --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_REFERENCEINTERFACE_H
#define WEFT_INTERFACES_REFERENCEINTERFACE_H

#include "weft/Runtime/Reduction.h"

#include "mlir/IR/OpDefinition.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace weft::reference {
class Evaluation;
} // namespace weft::reference

#include "weft/Interfaces/ReferenceInterface.h.inc"

#endif // WEFT_INTERFACES_REFERENCEINTERFACE_H
