//===- Exchange.cpp - elements from other shards ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices, pads, reversals, windows and convolutions along a split dimension all
// come down to one question: device r computes a shard of the result, for which
// it needs an interval of the operand that moves with r. Where the interval
// moves as fast as the shards do, its place in relation to the device's own
// shard is the same everywhere, and only the parts that stick out are sent,
// from neighbour to neighbour: a halo. Otherwise the shards are joined, and
// each device takes its interval.
//
//===----------------------------------------------------------------------===//

#include "ShardBuilder.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

/// The first and the last position that some device asks for.
static std::pair<int64_t, int64_t> getRange(Interval interval, int64_t count) {
  int64_t last = interval.scale * (count - 1) + interval.offset;
  return {std::min(interval.offset, last),
          std::max(interval.offset, last) + interval.width};
}

Value ShardBuilder::fetchFromNeighbours(const ShardedTensor &tensor,
                                        unsigned dim, Interval interval,
                                        Value fill) {
  const AxisList &axes = tensor.axes(dim);
  int64_t local = tensor.localSize(dim), count = tensor.numShards(dim);
  int64_t begin = interval.offset, end = begin + interval.width;
  Type element = tensor.whole.getElementType();
  SmallVector<Value> pieces;
  for (int64_t at = begin; at < end;) {
    int64_t distance = llvm::divideFloorSigned(at, local);
    if (distance <= -count || distance >= count) {
      // Beyond the mesh: as far as the nearest shard, or to the end.
      int64_t next = distance < 0 ? std::min(end, (1 - count) * local) : end;
      RankedTensorType type = withDim(
          cast<RankedTensorType>(tensor.value.getType()), dim, next - at);
      pieces.push_back(splat(type, fill ? fill : zero(element)));
      at = next;
      continue;
    }
    int64_t next = std::min(end, (distance + 1) * local);
    Value piece = slice(tensor.value, dim, at - distance * local,
                        next - distance * local);
    if (distance != 0)
      piece = shift(piece, axes, -distance);
    pieces.push_back(piece);
    at = next;
  }
  Value joined = concatenate(pieces, dim);
  auto [first, last] = getRange(interval, count);
  if (!fill || (first >= 0 && last <= tensor.size(dim)))
    return joined;
  Value start = add(multiply(axisIndex(axes), interval.scale),
                    constant(getI64Type(), interval.offset));
  return keepWithin(joined, dim, start, 0, tensor.size(dim), fill);
}

Value ShardBuilder::fetchFromAll(const ShardedTensor &tensor, unsigned dim,
                                 Interval interval, Value fill) {
  const AxisList &axes = tensor.axes(dim);
  int64_t size = tensor.size(dim);
  Value whole = allGather(tensor.value, dim, axes, size);
  auto [first, last] = getRange(interval, tensor.numShards(dim));
  int64_t low = std::max<int64_t>(0, -first);
  whole = pad(whole, dim, low, std::max<int64_t>(0, last - size),
              fill ? fill : zero(tensor.whole.getElementType()));
  Value start = add(multiply(axisIndex(axes), interval.scale),
                    constant(getI64Type(), interval.offset + low));
  return dynamicSlice(whole, dim, start, interval.width);
}

Value ShardBuilder::fetch(const ShardedTensor &tensor, unsigned dim,
                          Interval interval, Value fill) {
  int64_t local = tensor.localSize(dim), count = tensor.numShards(dim);
  if (count == 1) {
    Interval alone{0, interval.offset, interval.width};
    int64_t low = std::max<int64_t>(0, -alone.offset);
    int64_t high =
        std::max<int64_t>(0, alone.offset + alone.width - tensor.size(dim));
    Value padded = pad(tensor.value, dim, low, high,
                       fill ? fill : zero(tensor.whole.getElementType()));
    return slice(padded, dim, alone.offset + low,
                 alone.offset + low + alone.width);
  }
  // What sticks out of the own shard is sent; more than all shards would be
  // more than a gather sends.
  int64_t before = std::max<int64_t>(0, -interval.offset);
  int64_t after =
      std::max<int64_t>(0, interval.offset + interval.width - local);
  if (interval.scale == local && before + after <= local * (count - 1))
    return fetchFromNeighbours(tensor, dim, interval, fill);
  return fetchFromAll(tensor, dim, interval, fill);
}

Value ShardBuilder::fetchDilated(const ShardedTensor &tensor, unsigned dim,
                                 Interval interval, int64_t dilation,
                                 Value fill) {
  if (dilation == 1)
    return fetch(tensor, dim, interval, fill);
  // Position p of the dilated dimension holds element p / dilation if that
  // divides. The elements from floor(start / dilation) on are fetched and
  // dilated; the interval begins at the remainder, which may differ from device
  // to device.
  int64_t count = tensor.numShards(dim);
  bool isRegular = count == 1 || interval.scale % dilation == 0;
  int64_t offset = llvm::divideFloorSigned(interval.offset, dilation);
  int64_t width = interval.width / dilation + 2;
  if (isRegular) {
    Interval coarse{interval.scale / dilation, offset, width};
    Value fetched = fetch(tensor, dim, coarse, fill);
    Value dilated = pad(fetched, dim, 0, dilation - 1, fill, dilation - 1);
    int64_t start = interval.offset - offset * dilation;
    return slice(dilated, dim, start, start + interval.width);
  }
  // The start is no multiple of anything: take what all devices could need.
  ShardedTensor joined = tensor;
  joined.value =
      allGather(tensor.value, dim, tensor.axes(dim), tensor.size(dim));
  Value dilated = pad(joined.value, dim, 0, 0, fill, dilation - 1);
  int64_t size = cast<RankedTensorType>(dilated.getType()).getDimSize(dim);
  auto [first, last] = getRange(interval, count);
  int64_t low = std::max<int64_t>(0, -first);
  dilated = pad(dilated, dim, low, std::max<int64_t>(0, last - size), fill);
  Value start = add(multiply(axisIndex(tensor.axes(dim)), interval.scale),
                    constant(getI64Type(), interval.offset + low));
  return dynamicSlice(dilated, dim, start, interval.width);
}
