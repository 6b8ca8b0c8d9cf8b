//===- BlockExchange.cpp - intervals out of blocks --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/BlockExchange.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace weft;

int64_t BlockExchange::numReceived() const {
  int64_t sum = 0;
  for (const Piece &piece : pieces)
    if (piece.distance != 0 || isMirrored)
      sum += piece.length;
  return sum;
}

namespace {
/// The question, and what follows from it for one device.
struct Request {
  Interval interval;
  BlockedDim dim;
  bool isMirrored;

  /// The block that piece 0 comes from.
  int64_t home(int64_t device) const {
    return isMirrored ? dim.count - 1 - device : device;
  }
  /// The elements that exist: [first, last].
  int64_t first(int64_t device) const {
    return std::max<int64_t>(0, interval.begin(device));
  }
  int64_t last(int64_t device) const {
    return std::min(dim.size, interval.begin(device) + interval.width) - 1;
  }
  bool needsAny(int64_t device) const {
    return device >= 0 && device < dim.count && first(device) <= last(device);
  }
};
} // namespace

/// The devices at which anything that grows or falls with the number of the
/// device, apart from where intervals are cut at the ends, can be extreme.
static llvm::SmallVector<int64_t, 8> getExtremes(const Request &request) {
  const Interval &interval = request.interval;
  llvm::SmallVector<int64_t, 8> found;
  auto add = [&](int64_t device) {
    for (int64_t near : {device - 1, device, device + 1})
      if (request.needsAny(near))
        found.push_back(near);
  };
  add(0);
  add(request.dim.count - 1);
  if (interval.scale == 0)
    return found;
  // Where an end of the interval passes an end of the dimension.
  for (int64_t edge : {int64_t(0), request.dim.size})
    for (int64_t end : {interval.offset, interval.offset + interval.width})
      add(llvm::divideFloorSigned(edge - end, interval.scale));
  return found;
}

BlockExchange weft::planExchange(Interval interval, BlockedDim dim) {
  assert(dim.size > 0 && dim.block > 0 && interval.width > 0 &&
         "nothing to exchange");
  BlockExchange result;
  result.isMirrored = interval.scale < 0;
  const Request request{interval, dim, result.isMirrored};
  const llvm::SmallVector<int64_t, 8> devices = getExtremes(request);
  if (devices.empty()) {
    // All intervals lie outside: anything of the right size will do.
    result.isMirrored = false;
    result.pieces.push_back({0, 0, std::min(dim.block, interval.width)});
    result.padHigh = interval.width - result.pieces.back().length;
    return result;
  }
  int64_t nearest = std::numeric_limits<int64_t>::max(), furthest = -nearest;
  for (int64_t device : devices) {
    int64_t home = request.home(device);
    nearest = std::min(nearest, request.first(device) / dim.block - home);
    furthest = std::max(furthest, request.last(device) / dim.block - home);
  }
  int64_t begin = dim.block, end = 0;
  for (int64_t device : devices) {
    int64_t home = request.home(device);
    begin =
        std::min(begin, std::max<int64_t>(0, request.first(device) -
                                                 (home + nearest) * dim.block));
    end = std::max(end, std::min(dim.block, request.last(device) + 1 -
                                                (home + furthest) * dim.block));
  }
  for (int64_t distance = nearest; distance <= furthest; ++distance) {
    int64_t from = distance == nearest ? begin : 0;
    int64_t to = distance == furthest ? end : dim.block;
    result.pieces.push_back({distance, from, to - from});
  }
  // Position p is at p - (home + nearest) * block - begin in the buffer.
  int64_t direction = result.isMirrored ? -1 : 1;
  result.startScale = interval.scale - direction * dim.block;
  result.startOffset =
      interval.offset - (request.home(0) + nearest) * dim.block - begin;
  int64_t length = (furthest - nearest) * dim.block + end - begin;
  for (int64_t device : devices) {
    int64_t start = result.startScale * device + result.startOffset;
    result.padLow = std::max(result.padLow, -start);
    result.padHigh = std::max(result.padHigh, start + interval.width - length);
  }
  result.startOffset += result.padLow;
  return result;
}
