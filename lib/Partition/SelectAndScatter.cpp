//===- SelectAndScatter.cpp - windows that select, on shards ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each window selects one element, and its source is added there. A device
// looks at all windows that touch its shard, with the elements they cover, and
// adds the sources of those whose choice is its own. The windows of neighbours
// select among elements beyond the shard, and at the ends of the dimension
// there are none: so the op is spelled out, as a windowed reduction of pairs
// (element, position) with -1 for what is not there, and a scatter.
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"
#include "WindowDim.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

struct SelectAndScatterPartitioning
    : PartitionInterface::ExternalModel<SelectAndScatterPartitioning,
                                        hlo::SelectAndScatterOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    auto select = cast<hlo::SelectAndScatterOp>(op);
    FactorRuleBuilder rule = createWayBuilder(op);
    for (auto [index, size] : llvm::enumerate(rule.getShape(0))) {
      unsigned dim = index;
      rule.addFactor(size, {{0, dim}, {1, dim}, {rule.result(0), dim}},
                     getWindow(select, dim).isTrivial()
                         ? FactorKind::PassThrough
                         : FactorKind::Permutation);
    }
    ways.push_back(
        PartitionWay::of(std::move(rule).build(),
                         {FactorKind::PassThrough, FactorKind::Permutation}));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

/// The op on one device, where windows lie across shards.
class LocalSelection {
public:
  LocalSelection(ShardBuilder &builder, hlo::SelectAndScatterOp op)
      : builder(builder), op(op), operand(builder.operands[0]),
        source(builder.operands[1]), index(builder.getI64Type()) {
    for (unsigned dim = 0; dim != operand.sharding.rank(); ++dim) {
      windows.push_back(getWindow(op, dim));
      across.push_back(operand.isSplit(dim) && !windows.back().isTrivial());
    }
  }

  bool isAcross() const { return llvm::is_contained(across, true); }
  Value run();

private:
  Value number(int64_t value) { return builder.constant(index, value); }
  void fetch(unsigned dim);
  Value getPositions();
  Value select(Value positions);
  void fillBody(Region &region);
  Value getTargets(Value chosen);

  ShardBuilder &builder;
  hlo::SelectAndScatterOp op;
  ShardedTensor operand, source;
  Type index;
  SmallVector<WindowDim> windows;
  /// Along which dimensions windows lie across shards; there, the number of the
  /// first window that is looked at, and the position of its first element.
  SmallVector<bool> across;
  llvm::DenseMap<unsigned, Value> firstWindow, firstElement;
};

} // namespace

/// The windows that touch the shard from r * L on begin with number
/// floor((r * L + low - size + 1) / stride), or with the next one.
void LocalSelection::fetch(unsigned dim) {
  WindowDim &window = windows[dim];
  int64_t local = operand.localSize(dim), stride = window.stride;
  int64_t base = llvm::divideFloorSigned(window.low - window.size + 1, stride);
  int64_t count = (local + window.size - 2) / stride + 2;
  int64_t width = (count - 1) * stride + window.size;
  Value device = builder.axisIndex(operand.axes(dim));
  int64_t begin = base * stride - window.low;
  if (local % stride == 0) {
    firstWindow[dim] =
        builder.add(builder.multiply(device, local / stride), number(base));
    source.value =
        builder.fetch(source, dim, {local / stride, base, count}, Value());
    operand.value = builder.fetch(operand, dim, {local, begin, width}, Value());
  } else {
    // How far the first window begins behind a multiple of the shard differs.
    int64_t rest = window.low - window.size + 1 - base * stride;
    Value distance = builder.add(builder.multiply(device, local), number(rest));
    firstWindow[dim] = builder.add(
        builder.apply<hlo::DivideOp>(distance, number(stride)), number(base));
    int64_t last =
        base + (local * (operand.numShards(dim) - 1) + rest) / stride;
    source.value = builder.fetchAt(source, dim, firstWindow[dim], base, last,
                                   count, Value());
    // The remainder of `distance` is taken back: fetch as much more before.
    Value around = builder.fetch(
        operand, dim, {local, begin + rest - (stride - 1), width + stride - 1},
        Value());
    Value remainder = builder.apply<hlo::RemainderOp>(distance, number(stride));
    operand.value = builder.dynamicSlice(
        around, dim, builder.subtract(number(stride - 1), remainder), width);
  }
  firstElement[dim] = builder.subtract(
      builder.multiply(firstWindow[dim], stride), number(window.low));
  window.low = window.high = 0;
}

/// For each element at hand its place among all elements of the dimensions that
/// windows lie across, and of the shard along the others; -1 if there is none.
Value LocalSelection::getPositions() {
  auto type = cast<RankedTensorType>(operand.value.getType()).clone(index);
  Value positions = builder.splat(type, number(0));
  for (unsigned dim = 0; dim != windows.size(); ++dim) {
    int64_t size = across[dim] ? operand.size(dim) : operand.localSize(dim);
    Value along = hlo::IotaOp::create(builder, type, dim);
    if (across[dim])
      along = builder.add(along, builder.splat(type, firstElement[dim]));
    positions = builder.add(builder.apply<hlo::MultiplyOp>(
                                positions, builder.splat(type, number(size))),
                            along);
  }
  for (unsigned dim = 0; dim != windows.size(); ++dim)
    if (across[dim])
      positions = builder.keepWithin(positions, dim, firstElement[dim], 0,
                                     operand.size(dim), number(-1));
  return positions;
}

