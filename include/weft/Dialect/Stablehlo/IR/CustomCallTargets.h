//===- CustomCallTargets.h - what custom calls do ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_CUSTOMCALLTARGETS_H
#define WEFT_DIALECT_STABLEHLO_IR_CUSTOMCALLTARGETS_H

#include "llvm/ADT/StringRef.h"

namespace weft::stablehlo {

/// Whether the target gives its operands back, and only says something about
/// them: in which memory or layout they are, how they are sharded.
bool givesOperandsBack(llvm::StringRef target);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_CUSTOMCALLTARGETS_H
