//===- Movement.cpp - constants and moved elements on shards ----*- C++ -*-===//
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

/// One factor for each dimension of the result: a value that comes from nowhere
/// is made as it is wanted.
static void addSourceWay(Operation *op, SmallVectorImpl<PartitionWay> &ways) {
  FactorRuleBuilder rule = createWayBuilder(op);
  for (auto [dim, size] : llvm::enumerate(rule.getShape(rule.result(0))))
    rule.addFactor(size, {{rule.result(0), static_cast<unsigned>(dim)}});
  ways.push_back(PartitionWay::passThrough(std::move(rule).build()));
}

namespace {

struct ConstantPartitioning
    : PartitionInterface::ExternalModel<ConstantPartitioning, hlo::ConstantOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    addSourceWay(op, ways);
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    auto constant = cast<hlo::ConstantOp>(op);
    const ShardedTensor &result = builder.results[0];
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (splat && result.whole == splat.getType())
      return SmallVector<Value>{
          builder.constant(splat.resizeSplat(result.localType()))};
    Value local = builder.cloneWith({})->getResult(0);
    local.setType(result.whole);
    for (unsigned dim = 0; dim != result.sharding.rank(); ++dim)
      local = builder.allSlice(local, dim, result.axes(dim));
    return SmallVector<Value>{local};
  }
};

struct IotaPartitioning
    : PartitionInterface::ExternalModel<IotaPartitioning, hlo::IotaOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    addSourceWay(op, ways);
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    unsigned dim = cast<hlo::IotaOp>(op).getIotaDimension();
    const ShardedTensor &result = builder.results[0];
    RankedTensorType type = result.localType();
    if (!result.isSplit(dim))
      return SmallVector<Value>(builder.cloneWith({})->getResults());
    // Counted in i64 and converted once: adding an offset in a narrow float
    // would round twice.
    RankedTensorType index = type.clone(builder.getI64Type());
    Value position = hlo::IotaOp::create(builder, index, dim);
    position = builder.add(
        position, builder.splat(index, builder.shardOffset(result, dim)));
    return SmallVector<Value>{hlo::ConvertOp::create(builder, type, position)};
  }
};

/// The sizes of the new dimensions are an attribute.
struct BroadcastPartitioning
    : PartitionInterface::ExternalModel<BroadcastPartitioning,
                                        hlo::BroadcastOp> {
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    auto local =
        cast<hlo::BroadcastOp>(builder.cloneWith(builder.operands[0].value));
    auto type = cast<RankedTensorType>(local.getType());
    size_t numNew = local.getBroadcastSizes().size();
    local.setBroadcastSizes(type.getShape().take_front(numNew));
    return SmallVector<Value>(local->getResults());
  }
};

/// What is asked for is the size of the whole.
struct DimensionSizePartitioning
    : PartitionInterface::ExternalModel<DimensionSizePartitioning,
                                        hlo::GetDimensionSizeOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    FactorRuleBuilder rule = createWayBuilder(op);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0)))
      rule.addFactor(size, {{0, static_cast<unsigned>(dim)}});
    ways.push_back(PartitionWay::passThrough(std::move(rule).build()));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    unsigned dim = cast<hlo::GetDimensionSizeOp>(op).getDimension();
    return SmallVector<Value>{
        builder.constant(builder.getI32Type(), builder.operands[0].size(dim))};
  }
};

/// Device r of n takes the elements of device n - 1 - r, and, where the sizes
/// are uneven, some of its neighbour.
struct ReversePartitioning
    : PartitionInterface::ExternalModel<ReversePartitioning, hlo::ReverseOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    FactorRuleBuilder rule = createWayBuilder(op);
    ArrayRef<int64_t> reversed = cast<hlo::ReverseOp>(op).getDimensions();
    for (auto [index, size] : llvm::enumerate(rule.getShape(0))) {
      unsigned dim = index;
      rule.addFactor(size, {{0, dim}, {1, dim}},
                     llvm::is_contained(reversed, dim)
                         ? FactorKind::Permutation
                         : FactorKind::PassThrough);
    }
    ways.push_back(
        PartitionWay::of(std::move(rule).build(),
                         {FactorKind::PassThrough, FactorKind::Permutation}));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    ShardedTensor input = builder.operands[0];
    for (int64_t dim : cast<hlo::ReverseOp>(op).getDimensions()) {
      if (!input.isSplit(dim))
        continue;
      int64_t local = input.localSize(dim);
      input.value = builder.fetch(
          input, dim, {-local, input.size(dim) - local, local}, Value());
    }
    return SmallVector<Value>(builder.cloneWith(input.value)->getResults());
  }
};

} // namespace

void weft::attachMovementPartitioning(MLIRContext &context) {
  hlo::ConstantOp::attachInterface<ConstantPartitioning>(context);
  hlo::IotaOp::attachInterface<IotaPartitioning>(context);
  hlo::BroadcastOp::attachInterface<BroadcastPartitioning>(context);
  hlo::GetDimensionSizeOp::attachInterface<DimensionSizePartitioning>(context);
  hlo::ReverseOp::attachInterface<ReversePartitioning>(context);
}
