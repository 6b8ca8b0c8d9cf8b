//===- Contraction.cpp - products and convolutions on shards ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/ContractionOps.h"
#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// Zeros in the padding of the dimensions that are summed over: both sides,
/// because zero times whatever the padding holds need not be zero.
static SmallVector<Value> fillSummedDims(ShardBuilder &builder,
                                         const FactorRule &rule) {
  SmallVector<Value> filled;
  for (auto [t, operand] : llvm::enumerate(builder.operands)) {
    ShardedTensor tensor = operand;
    for (unsigned dim = 0; dim != rule.getRank(t); ++dim) {
      bool summed = llvm::any_of(rule.getDim(t, dim), [&](uint16_t factor) {
        return rule.getFactors()[factor].kind == FactorKind::Reduction;
      });
      if (summed && tensor.isPadded(dim))
        tensor.value = builder.fillPadding(
            tensor, dim, builder.zero(tensor.whole.getElementType()));
    }
    filled.push_back(tensor.value);
  }
  return filled;
}

namespace {

/// Splitting the contracting factor leaves each device with a partial sum: the
/// result is unreduced over the axes of that factor.
template <typename Op>
struct ProductPartitioning
    : PartitionInterface::ExternalModel<ProductPartitioning<Op>, Op> {
  void getPartitionWays(Operation *op, const FactorRule *rule,
                        SmallVectorImpl<PartitionWay> &ways) const {
    if (rule)
      ways.push_back(PartitionWay::of(
          *rule, {FactorKind::PassThrough, FactorKind::Reduction},
          ReducerKind::Add));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    // The kinds of the factors do not depend on the sizes.
    std::optional<FactorRule> rule =
        cast<ShardingRuleInterface>(op).getShardingRule(RuleOptions());
    if (!rule)
      return op->emitOpError("has no sharding rule");
    return SmallVector<Value>(
        builder.cloneWith(fillSummedDims(builder, *rule))->getResults());
  }
};

/// One factor for each role of a dimension. Along a split spatial dimension a
/// device computes its part of the windows and fetches the elements they cover;
/// or, if the kernel is what is split, as in the gradient of a convolution, it
/// sums its part of every window.
struct ConvolutionPartitioning
    : PartitionInterface::ExternalModel<ConvolutionPartitioning,
                                        hlo::ConvolutionOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    auto conv = cast<hlo::ConvolutionOp>(op);
    for (bool splitKernel : {false, true})
      ways.push_back(
          PartitionWay::of(getRule(conv, splitKernel),
                           {FactorKind::PassThrough, FactorKind::Reduction,
                            FactorKind::Permutation},
                           ReducerKind::Add));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;

private:
  static FactorRule getRule(hlo::ConvolutionOp op, bool splitKernel);
};

} // namespace

/// Whether the kernel of a spatial dimension is applied from its end.
static bool isReversed(hlo::ConvolutionOp op, unsigned index) {
  std::optional<ArrayRef<bool>> reversal = op.getWindowReversal();
  return reversal && !reversal->empty() && (*reversal)[index];
}

FactorRule ConvolutionPartitioning::getRule(hlo::ConvolutionOp op,
                                            bool splitKernel) {
  FactorRuleBuilder rule = createWayBuilder(op);
  hlo::ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  enum : unsigned { lhs, rhs, out };
  auto place = [](unsigned tensor, int64_t dim) {
    return FactorRuleBuilder::Place{tensor, static_cast<unsigned>(dim)};
  };
  auto inBatch = place(lhs, dims.getInputBatchDimension());
  auto inFeature = place(lhs, dims.getInputFeatureDimension());
  auto kernelIn = place(rhs, dims.getKernelInputFeatureDimension());
  auto kernelOut = place(rhs, dims.getKernelOutputFeatureDimension());
  auto outBatch = place(out, dims.getOutputBatchDimension());
  auto outFeature = place(out, dims.getOutputFeatureDimension());
  int64_t featureGroups = op.getFeatureGroupCount();
  int64_t batchGroups = op.getBatchGroupCount();
  // The groups are the major part of the dimensions that they divide.
  if (featureGroups > 1)
    rule.addFactor(featureGroups, {inFeature, kernelOut, outFeature});
  if (batchGroups > 1)
    rule.addFactor(batchGroups, {inBatch, kernelOut, outFeature});
  auto size = [&](FactorRuleBuilder::Place place) {
    return rule.getShape(place.tensor)[place.dim];
  };
  rule.addFactor(size(outBatch), {inBatch, outBatch});
  rule.addFactor(size(kernelIn), {inFeature, kernelIn}, FactorKind::Reduction);
  rule.addFactor(size(kernelOut) / (featureGroups * batchGroups),
                 {kernelOut, outFeature});
  for (auto [i, in] : llvm::enumerate(dims.getInputSpatialDimensions())) {
    auto kernel = place(rhs, dims.getKernelSpatialDimensions()[i]);
    auto result = place(out, dims.getOutputSpatialDimensions()[i]);
    if (!splitKernel)
      rule.addFactor(size(place(lhs, in)), {place(lhs, in), result},
                     FactorKind::Permutation);
    else if (!isReversed(op, i))
      rule.addFactor(size(kernel), {place(lhs, in), kernel},
                     FactorKind::Reduction);
  }
  return std::move(rule).build();
}

