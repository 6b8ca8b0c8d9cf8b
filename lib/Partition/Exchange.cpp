//===- Exchange.cpp - elements from other shards ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices, pads, reversals, joins, windows and convolutions along a split
// dimension all come down to one question: device r computes a shard of the
// result, for which it needs an interval of the operand that moves with r. The
// blocks that an interval reaches into are at few distances from the device,
// often one or two, and pieces of them are sent by one shift for each distance
// (a halo is the case where the intervals move as fast as the shards). Where
// that would send more than all there is, the shards are joined, and each
// device takes its interval.
//
//===----------------------------------------------------------------------===//

#include "ShardBuilder.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Sharding/LocalShape.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

/// The first and the last position that some device asks for.
static std::pair<int64_t, int64_t> getRange(Interval interval, int64_t count) {
  int64_t last = interval.begin(count - 1);
  return {std::min(interval.offset, last),
          std::max(interval.offset, last) + interval.width};
}

/// Pairs source, target, ...: device r gets from count - 1 - r + distance.
static SmallVector<int64_t> mirrorPairs(int64_t count, int64_t distance) {
  SmallVector<int64_t> pairs;
  for (int64_t target = 0; target != count; ++target) {
    int64_t source = count - 1 - target + distance;
    if (source >= 0 && source < count)
      pairs.append({source, target});
  }
  return pairs;
}

Value ShardBuilder::exchange(Value value, unsigned dim, const AxisList &axes,
                             BlockedDim blocks, Interval interval,
                             const BlockExchange &plan) {
  SmallVector<Value> pieces;
  for (const BlockExchange::Piece &piece : plan.pieces) {
    Value part = slice(value, dim, piece.begin, piece.begin + piece.length);
    if (plan.isMirrored)
      part = permute(part, axes, mirrorPairs(blocks.count, piece.distance));
    else if (piece.distance != 0)
      part = shift(part, axes, -piece.distance);
    pieces.push_back(part);
  }
  Value buffer = pad(concatenate(pieces, dim), dim, plan.padLow, plan.padHigh,
                     zero(getElementTypeOrSelf(value.getType())));
  if (plan.startScale == 0)
    return slice(buffer, dim, plan.startOffset,
                 plan.startOffset + interval.width);
  Value start = add(multiply(axisIndex(axes), plan.startScale),
                    constant(getI64Type(), plan.startOffset));
  return dynamicSlice(buffer, dim, start, interval.width);
}

Value ShardBuilder::gatherWhole(Value value, unsigned dim, const AxisList &axes,
                                BlockedDim blocks) {
  auto type = cast<RankedTensorType>(value.getType());
  bool isEven = localSize(blocks.size, blocks.count) == blocks.block;
  Value whole = allGather(value, dim, axes,
                          isEven ? blocks.size : blocks.block * blocks.count);
  std::optional<int64_t> bytes = getTensorBytes(
      withDim(type, dim, blocks.size).getShape(), type.getElementType());
  op->emitRemark() << "dimension " << dim << " of the shard " << type
                   << " is gathered over " << mesh.toString(axes.axes()) << ", "
                   << bytes.value_or(0)
                   << " bytes on each device: the parts that devices need lie "
                      "too far apart";
  return slice(whole, dim, 0, blocks.size);
}

Value ShardBuilder::fetchBlocks(Value value, unsigned dim, const AxisList &axes,
                                BlockedDim blocks, Interval interval,
                                Value fill) {
  auto type = cast<RankedTensorType>(value.getType());
  Value outside = fill ? fill : zero(type.getElementType());
  if (interval.width == 0 || blocks.size == 0)
    return splat(withDim(type, dim, interval.width), outside);
  auto getStart = [&](int64_t offset) {
    return add(multiply(axisIndex(axes), interval.scale),
               constant(getI64Type(), interval.offset + offset));
  };
  auto [first, last] = getRange(interval, blocks.count);
  BlockExchange plan = planExchange(interval, blocks);
  if (plan.numReceived() <= blocks.block * (blocks.count - 1)) {
    Value joined = exchange(value, dim, axes, blocks, interval, plan);
    if (!fill || (first >= 0 && last <= blocks.size))
      return joined;
    return keepWithin(joined, dim, getStart(0), 0, blocks.size, fill);
  }
  Value whole = gatherWhole(value, dim, axes, blocks);
  int64_t low = std::max<int64_t>(0, -first);
  whole =
      pad(whole, dim, low, std::max<int64_t>(0, last - blocks.size), outside);
  return dynamicSlice(whole, dim, getStart(low), interval.width);
}

Value ShardBuilder::fetch(const ShardedTensor &tensor, unsigned dim,
                          Interval interval, Value fill) {
  int64_t count = tensor.numShards(dim), size = tensor.size(dim);
  if (count != 1)
    return fetchBlocks(tensor.value, dim, tensor.axes(dim),
                       {tensor.localSize(dim), count, size}, interval, fill);
  int64_t low = std::max<int64_t>(0, -interval.offset);
  int64_t high = std::max<int64_t>(0, interval.offset + interval.width - size);
  Value padded = pad(tensor.value, dim, low, high,
                     fill ? fill : zero(tensor.whole.getElementType()));
  return slice(padded, dim, interval.offset + low,
               interval.offset + low + interval.width);
}

Value ShardBuilder::fetchAt(const ShardedTensor &tensor, unsigned dim,
                            Value start, int64_t low, int64_t high,
                            int64_t width, Value fill) {
  Value whole = tensor.value;
  int64_t size = tensor.size(dim);
  if (tensor.isSplit(dim))
    whole = gatherWhole(whole, dim, tensor.axes(dim),
                        {tensor.localSize(dim), tensor.numShards(dim), size});
  int64_t before = std::max<int64_t>(0, -low);
  whole = pad(whole, dim, before, std::max<int64_t>(0, high + width - size),
              fill ? fill : zero(tensor.whole.getElementType()));
  return dynamicSlice(whole, dim, add(start, constant(getI64Type(), before)),
                      width);
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
  int64_t offset = llvm::divideFloorSigned(interval.offset, dilation);
  int64_t width = interval.width / dilation + 2;
  auto dilate = [&](Value fetched) {
    return pad(fetched, dim, 0, dilation - 1, fill, dilation - 1);
  };
  int64_t count = tensor.numShards(dim);
  if (count == 1 || interval.scale % dilation == 0) {
    Interval coarse{interval.scale / dilation, offset, width};
    int64_t start = interval.offset - offset * dilation;
    return slice(dilate(fetch(tensor, dim, coarse, fill)), dim, start,
                 start + interval.width);
  }
  Type index = getI64Type();
  Value start = add(multiply(axisIndex(tensor.axes(dim)), interval.scale),
                    constant(index, interval.offset - offset * dilation));
  Value step = constant(index, dilation);
  Value coarse =
      add(apply<stablehlo::DivideOp>(start, step), constant(index, offset));
  int64_t last = offset + (interval.scale * (count - 1)) / dilation + 1;
  Value fetched = fetchAt(tensor, dim, coarse, std::min(offset, last),
                          std::max(offset, last), width, fill);
  return dynamicSlice(dilate(fetched), dim,
                      apply<stablehlo::RemainderOp>(start, step),
                      interval.width);
}
