//===- Realignment.cpp - blocks of another size -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/Realignment.h"

#include <algorithm>
#include <cassert>

using namespace weft;

int64_t Realignment::numSent() const {
  int64_t sum = 0;
  for (const Piece &piece : pieces)
    if (piece.source != 0)
      sum += piece.length;
  return sum;
}

bool Realignment::isLocal() const {
  return numSent() == 0 && offsetScale == 0 && offsetBase == 0;
}

/// Larger blocks: device i needs from device i on. How far its block reaches
/// beyond its old one grows with i, so the last device with elements, or the
/// one before it, whose block is full, reaches furthest.
static void grow(Realignment &result, int64_t size) {
  int64_t before = result.oldBlock, after = result.newBlock;
  int64_t last = (size - 1) / after;
  int64_t furthest = 0, reach = 0;
  for (int64_t i : {last - 1, last}) {
    if (i < 0)
      continue;
    int64_t end = std::min(size, (i + 1) * after);
    int64_t source = (end - 1) / before - i;
    int64_t length = end - (i + source) * before;
    if (source > furthest)
      reach = 0;
    if (source >= furthest)
      furthest = source, reach = std::max(reach, length);
  }
  for (int64_t k = 0; k < furthest; ++k)
    result.pieces.push_back({k, 0, before});
  result.pieces.push_back({furthest, 0, std::min(reach, before)});
  if (last == 0)
    return; // one block holds all, and begins where it began
  result.offsetScale = after - before;
}

/// Smaller blocks: device i needs up to device i. How far its block begins
/// before its old one grows with i too.
static void shrink(Realignment &result, int64_t size) {
  int64_t before = result.oldBlock, after = result.newBlock;
  int64_t last = (size - 1) / after;
  int64_t furthest = last - last * after / before;
  int64_t begin = last * after - (last - furthest) * before;
  // The own block is needed up to the end of device 0's new one.
  if (furthest == 0) {
    result.pieces.push_back({0, 0, last == 0 ? after : before});
  } else {
    result.pieces.push_back({-furthest, begin, before - begin});
    for (int64_t k = furthest - 1; k > 0; --k)
      result.pieces.push_back({-k, 0, before});
    result.pieces.push_back({0, 0, after});
  }
  result.offsetScale = last == 0 ? 0 : after - before;
  result.offsetBase = furthest == 0 ? 0 : furthest * before - begin;
}

Realignment weft::realign(int64_t size, int64_t oldBlock, int64_t newBlock) {
  assert(size > 0 && oldBlock > 0 && newBlock > 0 && "nothing to align");
  Realignment result;
  result.oldBlock = oldBlock;
  result.newBlock = newBlock;
  if (newBlock >= oldBlock)
    grow(result, size);
  else
    shrink(result, size);
  int64_t last = (size - 1) / newBlock;
  int64_t most = std::max(result.offsetBase,
                          result.offsetBase + result.offsetScale * last);
  int64_t sum = 0;
  for (const Realignment::Piece &piece : result.pieces)
    sum += piece.length;
  result.bufferSize = std::max(sum, most + newBlock);
  return result;
}
