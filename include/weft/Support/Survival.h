//===- Survival.h - work that may end its process ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's reader of bytecode trusts the counts that a file holds: a damaged file
// makes it abort, overrun its stack or run for ever. That code is not ours to
// mend, so a copy of the process tries first.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_SURVIVAL_H
#define WEFT_SUPPORT_SURVIVAL_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft {

/// Whether a copy of this process (fork) gets to the end of `body` within
/// `seconds` of processor time. What the copy prints is dropped, and nothing
/// that it does is seen here. To be called before other threads do any work.
/// True as well where no copy can be made.
bool survives(llvm::function_ref<void()> body, unsigned seconds);

} // namespace weft

#endif // WEFT_SUPPORT_SURVIVAL_H
