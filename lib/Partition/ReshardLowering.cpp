//===- ReshardLowering.cpp - plans as collectives ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshardLowering.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

static Type getElement(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

/// Cuts or pads the ends of dimensions, with anything.
static Value resize(ShardBuilder &builder, Value value,
                    ArrayRef<int64_t> shape) {
  for (auto [dim, size] : llvm::enumerate(shape)) {
    int64_t now = cast<RankedTensorType>(value.getType()).getDimSize(dim);
    if (size < now)
      value = builder.slice(value, dim, 0, size);
    else if (size > now)
      value = builder.pad(value, dim, 0, size - now,
                          builder.zero(getElement(value)));
  }
  return value;
}

/// Pieces of the own block and of neighbours' blocks, joined, and from them a
/// block of the new size.
static Value realignBlocks(ShardBuilder &builder, Value value,
                           const PlanStep &step) {
  const Realignment &change = step.realignment;
  SmallVector<Value> pieces;
  int64_t joined = 0;
  for (const Realignment::Piece &piece : change.pieces) {
    Value part =
        builder.slice(value, step.dim, piece.begin, piece.begin + piece.length);
    if (piece.source != 0)
      part = builder.shift(part, step.axes, -piece.source);
    pieces.push_back(part);
    joined += piece.length;
  }
  Value buffer = builder.concatenate(pieces, step.dim);
  buffer = builder.pad(buffer, step.dim, 0, change.bufferSize - joined,
                       builder.zero(getElement(value)));
  if (change.offsetScale == 0 && change.bufferSize >= change.newBlock &&
      change.offsetBase >= 0)
    return builder.slice(buffer, step.dim, change.offsetBase,
                         change.offsetBase + change.newBlock);
  // Devices whose whole block is padding may ask for what is not there; they
  // get something else, and nobody looks at it.
  Value start = builder.add(
      builder.multiply(builder.axisIndex(step.axes), change.offsetScale),
      builder.constant(builder.getI64Type(), change.offsetBase));
  return builder.dynamicSlice(buffer, step.dim, start, change.newBlock);
}

/// The device's shard at its place in the whole dimension, and the identity of
/// the reducer around it.
static Value padWhole(ShardBuilder &builder, Value value,
                      const PlanStep &step) {
  int64_t local = step.before[step.dim], whole = step.after[step.dim];
  int64_t count = step.axes.numShards();
  Value fill = builder.identity(getElement(value), step.reducer);
  auto type = cast<RankedTensorType>(value.getType());
  // Large enough for all shards, so that no start is moved; padding behind the
  // end is cut off.
  RankedTensorType large = withDim(type, step.dim, local * count);
  SmallVector<Value> starts(type.getRank());
  Value offset = builder.multiply(builder.axisIndex(step.axes), local);
  for (auto [dim, start] : llvm::enumerate(starts))
    start = int64_t(dim) == step.dim
                ? offset
                : builder.constant(builder.getI64Type(), 0);
  Value placed = hlo::DynamicUpdateSliceOp::create(
      builder, large, builder.splat(large, fill), value, starts);
  return builder.slice(placed, step.dim, 0, whole);
}

static Value lowerStep(ShardBuilder &builder, const PlanStep &step,
                       Value value) {
  switch (step.kind) {
  case PlanStepKind::AllGather:
    return builder.allGather(value, step.dim, step.axes, step.after[step.dim]);
  case PlanStepKind::AllSlice:
    return builder.allSlice(value, step.dim, step.axes);
  case PlanStepKind::AllToAll:
    return builder.allToAll(value, step.axes, step.dim, step.concatDim,
                            step.after);
  case PlanStepKind::Permute:
    return builder.permute(value, step.axes, permutePairs(step));
  case PlanStepKind::Broadcast:
    return builder.broadcast(value, step.axes, step.source);
  case PlanStepKind::AllReduce:
    return builder.allReduce(value, step.axes, step.reducer);
  case PlanStepKind::ReduceScatter:
    return builder.reduceScatter(value, step.dim, step.axes, step.reducer);
  case PlanStepKind::Realign:
    return realignBlocks(builder, value, step);
  case PlanStepKind::Resize:
    return resize(builder, value, step.after);
  case PlanStepKind::KeepFirst: {
    auto type = cast<RankedTensorType>(value.getType());
    Value none = builder.identity(type.getElementType(), step.reducer);
    return builder.select(builder.isFirst(step.axes), value,
                          builder.splat(type, none));
  }
  case PlanStepKind::PadWhole:
    return padWhole(builder, value, step);
  }
  return value;
}

Value weft::lowerReshard(ShardBuilder &source, ShardBuilder &target,
                         const ReshardPlan &plan, Value shard) {
  for (const PlanStep &step : plan.steps)
    shard = lowerStep(step.onTargetMesh ? target : source, step, shard);
  return shard;
}
