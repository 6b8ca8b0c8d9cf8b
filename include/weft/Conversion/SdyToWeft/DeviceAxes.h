//===- DeviceAxes.h - axes that explain orders of devices -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XLA's tiles name devices; Weft's shardings name axes. A tile is explained by
// axes if the number of each device, written in some mixed radix, has one digit
// for each part of the tile. `[4,2]<=[2,4]T(1,0)` puts device 4*i + j at tile
// position (j, i), so with axes of sizes 2 and 4 (major first) the tile is
// [axis 1, axis 0]. Digits are known by where they begin and end:
//
//     1       2               8      products of the sizes major to a digit
//     |   2   |       4       |      `<=[2,4]` has cuts 1, 2, 8
//     |   2   |   2   |   2   |      a tile [2,2,2]<=[8] adds a cut at 4
//
// The axes of the mesh are the stretches between neighbouring cuts of all
// shardings of the module, so each of them is a run of whole axes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_SDYTOWEFT_DEVICEAXES_H
#define WEFT_CONVERSION_SDYTOWEFT_DEVICEAXES_H

#include "weft/Conversion/SdyToWeft/HloSharding.h"

#include <optional>

namespace weft {

/// The stretch from `begin` to `end` in the sense of the picture above.
struct Stretch {
  int64_t begin, end;
  friend bool operator==(const Stretch &, const Stretch &) = default;
};

/// For each dimension of a tile its stretches, major to minor.
using TileStretches = llvm::SmallVector<llvm::SmallVector<Stretch, 2>, 4>;

/// The stretches of a tile if devices are counted in their usual order; none
/// if no axes explain it.
std::optional<TileStretches> explainTile(const HloSharding &sharding);

/// The stretches if devices are counted in the order of the tile itself; these
/// always exist.
TileStretches explainTileByItself(const HloSharding &sharding);

/// The devices of a tile one by one. Linear in their number.
llvm::SmallVector<int64_t, 0> listDevices(const HloSharding &sharding);

/// The cuts of one mesh, growing as shardings are added.
class AxisCuts {
public:
  explicit AxisCuts(int64_t numDevices) : cuts{1} {
    if (numDevices > 1)
      cuts.push_back(numDevices);
  }

  /// Adds the cuts of a tile; false, and nothing is added, if one of them does
  /// not fit those that are there (2 and 3 of 6 devices).
  bool add(const TileStretches &tile);

  /// The sizes of the axes, major to minor.
  llvm::SmallVector<int64_t, 4> axisSizes() const;

  /// The first axis of a stretch and how many there are; the stretch must have
  /// been added.
  std::pair<size_t, size_t> axesOf(Stretch stretch) const;

private:
  llvm::SmallVector<int64_t, 8> cuts; // ascending, each divides the next
};

} // namespace weft

#endif // WEFT_CONVERSION_SDYTOWEFT_DEVICEAXES_H
