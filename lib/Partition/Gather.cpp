//===- Gather.cpp - gather and scatter on shards ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices speak of the whole tensor. Where an indexed dimension is split, each
// device makes them relative to its shard: a gather then reads what it has and
// leaves the rest to others, and a scatter leaves out what falls elsewhere.
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/Reducers.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// The dimensions 0 .. rank-1 that none of the lists has, in order.
static SmallVector<unsigned> getOthers(unsigned rank,
                                       ArrayRef<ArrayRef<int64_t>> lists) {
  SmallVector<unsigned> others;
  for (unsigned dim = 0; dim != rank; ++dim)
    if (llvm::none_of(lists, [&](ArrayRef<int64_t> list) {
          return llvm::is_contained(list, int64_t(dim));
        }))
      others.push_back(dim);
  return others;
}

/// One component of all index vectors: the indices without their vector
/// dimension, as i64.
static Value getComponent(ShardBuilder &builder, Value indices,
                          int64_t vectorDim, int64_t component) {
  indices = builder.toIndex(indices);
  auto type = cast<RankedTensorType>(indices.getType());
  if (vectorDim == type.getRank())
    return indices;
  Value column = builder.slice(indices, vectorDim, component, component + 1);
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + vectorDim);
  return hlo::ReshapeOp::create(builder, type.clone(shape), column);
}

/// Index vectors from their components.
static Value joinComponents(ShardBuilder &builder, ArrayRef<Value> components,
                            RankedTensorType indices, int64_t vectorDim) {
  if (vectorDim == indices.getRank())
    return components.front();
  SmallVector<Value> columns;
  RankedTensorType column =
      withDim(indices, vectorDim, 1).clone(builder.getI64Type());
  for (Value component : components)
    columns.push_back(hlo::ReshapeOp::create(builder, column, component));
  return builder.concatenate(columns, vectorDim);
}

namespace {

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

struct GatherPartitioning
    : PartitionInterface::ExternalModel<GatherPartitioning, hlo::GatherOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const;
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

} // namespace

void GatherPartitioning::getPartitionWays(
    Operation *op, const FactorRule *,
    SmallVectorImpl<PartitionWay> &ways) const {
  auto gather = cast<hlo::GatherOp>(op);
  hlo::GatherDimensionNumbersAttr dims = gather.getDimensionNumbers();
  FactorRuleBuilder rule = createWayBuilder(op);
  enum : unsigned { table, indices, result };
  ArrayRef<int64_t> shape = rule.getShape(table);
  // Each index vector gives one slice.
  SmallVector<unsigned> batch =
      getOthers(rule.getShape(result).size(), {dims.getOffsetDims()});
  SmallVector<unsigned> rows =
      getOthers(rule.getShape(indices).size(), {{dims.getIndexVectorDim()}});
  for (auto [to, from] : llvm::zip(batch, rows)) {
    SmallVector<FactorRuleBuilder::Place> places = {{indices, from},
                                                    {result, to}};
    for (auto [operand, index] : llvm::zip(dims.getOperandBatchingDims(),
                                           dims.getStartIndicesBatchingDims()))
      if (index == int64_t(from))
        places.push_back({table, static_cast<unsigned>(operand)});
    rule.addFactor(rule.getShape(result)[to], places);
  }
  // Whole dimensions of the table appear in the result; of the others, some
  // elements are taken, each by the device that has it.
  SmallVector<unsigned> windows =
      getOthers(shape.size(),
                {dims.getCollapsedSliceDims(), dims.getOperandBatchingDims()});
  for (auto [from, to] : llvm::zip(windows, dims.getOffsetDims()))
    if (gather.getSliceSizes()[from] == shape[from])
      rule.addFactor(shape[from],
                     {{table, from}, {result, static_cast<unsigned>(to)}});
    else if (gather.getSliceSizes()[from] == 1 ||
             llvm::is_contained(dims.getStartIndexMap(), int64_t(from)))
      rule.addFactor(shape[from], {{table, from}}, FactorKind::Reduction);
  for (int64_t dim : dims.getCollapsedSliceDims())
    if (gather.getSliceSizes()[dim] == 1)
      rule.addFactor(shape[dim], {{table, static_cast<unsigned>(dim)}},
                     FactorKind::Reduction);
  std::optional<ReducerKind> reducer =
      getSelectionReducer(getElementTypeOrSelf(op->getResult(0).getType()));
  FactorRule built = std::move(rule).build();
  ways.push_back(reducer ? PartitionWay::of(
                               built,
                               {FactorKind::PassThrough, FactorKind::Reduction},
                               reducer)
                         : PartitionWay::passThrough(built));
}

