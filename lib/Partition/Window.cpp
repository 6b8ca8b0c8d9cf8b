//===- Window.cpp - windowed reductions on shards ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"
#include "WindowDim.h"

#include "weft/Dialect/Stablehlo/IR/Reducers.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

static WindowDim getReduceWindow(hlo::ReduceWindowOp op, unsigned dim) {
  WindowDim window = getWindow(op, dim);
  window.baseDilation = getEntry(op.getBaseDilations(), dim);
  window.dilation = getEntry(op.getWindowDilations(), dim);
  return window;
}

namespace {

/// A device computes its part of the windows, and fetches the elements that
/// they cover; beyond the ends these are the init values. Cumulative windows
/// cover everything before (or behind) them: of that, each device only gets
/// what it comes to, one element from each other device.
struct ReduceWindowPartitioning
    : PartitionInterface::ExternalModel<ReduceWindowPartitioning,
                                        hlo::ReduceWindowOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    auto reduce = cast<hlo::ReduceWindowOp>(op);
    FactorRuleBuilder rule = createWayBuilder(op);
    unsigned numInputs = reduce.getInputs().size();
    for (auto [index, size] : llvm::enumerate(rule.getShape(0))) {
      unsigned dim = index;
      SmallVector<FactorRuleBuilder::Place> places;
      for (unsigned i = 0; i != numInputs; ++i) {
        places.push_back({i, dim});
        places.push_back({rule.result(i), dim});
      }
      rule.addFactor(size, places,
                     getReduceWindow(reduce, dim).isTrivial()
                         ? FactorKind::PassThrough
                         : FactorKind::Permutation);
    }
    ways.push_back(
        PartitionWay::of(std::move(rule).build(),
                         {FactorKind::PassThrough, FactorKind::Permutation}));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

/// The windows of one op, as they are on a device.
class LocalWindows {
public:
  LocalWindows(ShardBuilder &builder, hlo::ReduceWindowOp op);
  SmallVector<Value> run();

private:
  bool isScan(unsigned dim, bool fromEnd) const;
  void scanWithin(unsigned dim);
  void fetchCovered(unsigned dim);
  Value addOthers(Value local, unsigned dim, bool fromEnd);

  ShardBuilder &builder;
  hlo::ReduceWindowOp op;
  unsigned numInputs;
  /// The reducer, if there is one input and its init value is neutral.
  std::optional<ReducerKind> reducer;
  SmallVector<WindowDim> windows;
};

} // namespace

LocalWindows::LocalWindows(ShardBuilder &builder, hlo::ReduceWindowOp op)
    : builder(builder), op(op), numInputs(op.getInputs().size()) {
  if (numInputs == 1)
    reducer = hlo::matchReducer(op.getBody());
  if (reducer && !isIdentity(op.getInitValues()[0], *reducer))
    reducer.reset();
  for (unsigned dim = 0; dim != builder.results[0].sharding.rank(); ++dim)
    windows.push_back(getReduceWindow(op, dim));
}

bool LocalWindows::isScan(unsigned dim, bool fromEnd) const {
  const ShardedTensor &input = builder.operands[0];
  return reducer && input.isSplit(dim) &&
         getReduceWindow(op, dim).isCumulative(input.size(dim), fromEnd);
}

void LocalWindows::scanWithin(unsigned dim) {
  ShardedTensor &input = builder.operands[0];
  input.value = builder.fillPadding(
      input, dim, builder.identity(input.whole.getElementType(), *reducer));
  WindowDim &window = windows[dim];
  window.size = input.localSize(dim);
  (window.low != 0 ? window.low : window.high) = window.size - 1;
}

void LocalWindows::fetchCovered(unsigned dim) {
  WindowDim &window = windows[dim];
  int64_t count = builder.results[0].localSize(dim);
  Interval interval{count * window.stride, -window.low,
                    (count - 1) * window.stride + window.span()};
  for (unsigned i = 0; i != numInputs; ++i) {
    ShardedTensor &input = builder.operands[i];
    input.value =
        builder.fetchDilated(input, dim, interval, window.baseDilation,
                             builder.operands[numInputs + i].value);
  }
  window.low = window.high = 0;
  window.baseDilation = 1;
}

/// Combines a shard of cumulative results with what the devices before it (or
/// behind it) have come to.
Value LocalWindows::addOthers(Value local, unsigned dim, bool fromEnd) {
  const ShardedTensor &result = builder.results[0];
  int64_t last = fromEnd ? 0 : result.localSize(dim) - 1;
  int64_t count = result.numShards(dim);
  Value total = builder.slice(local, dim, last, last + 1);
  Value totals = builder.allGather(total, dim, result.axes(dim), count);
  // Of the totals, those of numbers p with p - r < 0, or p - r > 0.
  Value start = builder.multiply(builder.axisIndex(result.axes(dim)), -1);
  Value fill = builder.identity(result.whole.getElementType(), *reducer);
  totals = builder.keepWithin(totals, dim, start, fromEnd ? 1 : INT64_MIN,
                              fromEnd ? count : 0, fill);
  Value carried = builder.reduce(totals, dim, *reducer);
  SmallVector<int64_t> others;
  for (unsigned other = 0; other != result.sharding.rank(); ++other)
    if (other != dim)
      others.push_back(other);
  carried = builder.broadcastTo(cast<RankedTensorType>(local.getType()),
                                carried, others);
  return builder.combine(*reducer, carried, local);
}

SmallVector<Value> LocalWindows::run() {
  for (unsigned dim = 0; dim != windows.size(); ++dim) {
    if (isScan(dim, false) || isScan(dim, true))
      scanWithin(dim);
    else if (builder.results[0].isSplit(dim) && !windows[dim].isTrivial())
      fetchCovered(dim);
  }
  SmallVector<Value> locals;
  for (const ShardedTensor &operand : builder.operands)
    locals.push_back(operand.value);
  auto local = cast<hlo::ReduceWindowOp>(builder.cloneWith(locals));
  SmallVector<int64_t> sizes, padding, dilations;
  for (const WindowDim &window : windows) {
    sizes.push_back(window.size);
    padding.append({window.low, window.high});
    dilations.push_back(window.baseDilation);
  }
  int64_t rank = windows.size();
  local.setWindowDimensions(sizes);
  local.setPaddingAttr(DenseIntElementsAttr::get(
      RankedTensorType::get({rank, 2}, builder.getI64Type()), padding));
  local.setBaseDilations(dilations);
  SmallVector<Value> results(local->getResults());
  for (unsigned dim = 0; dim != windows.size(); ++dim)
    for (bool fromEnd : {false, true})
      if (isScan(dim, fromEnd))
        results[0] = addOthers(results[0], dim, fromEnd);
  return results;
}

LocalResults ReduceWindowPartitioning::localise(Operation *op,
                                                ShardBuilder &builder) const {
  return LocalWindows(builder, cast<hlo::ReduceWindowOp>(op)).run();
}

void weft::attachWindowPartitioning(MLIRContext &context) {
  hlo::ReduceWindowOp::attachInterface<ReduceWindowPartitioning>(context);
}
