//===- Bisect.h - the first op that goes wrong ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_BISECT_H
#define WEFT_LIB_DRIVER_BISECT_H

#include "FunctionCheck.h"

namespace weft {

/// Finds the first op of a function at which the whole program and the shards
/// disagree, and says so at that op. Up to `weft-localise` types are whole and
/// every value states its sharding, so all of them can be made results of the
/// function there: one run then tells where the two part. Of a loop this sees
/// the first turn.
///
/// `program` holds the whole function and is not changed. An error is one of
/// the command line.
llvm::Error bisect(mlir::FunctionOpInterface function,
                   const PartitionRequest &request, FunctionCheck &check,
                   uint64_t seed);

} // namespace weft

#endif // WEFT_LIB_DRIVER_BISECT_H
