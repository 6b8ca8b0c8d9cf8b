//===- TrivialAxes.h - axes of size 1 ---------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_TRIVIALAXES_H
#define WEFT_SHARDING_TRIVIALAXES_H

#include "weft/Sharding/Sharding.h"

namespace weft {

/// The sharding without axes of size 1: they split nothing, so the tensor lies
/// as before.
Sharding withoutTrivialAxes(Sharding sharding);

} // namespace weft

#endif // WEFT_SHARDING_TRIVIALAXES_H