/// `width` elements before and behind the shard, and its own padding, that do
/// not count when the elements of several devices are put together.
static Value padByNeutral(ShardBuilder &builder, const ShardedTensor &table,
                          unsigned dim, int64_t width) {
  Type element = table.whole.getElementType();
  Value none = builder.identity(element, *getSelectionReducer(element));
  return builder.pad(builder.fillPadding(table, dim, none), dim, width, width,
                     none);
}

LocalResults GatherPartitioning::localise(Operation *op,
                                          ShardBuilder &builder) const {
  auto gather = cast<hlo::GatherOp>(op);
  hlo::GatherDimensionNumbersAttr dims = gather.getDimensionNumbers();
  ShardedTensor table = builder.operands[0];
  const ShardedTensor &indices = builder.operands[1];
  const ShardedTensor &result = builder.results[0];
  RankedTensorType type = result.localType();
  int64_t vectorDim = dims.getIndexVectorDim();
  ArrayRef<int64_t> map = dims.getStartIndexMap();
  auto indexType = cast<RankedTensorType>(indices.value.getType());

  SmallVector<int64_t> sizes(gather.getSliceSizes());
  SmallVector<Value> components;
  // tensor<rows x i1>: the row is taken from this device's shard.
  Value owned;
  auto both = [&](Value condition) {
    owned = owned
                ? hlo::AndOp::create(builder, owned.getType(), owned, condition)
                      .getResult()
                : condition;
  };
  auto compare = [&](Value a, int64_t bound,
                     hlo::ComparisonDirection direction) -> Value {
    auto line = cast<RankedTensorType>(a.getType());
    return hlo::CompareOp::create(
        builder, line.clone(builder.getI1Type()), a,
        builder.splat(line, builder.constant(builder.getI64Type(), bound)),
        direction, hlo::ComparisonTypeAttr());
  };
  for (unsigned dim = 0; dim != table.sharding.rank(); ++dim) {
    if (!table.isSplit(dim) ||
        llvm::is_contained(dims.getOperandBatchingDims(), int64_t(dim)))
      continue;
    if (sizes[dim] == table.size(dim)) {
      sizes[dim] = table.localSize(dim);
      continue;
    }
    if (components.empty())
      for (size_t i = 0; i != map.size(); ++i)
        components.push_back(
            getComponent(builder, indices.value, vectorDim, i));
    Value offset = builder.shardOffset(table, dim);
    const auto *at = llvm::find(map, int64_t(dim));
    if (at == map.end()) {
      // The first element is asked for, by no index.
      SmallVector<int64_t> rows(indexType.getShape());
      if (vectorDim < indexType.getRank())
        rows.erase(rows.begin() + vectorDim);
      auto line = RankedTensorType::get(rows, builder.getI1Type());
      both(builder.splat(line, builder.isFirst(table.axes(dim))));
      continue;
    }
    Value &component = components[at - map.begin()];
    auto line = cast<RankedTensorType>(component.getType());
    component = hlo::ClampOp::create(
        builder, line, builder.constant(builder.getI64Type(), 0), component,
        builder.constant(builder.getI64Type(), table.size(dim) - sizes[dim]));
    component = builder.subtract(component, builder.splat(line, offset));
    if (sizes[dim] != 1) {
      // A slice may begin before the shard and end behind it: there, it finds
      // what is neutral.
      table.value = padByNeutral(builder, table, dim, sizes[dim]);
      component = builder.add(
          component, builder.splat(line, builder.constant(builder.getI64Type(),
                                                          sizes[dim])));
      continue;
    }
    both(compare(component, 0, hlo::ComparisonDirection::GE));
    both(
        compare(component, table.localSize(dim), hlo::ComparisonDirection::LT));
  }
  Value where = indices.value;
  if (!components.empty() && !map.empty())
    where = joinComponents(builder, components, indexType, vectorDim);
  Value rows = hlo::GatherOp::create(builder, type, table.value, where, dims,
                                     builder.getDenseI64ArrayAttr(sizes),
                                     builder.getBoolAttr(false));
  if (!owned)
    return SmallVector<Value>{rows};
  SmallVector<int64_t> batch;
  for (unsigned dim : getOthers(type.getRank(), {dims.getOffsetDims()}))
    batch.push_back(dim);
  Value mask =
      hlo::BroadcastInDimOp::create(builder, type.clone(builder.getI1Type()),
                                    owned, builder.getDenseI64ArrayAttr(batch));
  Type element = type.getElementType();
  Value none = builder.identity(element, *getSelectionReducer(element));
  return SmallVector<Value>{
      builder.select(mask, rows, builder.splat(type, none))};
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

namespace {

struct ScatterPartitioning
    : PartitionInterface::ExternalModel<ScatterPartitioning, hlo::ScatterOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const;
  LocalResults localise(Operation *op, ShardBuilder &builder) const;

  /// How updates of several devices are combined, if that is possible.
  static std::optional<ReducerKind> getReducer(hlo::ScatterOp op) {
    if (op.getInputs().size() != 1)
      return std::nullopt;
    return hlo::matchReducer(op.getUpdateComputation());
  }
};

} // namespace

