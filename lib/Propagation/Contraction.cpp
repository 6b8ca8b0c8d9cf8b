//===- Contraction.cpp - rules of products ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/ContractionOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;
using Place = FactorRuleBuilder::Place;

//===----------------------------------------------------------------------===//
// Products of two tensors
//===----------------------------------------------------------------------===//

namespace {
/// What the dimensions of both sides of a product do.
struct ProductRoles {
  ArrayRef<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  /// The dimensions of the right side that have neither role and are not in
  /// the result.
  ArrayRef<int64_t> rhsDropped = {};
};
} // namespace

/// Adds the factors of a product whose result is batch, left, right, from
/// dimension `at` on: batch, then the free dimensions of either side, then the
/// contracted ones.
static void addProduct(FactorRuleBuilder &rule, const ProductRoles &roles,
                       unsigned at = 0) {
  unsigned result = rule.result(0);
  for (auto [lhs, rhs] : llvm::zip_equal(roles.lhsBatch, roles.rhsBatch))
    rule.addFactor(rule.getShape(0)[lhs],
                   {{0, unsigned(lhs)}, {1, unsigned(rhs)}, {result, at++}});
  auto addFree = [&](unsigned side, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> contract, ArrayRef<int64_t> dropped) {
    for (auto [dim, size] : llvm::enumerate(rule.getShape(side)))
      if (!llvm::is_contained(batch, dim) &&
          !llvm::is_contained(contract, dim) &&
          !llvm::is_contained(dropped, dim))
        rule.addFactor(size, {{side, unsigned(dim)}, {result, at++}});
  };
  addFree(0, roles.lhsBatch, roles.lhsContract, {});
  addFree(1, roles.rhsBatch, roles.rhsContract, roles.rhsDropped);
  for (auto [lhs, rhs] : llvm::zip_equal(roles.lhsContract, roles.rhsContract))
    rule.addFactor(rule.getShape(0)[lhs],
                   {{0, unsigned(lhs)}, {1, unsigned(rhs)}},
                   FactorKind::Reduction);
}

namespace {
struct DotGeneralRule
    : ShardingRuleInterface::ExternalModel<DotGeneralRule, DotGeneralOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    auto dims = cast<DotGeneralOp>(op).getDotDimensionNumbers();
    addProduct(rule, {dims.getLhsBatchingDimensions(),
                      dims.getRhsBatchingDimensions(),
                      dims.getLhsContractingDimensions(),
                      dims.getRhsContractingDimensions()});
    return std::move(rule).build();
  }
};

/// The last dimension of the left side meets the first of the right.
struct DotRule : ShardingRuleInterface::ExternalModel<DotRule, DotOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    int64_t last = int64_t(rule.getShape(0).size()) - 1, first = 0;
    addProduct(rule, {{}, {}, last, first});
    return std::move(rule).build();
  }
};

/// A ragged row meets the matrix of its group, so rows, columns and batches are
/// as free as in any product. Groups are split as contracted dimensions are:
/// each device computes the rows of its groups, and the rest are zero.
struct RaggedDotRule
    : ShardingRuleInterface::ExternalModel<RaggedDotRule, chlo::RaggedDotOp> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    FactorRuleBuilder rule = createRuleBuilder(op);
    auto dims = cast<chlo::RaggedDotOp>(op).getRaggedDotDimensionNumbers();
    ArrayRef<int64_t> contract = dims.getLhsContractingDimensions();
    ArrayRef<int64_t> group = dims.getRhsGroupDimensions();
    bool isContracted =
        llvm::is_contained(contract, dims.getLhsRaggedDimensions().front());
    addProduct(rule,
               {dims.getLhsBatchingDimensions(),
                dims.getRhsBatchingDimensions(), contract,
                dims.getRhsContractingDimensions(), group},
               isContracted ? 1 : 0);
    Place sizes{2, unsigned(rule.getShape(2).size()) - 1};
    int64_t numGroups = rule.getShape(2).back();
    if (!group.empty())
      rule.addFactor(numGroups, {{1, unsigned(group.front())}, sizes},
                     FactorKind::Reduction);
    else if (isContracted)
      rule.addFactor(numGroups, {sizes, {rule.result(0), 0}});
    return std::move(rule).build();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Einsum
//===----------------------------------------------------------------------===//

/// One factor per letter of `config`, as in `ab,bc->ac`. A letter that the
/// result lacks is summed over. Returns nothing for text that does not fit the
/// shapes, or with an ellipsis, whose dimensions have no letters.
static std::optional<FactorRule> getEinsumRule(Operation *op,
                                               StringRef config) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  auto [inputs, output] = config.split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  terms.push_back(output);
  if (terms.size() != rule.getNumTensors())
    return std::nullopt;
  llvm::MapVector<char, SmallVector<Place, 3>> letters;
  for (auto [tensor, term] : llvm::enumerate(terms)) {
    term = term.trim();
    if (term.size() != rule.getShape(tensor).size() || term.contains('.'))
      return std::nullopt;
    for (auto [dim, letter] : llvm::enumerate(term))
      letters[letter].push_back({unsigned(tensor), unsigned(dim)});
  }
  for (auto &[letter, places] : letters) {
    int64_t size = rule.getShape(places[0].tensor)[places[0].dim];
    bool repeats = false;
    for (auto [first, second] :
         llvm::zip(places, ArrayRef(places).drop_front()))
      repeats |= first.tensor == second.tensor;
    // A diagonal needs both dimensions whole: split, its elements would lie on
    // a few devices only.
    FactorKind kind = repeats                   ? FactorKind::NeedReplication
                      : output.contains(letter) ? FactorKind::PassThrough
                                                : FactorKind::Reduction;
    if (!repeats) {
      rule.addFactor(size, places, kind);
      continue;
    }
    for (Place place : places)
      rule.addFactor(size, place, kind);
  }
  return std::move(rule).build();
}