/// (a, i), (b, j) -> the one that is there, or that the op selects.
void LocalSelection::fillBody(Region &region) {
  OpBuilder::InsertionGuard guard(builder);
  auto value = RankedTensorType::get({}, operand.whole.getElementType());
  auto place = RankedTensorType::get({}, index);
  SmallVector<Location> locations(4, op.getLoc());
  Block *block =
      builder.createBlock(&region, {}, {value, place, value, place}, locations);
  Value a = block->getArgument(0), i = block->getArgument(1);
  Value b = block->getArgument(2), j = block->getArgument(3);
  IRMapping mapping;
  Block &body = op.getSelect().front();
  mapping.map(body.getArguments(), ValueRange{a, b});
  for (Operation &inner : body.without_terminator())
    builder.clone(inner, mapping);
  Value keeps = mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
  auto isThere = [&](Value at) -> Value {
    return hlo::CompareOp::create(
        builder, RankedTensorType::get({}, builder.getI1Type()), at, number(0),
        hlo::ComparisonDirection::GE, hlo::ComparisonTypeAttr());
  };
  Value first = builder.apply<hlo::OrOp>(
      hlo::NotOp::create(builder, keeps.getType(), isThere(j)),
      builder.apply<hlo::AndOp>(isThere(i), keeps));
  hlo::ReturnOp::create(builder, ValueRange{builder.select(first, a, b),
                                            builder.select(first, i, j)});
}

/// For each window the position that it selects, or -1.
Value LocalSelection::select(Value positions) {
  SmallVector<int64_t> shape, sizes, strides, padding;
  auto type = cast<RankedTensorType>(operand.value.getType());
  for (auto [dim, window] : llvm::enumerate(windows)) {
    int64_t padded = type.getDimSize(dim) + window.low + window.high;
    shape.push_back(
        padded < window.size ? 0 : (padded - window.size) / window.stride + 1);
    sizes.push_back(window.size);
    strides.push_back(window.stride);
    padding.append({window.low, window.high});
  }
  int64_t rank = windows.size();
  auto reduced = hlo::ReduceWindowOp::create(
      builder, TypeRange{type.clone(shape), type.clone(shape, index)},
      ValueRange{operand.value, positions},
      ValueRange{builder.zero(type.getElementType()), number(-1)},
      builder.getDenseI64ArrayAttr(sizes),
      builder.getDenseI64ArrayAttr(strides), DenseI64ArrayAttr(),
      DenseI64ArrayAttr(),
      DenseIntElementsAttr::get(RankedTensorType::get({rank, 2}, index),
                                padding));
  fillBody(reduced.getBody());
  Value chosen = reduced.getResult(1);
  // Windows before the first and behind the last are not there either.
  for (auto [dim, first] : firstWindow)
    chosen =
        builder.keepWithin(chosen, dim, first, 0, source.size(dim), number(-1));
  return chosen;
}

/// Index vectors into the shard; out of bounds where it has no part in it.
Value LocalSelection::getTargets(Value chosen) {
  auto type = cast<RankedTensorType>(chosen.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(1);
  SmallVector<Value> columns(windows.size());
  Value rest = chosen;
  auto all = [&](int64_t value) { return builder.splat(type, number(value)); };
  for (unsigned dim = windows.size(); dim-- > 0;) {
    int64_t size = across[dim] ? operand.size(dim) : operand.localSize(dim);
    Value at = builder.apply<hlo::RemainderOp>(rest, all(size));
    rest = builder.apply<hlo::DivideOp>(rest, all(size));
    if (across[dim])
      at = builder.subtract(
          at, builder.splat(type, builder.shardOffset(operand, dim)));
    Value isThere = hlo::CompareOp::create(
        builder, type.clone(builder.getI1Type()), chosen, all(0),
        hlo::ComparisonDirection::GE, hlo::ComparisonTypeAttr());
    at = builder.select(isThere, at, all(-1));
    columns[dim] = hlo::ReshapeOp::create(builder, type.clone(shape), at);
  }
  return builder.concatenate(columns, windows.size());
}

Value LocalSelection::run() {
  for (unsigned dim = 0; dim != windows.size(); ++dim)
    if (across[dim])
      fetch(dim);
  Value targets = getTargets(select(getPositions()));
  RankedTensorType type = builder.results[0].localType();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, windows.size()));
  auto numbers = hlo::ScatterDimensionNumbersAttr::get(
      builder.getContext(), /*updateWindowDims=*/{}, /*insertedWindowDims=*/
      dims, /*inputBatchingDims=*/{}, /*scatterIndicesBatchingDims=*/{},
      /*scatterDimsToOperandDims=*/dims, /*indexVectorDim=*/dims.size());
  auto scatter = hlo::ScatterOp::create(
      builder, TypeRange{type},
      ValueRange{builder.splat(type, builder.operands[2].value)}, targets,
      ValueRange{source.value}, numbers);
  IRMapping mapping;
  op.getScatter().cloneInto(&scatter.getUpdateComputation(), mapping);
  return scatter.getResult(0);
}

LocalResults
SelectAndScatterPartitioning::localise(Operation *op,
                                       ShardBuilder &builder) const {
  LocalSelection selection(builder, cast<hlo::SelectAndScatterOp>(op));
  if (selection.isAcross())
    return SmallVector<Value>{selection.run()};
  SmallVector<Value> locals;
  for (const ShardedTensor &operand : builder.operands)
    locals.push_back(operand.value);
  return SmallVector<Value>(builder.cloneWith(locals)->getResults());
}

void weft::attachSelectAndScatterPartitioning(MLIRContext &context) {
  hlo::SelectAndScatterOp::attachInterface<SelectAndScatterPartitioning>(
      context);
}
