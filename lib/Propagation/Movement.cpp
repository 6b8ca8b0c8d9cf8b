//===- Movement.cpp - rules of ops that move elements -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

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

template <typename Op>
struct SizeChangeRule
    : ShardingRuleInterface::ExternalModel<SizeChangeRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    ArrayRef<int64_t> before = getShapeOrEmpty(op->getOperand(0));
    ArrayRef<int64_t> after = getShapeOrEmpty(op->getResult(0));
    return getWindowRule(
        op, options, [&](unsigned dim) { return before[dim] != after[dim]; });
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

struct BroadcastInDimRule
    : ShardingRuleInterface::ExternalModel<BroadcastInDimRule,
                                           BroadcastInDimOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    ArrayRef<int64_t> dims =
        cast<BroadcastInDimOp>(op).getBroadcastDimensions();
    for (auto [to, size] : llvm::enumerate(rule.getShape(1))) {
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
      places.push_back({1, unsigned(to)});
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

/// Both shapes are walked major to minor. While as many elements lie behind on
/// either side, what the current dimensions have in common is one factor of
/// both; elsewhere each side has factors of its own.
struct ReshapeRule
    : ShardingRuleInterface::ExternalModel<ReshapeRule, ReshapeOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const;
  PropagationClass getPropagationClass(Operation *) const {
    return PropagationClass::PassThrough;
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

namespace {
/// How far one side of a reshape has been walked.
struct ReshapeSide {
  unsigned tensor;
  ArrayRef<int64_t> shape;
  unsigned dim = 0;
  /// What is left of the current dimension.
  int64_t left = 1;
  /// The product of everything walked so far.
  int64_t walked = 1;

  ReshapeSide(unsigned tensor, ArrayRef<int64_t> shape)
      : tensor(tensor), shape(shape), left(shape.empty() ? 1 : shape.front()) {}

  bool done() const { return dim == shape.size(); }
  FactorRuleBuilder::Place here() const { return {tensor, dim}; }
  void take(int64_t part) {
    walked *= part;
    left /= part;
    if (left == 1 && ++dim != shape.size())
      left = shape[dim];
  }
};
} // namespace

std::optional<FactorRule>
ReshapeRule::getShardingRule(Operation *op, const RuleOptions &) const {
  FactorRuleBuilder rule = createRuleBuilder(op);
  int64_t numElements = 1;
  for (int64_t size : rule.getShape(0))
    if (llvm::MulOverflow(numElements, size, numElements))
      return std::nullopt;
  if (numElements == 0)
    return std::nullopt;
  ReshapeSide from(0, rule.getShape(0)), to(1, rule.getShape(1));
  while (!from.done() || !to.done()) {
    ReshapeSide &behind =
        to.done() || (!from.done() && from.walked <= to.walked) ? from : to;
    // A dimension of size 1 has no partner.
    if (!from.done() && from.left == 1) {
      rule.addFactor(1, {from.here()});
      from.take(1);
      continue;
    }
    if (!to.done() && to.left == 1) {
      rule.addFactor(1, {to.here()});
      to.take(1);
      continue;
    }
    int64_t common =
        from.walked == to.walked ? std::gcd(from.left, to.left) : 1;
    if (common > 1) {
      rule.addFactor(common, {from.here(), to.here()});
      from.take(common);
      to.take(common);
      continue;
    }
    // The boundaries cross: the side that is behind walks alone, to where the
    // two may meet again.
    int64_t meeting = std::lcm(from.walked, to.walked) / behind.walked;
    int64_t part = std::gcd(meeting, behind.left);
    if (part == 1)
      part = behind.left;
    rule.addFactor(part, {behind.here()});
    behind.take(part);
  }
  return std::move(rule).build();
}

void weft::attachMovementRules(MLIRContext &context) {
  attachModels<SizeChangeRule, PadOp, SliceOp>(context);
  BitcastConvertOp::attachInterface<BitcastConvertRule>(context);
  BroadcastInDimOp::attachInterface<BroadcastInDimRule>(context);
  BroadcastOp::attachInterface<BroadcastRule>(context);
  ConcatenateOp::attachInterface<ConcatenateRule>(context);
  DynamicSliceOp::attachInterface<DynamicSliceRule>(context);
  DynamicUpdateSliceOp::attachInterface<DynamicUpdateSliceRule>(context);
  ReshapeOp::attachInterface<ReshapeRule>(context);
  ReverseOp::attachInterface<ReverseRule>(context);
  TransposeOp::attachInterface<TransposeRule>(context);
}
