//===- Gather.cpp - rules of indexed reads and writes -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"
#include "weft/Dialect/Stablehlo/IR/GatherOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;
using Place = FactorRuleBuilder::Place;

/// The position of `dim` in `dims`, if it is there.
static std::optional<unsigned> indexOf(ArrayRef<int64_t> dims, int64_t dim) {
  const int64_t *it = llvm::find(dims, dim);
  if (it == dims.end())
    return std::nullopt;
  return it - dims.begin();
}

/// The dimensions of `rank` in order, without `dropped`.
static SmallVector<int64_t> without(unsigned rank, ArrayRef<int64_t> first,
                                    ArrayRef<int64_t> second = {}) {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0; dim != rank; ++dim)
    if (!llvm::is_contained(first, dim) && !llvm::is_contained(second, dim))
      kept.push_back(dim);
  return kept;
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// The operand dimension that a slice of `sliceSize` reads from, in a result
/// dimension that holds the slice.
static void addOffset(FactorRuleBuilder &rule, Place operand, Place result,
                      int64_t sliceSize) {
  int64_t size = rule.getShape(operand.tensor)[operand.dim];
  if (size == sliceSize) {
    rule.addFactor(size, {operand, result});
  } else if (sliceSize == 1) {
    // Whoever holds the element gives it; the others give nothing.
    rule.addFactor(size, operand, FactorKind::Reduction);
    rule.addFactor(1, result, FactorKind::NeedReplication);
  } else {
    rule.addFactor(size, {operand, result}, FactorKind::NeedReplication,
                   /*blocked=*/true);
  }
}

static FactorRule getGatherRule(Operation *op, GatherDimensionNumbersAttr dims,
                                ArrayRef<int64_t> sliceSizes) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  unsigned result = rule.result(0), operandRank = rule.getShape(0).size();
  SmallVector<int64_t> offsets = without(
      operandRank, dims.getCollapsedSliceDims(), dims.getOperandBatchingDims());
  SmallVector<int64_t> batch =
      without(rule.getShape(1).size(), dims.getIndexVectorDim());
  unsigned nextBatch = 0;
  for (auto [i, size] : llvm::enumerate(rule.getShape(result))) {
    Place to{result, unsigned(i)};
    if (std::optional<unsigned> at = indexOf(dims.getOffsetDims(), i)) {
      Place from{0, unsigned(offsets[*at])};
      addOffset(rule, from, to, sliceSizes[from.dim]);
      continue;
    }
    Place index{1, unsigned(batch[nextBatch++])};
    SmallVector<Place, 3> places{index, to};
    if (auto at = indexOf(dims.getStartIndicesBatchingDims(), index.dim))
      places.push_back({0, unsigned(dims.getOperandBatchingDims()[*at])});
    rule.addFactor(size, places);
  }
  for (int64_t dim : dims.getCollapsedSliceDims()) {
    int64_t size = rule.getShape(0)[dim];
    rule.addFactor(size, Place{0, unsigned(dim)},
                   size == 1 ? FactorKind::NeedReplication
                             : FactorKind::Reduction);
  }
  unsigned vector = dims.getIndexVectorDim();
  if (vector < rule.getShape(1).size())
    rule.addFactor(rule.getShape(1)[vector], Place{1, vector},
                   FactorKind::NeedReplication);
  return std::move(rule).build();
}

namespace {
struct GatherRule : ShardingRuleInterface::ExternalModel<GatherRule, GatherOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    auto gather = cast<GatherOp>(op);
    return getGatherRule(op, gather.getDimensionNumbers(),
                         gather.getSliceSizes());
  }
};

/// Slice sizes that are values are read off the result, where they appear; the
/// dropped dimensions have size 1.
struct DynamicGatherRule
    : ShardingRuleInterface::ExternalModel<DynamicGatherRule, DynamicGatherOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    auto dims = cast<DynamicGatherOp>(op).getDimensionNumbers();
    ArrayRef<int64_t> result = getShapeOrEmpty(op->getResult(0));
    unsigned rank = getShapeOrEmpty(op->getOperand(0)).size();
    SmallVector<int64_t> sizes(rank, 1);
    for (auto [dim, offset] :
         llvm::zip_equal(without(rank, dims.getCollapsedSliceDims(),
                                 dims.getOperandBatchingDims()),
                         dims.getOffsetDims()))
      sizes[dim] = result[offset];
    return getGatherRule(op, dims, sizes);
  }
};

/// result[batch, before, index..., after] = operand[batch, before, x, after].
struct TorchIndexSelectRule
    : ShardingRuleInterface::ExternalModel<TorchIndexSelectRule,
                                           TorchIndexSelectOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    auto select = cast<TorchIndexSelectOp>(op);
    FactorRuleBuilder rule = createRuleBuilder(op);
    auto rank = int64_t(rule.getShape(0).size());
    auto indexRank = int64_t(rule.getShape(1).size());
    int64_t dim = select.getDim(), numBatch = select.getBatchDims();
    dim += dim < 0 ? rank : 0;
    numBatch += numBatch < 0 ? indexRank : 0;
    unsigned result = rule.result(0), to = 0;
    for (int64_t from = 0; from != rank; ++from) {
      int64_t size = rule.getShape(0)[from];
      if (from == dim) {
        rule.addFactor(size, Place{0, unsigned(from)}, FactorKind::Reduction);
        for (int64_t index = numBatch; index < indexRank; ++index)
          rule.addFactor(rule.getShape(1)[index],
                         {{1, unsigned(index)}, {result, to++}});
        continue;
      }
      SmallVector<Place, 3> places{{0, unsigned(from)}, {result, to++}};
      if (from < numBatch)
        places.push_back({1, unsigned(from)});
      rule.addFactor(size, places);
    }
    return std::move(rule).build();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// Whether updates may be combined in any order and number, so that devices may
