//===- BoxCover.h - whether boxes make up an array --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_STATE_BOXCOVER_H
#define WEFT_LIB_STATE_BOXCOVER_H

#include "weft/Runtime/ArrayType.h"

namespace weft {

/// Succeeds if every element of an array of type `type` lies in exactly one of
/// `boxes`, which lie within it; else says which element does not. Shards take
/// time in proportion to their number; boxes that are cut so irregularly that
/// it would take much longer are refused.
llvm::Error checkBoxCover(const runtime::ArrayType &type,
                          llvm::ArrayRef<const runtime::Box *> boxes);

} // namespace weft

#endif // WEFT_LIB_STATE_BOXCOVER_H
