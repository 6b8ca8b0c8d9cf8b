//===- Window.cpp - windowed reductions on shards ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// The window along one dimension.
struct WindowDim {
  int64_t size, stride, baseDilation, dilation, low, high;

  /// From the first to behind the last element that a window covers.
  int64_t span() const { return size == 0 ? 0 : (size - 1) * dilation + 1; }
  bool isTrivial() const {
    return size == 1 && stride == 1 && baseDilation == 1 && low == 0 &&
           high == 0;
  }
};

/// Reads the attributes that windowed ops have in common.
template <typename Op> WindowDim getWindow(Op op, unsigned dim) {
  auto entry = [&](std::optional<ArrayRef<int64_t>> list) -> int64_t {
    return list && !list->empty() ? (*list)[dim] : 1;
  };
  WindowDim window{op.getWindowDimensions() ? entry(op.getWindowDimensions())
                                            : 1,
                   entry(op.getWindowStrides()),
                   1,
                   1,
                   0,
                   0};
  if (auto padding = op.getPaddingAttr()) {
    auto values = padding.template getValues<int64_t>();
    window.low = values[2 * dim];
    window.high = values[2 * dim + 1];
  }
  return window;
}

WindowDim getReduceWindow(hlo::ReduceWindowOp op, unsigned dim) {
  auto entry = [&](std::optional<ArrayRef<int64_t>> list) -> int64_t {
    return list && !list->empty() ? (*list)[dim] : 1;
  };
  WindowDim window{op.getWindowDimensions()[dim],
                   entry(op.getWindowStrides()),
                   entry(op.getBaseDilations()),
                   entry(op.getWindowDilations()),
                   0,
                   0};
  if (auto padding = op.getPaddingAttr()) {
    auto values = padding.getValues<int64_t>();
    window.low = values[2 * dim];
    window.high = values[2 * dim + 1];
  }
  return window;
}

/// A device computes its part of the windows, and fetches the elements that
/// they cover; beyond the ends these are the init values.
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

/// Windows that select across shards are computed on whole dimensions.
struct SelectAndScatterPartitioning
    : PartitionInterface::ExternalModel<SelectAndScatterPartitioning,
                                        hlo::SelectAndScatterOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    auto select = cast<hlo::SelectAndScatterOp>(op);
    FactorRuleBuilder rule = createWayBuilder(op);
    for (auto [index, size] : llvm::enumerate(rule.getShape(0))) {
      unsigned dim = index;
      bool trivial = getWindow(select, dim).isTrivial();
      SmallVector<FactorRuleBuilder::Place> places = {{0, dim},
                                                      {rule.result(0), dim}};
      if (trivial)
        places.push_back({1, dim});
      rule.addFactor(size, places,
                     trivial ? FactorKind::PassThrough
                             : FactorKind::NeedReplication);
    }
    ways.push_back(PartitionWay::passThrough(std::move(rule).build()));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    SmallVector<Value> locals;
    for (const ShardedTensor &operand : builder.operands)
      locals.push_back(operand.value);
    return SmallVector<Value>(builder.cloneWith(locals)->getResults());
  }
};

} // namespace

LocalResults ReduceWindowPartitioning::localise(Operation *op,
                                                ShardBuilder &builder) const {
  auto reduce = cast<hlo::ReduceWindowOp>(op);
  unsigned numInputs = reduce.getInputs().size();
  unsigned rank = builder.results[0].sharding.rank();
  SmallVector<int64_t> padding, dilations;
  for (unsigned dim = 0; dim != rank; ++dim) {
    WindowDim window = getReduceWindow(reduce, dim);
    const ShardedTensor &result = builder.results[0];
    if (result.isSplit(dim) && !window.isTrivial()) {
      int64_t count = result.localSize(dim);
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
    padding.append({window.low, window.high});
    dilations.push_back(window.baseDilation);
  }
  SmallVector<Value> locals;
  for (const ShardedTensor &operand : builder.operands)
    locals.push_back(operand.value);
  auto local = cast<hlo::ReduceWindowOp>(builder.cloneWith(locals));
  local.setPaddingAttr(DenseIntElementsAttr::get(
      RankedTensorType::get({rank, 2}, builder.getI64Type()), padding));
  local.setBaseDilations(dilations);
  return SmallVector<Value>(local->getResults());
}

void weft::attachWindowPartitioning(MLIRContext &context) {
  hlo::ReduceWindowOp::attachInterface<ReduceWindowPartitioning>(context);
  hlo::SelectAndScatterOp::attachInterface<SelectAndScatterPartitioning>(
      context);
}
