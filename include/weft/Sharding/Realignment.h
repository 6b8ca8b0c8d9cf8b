//===- Realignment.h - blocks of another size -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_REALIGNMENT_H
#define WEFT_SHARDING_REALIGNMENT_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace weft {

/// How a dimension in blocks of one size comes to be in blocks of another, on
/// the same devices in the same order.
///
/// Shard i of n begins at i times the block size, and the block size that
/// `["x", "y"]` wants for `x` is not always the one that `["x"]` wants. Size 9
/// over x = 2 is [0..4] [5..8]; over x = 2, y = 2 the halves must be blocks of
/// 2 * 3, [0..5] [6..8], before `y` can split them. So device 0 needs an
/// element of device 1, and device 1 drops one.
///
/// Every device joins pieces of its own block and of its neighbours' blocks,
/// in order, to a buffer of `bufferSize`, and takes `newBlock` elements of it
/// at `offsetScale * i + offsetBase`. The pieces are the same on all devices,
/// and are consecutive: of all but the first and the last the whole block is
/// taken. Costs nothing in proportion to the number of devices.
struct Realignment {
  /// `length` elements, from `begin`, of the block of device i + `source`.
  /// To be sent by a shift of -`source`.
  struct Piece {
    int64_t source;
    int64_t begin;
    int64_t length;
  };

  int64_t oldBlock = 0;
  int64_t newBlock = 0;
  llvm::SmallVector<Piece, 2> pieces;
  int64_t offsetScale = 0;
  int64_t offsetBase = 0;
  /// At least the sum of the lengths; the rest is padding at the end, so that
  /// no device with elements reads beyond it.
  int64_t bufferSize = 0;

  /// The elements that one device receives.
  int64_t numSent() const;
  /// Whether devices only cut or pad their own block at its end.
  bool isLocal() const;
};

/// How a dimension of `size`, in blocks of `oldBlock`, gets blocks of
/// `newBlock`; both cover `size` with the devices at hand.
Realignment realign(int64_t size, int64_t oldBlock, int64_t newBlock);

} // namespace weft

#endif // WEFT_SHARDING_REALIGNMENT_H
