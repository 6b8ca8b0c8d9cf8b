//===- BlockExchange.h - intervals out of blocks ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_BLOCKEXCHANGE_H
#define WEFT_SHARDING_BLOCKEXCHANGE_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace weft {

/// What the device with number r needs of a dimension: `width` elements, from
/// `scale * r + offset` on. The interval may reach beyond both ends.
struct Interval {
  int64_t scale;
  int64_t offset;
  int64_t width;

  int64_t begin(int64_t device) const { return scale * device + offset; }
};

/// A dimension of `size` in blocks: device r of `count` holds the elements from
/// `block * r` on.
struct BlockedDim {
  int64_t block;
  int64_t count;
  int64_t size;
};

/// How every device gets its interval of a dimension that lies in blocks.
///
/// Each device joins pieces of blocks that follow one another to a buffer, pads
/// the buffer at both ends, and takes `width` elements from `startScale * r +
/// startOffset` on. Piece `distance` comes from device r + distance, or, if the
/// intervals run against the devices (`isMirrored`, a reversal), from device
/// count - 1 - r + distance. Of all but the first and the last piece the whole
/// block is taken. A halo of width 1 around blocks of 4:
///
///     pieces  -1: [3, 4)   0: [0, 4)   1: [0, 1)     start 0 everywhere
///
/// Elements outside of the dimension are not fetched: what the buffer holds for
/// them is unspecified.
struct BlockExchange {
  struct Piece {
    int64_t distance;
    int64_t begin;
    int64_t length;
  };

  bool isMirrored = false;
  llvm::SmallVector<Piece, 3> pieces;
  int64_t padLow = 0, padHigh = 0;
  int64_t startScale = 0, startOffset = 0;

  /// The elements that one device receives from others.
  int64_t numReceived() const;
};

/// The exchange that brings `interval` to each device. The dimension and the
/// interval are not empty. The work does not depend on the number of devices.
BlockExchange planExchange(Interval interval, BlockedDim dim);

} // namespace weft

#endif // WEFT_SHARDING_BLOCKEXCHANGE_H
