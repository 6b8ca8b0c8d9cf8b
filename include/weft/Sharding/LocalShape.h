//===- LocalShape.h - what one device holds of a tensor ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes need not divide. Every device holds ceil(size / count) elements of a
// dimension; shard i begins at i * ceil, and the last shards may be short or
// empty:
//
//     size 10 over 4: ceil is 3     [0 1 2] [3 4 5] [6 7 8] [9 . .]
//     size  5 over 4: ceil is 2     [0 1] [2 3] [4 .] [. .]
//
// The dots are padding: they take memory and hold values that never reach a
// result.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_LOCALSHAPE_H
#define WEFT_SHARDING_LOCALSHAPE_H

#include "weft/Sharding/Sharding.h"

namespace weft {

/// The size of a dimension that is not known; the value that MLIR uses. It
/// stays unknown when split.
inline constexpr int64_t kUnknownSize = INT64_MIN;

/// The size of each shard of a dimension, ceil(size / count).
int64_t localSize(int64_t size, int64_t count);

/// The shape of each shard of a tensor.
llvm::SmallVector<int64_t, 4> localShape(llvm::ArrayRef<int64_t> shape,
                                         const Sharding &sharding);

/// Where a shard begins in the whole dimension, and how many elements of it
/// are real; the rest of `localSize` is padding.
struct ShardExtent {
  int64_t offset;
  int64_t size;

  friend bool operator==(const ShardExtent &, const ShardExtent &) = default;
};

/// Shard `index` of a dimension of `size` split into `count`. An empty shard
/// begins at the end of the dimension.
ShardExtent shardExtent(int64_t size, int64_t count, int64_t index);

/// What the device at `position` of the mesh holds, one extent per dimension.
llvm::SmallVector<ShardExtent, 4> shardExtents(llvm::ArrayRef<int64_t> shape,
                                               const Mesh &mesh,
                                               const Sharding &sharding,
                                               int64_t position);

/// How many of the last shards have no element at all.
int64_t numEmptyShards(int64_t size, int64_t count);

/// The part of all memory for the tensor that is padding: 0 if every dimension
/// divides, 1/3 for size 4 over 3 shards of 2.
double paddingWaste(llvm::ArrayRef<int64_t> shape, const Sharding &sharding);

/// Whether `whole` can be a dimension that splits into `count` shards of size
/// `local`: the rule of collectives, which see only local types.
inline bool isWholeOf(int64_t whole, int64_t local, int64_t count) {
  return localSize(whole, count) == local;
}

} // namespace weft

#endif // WEFT_SHARDING_LOCALSHAPE_H
