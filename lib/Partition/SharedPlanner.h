//===- SharedPlanner.h - one planner for all passes -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_SHAREDPLANNER_H
#define WEFT_LIB_PARTITION_SHAREDPLANNER_H

#include "weft/Sharding/ReshardPlan.h"

#include "mlir/IR/Operation.h"

namespace weft {

/// The plans that the passes of partitioning ask for, kept from pass to pass as
/// an analysis of the module: what one has weighed another builds. It says
/// nothing about the program, so every pass preserves it.
struct SharedPlanner : ReshardPlanner {
  explicit SharedPlanner(mlir::Operation *) {}
};

} // namespace weft

#endif // WEFT_LIB_PARTITION_SHAREDPLANNER_H
