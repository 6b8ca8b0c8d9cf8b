//===- TripCount.h - how often a loop runs ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_TRIPCOUNT_H
#define WEFT_LIB_PARTITION_TRIPCOUNT_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace weft {

/// Nothing if `op` is no loop. Else how often its body runs, if that can be
/// seen: a counter that begins at a constant, is compared with a constant and
/// grows by a constant, as the loops of JAX do.
std::optional<std::optional<int64_t>> getTripCount(mlir::Operation *op);

} // namespace weft

#endif // WEFT_LIB_PARTITION_TRIPCOUNT_H
