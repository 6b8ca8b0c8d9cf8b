//===- ShardingGroups.h - values that are laid out alike --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PROPAGATION_SHARDINGGROUPS_H
#define WEFT_LIB_PROPAGATION_SHARDINGGROUPS_H

#include "weft/Dialect/Weft/IR/ShardingOps.h"

namespace weft {

/// Reports a member that cannot be laid out as the first of its group: one of
/// another shape, or in another manual region.
mlir::LogicalResult checkGroupMember(ShardingGroupOp first,
                                     ShardingGroupOp other);

} // namespace weft

#endif // WEFT_LIB_PROPAGATION_SHARDINGGROUPS_H
