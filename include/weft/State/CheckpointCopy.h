//===- CheckpointCopy.h - from one checkpoint to another --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_CHECKPOINTCOPY_H
#define WEFT_STATE_CHECKPOINTCOPY_H

#include "weft/State/Checkpoint.h"

namespace weft {

/// Calls `visit` with boxes that make up `box` in row-major order, each of at
/// most `maxElements` elements. None is as large as a large leaf, so that
/// whoever goes through them never holds one.
llvm::Error
forEachSlab(const runtime::Box &box, uint64_t maxElements,
            llvm::function_ref<llvm::Error(const runtime::Box &)> visit);

/// The shards of an array of type `type` when each has `shape`, save that those
/// at the ends may be short; empty ones are left out.
std::vector<runtime::Box> getShardBoxes(const runtime::ArrayType &type,
                                        llvm::ArrayRef<int64_t> shape);

/// Copies `box` of leaf `from` to leaf `to`, as one tile. Floats may become
/// floats of another type; other types must be the same.
llvm::Error copyTile(const CheckpointReader &reader, size_t from,
                     CheckpointWriter &writer, size_t to,
                     const runtime::Box &box, runtime::ElementType toType);

} // namespace weft

#endif // WEFT_STATE_CHECKPOINTCOPY_H
