//===- Passes.h - passes on the state of modules ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_PASSES_H
#define WEFT_STATE_PASSES_H

#include "weft/Support/PassStatistic.h"

#include "mlir/Pass/Pass.h"

namespace weft {

#define GEN_PASS_DECL
#include "weft/State/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "weft/State/Passes.h.inc"

} // namespace weft

#endif // WEFT_STATE_PASSES_H