void ScatterPartitioning::getPartitionWays(
    Operation *op, const FactorRule *,
    SmallVectorImpl<PartitionWay> &ways) const {
  auto scatter = cast<hlo::ScatterOp>(op);
  hlo::ScatterDimensionNumbersAttr dims = scatter.getScatterDimensionNumbers();
  FactorRuleBuilder rule = createWayBuilder(op);
  using Place = FactorRuleBuilder::Place;
  unsigned count = scatter.getInputs().size(), indices = count;
  auto inputs = [&](unsigned dim, SmallVectorImpl<Place> &places) {
    for (unsigned i = 0; i != count; ++i) {
      places.push_back({i, dim});
      places.push_back({rule.result(i), dim});
    }
  };
  auto updates = [&](unsigned dim, SmallVectorImpl<Place> &places) {
    for (unsigned i = 0; i != count; ++i)
      places.push_back({indices + 1 + i, dim});
  };
  FactorRuleBuilder::Shape shape = rule.getShape(0);
  FactorRuleBuilder::Shape updateShape = rule.getShape(indices + 1);
  std::optional<ReducerKind> reducer = getReducer(scatter);

  SmallVector<unsigned> windows =
      getOthers(shape.size(),
                {dims.getInsertedWindowDims(), dims.getInputBatchingDims()});
  for (auto [to, from] : llvm::zip(windows, dims.getUpdateWindowDims())) {
    SmallVector<Place> places;
    inputs(to, places);
    if (shape[to] == updateShape[from])
      updates(from, places);
    else if (!llvm::is_contained(dims.getScatterDimsToOperandDims(),
                                 int64_t(to)))
      continue; // without an index, the window begins with the dimension
    rule.addFactor(shape[to], places);
  }
  SmallVector<unsigned> batch =
      getOthers(updateShape.size(), {dims.getUpdateWindowDims()});
  SmallVector<unsigned> rows =
      getOthers(rule.getShape(indices).size(), {{dims.getIndexVectorDim()}});
  for (auto [from, row] : llvm::zip(batch, rows)) {
    SmallVector<Place> places = {{indices, row}};
    updates(from, places);
    bool isExplicit = false;
    for (auto [operand, index] : llvm::zip(
             dims.getInputBatchingDims(), dims.getScatterIndicesBatchingDims()))
      if (index == int64_t(row)) {
        inputs(operand, places);
        isExplicit = true;
      }
    FactorKind kind = isExplicit ? FactorKind::PassThrough
                      : reducer  ? FactorKind::Reduction
                                 : FactorKind::NeedReplication;
    rule.addFactor(updateShape[from], places, kind);
  }
  for (int64_t dim : dims.getInsertedWindowDims()) {
    // Without an index, the element is the first of the whole dimension.
    if (!llvm::is_contained(dims.getScatterDimsToOperandDims(), dim))
      continue;
    SmallVector<Place> places;
    inputs(dim, places);
    rule.addFactor(shape[dim], places);
  }
  ways.push_back(PartitionWay::of(
      std::move(rule).build(), {FactorKind::PassThrough, FactorKind::Reduction},
      reducer));
}

/// The sizes of a window along the dimensions of the inputs. `inputs` and
/// `updates` are the shapes of the whole.
static SmallVector<int64_t>
getWindowSizes(hlo::ScatterDimensionNumbersAttr dims, ArrayRef<int64_t> inputs,
               ArrayRef<int64_t> updates) {
  SmallVector<int64_t> sizes(inputs.size(), 1);
  SmallVector<unsigned> windows =
      getOthers(inputs.size(),
                {dims.getInsertedWindowDims(), dims.getInputBatchingDims()});
  for (auto [to, from] : llvm::zip(windows, dims.getUpdateWindowDims()))
    sizes[to] = updates[from];
  return sizes;
}

