//===- Reshape.cpp - other dimensions, on shards ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where sizes divide, the shards of a reshape are reshapes of shards. Where
// they do not, a shard of 2 of 3 rows of 4 is 8 elements in a row, and a shard
// of half of 12 elements is 6: the elements are in order, in blocks of another
// size, and neighbours exchange what is between.
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// Dimensions of the operand that become dimensions of the result: the smallest
/// runs with the same number of elements, which is not zero.
struct Group {
  SmallVector<unsigned, 2> from, to;
};

} // namespace

static SmallVector<Group> getGroups(ArrayRef<int64_t> from,
                                    ArrayRef<int64_t> to) {
  SmallVector<Group> groups;
  unsigned i = 0, j = 0;
  while (i != from.size() || j != to.size()) {
    Group &group = groups.emplace_back();
    int64_t left = 1, right = 1;
    do {
      bool takeLeft = i != from.size() && (left <= right || j == to.size());
      if (takeLeft) {
        left *= from[i];
        group.from.push_back(i++);
      } else {
        right *= to[j];
        group.to.push_back(j++);
      }
    } while (left != right);
  }
  return groups;
}

/// The first dimension of several elements, which is the only one whose shards
/// are runs of elements.
static std::optional<unsigned> getMajor(ArrayRef<unsigned> dims,
                                        ArrayRef<int64_t> shape) {
  const auto *found =
      llvm::find_if(dims, [&](unsigned dim) { return shape[dim] > 1; });
  return found == dims.end() ? std::nullopt : std::optional(*found);
}

namespace {

struct ReshapePartitioning
    : PartitionInterface::ExternalModel<ReshapePartitioning, hlo::ReshapeOp> {
  void getPartitionWays(Operation *op, const FactorRule *rule,
                        SmallVectorImpl<PartitionWay> &ways) const {
    if (!rule)
      return;
    // Where boundaries cross, each side has factors of its own.
    ways.push_back(PartitionWay::shared(*rule));
    // Nothing has no order, and dimensions of it no runs.
    if (cast<hlo::ReshapeOp>(op).getType().getNumElements() == 0)
      return;
    FactorRuleBuilder blocks = createWayBuilder(op);
    FactorRuleBuilder::Shape from = blocks.getShape(0), to = blocks.getShape(1);
    for (const Group &group : getGroups(from, to)) {
      std::optional<unsigned> left = getMajor(group.from, from);
      std::optional<unsigned> right = getMajor(group.to, to);
      if (left && right)
        blocks.addFactor(from[*left], {{0, *left}, {1, *right}},
                         from[*left] == to[*right] ? FactorKind::PassThrough
                                                   : FactorKind::Permutation);
    }
    ways.push_back(
        PartitionWay::of(std::move(blocks).build(),
                         {FactorKind::PassThrough, FactorKind::Permutation}));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

} // namespace

/// The number of elements of some dimensions of a shard.
static int64_t countLocal(const ShardedTensor &tensor,
                          ArrayRef<unsigned> dims) {
  int64_t count = 1;
  for (unsigned dim : dims)
    count *= tensor.localSize(dim);
  return count;
}

LocalResults ReshapePartitioning::localise(Operation *op,
                                           ShardBuilder &builder) const {
  const ShardedTensor &input = builder.operands[0],
                      &result = builder.results[0];
  if (input.whole.getNumElements() == 0)
    return SmallVector<Value>{
        hlo::ReshapeOp::create(builder, result.localType(), input.value)};
  SmallVector<Group> groups =
      getGroups(input.whole.getShape(), result.whole.getShape());
  SmallVector<int64_t> flat;
  for (const Group &group : groups)
    flat.push_back(countLocal(input, group.from));
  Value value = hlo::ReshapeOp::create(builder, input.localType().clone(flat),
                                       input.value);
  for (auto [dim, group] : llvm::enumerate(groups)) {
    int64_t block = flat[dim], wanted = countLocal(result, group.to);
    if (block == wanted)
      continue;
    unsigned major = *getMajor(group.from, input.whole.getShape());
    int64_t size = 1;
    for (unsigned each : group.from)
      size *= input.size(each);
    value = builder.fetchBlocks(value, dim, input.axes(major),
                                {block, input.numShards(major), size},
                                {wanted, 0, wanted}, Value());
  }
  return SmallVector<Value>{
      hlo::ReshapeOp::create(builder, result.localType(), value)};
}

void weft::attachReshapePartitioning(MLIRContext &context) {
  hlo::ReshapeOp::attachInterface<ReshapePartitioning>(context);
}
