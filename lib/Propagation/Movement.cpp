//===- Movement.cpp - rules of ops that move elements -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/DynamicOps.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;

namespace {

/// Dimensions that differ in size move data between neighbours; the others
/// are independent of each other.
FactorRule getWindowRule(Operation *op, const RuleOptions &options,
                         llvm::function_ref<bool(unsigned)> moves) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  unsigned result = rule.result(0);
  for (auto [dim, size] : llvm::enumerate(rule.getShape(0))) {
    bool permutes = moves(dim);
    rule.addFactor(size, {{0, unsigned(dim)}, {result, unsigned(dim)}},
                   permutes ? FactorKind::Permutation : FactorKind::PassThrough,
                   permutes && options.conservative);
  }
  return std::move(rule).build();
}

struct SliceRule : ShardingRuleInterface::ExternalModel<SliceRule, SliceOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    ArrayRef<int64_t> before = getShapeOrEmpty(op->getOperand(0));
    ArrayRef<int64_t> after = getShapeOrEmpty(op->getResult(0));
    return getWindowRule(
        op, options, [&](unsigned dim) { return before[dim] != after[dim]; });
  }
};

/// Padding on one side and cutting off the other keeps the size and moves the
/// elements all the same.
struct PadRule : ShardingRuleInterface::ExternalModel<PadRule, PadOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    auto pad = cast<PadOp>(op);
    return getWindowRule(op, options, [&](unsigned dim) {
      return pad.getEdgePaddingLow()[dim] != 0 ||
             pad.getEdgePaddingHigh()[dim] != 0 ||
             getShapeOrEmpty(op->getOperand(0))[dim] !=
                 getShapeOrEmpty(op->getResult(0))[dim];
    });
  }
};

/// Offsets that are values may move anything anywhere, so only a dimension that
/// is read from end to end stays split.
struct RealDynamicSliceRule
    : ShardingRuleInterface::ExternalModel<RealDynamicSliceRule,
                                           RealDynamicSliceOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned result = rule.result(0);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0))) {
      bool whole = rule.getShape(result)[dim] == size;
      rule.addFactor(size, {{0, unsigned(dim)}, {result, unsigned(dim)}},
                     whole ? FactorKind::PassThrough
                           : FactorKind::NeedReplication,
                     !whole);
    }
    return std::move(rule).build();
  }
};

/// As a pad, but nothing is known of how far the elements move.
struct DynamicPadRule
    : ShardingRuleInterface::ExternalModel<DynamicPadRule, DynamicPadOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned result = rule.result(0);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0)))
      rule.addFactor(size, {{0, unsigned(dim)}, {result, unsigned(dim)}},
                     FactorKind::NeedReplication,
                     rule.getShape(result)[dim] != size);
    return std::move(rule).build();
  }
};

/// The size of a dimension is that of the whole tensor, however it is split.
struct DimensionSizeRule
    : ShardingRuleInterface::ExternalModel<DimensionSizeRule,
                                           GetDimensionSizeOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0)))
      rule.addFactor(size, {{0, unsigned(dim)}});
    return std::move(rule).build();
  }
};

struct ReverseRule
    : ShardingRuleInterface::ExternalModel<ReverseRule, ReverseOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    ArrayRef<int64_t> dims = cast<ReverseOp>(op).getDimensions();
    // Shards swap places whole, so a conservative rule keeps them too.
    return getWindowRule(
        op, {}, [&](unsigned dim) { return llvm::is_contained(dims, dim); });
  }
};

struct TransposeRule
    : ShardingRuleInterface::ExternalModel<TransposeRule, TransposeOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    for (auto [to, from] :
         llvm::enumerate(cast<TransposeOp>(op).getPermutation()))
      rule.addFactor(rule.getShape(1)[to],
                     {{0, unsigned(from)}, {1, unsigned(to)}});
    return std::move(rule).build();
  }
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::PassThrough;
  }
};

template <typename Op>
struct BroadcastInDimRule
    : ShardingRuleInterface::ExternalModel<BroadcastInDimRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned result = rule.result(0);
    ArrayRef<int64_t> dims = cast<Op>(op).getBroadcastDimensions();
    for (auto [to, size] : llvm::enumerate(rule.getShape(result))) {
      SmallVector<FactorRuleBuilder::Place, 2> places;
      auto from = llvm::find(dims, int64_t(to));
      if (from != dims.end()) {
        unsigned dim = from - dims.begin();
        // A dimension that is repeated has nothing in common with its copies.
        if (rule.getShape(0)[dim] == size)
          places.push_back({0, dim});
        else
          rule.addFactor(rule.getShape(0)[dim], {{0, dim}});
      }
      places.push_back({result, unsigned(to)});
      rule.addFactor(size, places);
    }
    return std::move(rule).build();
  }
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::Broadcast;
  }
};

struct BroadcastRule
    : ShardingRuleInterface::ExternalModel<BroadcastRule, BroadcastOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned added = cast<BroadcastOp>(op).getBroadcastSizes().size();
    for (auto [to, size] : llvm::enumerate(rule.getShape(1))) {
      SmallVector<FactorRuleBuilder::Place, 2> places{{1, unsigned(to)}};
      if (to >= added)
        places.push_back({0, unsigned(to) - added});
      rule.addFactor(size, places);
    }
    return std::move(rule).build();
  }
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::Broadcast;
  }
};

