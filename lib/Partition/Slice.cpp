//===- Slice.cpp - slices, pads and joins on shards -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Sharding/LocalShape.h"

#include "llvm/ADT/STLExtras.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// A factor for each dimension of operand 0 and result 0. Dimensions that
/// `changes` are exchanged, the others pass through.
static PartitionWay getExchangeWay(Operation *op,
                                   llvm::function_ref<bool(unsigned)> changes) {
  FactorRuleBuilder rule = createWayBuilder(op);
  for (auto [index, size] : llvm::enumerate(rule.getShape(0))) {
    unsigned dim = index;
    rule.addFactor(size, {{0, dim}, {rule.result(0), dim}},
                   changes(dim) ? FactorKind::Permutation
                                : FactorKind::PassThrough);
  }
  return PartitionWay::of(std::move(rule).build(),
                          {FactorKind::PassThrough, FactorKind::Permutation});
}

/// The owners of the elements give them to all: a split dimension that
/// `changes` is unsplit in the result, which is unreduced instead.
static void addOwnerWay(Operation *op,
                        llvm::function_ref<bool(unsigned)> changes,
                        SmallVectorImpl<PartitionWay> &ways) {
  std::optional<ReducerKind> reducer =
      getSelectionReducer(getElementTypeOrSelf(op->getResult(0).getType()));
  if (!reducer)
    return;
  FactorRuleBuilder rule = createWayBuilder(op);
  for (auto [index, size] : llvm::enumerate(rule.getShape(0))) {
    unsigned dim = index;
    if (changes(dim))
      rule.addFactor(size, {{0, dim}}, FactorKind::Reduction);
    else
      rule.addFactor(size, {{0, dim}, {rule.result(0), dim}});
  }
  ways.push_back(PartitionWay::of(
      std::move(rule).build(), {FactorKind::PassThrough, FactorKind::Reduction},
      reducer));
}

/// `width` elements of the whole dimension from `start` on (a scalar that
/// fits), of which the device puts in those of its own shard, and the identity
/// of a selection for the others.
static Value takeOwnPart(ShardBuilder &builder, const ShardedTensor &tensor,
                         unsigned dim, Value start, int64_t width) {
  Type element = tensor.whole.getElementType();
  Value fill = builder.identity(element, *getSelectionReducer(element));
  Value offset = builder.shardOffset(tensor, dim);
  int64_t local = tensor.localSize(dim);
  Value padded = builder.pad(tensor.value, dim, width, width, fill);
  // From -width (all before the shard) to local (all behind it).
  Value at = builder.clampIndex(builder.subtract(start, offset), -width, local);
  Value window = builder.dynamicSlice(
      padded, dim,
      builder.add(at, builder.constant(builder.getI64Type(), width)), width);
  // The padding of an uneven shard is nobody's.
  if (!tensor.isPadded(dim))
    return window;
  return builder.keepWithin(window, dim, start, INT64_MIN, tensor.size(dim),
                            fill);
}

