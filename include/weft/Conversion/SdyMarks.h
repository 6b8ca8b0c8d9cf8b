//===- SdyMarks.h - marks for what only one side has ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Import and export are inverse to each other. Where one side has a thing that
// the other has no place for, a discardable attribute keeps it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_SDYMARKS_H
#define WEFT_CONVERSION_SDYMARKS_H

#include "llvm/ADT/StringRef.h"

namespace weft {

/// On a `stablehlo.constant` that was an `sdy.constant`: a copy made for one
/// use, which is not to be merged with its equals.
inline constexpr llvm::StringLiteral kUnmergedConstantAttrName =
    "weft.unmerged";

/// On an `sdy.mesh` that was the default mesh of a `weft` program.
inline constexpr llvm::StringLiteral kDefaultMeshAttrName = "weft.default";

} // namespace weft

#endif // WEFT_CONVERSION_SDYMARKS_H
