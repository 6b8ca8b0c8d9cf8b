//===- Chlo.cpp - rules of the chlo dialect ---------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has a family of its own (products, orders) is with that family.
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::chlo;
using Place = FactorRuleBuilder::Place;

/// Dimension n of an operand is dimension `dims[n]` of the result, or the last
/// dimensions of both belong together. A size-1 dimension that is repeated has
/// nothing in common with its copies.
static FactorRule getBroadcastRule(Operation *op,
                                   std::optional<ArrayRef<int64_t>> dims) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  unsigned result = rule.result(0);
  size_t rank = rule.getShape(result).size();
  SmallVector<SmallVector<Place, 4>> places(rank);
  for (unsigned operand = 0; operand != rule.getNumOperands(); ++operand) {
    ArrayRef<int64_t> shape = rule.getShape(operand);
    bool isMapped =
        dims && dims->size() == shape.size() && shape.size() != rank;
    for (auto [dim, size] : llvm::enumerate(shape)) {
      size_t to = isMapped ? (*dims)[dim] : dim + rank - shape.size();
      if (rule.getShape(result)[to] == size)
        places[to].push_back({operand, unsigned(dim)});
    }
  }
  for (auto [dim, size] : llvm::enumerate(rule.getShape(result))) {
    places[dim].push_back({result, unsigned(dim)});
    rule.addFactor(size, places[dim]);
  }
  return std::move(rule).build();
}

namespace {
template <typename Op>
struct BroadcastRule
    : ShardingRuleInterface::ExternalModel<BroadcastRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    return getBroadcastRule(op, cast<Op>(op).getBroadcastDimensions());
  }
};

struct BroadcastSelectRule
    : ShardingRuleInterface::ExternalModel<BroadcastSelectRule,
                                           BroadcastSelectOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    return getBroadcastRule(op, std::nullopt);
  }
};

/// A step needs the one before it, so the dimension of the steps is whole. The
/// others are independent if the body treats every element by itself.
struct ScanRule : ShardingRuleInterface::ExternalModel<ScanRule, ScanOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    auto scan = cast<ScanOp>(op);
    if (!isElementwise(scan, options))
      return std::nullopt;
    FactorRuleBuilder rule = createRuleBuilder(op);
    unsigned numInputs = scan.getInputs().size();
    unsigned numOutputs = scan.getOutputs().size();
    unsigned steps = scan.getDimension();
    auto hasSteps = [&](unsigned tensor) {
      return tensor < numInputs ||
             (tensor >= rule.result(0) && tensor < rule.result(numOutputs));
    };
    SmallVector<Place> stepPlaces;
    SmallVector<SmallVector<Place>> others;
    for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor) {
      unsigned at = 0;
      for (unsigned dim = 0; dim != rule.getShape(tensor).size(); ++dim) {
        if (hasSteps(tensor) && dim == steps) {
          stepPlaces.push_back({tensor, dim});
          continue;
        }
        others.resize(std::max<size_t>(others.size(), at + 1));
        others[at++].push_back({tensor, dim});
      }
    }
    for (ArrayRef<Place> places : others)
      rule.addFactor(rule.getShape(places[0].tensor)[places[0].dim], places);
    if (!stepPlaces.empty())
      rule.addFactor(rule.getShape(stepPlaces[0].tensor)[steps], stepPlaces,
                     FactorKind::NeedReplication);
    return std::move(rule).build();
  }
  std::string getMissingRuleReason(Operation *) const {
    return "the body of this scan is not elementwise";
  }

private:
  /// Every op of the body has one factor per dimension, in order, and all
  /// tensors of the body have one shape.
  static bool isElementwise(ScanOp scan, const RuleOptions &options) {
    Block &body = scan.getBody().front();
    if (body.getNumArguments() == 0)
      return false;
    ArrayRef<int64_t> shape = getShapeOrEmpty(body.getArgument(0));
    auto hasShape = [&](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      return type && type.getShape() == shape;
    };
    if (!llvm::all_of(body.getArguments(), hasShape))
      return false;
    return llvm::all_of(body.without_terminator(), [&](Operation &op) {
      auto interface = dyn_cast<ShardingRuleInterface>(op);
      if (!interface || !llvm::all_of(op.getOperands(), hasShape) ||
          !llvm::all_of(op.getResults(), hasShape))
        return false;
      std::optional<FactorRule> rule = interface.getShardingRule(options);
      return rule && rule->isIdentity();
    });
  }
};
} // namespace

void weft::attachChloRules(MLIRContext &context) {
  attachModels<ElementwiseRule, AcosOp, AcoshOp, AsinAcosKernelOp, AsinOp,
               AsinhOp, AtanOp, AtanhOp, BesselI1eOp, ConjOp, ConstantLikeOp,
               CoshOp, DigammaOp, ErfInvOp, ErfOp, ErfcOp, IsInfOp, IsNegInfOp,
               IsPosInfOp, LgammaOp, MulhiOp, NextAfterOp, PolygammaOp, SinhOp,
               SquareOp, TanOp, ZetaOp>(context);
  attachModels<BroadcastRule, BroadcastAddOp, BroadcastAndOp, BroadcastAtan2Op,
               BroadcastCompareOp, BroadcastComplexOp, BroadcastDivideOp,
               BroadcastMaximumOp, BroadcastMinimumOp, BroadcastMultiplyOp,
               BroadcastNextAfterOp, BroadcastOrOp, BroadcastPolygammaOp,
               BroadcastPowerOp, BroadcastRemainderOp, BroadcastShiftLeftOp,
               BroadcastShiftRightArithmeticOp, BroadcastShiftRightLogicalOp,
               BroadcastSubtractOp, BroadcastXorOp, BroadcastZetaOp>(context);
  BroadcastSelectOp::attachInterface<BroadcastSelectRule>(context);
  ScanOp::attachInterface<ScanRule>(context);
}