namespace {

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

struct SlicePartitioning
    : PartitionInterface::ExternalModel<SlicePartitioning, hlo::SliceOp> {
  /// `size` is that of the whole dimension.
  static bool changes(hlo::SliceOp op, unsigned dim, int64_t size) {
    return op.getStartIndices()[dim] != 0 || op.getStrides()[dim] != 1 ||
           op.getLimitIndices()[dim] != size;
  }
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    auto slice = cast<hlo::SliceOp>(op);
    ArrayRef<int64_t> shape = slice.getOperand().getType().getShape();
    auto changed = [&](unsigned dim) {
      return changes(slice, dim, shape[dim]);
    };
    ways.push_back(getExchangeWay(op, changed));
    // One element of a dimension is with one device, which is known: it sends
    // it to the others.
    bool isOne =
        llvm::all_of(llvm::seq<unsigned>(0, shape.size()), [&](unsigned dim) {
          return !changed(dim) || isSingle(slice, dim);
        });
    addOwnerWay(op, changed, ways);
    if (isOne && ways.size() > 1)
      ways.back().reducer.reset();
  }
  static bool isSingle(hlo::SliceOp op, unsigned dim) {
    return op.getLimitIndices()[dim] - op.getStartIndices()[dim] == 1;
  }
  /// The element at `start` of the whole dimension, for all devices.
  static Value takeFromOwner(ShardBuilder &builder, const ShardedTensor &tensor,
                             unsigned dim, int64_t start) {
    int64_t local = tensor.localSize(dim), at = start % local;
    return builder.broadcast(builder.slice(tensor.value, dim, at, at + 1),
                             tensor.axes(dim), start / local);
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    auto slice = cast<hlo::SliceOp>(op);
    ShardedTensor input = builder.operands[0];
    const ShardedTensor &result = builder.results[0];
    SmallVector<int64_t> starts(slice.getStartIndices());
    SmallVector<int64_t> limits(slice.getLimitIndices());
    for (unsigned dim = 0; dim != input.sharding.rank(); ++dim) {
      if (!input.isSplit(dim))
        continue;
      int64_t stride = slice.getStrides()[dim];
      if (!result.isSplit(dim) &&
          !result.sharding.unreduced.overlaps(input.axes(dim))) {
        input.value = takeFromOwner(builder, input, dim, starts[dim]);
      } else if (!result.isSplit(dim)) {
        Value start = builder.constant(builder.getI64Type(), starts[dim]);
        input.value =
            takeOwnPart(builder, input, dim, start, limits[dim] - starts[dim]);
      } else if (changes(slice, dim, input.size(dim))) {
        int64_t count = result.localSize(dim);
        input.value = builder.fetch(
            input, dim, {count * stride, starts[dim], (count - 1) * stride + 1},
            Value());
      }
      starts[dim] = 0;
      limits[dim] =
          cast<RankedTensorType>(input.value.getType()).getDimSize(dim);
    }
    return SmallVector<Value>{hlo::SliceOp::create(builder, result.localType(),
                                                   input.value, starts, limits,
                                                   slice.getStrides())};
  }
};

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

struct PadPartitioning
    : PartitionInterface::ExternalModel<PadPartitioning, hlo::PadOp> {
  static bool changes(hlo::PadOp op, unsigned dim) {
    return op.getEdgePaddingLow()[dim] != 0 ||
           op.getEdgePaddingHigh()[dim] != 0 ||
           op.getInteriorPadding()[dim] != 0;
  }
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    auto pad = cast<hlo::PadOp>(op);
    ways.push_back(
        getExchangeWay(op, [&](unsigned dim) { return changes(pad, dim); }));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    auto pad = cast<hlo::PadOp>(op);
    ShardedTensor input = builder.operands[0];
    const ShardedTensor &result = builder.results[0];
    Value fill = builder.operands[1].value;
    SmallVector<int64_t> low(pad.getEdgePaddingLow());
    SmallVector<int64_t> high(pad.getEdgePaddingHigh());
    SmallVector<int64_t> interior(pad.getInteriorPadding());
    for (unsigned dim = 0; dim != input.sharding.rank(); ++dim) {
      if (!input.isSplit(dim) || !changes(pad, dim))
        continue;
      int64_t count = result.localSize(dim);
      input.value = builder.fetchDilated(input, dim, {count, -low[dim], count},
                                         interior[dim] + 1, fill);
      low[dim] = high[dim] = interior[dim] = 0;
    }
    return SmallVector<Value>{hlo::PadOp::create(
        builder, result.localType(), input.value, fill, low, high, interior)};
  }
};

//===----------------------------------------------------------------------===//
// Concatenate
//===----------------------------------------------------------------------===//

struct ConcatenatePartitioning
    : PartitionInterface::ExternalModel<ConcatenatePartitioning,
                                        hlo::ConcatenateOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    FactorRuleBuilder rule = createWayBuilder(op);
    unsigned joined = cast<hlo::ConcatenateOp>(op).getDimension();
    for (unsigned dim = 0; dim != rule.getShape(0).size(); ++dim) {
      SmallVector<FactorRuleBuilder::Place> places;
      for (unsigned t = 0; t != rule.getNumTensors(); ++t)
        places.push_back({t, dim});
      bool changes = dim == joined && rule.getNumOperands() > 1;
      rule.addFactor(rule.getShape(rule.result(0))[dim], places,
                     changes ? FactorKind::Permutation
                             : FactorKind::PassThrough);
    }
    ways.push_back(
        PartitionWay::of(std::move(rule).build(),
                         {FactorKind::PassThrough, FactorKind::Permutation}));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

} // namespace