/// The number of a spatial dimension's entry in an attribute, or its default.
static int64_t getOr(std::optional<ArrayRef<int64_t>> list, unsigned index,
                     int64_t otherwise) {
  return list && !list->empty() ? (*list)[index] : otherwise;
}

LocalResults ConvolutionPartitioning::localise(Operation *op,
                                               ShardBuilder &builder) const {
  auto conv = cast<hlo::ConvolutionOp>(op);
  hlo::ConvDimensionNumbersAttr dims = conv.getDimensionNumbers();
  ShardedTensor &lhs = builder.operands[0], &rhs = builder.operands[1];
  const ShardedTensor &out = builder.results[0];
  Value zero = builder.zero(lhs.whole.getElementType());
  Value left = builder.fillPadding(lhs, dims.getInputFeatureDimension(), zero);
  Value right = builder.fillPadding(rhs, dims.getKernelInputFeatureDimension(),
                                    builder.zero(rhs.whole.getElementType()));

  unsigned rank = dims.getInputSpatialDimensions().size();
  SmallVector<int64_t> padding(2 * rank, 0), dilation(rank, 1);
  if (auto attr = conv.getPaddingAttr())
    padding = SmallVector<int64_t>(attr.getValues<int64_t>());
  for (unsigned i = 0; i != rank; ++i) {
    dilation[i] = getOr(conv.getLhsDilation(), i, 1);
    unsigned in = dims.getInputSpatialDimensions()[i];
    unsigned to = dims.getOutputSpatialDimensions()[i];
    unsigned kernel = dims.getKernelSpatialDimensions()[i];
    if (!lhs.isSplit(in))
      continue;
    int64_t stride = getOr(conv.getWindowStrides(), i, 1);
    int64_t window =
        (rhs.size(kernel) - 1) * getOr(conv.getRhsDilation(), i, 1) + 1;
    int64_t count = out.localSize(to);
    int64_t scale = count * stride;
    if (rhs.isSplit(kernel)) {
      // What is beyond the kernel multiplies with nothing.
      ShardedTensor part = rhs;
      part.value = right;
      right = builder.fillPadding(part, kernel,
                                  builder.zero(rhs.whole.getElementType()));
      int64_t step = getOr(conv.getRhsDilation(), i, 1);
      scale = rhs.localSize(kernel) * step;
      window = (rhs.localSize(kernel) - 1) * step + 1;
    }
    ShardedTensor source = lhs;
    source.value = left;
    // Where there are no windows, they cover nothing.
    int64_t width = std::max<int64_t>(0, (count - 1) * stride + window);
    left = builder.fetchDilated(
        source, in, {scale, -padding[2 * i], rhs.size(kernel) == 0 ? 0 : width},
        dilation[i], zero);
    padding[2 * i] = padding[2 * i + 1] = 0;
    dilation[i] = 1;
  }
  auto local = cast<hlo::ConvolutionOp>(builder.cloneWith({left, right}));
  if (rank != 0) {
    local.setPaddingAttr(DenseIntElementsAttr::get(
        RankedTensorType::get({rank, 2}, builder.getI64Type()), padding));
    local.setLhsDilation(dilation);
  }
  // As many groups as the device has of them.
  int64_t features = cast<RankedTensorType>(left.getType())
                         .getDimSize(dims.getInputFeatureDimension());
  int64_t perGroup = cast<RankedTensorType>(right.getType())
                         .getDimSize(dims.getKernelInputFeatureDimension());
  if (conv.getFeatureGroupCount() > 1 && perGroup > 0)
    local.setFeatureGroupCount(features / perGroup);
  int64_t batch = cast<RankedTensorType>(left.getType())
                      .getDimSize(dims.getInputBatchDimension());
  int64_t outBatch = out.localSize(dims.getOutputBatchDimension());
  if (conv.getBatchGroupCount() > 1 && outBatch > 0)
    local.setBatchGroupCount(batch / outBatch);
  return SmallVector<Value>(local->getResults());
}

void weft::attachContractionPartitioning(MLIRContext &context) {
  hlo::DotOp::attachInterface<ProductPartitioning<hlo::DotOp>>(context);
  hlo::DotGeneralOp::attachInterface<ProductPartitioning<hlo::DotGeneralOp>>(
      context);
  hlo::EinsumOp::attachInterface<ProductPartitioning<hlo::EinsumOp>>(context);
  hlo::UnaryEinsumOp::attachInterface<ProductPartitioning<hlo::UnaryEinsumOp>>(
      context);
  hlo::ConvolutionOp::attachInterface<ConvolutionPartitioning>(context);
}
