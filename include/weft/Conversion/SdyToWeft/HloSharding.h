//===- HloSharding.h - shardings as XLA writes them -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The strings of `mhlo.sharding`:
//
//     {replicated}   {maximal device=3}   {manual}   {unknown}   {unreduced}
//     {devices=[2,4]<=[8]}                       tile [2,4] of devices 0..7
//     {devices=[4,2]<=[2,4]T(1,0)}               devices as 2x4, transposed
//     {devices=[2,2]0,2,1,3}                     devices one by one
//     {devices=[2,1,4]<=[8] last_tile_dim_replicate}
//     {devices=[2,1,2,2]<=[8] last_tile_dims={manual, replicated}}
//     {{replicated}, {devices=[2]<=[2]}}         one for each result
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_SDYTOWEFT_HLOSHARDING_H
#define WEFT_CONVERSION_SDYTOWEFT_HLOSHARDING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace weft {

/// One such string, read and checked: the sizes of `tile` multiply to the
/// number of devices, and every device is named once.
struct HloSharding {
  enum class Kind {
    Replicated,
    Maximal,
    Manual,
    Unknown,
    Unreduced,
    Tiled,
    Tuple
  };
  /// What the last dimensions of a tile mean, which split no dimension of the
  /// tensor.
  enum class Subgroup { Replicated, Manual, Unreduced };

  /// Reads `text`; the error says what was expected and where.
  static llvm::Expected<HloSharding> parse(llvm::StringRef text);

  /// How many dimensions of the tensor the tile describes.
  size_t rank() const { return tile.size() - subgroups.size(); }
  int64_t numDevices() const;

  Kind kind = Kind::Replicated;
  int64_t device = 0;                        ///< if maximal
  llvm::SmallVector<int64_t, 4> tile;        ///< if tiled
  llvm::SmallVector<Subgroup, 2> subgroups;  ///< of the last tile dimensions
  llvm::SmallVector<int64_t, 4> iotaDims;    ///< `<=[2,4]`, or empty
  llvm::SmallVector<int64_t, 4> permutation; ///< `T(1,0)`, of `iotaDims`
  llvm::SmallVector<int64_t, 0> devices;     ///< else, all of them
  bool isShardGroup = false;                 ///< `shard_as`, `shard_like`
  std::vector<HloSharding> elements;         ///< if a tuple
};

} // namespace weft

#endif // WEFT_CONVERSION_SDYTOWEFT_HLOSHARDING_H