/// Device r of the result needs, of each operand, the part that falls into its
/// shard; what an operand does not have, the next ones fill.
LocalResults ConcatenatePartitioning::localise(Operation *op,
                                               ShardBuilder &builder) const {
  unsigned dim = cast<hlo::ConcatenateOp>(op).getDimension();
  const ShardedTensor &result = builder.results[0];
  SmallVector<Value> locals;
  for (const ShardedTensor &operand : builder.operands)
    locals.push_back(operand.value);
  if (!result.isSplit(dim))
    return SmallVector<Value>(builder.cloneWith(locals)->getResults());
  int64_t count = result.localSize(dim), begin = 0;
  Value joined, start = builder.shardOffset(result, dim);
  for (const ShardedTensor &operand : builder.operands) {
    int64_t end = begin + operand.size(dim);
    if (operand.size(dim) == 0)
      continue;
    Value piece = builder.fetch(operand, dim, {count, -begin, count}, Value());
    if (!joined) {
      joined = piece;
    } else {
      auto line = RankedTensorType::get({count}, builder.getI64Type());
      Value position = builder.add(hlo::IotaOp::create(builder, line, 0),
                                   builder.splat(line, start));
      Value before = hlo::CompareOp::create(
          builder, line.clone(builder.getI1Type()), position,
          builder.splat(line, builder.constant(builder.getI64Type(), begin)),
          hlo::ComparisonDirection::LT, hlo::ComparisonTypeAttr());
      Value mask = hlo::BroadcastInDimOp::create(
          builder, result.localType().clone(builder.getI1Type()), before,
          builder.getDenseI64ArrayAttr({static_cast<int64_t>(dim)}));
      joined = builder.select(mask, joined, piece);
    }
    begin = end;
  }
  if (!joined)
    joined = builder.splat(result.localType(),
                           builder.zero(result.whole.getElementType()));
  return SmallVector<Value>{joined};
}

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

namespace {

struct DynamicSlicePartitioning
    : PartitionInterface::ExternalModel<DynamicSlicePartitioning,
                                        hlo::DynamicSliceOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    auto slice = cast<hlo::DynamicSliceOp>(op);
    ArrayRef<int64_t> shape = slice.getOperand().getType().getShape();
    auto changed = [&](unsigned dim) {
      return slice.getSliceSizes()[dim] != shape[dim];
    };
    size_t before = ways.size();
    addOwnerWay(op, changed, ways);
    if (ways.size() != before)
      return;
    PartitionWay way = getExchangeWay(op, changed);
    ways.push_back(PartitionWay::passThrough(std::move(way.rule)));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    auto slice = cast<hlo::DynamicSliceOp>(op);
    ShardedTensor input = builder.operands[0];
    RankedTensorType type = builder.results[0].localType();
    SmallVector<Value> starts;
    for (const ShardedTensor &start : llvm::drop_begin(builder.operands))
      starts.push_back(start.value);
    for (unsigned dim = 0; dim != input.sharding.rank(); ++dim) {
      if (!input.isSplit(dim))
        continue;
      if (slice.getSliceSizes()[dim] != input.size(dim)) {
        int64_t width = slice.getSliceSizes()[dim];
        Value start =
            builder.clampIndex(starts[dim], 0, input.size(dim) - width);
        input.value = takeOwnPart(builder, input, dim, start, width);
      }
      starts[dim] = builder.zero(getElementTypeOrSelf(starts[dim].getType()));
    }
    return SmallVector<Value>{hlo::DynamicSliceOp::create(
        builder, type, input.value, starts, type.getShape())};
  }
};