/// Where windows of size `extent` begin in a shard with a margin: out of bounds
/// if they do not touch it, or do not fit into the whole dimension.
static Value makeLocal(ShardBuilder &builder, const ShardedTensor &input,
                       unsigned dim, Value start, int64_t extent,
                       int64_t margin) {
  auto line = cast<RankedTensorType>(start.getType());
  auto number = [&](int64_t value) {
    return builder.splat(line, builder.constant(builder.getI64Type(), value));
  };
  Value offset =
      builder.subtract(builder.shardOffset(input, dim),
                       builder.constant(builder.getI64Type(), margin));
  Value local = builder.subtract(start, builder.splat(line, offset));
  if (margin == 0)
    return local;
  auto compare = [&](int64_t bound, hlo::ComparisonDirection direction) {
    return hlo::CompareOp::create(builder, line.clone(builder.getI1Type()),
                                  start, number(bound), direction,
                                  hlo::ComparisonTypeAttr());
  };
  Value fits = builder.apply<hlo::AndOp>(
      compare(0, hlo::ComparisonDirection::GE),
      compare(input.size(dim) - extent, hlo::ComparisonDirection::LE));
  return builder.select(fits, local, number(-1));
}

LocalResults ScatterPartitioning::localise(Operation *op,
                                           ShardBuilder &builder) const {
  auto scatter = cast<hlo::ScatterOp>(op);
  hlo::ScatterDimensionNumbersAttr dims = scatter.getScatterDimensionNumbers();
  unsigned count = scatter.getInputs().size();
  const ShardedTensor &input = builder.operands[0];
  ShardedTensor &indices = builder.operands[count];
  int64_t vectorDim = dims.getIndexVectorDim();
  std::optional<ReducerKind> reducer = getReducer(scatter);

  // Rows of updates that are split without their place in the inputs being
  // split make partial results: the old elements are counted once, and padding
  // must not count.
  AxisList partial = builder.results[0].sharding.unreduced;
  for (unsigned i = 0; reducer && i != count && !partial.empty(); ++i) {
    ShardedTensor &update = builder.operands[count + 1 + i];
    Value none = builder.identity(update.whole.getElementType(), *reducer);
    for (unsigned dim :
         getOthers(update.sharding.rank(), {dims.getUpdateWindowDims()}))
      update.value = builder.fillPadding(update, dim, none);
    ShardedTensor &old = builder.operands[i];
    auto type = cast<RankedTensorType>(old.value.getType());
    old.value = builder.select(
        builder.isFirst(partial), old.value,
        builder.splat(type, builder.identity(type.getElementType(), *reducer)));
  }

  ArrayRef<int64_t> map = dims.getScatterDimsToOperandDims();
  SmallVector<int64_t> extents =
      getWindowSizes(dims, input.whole.getShape(),
                     builder.operands[count + 1].whole.getShape());
  auto isSplitIndex = [&](int64_t dim) {
    return input.isSplit(dim) && extents[dim] != input.size(dim);
  };
  // Windows that lie across shards are written into a margin around the shard,
  // which is cut off afterwards.
  SmallVector<int64_t> margins(extents.size(), 0);
  if (llvm::any_of(map, isSplitIndex)) {
    SmallVector<Value> components;
    for (auto [i, dim] : llvm::enumerate(map)) {
      Value component = getComponent(builder, indices.value, vectorDim, i);
      if (isSplitIndex(dim)) {
        margins[dim] = extents[dim] == 1 ? 0 : extents[dim];
        component = makeLocal(builder, input, dim, component, extents[dim],
                              margins[dim]);
      }
      components.push_back(component);
    }
    indices.value = joinComponents(
        builder, components, cast<RankedTensorType>(indices.value.getType()),
        vectorDim);
  }
  SmallVector<Value> locals;
  for (const ShardedTensor &operand : builder.operands)
    locals.push_back(operand.value);
  for (unsigned i = 0; i != count; ++i)
    for (auto [dim, margin] : llvm::enumerate(margins))
      locals[i] =
          builder.pad(locals[i], dim, margin, margin,
                      builder.zero(getElementTypeOrSelf(locals[i].getType())));
  SmallVector<Value> results(builder.cloneWith(locals)->getResults());
  for (unsigned i = 0; i != count; ++i) {
    results[i].setType(locals[i].getType());
    for (auto [dim, margin] : llvm::enumerate(margins))
      results[i] =
          builder.slice(results[i], dim, margin, margin + input.localSize(dim));
  }
  return results;
}

void weft::attachGatherPartitioning(MLIRContext &context) {
  hlo::GatherOp::attachInterface<GatherPartitioning>(context);
  hlo::ScatterOp::attachInterface<ScatterPartitioning>(context);
}