namespace {
template <typename Op>
struct EinsumRule : ShardingRuleInterface::ExternalModel<EinsumRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    return getEinsumRule(op, cast<Op>(op).getEinsumConfig());
  }
  std::string getMissingRuleReason(Operation *) const {
    return "this einsum has dimensions without letters";
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

/// A spatial dimension of the input is seen as windows times the places in a
/// window: the output has the windows, the kernel has the places. Whichever
/// there are more of is the major part. Neighbouring windows share data, so
/// splitting them needs a halo.
static void addSpatialFactors(FactorRuleBuilder &rule, unsigned input,
                              unsigned kernel, unsigned output) {
  int64_t size = rule.getShape(0)[input];
  int64_t numPlaces = rule.getShape(1)[kernel];
  int64_t numWindows = rule.getShape(2)[output];
  auto addWindows = [&](int64_t part) {
    if (part > 1)
      rule.addFactor(part, {{0, input}, {2, output}}, FactorKind::Permutation);
  };
  auto addPlaces = [&](int64_t part) {
    if (part > 1)
      rule.addFactor(part, {{0, input}, {1, kernel}}, FactorKind::Reduction);
  };
  if (numWindows >= numPlaces) {
    int64_t part = std::min(size, numWindows);
    addWindows(part);
    addPlaces(part ? std::min(size / part, numPlaces) : 0);
  } else {
    int64_t part = std::min(size, numPlaces);
    addPlaces(part);
    addWindows(part ? std::min(size / part, numWindows) : 0);
  }
}

namespace {
template <typename Op>
struct ConvolutionRule
    : ShardingRuleInterface::ExternalModel<ConvolutionRule<Op>, Op> {
  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &options) const {
    auto conv = cast<Op>(op);
    FactorRuleBuilder rule = createRuleBuilder(op);
    ConvDimensionNumbersAttr dims = conv.getDimensionNumbers();
    unsigned result = rule.result(0);
    Place inputBatch{0, unsigned(dims.getInputBatchDimension())};
    Place inputFeature{0, unsigned(dims.getInputFeatureDimension())};
    Place kernelInput{1, unsigned(dims.getKernelInputFeatureDimension())};
    Place kernelOutput{1, unsigned(dims.getKernelOutputFeatureDimension())};
    Place outputBatch{result, unsigned(dims.getOutputBatchDimension())};
    Place outputFeature{result, unsigned(dims.getOutputFeatureDimension())};
    int64_t batchGroups = conv.getBatchGroupCount();
    int64_t featureGroups = conv.getFeatureGroupCount();

    // Several factors of one dimension are all larger than 1.
    auto add = [&](int64_t size, ArrayRef<Place> places,
                   FactorKind kind = FactorKind::PassThrough) {
      SmallVector<Place, 3> fitting;
      for (Place place : places)
        if (size > 1 || !rule.isCovered(place))
          fitting.push_back(place);
      if (!fitting.empty())
        rule.addFactor(size, fitting, kind);
    };
    if (batchGroups > 1)
      add(batchGroups, {inputBatch, kernelOutput, outputFeature});
    add(rule.getShape(0)[inputBatch.dim] / batchGroups,
        {inputBatch, outputBatch});
    if (!options.conservative)
      for (auto [input, kernel, output] :
           llvm::zip_equal(dims.getInputSpatialDimensions(),
                           dims.getKernelSpatialDimensions(),
                           dims.getOutputSpatialDimensions()))
        addSpatialFactors(rule, input, kernel, output);
    if (featureGroups > 1)
      add(featureGroups, {inputFeature, kernelOutput, outputFeature});
    add(rule.getShape(1)[kernelInput.dim], {inputFeature, kernelInput},
        FactorKind::Reduction);
    int64_t outputs =
        rule.getShape(1)[kernelOutput.dim] / (batchGroups * featureGroups);
    if (outputs > 1)
      add(outputs, {kernelOutput, outputFeature});
    return std::move(rule).build();
  }
};
} // namespace

void weft::attachContractionRules(MLIRContext &context) {
  attachModels<ConvolutionRule, ConvolutionOp, DynamicConvOp>(context);
  attachModels<EinsumRule, EinsumOp, UnaryEinsumOp>(context);
  DotGeneralOp::attachInterface<DotGeneralRule>(context);
  DotOp::attachInterface<DotRule>(context);
}

void weft::attachChloContractionRules(MLIRContext &context) {
  chlo::RaggedDotOp::attachInterface<RaggedDotRule>(context);
}