/// The device writes those elements of the update that fall into its shard.
struct DynamicUpdateSlicePartitioning
    : PartitionInterface::ExternalModel<DynamicUpdateSlicePartitioning,
                                        hlo::DynamicUpdateSliceOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    FactorRuleBuilder rule = createWayBuilder(op);
    for (auto [index, size] : llvm::enumerate(rule.getShape(0))) {
      unsigned dim = index;
      SmallVector<FactorRuleBuilder::Place> places = {{0, dim},
                                                      {rule.result(0), dim}};
      if (rule.getShape(1)[dim] == size)
        places.push_back({1, dim});
      rule.addFactor(size, places);
    }
    ways.push_back(PartitionWay::passThrough(std::move(rule).build()));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

} // namespace

LocalResults
DynamicUpdateSlicePartitioning::localise(Operation *op,
                                         ShardBuilder &builder) const {
  const ShardedTensor &input = builder.operands[0];
  const ShardedTensor &update = builder.operands[1];
  SmallVector<Value> starts;
  for (const ShardedTensor &start : llvm::drop_begin(builder.operands, 2))
    starts.push_back(start.value);
  Type index = builder.getI64Type();
  Value block = update.value, mask;
  Value yes = builder.constant(builder.getI1Type(), 1);
  Value no = builder.constant(builder.getI1Type(), 0);
  // Along a split dimension the update goes to a window of the shard: as near
  // as possible to where it belongs, so that element i of the block belongs to
  // element i of the window, and a mask says which are real.
  Value real = builder.splat(
      cast<RankedTensorType>(block.getType()).clone(builder.getI1Type()), yes);
  Value fill = builder.zero(input.whole.getElementType());
  for (unsigned dim = 0; dim != input.sharding.rank(); ++dim) {
    if (!input.isSplit(dim))
      continue;
    Type type = getElementTypeOrSelf(starts[dim].getType());
    Value start = starts[dim];
    starts[dim] = builder.zero(type);
    if (update.size(dim) == input.size(dim))
      continue;
    int64_t width = update.size(dim), local = input.localSize(dim);
    int64_t window = std::min(width, local);
    start = builder.clampIndex(start, 0, input.size(dim) - width);
    Value offset = builder.shardOffset(input, dim);
    Value wanted = builder.subtract(start, offset);
    Value place = builder.clampIndex(wanted, 0, local - window);
    // No larger than the start itself, so it fits.
    starts[dim] =
        hlo::ConvertOp::create(builder, RankedTensorType::get({}, type), place);
    Value at =
        builder.clampIndex(builder.subtract(place, wanted), -window, width);
    at = builder.add(at, builder.constant(index, window));
    block = builder.dynamicSlice(builder.pad(block, dim, window, window, fill),
                                 dim, at, window);
    real = builder.dynamicSlice(builder.pad(real, dim, window, window, no), dim,
                                at, window);
    mask = real;
  }
  if (!mask)
    return SmallVector<Value>(
        builder
            .cloneWith(llvm::to_vector(llvm::concat<Value>(
                SmallVector<Value>{input.value, block}, starts)))
            ->getResults());
  // Along the other dimensions the block may be smaller: read what is there,
  // choose, and write that.
  auto blockType = cast<RankedTensorType>(block.getType());
  Value old = hlo::DynamicSliceOp::create(builder, blockType, input.value,
                                          starts, blockType.getShape());
  Value chosen = builder.select(mask, block, old);
  return SmallVector<Value>{hlo::DynamicUpdateSliceOp::create(
      builder, input.value.getType(), input.value, chosen, starts)};
}

void weft::attachSlicePartitioning(MLIRContext &context) {
  hlo::SliceOp::attachInterface<SlicePartitioning>(context);
  hlo::PadOp::attachInterface<PadPartitioning>(context);
  hlo::ConcatenateOp::attachInterface<ConcatenatePartitioning>(context);
  hlo::DynamicSliceOp::attachInterface<DynamicSlicePartitioning>(context);
  hlo::DynamicUpdateSliceOp::attachInterface<DynamicUpdateSlicePartitioning>(
      context);
}
