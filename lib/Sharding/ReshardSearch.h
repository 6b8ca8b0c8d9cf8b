//===- ReshardSearch.h - the cheapest way between layouts -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SHARDING_RESHARDSEARCH_H
#define WEFT_LIB_SHARDING_RESHARDSEARCH_H

#include "ReshardSpace.h"

namespace weft::reshard {

/// Finds the cheapest steps from source to target of which none makes a value
/// of more than `limit` bytes. None if there are no such steps, or finding them
/// would take too long.
std::optional<llvm::SmallVector<PlanStep, 2>> search(const Space &space,
                                                     double limit);

/// The steps of the way that always exists.
llvm::SmallVector<PlanStep, 2> gatherAndSplit(const Space &space);

} // namespace weft::reshard

#endif // WEFT_LIB_SHARDING_RESHARDSEARCH_H
