//===- ReshardChain.h - a plan in terms of whole tensors --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_RESHARDCHAIN_H
#define WEFT_SHARDING_RESHARDCHAIN_H

#include "weft/Sharding/ReshardPlan.h"
#include "weft/Sharding/ReshardStep.h"

namespace weft {

/// One collective in terms of the whole tensor, and the sharding after it.
struct ReshardLink {
  ReshardStep step;
  Sharding after;
};

/// What `plan`, which leads from `from` to `to`, does to the axes, one link for
/// each collective:
///
///     [("x", "y"), _] -> [_, "x"]
///     all_gather ["y", _] to ["x", _]; all_to_all ["x"] 0 -> 1 to [_, "x"]
///
/// Steps that only cut, pad or realign blocks belong to the link of the
/// collective before or after them. Axes of size 1 split nothing and are left
/// out, in the first and in the last sharding as well.
///
/// There is none if some step has no such form: between meshes; where devices
/// change an order that is not that of axes; and for sizes that do not divide,
/// where two collectives follow each other on blocks that are not the shards of
/// any sharding. On one mesh, if all sizes divide, there always is one.
std::optional<llvm::SmallVector<ReshardLink, 2>>
chainOf(const ReshardPlan &plan, const Mesh &mesh, const Sharding &from,
        const Sharding &to, llvm::ArrayRef<int64_t> shape);

} // namespace weft

#endif // WEFT_SHARDING_RESHARDCHAIN_H
