//===- MovingPatterns.cpp - collectives that move shards --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectivePatterns.h"

#include "weft/Sharding/LocalShape.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// A pattern for one op along axes: a device with a builder writes its image.
template <typename Op> struct MovingPattern : OpRewritePattern<Op> {
  using Image = Value (*)(DeviceBuilder &, Op);
  MovingPattern(MLIRContext *context, ChannelCounter &channels, Image image)
      : OpRewritePattern<Op>(context), channels(channels), image(image) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    FailureOr<DeviceBuilder> builder =
        DeviceBuilder::create(rewriter, op, channels);
    if (failed(builder))
      return failure();
    Value result = image(*builder, op);
    if (!result)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  ChannelCounter &channels;
  Image image;
};

} // namespace

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Value exportAxisIndex(DeviceBuilder &builder, AxisIndexOp op) {
  if (!isa<RankedTensorType>(op.getType())) {
    op.emitOpError("has no StableHLO form: its result is no tensor");
    return {};
  }
  Value index = builder.index();
  if (index.getType() == op.getType())
    return index;
  return hlo::ConvertOp::create(builder, op.getType(), index);
}

static Value exportAllGather(DeviceBuilder &builder, AllGatherOp op) {
  const int64_t dim = op.getDim();
  Value joined = builder.allGather(op.getInput(), dim);
  return builder.cut(joined, dim,
                     getTensorType(op.getOutput()).getDimSize(dim));
}

static Value exportAllSlice(DeviceBuilder &builder, AllSliceOp op) {
  const int64_t dim = op.getDim();
  const int64_t local = getTensorType(op.getOutput()).getDimSize(dim);
  Value padded = builder.pad(op.getInput(), dim, local * builder.getCount());
  return builder.ownShard(padded, dim, local);
}

static Value exportAllToAll(DeviceBuilder &builder, AllToAllOp op) {
  const int64_t split = op.getSplitDim(), concat = op.getConcatDim();
  RankedTensorType before = getTensorType(op.getInput());
  const int64_t local = localSize(before.getDimSize(split), builder.getCount());
  Value padded = builder.pad(op.getInput(), split, local * builder.getCount());
  Value joined = builder.allToAll(padded, split, concat);
  return builder.cut(joined, concat,
                     getTensorType(op.getOutput()).getDimSize(concat));
}

static Value exportPermute(DeviceBuilder &builder, PermuteOp op) {
  return builder.permute(op.getInput(), op.getPairsAlong(builder.getCount()));
}

/// Every device but the source gives zero bits, and the sum is what the source
/// has. (XLA's CPU runtime has no collective_broadcast.)
static Value broadcastBits(DeviceBuilder &builder, Value value,
                           int64_t source) {
  RankedTensorType type = getTensorType(value);
  Value none = builder.splat(type, builder.constant(type.getElementType(), 0));
  Value mine = hlo::SelectOp::create(builder, type, builder.isDevice(source),
                                     value, none);
  ReducerKind reducer =
      type.getElementType().isInteger(1) ? ReducerKind::Or : ReducerKind::Add;
  return builder.allReduce(mine, reducer);
}

static Value broadcast(DeviceBuilder &builder, Value value, int64_t source) {
  RankedTensorType type = getTensorType(value);
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element)) {
    RankedTensorType part = type.clone(complex.getElementType());
    Value real = hlo::RealOp::create(builder, part, value);
    Value imag = hlo::ImagOp::create(builder, part, value);
    return hlo::ComplexOp::create(builder, type,
                                  broadcast(builder, real, source),
                                  broadcast(builder, imag, source));
  }
  if (element.isInteger(1))
    return broadcastBits(builder, value, source);
  const unsigned width = element.getIntOrFloatBitWidth();
  RankedTensorType bits =
      type.clone(builder.getIntegerType(width, /*isSigned=*/false));
  // Runtimes reduce whole bytes.
  RankedTensorType bytes =
      width < 8 ? type.clone(builder.getIntegerType(8, /*isSigned=*/false))
                : bits;
  Value sent = value;
  if (type != bits)
    sent = hlo::BitcastConvertOp::create(builder, bits, sent);
  if (bits != bytes)
    sent = hlo::ConvertOp::create(builder, bytes, sent);
  sent = broadcastBits(builder, sent, source);
  if (bits != bytes)
    sent = hlo::ConvertOp::create(builder, bits, sent);
  if (type != bits)
    sent = hlo::BitcastConvertOp::create(builder, type, sent);
  return sent;
}

static Value exportBroadcast(DeviceBuilder &builder, BroadcastOp op) {
  return broadcast(builder, op.getInput(), op.getSource());
}

void weft::populateMovingPatterns(RewritePatternSet &patterns,
                                  ChannelCounter &channels) {
  MLIRContext *context = patterns.getContext();
  patterns.add<MovingPattern<AxisIndexOp>>(context, channels, exportAxisIndex);
  patterns.add<MovingPattern<AllGatherOp>>(context, channels, exportAllGather);
  patterns.add<MovingPattern<AllSliceOp>>(context, channels, exportAllSlice);
  patterns.add<MovingPattern<AllToAllOp>>(context, channels, exportAllToAll);
  patterns.add<MovingPattern<PermuteOp>>(context, channels, exportPermute);
  patterns.add<MovingPattern<BroadcastOp>>(context, channels, exportBroadcast);
}
