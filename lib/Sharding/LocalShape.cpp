//===- LocalShape.cpp - what one device holds of a tensor -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/LocalShape.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>

using namespace weft;

int64_t weft::localSize(int64_t size, int64_t count) {
  if (size == kUnknownSize)
    return kUnknownSize;
  // Not (size + count - 1) / count, which may overflow.
  return size / count + (size % count != 0);
}

llvm::SmallVector<int64_t, 4> weft::localShape(llvm::ArrayRef<int64_t> shape,
                                               const Sharding &sharding) {
  llvm::SmallVector<int64_t, 4> local(shape);
  // On a maximal mesh no dimension is listed, and the shard is the whole.
  for (auto [size, dim] : llvm::zip(local, sharding.dims))
    size = localSize(size, dim.axes.numShards());
  return local;
}

ShardExtent weft::shardExtent(int64_t size, int64_t count, int64_t index) {
  assert(size >= 0 && index >= 0 && index < count && "no such shard");
  int64_t local = localSize(size, count);
  // index * local may overflow when most shards are empty.
  if (local == 0 || index > size / local)
    return {size, 0};
  int64_t offset = index * local;
  return {offset, std::min(local, size - offset)};
}

llvm::SmallVector<ShardExtent, 4>
weft::shardExtents(llvm::ArrayRef<int64_t> shape, const Mesh &mesh,
                   const Sharding &sharding, int64_t position) {
  llvm::SmallVector<ShardExtent, 4> extents;
  for (auto [i, size] : llvm::enumerate(shape)) {
    if (i >= sharding.rank()) {
      extents.push_back({0, size});
      continue;
    }
    const AxisList &axes = sharding.dims[i].axes;
    extents.push_back(
        shardExtent(size, axes.numShards(), mesh.shardIndex(position, axes)));
  }
  return extents;
}

int64_t weft::numEmptyShards(int64_t size, int64_t count) {
  if (size == 0)
    return count;
  return count - localSize(size, localSize(size, count));
}

double weft::paddingWaste(llvm::ArrayRef<int64_t> shape,
                          const Sharding &sharding) {
  double used = 1;
  for (auto [size, dim] : llvm::zip(shape, sharding.dims)) {
    int64_t count = dim.axes.numShards();
    if (size > 0)
      used *= double(size) / (double(localSize(size, count)) * double(count));
  }
  return 1 - used;
}
