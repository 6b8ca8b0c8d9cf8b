//===- ReducingPatterns.cpp - collectives that combine values ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// StableHLO combines each tensor by itself, and XLA's runtimes only by sum,
// product, maximum and minimum. Everything else (an argmax of two tensors, the
// bits of integers, a body of the user) is gathered and combined locally.
//
//===----------------------------------------------------------------------===//

#include "CollectivePatterns.h"

#include "weft/Sharding/LocalShape.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The reducer as runtimes know it for an element type, if they do.
static std::optional<ReducerKind> getNative(ReducerKind reducer, Type element) {
  if (element.isInteger(1)) {
    // Sum and maximum of booleans are "or", product and minimum "and".
    if (reducer == ReducerKind::Add || reducer == ReducerKind::Max)
      return ReducerKind::Or;
    if (reducer == ReducerKind::Mul || reducer == ReducerKind::Min)
      return ReducerKind::And;
    return reducer == ReducerKind::Xor ? std::nullopt : std::optional(reducer);
  }
  if (isBitwise(reducer))
    return std::nullopt;
  if (isa<ComplexType>(element))
    return reducer;
  const unsigned narrowest = isa<FloatType>(element) ? 16 : 8;
  return element.getIntOrFloatBitWidth() >= narrowest ? std::optional(reducer)
                                                      : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Reductions that no runtime knows
//===----------------------------------------------------------------------===//

namespace {
/// Combines scalars, the left values before the right ones.
using Combine = llvm::function_ref<SmallVector<Value>(
    OpBuilder &, ValueRange left, ValueRange right)>;
} // namespace

/// A body that has no identity can start from a value that is marked as none:
/// beside the values, a flag says whether there is one.
static void fillFlaggedBody(DeviceBuilder &builder, Region &region,
                            TypeRange scalars, Combine combine) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types(scalars);
  llvm::append_range(types, scalars);
  SmallVector<Location> locations(types.size(), builder.getLoc());
  Block *body = builder.createBlock(&region, region.end(), types, locations);
  ValueRange arguments = body->getArguments();
  ValueRange left = arguments.take_front(scalars.size());
  ValueRange right = arguments.drop_front(scalars.size());
  SmallVector<Value> results{
      hlo::OrOp::create(builder, left[0].getType(), left[0], right[0])};
  SmallVector<Value> both =
      combine(builder, left.drop_front(), right.drop_front());
  for (auto [a, b, combined] :
       llvm::zip_equal(left.drop_front(), right.drop_front(), both)) {
    Value first =
        hlo::SelectOp::create(builder, a.getType(), right[0], combined, a);
    results.push_back(
        hlo::SelectOp::create(builder, a.getType(), left[0], first, b));
  }
  hlo::ReturnOp::create(builder, results);
}

/// Every device gets all values along a new dimension, and combines them.
static SmallVector<Value> gatherAndCombine(DeviceBuilder &builder,
                                           ValueRange values, Combine combine) {
  const int64_t count = builder.getCount();
  SmallVector<Value> inputs, initials;
  SmallVector<Type> results, scalars;
  auto add = [&](Value input, RankedTensorType type) {
    inputs.push_back(input);
    results.push_back(type);
    scalars.push_back(RankedTensorType::get({}, type.getElementType()));
    initials.push_back(builder.constant(type.getElementType(), 0));
  };
  auto grow = [](RankedTensorType type, int64_t size) {
    SmallVector<int64_t> shape{size};
    llvm::append_range(shape, type.getShape());
    return type.clone(shape);
  };
  RankedTensorType flags = getTensorType(values[0]).clone(builder.getI1Type());
  add(builder.splat(grow(flags, count),
                    builder.constant(builder.getI1Type(), 1)),
      flags);
  for (Value value : values) {
    RankedTensorType type = getTensorType(value);
    Value row = hlo::ReshapeOp::create(builder, grow(type, 1), value);
    add(builder.allGather(row, 0), type);
  }
  auto reduce = hlo::ReduceOp::create(builder, results, inputs, initials,
                                      builder.getDenseI64ArrayAttr({0}));
  fillFlaggedBody(builder, reduce.getBody(), scalars, combine);
  return SmallVector<Value>(reduce->getResults().drop_front());
}

