//===- ReshardLowering.h - plans as collectives -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_RESHARDLOWERING_H
#define WEFT_LIB_PARTITION_RESHARDLOWERING_H

#include "ShardBuilder.h"

#include "weft/Sharding/ReshardPlan.h"

namespace weft {

/// Builds the steps of `plan` on the local value `shard`. The builders are for
/// the meshes of source and target; both insert at the same place.
mlir::Value lowerReshard(ShardBuilder &source, ShardBuilder &target,
                         const ReshardPlan &plan, mlir::Value shard);

} // namespace weft

#endif // WEFT_LIB_PARTITION_RESHARDLOWERING_H