struct BitcastConvertRule
    : ShardingRuleInterface::ExternalModel<BitcastConvertRule,
                                           BitcastConvertOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned common =
        std::min(rule.getShape(0).size(), rule.getShape(1).size());
    for (unsigned dim = 0; dim != common; ++dim)
      rule.addFactor(rule.getShape(0)[dim], {{0, dim}, {1, dim}});
    // The extra dimension holds the pieces of one element.
    for (unsigned tensor : {0, 1})
      if (rule.getShape(tensor).size() > common)
        rule.addFactor(rule.getShape(tensor)[common], {{tensor, common}},
                       FactorKind::NeedReplication);
    return std::move(rule).build();
  }
  PropagationClass getPropagationClass(Operation *op) const {
    bool sameShape =
        getShapeOrEmpty(op->getOperand(0)) == getShapeOrEmpty(op->getResult(0));
    return sameShape ? PropagationClass::Elementwise : PropagationClass::Other;
  }
};

/// Pieces that are slices are cut from something that was split the same way,
/// so the dimension may stay split; other pieces are gathered.
struct ConcatenateRule
    : ShardingRuleInterface::ExternalModel<ConcatenateRule, ConcatenateOp> {
  unsigned getRuleVariant(Operation *op) const { return joinsSlices(op); }

  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    auto concatenated = cast<ConcatenateOp>(op).getDimension();
    unsigned result = rule.result(0);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(result))) {
      FactorKind kind = FactorKind::PassThrough;
      if (dim == concatenated) {
        if (options.conservative)
          continue;
        kind = joinsSlices(op) ? FactorKind::Permutation
                               : FactorKind::NeedReplication;
      }
      SmallVector<FactorRuleBuilder::Place> places;
      for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor)
        places.push_back({tensor, unsigned(dim)});
      rule.addFactor(size, places, kind);
    }
    return std::move(rule).build();
  }

private:
  /// All pieces are slices, or they are slices of one value and that value.
  static bool joinsSlices(Operation *op) {
    Value whole;
    bool anySlice = false, allSlices = true, oneSource = true;
    for (Value piece : op->getOperands()) {
      auto slice = piece.getDefiningOp<SliceOp>();
      Value source = slice ? slice.getOperand() : piece;
      anySlice |= bool(slice);
      allSlices &= bool(slice);
      oneSource &= !whole || whole == source;
      whole = source;
    }
    return allSlices || (anySlice && oneSource);
  }
};

/// A dimension that is cut at a run-time offset is not split while it is read.
struct DynamicSliceRule
    : ShardingRuleInterface::ExternalModel<DynamicSliceRule, DynamicSliceOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned result = rule.result(0);
    for (auto [dim, size] : llvm::enumerate(rule.getShape(0))) {
      bool whole = rule.getShape(result)[dim] == size;
      rule.addFactor(size, {{0, unsigned(dim)}, {result, unsigned(dim)}},
                     whole ? FactorKind::PassThrough
                           : FactorKind::NeedReplication,
                     !whole);
    }
    return std::move(rule).build();
  }
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::PassThroughForward;
  }
};

/// Where the update is smaller than the operand, the operand and the result
/// stay split alike and the update goes to whoever holds its place.
struct DynamicUpdateSliceRule
    : ShardingRuleInterface::ExternalModel<DynamicUpdateSliceRule,
                                           DynamicUpdateSliceOp> {
  unsigned getRuleVariant(Operation *op) const { return isStatic(op); }

  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned result = rule.result(0);
    for (auto [i, size] : llvm::enumerate(rule.getShape(0))) {
      unsigned dim = i;
      if (rule.getShape(1)[dim] == size) {
        rule.addFactor(size, {{0, dim}, {1, dim}, {result, dim}});
        continue;
      }
      rule.addFactor(size, {{0, dim}, {result, dim}});
      rule.addFactor(rule.getShape(1)[dim], {{1, dim}},
                     isStatic(op) ? FactorKind::PassThrough
                                  : FactorKind::NeedReplication);
    }
    return std::move(rule).build();
  }
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::PassThroughForward;
  }

private:
  static bool isStatic(Operation *op) {
    return llvm::all_of(
        cast<DynamicUpdateSliceOp>(op).getStartIndices(),
        [](Value index) { return matchPattern(index, m_Constant()); });
  }
};

} // namespace

void weft::attachMovementRules(MLIRContext &context) {
  attachModels<BroadcastInDimRule, BroadcastInDimOp, DynamicBroadcastInDimOp>(
      context);
  BitcastConvertOp::attachInterface<BitcastConvertRule>(context);
  BroadcastOp::attachInterface<BroadcastRule>(context);
  ConcatenateOp::attachInterface<ConcatenateRule>(context);
  DynamicPadOp::attachInterface<DynamicPadRule>(context);
  DynamicSliceOp::attachInterface<DynamicSliceRule>(context);
  DynamicUpdateSliceOp::attachInterface<DynamicUpdateSliceRule>(context);
  GetDimensionSizeOp::attachInterface<DimensionSizeRule>(context);
  PadOp::attachInterface<PadRule>(context);
  RealDynamicSliceOp::attachInterface<RealDynamicSliceRule>(context);
  ReverseOp::attachInterface<ReverseRule>(context);
  SliceOp::attachInterface<SliceRule>(context);
  TransposeOp::attachInterface<TransposeRule>(context);
}