/// Combines by the body of a collective.
static SmallVector<Value> gatherAndCombine(DeviceBuilder &builder,
                                           ValueRange values, Region &body) {
  return gatherAndCombine(
      builder, values,
      [&](OpBuilder &inner, ValueRange left, ValueRange right) {
        IRMapping mapping;
        SmallVector<Value> arguments(left);
        llvm::append_range(arguments, right);
        mapping.map(body.getArguments(), arguments);
        for (Operation &op : body.front().without_terminator())
          inner.clone(op, mapping);
        return llvm::map_to_vector(
            body.front().getTerminator()->getOperands(),
            [&](Value value) { return mapping.lookupOrDefault(value); });
      });
}

static Value gatherAndCombine(DeviceBuilder &builder, Value value,
                              ReducerKind reducer) {
  return gatherAndCombine(
      builder, value, [&](OpBuilder &inner, ValueRange left, ValueRange right) {
        return SmallVector<Value>{
            createReducer(inner, builder.getLoc(), reducer, left[0], right[0])};
      })[0];
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// One by one, since XLA takes no reduction of several tensors in a program
/// that is partitioned already; it combines them again later.
static SmallVector<Value> reduceByWord(DeviceBuilder &builder,
                                       ValueRange values, ReducerKind reducer) {
  return llvm::map_to_vector(values, [&](Value value) -> Value {
    Type element = getTensorType(value).getElementType();
    if (std::optional<ReducerKind> native = getNative(reducer, element))
      return builder.allReduce(value, *native);
    return gatherAndCombine(builder, value, reducer);
  });
}

namespace {

struct AllReducePattern : OpRewritePattern<AllReduceOp> {
  AllReducePattern(MLIRContext *context, ChannelCounter &channels)
      : OpRewritePattern(context), channels(channels) {}

  LogicalResult matchAndRewrite(AllReduceOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<DeviceBuilder> builder =
        DeviceBuilder::create(rewriter, op, channels);
    if (failed(builder))
      return failure();
    ReducerAttr reducer = op.getReducerAttr();
    rewriter.replaceOp(
        op, reducer
                ? reduceByWord(*builder, op.getInputs(), reducer.getValue())
                : gatherAndCombine(*builder, op.getInputs(), op.getCombiner()));
    return success();
  }

private:
  ChannelCounter &channels;
};

struct ReduceScatterPattern : OpRewritePattern<ReduceScatterOp> {
  ReduceScatterPattern(MLIRContext *context, ChannelCounter &channels)
      : OpRewritePattern(context), channels(channels) {}

  LogicalResult matchAndRewrite(ReduceScatterOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<DeviceBuilder> builder =
        DeviceBuilder::create(rewriter, op, channels);
    if (failed(builder))
      return failure();
    const int64_t dim = op.getDim();
    const int64_t local = getTensorType(op.getOutput()).getDimSize(dim);
    Value padded =
        builder->pad(op.getInput(), dim, local * builder->getCount());
    rewriter.replaceOp(op, reduce(*builder, op, padded, local));
    return success();
  }

private:
  static Value reduce(DeviceBuilder &builder, ReduceScatterOp op, Value padded,
                      int64_t local) {
    const int64_t dim = op.getDim();
    Type element = getTensorType(padded).getElementType();
    ReducerAttr word = op.getReducerAttr();
    std::optional<ReducerKind> native =
        word ? getNative(word.getValue(), element) : std::nullopt;
    if (native)
      return builder.reduceScatter(padded, dim, *native);
    Value reduced =
        word ? gatherAndCombine(builder, padded, word.getValue())
             : gatherAndCombine(builder, padded, op.getCombiner())[0];
    return builder.ownShard(reduced, dim, local);
  }

  ChannelCounter &channels;
};

} // namespace

void weft::populateReducingPatterns(RewritePatternSet &patterns,
                                    ChannelCounter &channels) {
  patterns.add<AllReducePattern, ReduceScatterPattern>(patterns.getContext(),
                                                       channels);
}
