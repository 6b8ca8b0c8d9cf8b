//===- BatchNorm.cpp - batch normalisation on shards ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statistics of a feature are those of the whole batch. Where the batch is
// split, the op is spelled out: each device sums over what it has, and the sums
// are combined. A split along the features alone leaves the op as it is.
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// The arithmetic of one op whose batch is split: in f32 at least, and with
/// zeros where the shards have padding.
class SplitBatch {
public:
  SplitBatch(ShardBuilder &builder, int64_t feature, const APFloat &epsilon)
      : builder(builder), like(builder.operands[0]), feature(feature) {
    Type given = like.whole.getElementType();
    element = given.getIntOrFloatBitWidth() < 32 ? builder.getF32Type() : given;
    type = like.localType().clone(element);
    for (unsigned dim = 0; dim != like.sharding.rank(); ++dim) {
      if (int64_t(dim) == feature)
        continue;
      batchDims.push_back(dim);
      axes.append(like.axes(dim).axes());
      count *= like.size(dim);
    }
    this->epsilon = getScalar(epsilon);
  }

  bool isSplit() const { return !axes.empty(); }

  /// An operand in the type that is computed in.
  Value getOperand(unsigned index) {
    return builder.convert(builder.operands[index].value, element);
  }
  Value toWhole(Value perFeature) {
    return builder.broadcastTo(type, perFeature, feature);
  }
  /// `whole` - `perFeature`
  Value center(Value whole, Value perFeature) {
    return builder.subtract(whole, toWhole(perFeature));
  }
  Value multiply(Value a, Value b) {
    return builder.apply<hlo::MultiplyOp>(a, b);
  }
  /// The sum over the whole batch, per feature.
  Value sum(Value whole) {
    ShardedTensor tensor = like;
    tensor.value = whole;
    for (int64_t dim : batchDims)
      tensor.value = builder.fillPadding(tensor, dim, builder.zero(element));
    Value partial = builder.reduce(tensor.value, batchDims, ReducerKind::Add);
    return builder.allReduce(partial, axes, ReducerKind::Add);
  }
  Value mean(Value whole) {
    Value total = sum(whole);
    return builder.apply<hlo::DivideOp>(
        total, builder.splat(cast<RankedTensorType>(total.getType()),
                             getScalar(APFloat(count))));
  }
  /// 1 / sqrt(variance + epsilon), per feature.
  Value getDeviation(Value variance) {
    auto line = cast<RankedTensorType>(variance.getType());
    Value moved = builder.add(variance, builder.splat(line, epsilon));
    return hlo::RsqrtOp::create(builder, moved.getType(), moved);
  }
  /// A result in the type that was asked for.
  Value finish(Value value) {
    return builder.convert(value, like.whole.getElementType());
  }

private:
  Value getScalar(APFloat number) {
    bool exact;
    number.convert(cast<FloatType>(element).getFloatSemantics(),
                   APFloat::rmNearestTiesToEven, &exact);
    return builder.constant(
        DenseElementsAttr::get(RankedTensorType::get({}, element), number));
  }

  ShardBuilder &builder;
  const ShardedTensor &like;
  int64_t feature;
  Type element;
  RankedTensorType type;
  SmallVector<int64_t> batchDims;
  AxisList axes;
  double count = 1;
  Value epsilon;
};

template <typename Model, typename Op>
struct BatchNormPartitioning : PartitionInterface::ExternalModel<Model, Op> {
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    auto norm = cast<Op>(op);
    SplitBatch batch(builder, norm.getFeatureIndex(), norm.getEpsilon());
    if (batch.isSplit())
      return Model::build(builder, batch);
    SmallVector<Value> locals;
    for (const ShardedTensor &operand : builder.operands)
      locals.push_back(operand.value);
    return SmallVector<Value>(builder.cloneWith(locals)->getResults());
  }
};

/// y = (x - mean) * scale / sqrt(variance + epsilon) + offset
struct TrainingPartitioning
    : BatchNormPartitioning<TrainingPartitioning, hlo::BatchNormTrainingOp> {
  static LocalResults build(ShardBuilder &builder, SplitBatch &batch) {
    Value x = batch.getOperand(0), scale = batch.getOperand(1);
    Value mean = batch.mean(x);
    Value centered = batch.center(x, mean);
    Value variance = batch.mean(batch.multiply(centered, centered));
    Value factor = batch.multiply(scale, batch.getDeviation(variance));
    Value y = builder.add(batch.multiply(centered, batch.toWhole(factor)),
                          batch.toWhole(batch.getOperand(2)));
    return SmallVector<Value>{batch.finish(y), batch.finish(mean),
                              batch.finish(variance)};
  }
};

/// With c = x - mean, s = 1 / sqrt(variance + epsilon) and dy the gradient of
/// the result:
///   gradient of offset = sum(dy)
///   gradient of scale  = sum(dy c) s
///   gradient of x      = scale s (dy - mean(dy) - c s^2 mean(dy c))
struct GradPartitioning
    : BatchNormPartitioning<GradPartitioning, hlo::BatchNormGradOp> {
  static LocalResults build(ShardBuilder &builder, SplitBatch &batch) {
    Value x = batch.getOperand(0), scale = batch.getOperand(1);
    Value dy = batch.getOperand(4);
    Value s = batch.getDeviation(batch.getOperand(3));
    Value c = batch.center(x, batch.getOperand(2));
    Value product = batch.multiply(dy, c);
    Value slope = batch.multiply(batch.multiply(s, s), batch.mean(product));
    Value rest = builder.subtract(batch.center(dy, batch.mean(dy)),
                                  batch.multiply(c, batch.toWhole(slope)));
    Value dx = batch.multiply(batch.toWhole(batch.multiply(scale, s)), rest);
    return SmallVector<Value>{
        batch.finish(dx), batch.finish(batch.multiply(batch.sum(product), s)),
        batch.finish(batch.sum(dy))};
  }
};

} // namespace

void weft::attachBatchNormPartitioning(MLIRContext &context) {
  hlo::BatchNormTrainingOp::attachInterface<TrainingPartitioning>(context);
  hlo::BatchNormGradOp::attachInterface<GradPartitioning>(context);
}