/// each apply their own to a neutral input: the body is one such op.
static bool combinesFreely(Region &body) {
  Block &block = body.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return false;
  Operation &inner = block.front();
  Operation *end = block.getTerminator();
  bool isWhole = end->getNumOperands() == 1 &&
                 end->getOperand(0).getDefiningOp() == &inner &&
                 inner.getNumOperands() == 2 &&
                 inner.getOperand(0) != inner.getOperand(1);
  if (isa<AddOp, MultiplyOp, MaximumOp, MinimumOp>(inner))
    return isWhole;
  return isWhole && isa<AndOp, OrOp>(inner) &&
         getElementTypeOrSelf(inner.getResult(0).getType()).isInteger(1);
}

namespace {
struct ScatterRule
    : ShardingRuleInterface::ExternalModel<ScatterRule, ScatterOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const;
};

/// The tensors of a scatter by the part they play; all of one part move alike.
struct ScatterTensors {
  unsigned numInputs, indices;
  unsigned firstUpdate, firstResult;

  explicit ScatterTensors(unsigned numInputs)
      : numInputs(numInputs), indices(numInputs), firstUpdate(numInputs + 1),
        firstResult(2 * numInputs + 1) {}

  void addInputs(SmallVectorImpl<Place> &places, unsigned dim) const {
    for (unsigned n = 0; n != numInputs; ++n) {
      places.push_back({n, dim});
      places.push_back({firstResult + n, dim});
    }
  }
  void addUpdates(SmallVectorImpl<Place> &places, unsigned dim) const {
    for (unsigned n = 0; n != numInputs; ++n)
      places.push_back({firstUpdate + n, dim});
  }
};
} // namespace

std::optional<FactorRule>
ScatterRule::getShardingRule(Operation *op, const RuleOptions &) const {
  auto scatter = cast<ScatterOp>(op);
  ScatterDimensionNumbersAttr dims = scatter.getScatterDimensionNumbers();
  FactorRuleBuilder rule = createRuleBuilder(op);
  ScatterTensors tensors(scatter.getInputs().size());
  ArrayRef<int64_t> input = rule.getShape(0);
  ArrayRef<int64_t> indices = rule.getShape(tensors.indices);
  SmallVector<int64_t> windows = without(
      input.size(), dims.getInsertedWindowDims(), dims.getInputBatchingDims());
  SmallVector<int64_t> batch =
      without(indices.size(), dims.getIndexVectorDim());
  unsigned nextBatch = 0;
  FactorKind implicitKind = combinesFreely(scatter.getUpdateComputation())
                                ? FactorKind::Reduction
                                : FactorKind::NeedReplication;

  for (auto [i, size] : llvm::enumerate(rule.getShape(tensors.firstUpdate))) {
    unsigned dim = i;
    SmallVector<Place> inputPlaces, updatePlaces;
    tensors.addUpdates(updatePlaces, dim);
    if (std::optional<unsigned> at = indexOf(dims.getUpdateWindowDims(), dim)) {
      tensors.addInputs(inputPlaces, windows[*at]);
      if (input[windows[*at]] == size) {
        llvm::append_range(inputPlaces, updatePlaces);
        rule.addFactor(size, inputPlaces);
      } else {
        rule.addFactor(input[windows[*at]], inputPlaces,
                       FactorKind::NeedReplication);
        rule.addFactor(size, updatePlaces, FactorKind::NeedReplication);
      }
      continue;
    }
    unsigned index = batch[nextBatch++];
    updatePlaces.push_back({tensors.indices, index});
    auto at = indexOf(dims.getScatterIndicesBatchingDims(), index);
    if (at)
      tensors.addInputs(updatePlaces, dims.getInputBatchingDims()[*at]);
    rule.addFactor(size, updatePlaces,
                   at ? FactorKind::PassThrough : implicitKind);
  }
  for (int64_t dim : dims.getInsertedWindowDims()) {
    SmallVector<Place> places;
    tensors.addInputs(places, dim);
    rule.addFactor(input[dim], places);
  }
  unsigned vector = dims.getIndexVectorDim();
  if (vector < indices.size())
    rule.addFactor(indices[vector], Place{tensors.indices, vector},
                   FactorKind::NeedReplication);
  return std::move(rule).build();
}

void weft::attachGatherRules(MLIRContext &context) {
  DynamicGatherOp::attachInterface<DynamicGatherRule>(context);
  GatherOp::attachInterface<GatherRule>(context);
  ScatterOp::attachInterface<ScatterRule>(context);
  TorchIndexSelectOp::attachInterface<TorchIndexSelectRule>(context);
}
