//===- Attention.cpp - the lowering of attention ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries, keys and values are [batch..., length, heads, head_dim], weights are
// [batch..., heads, queries, keys]. Heads stay a dimension of their own, so a
// layout that splits them splits every product here.
//
//===----------------------------------------------------------------------===//

#include "LayerLowering.h"
#include "LoweringModels.h"
#include "Random.h"

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

Value lowering::buildSoftmax(TensorBuilder &b, Value logits) {
  ArrayRef<int64_t> shape = getTensorType(logits).getShape();
  int64_t last = static_cast<int64_t>(shape.size()) - 1;
  Value largest = b.broadcastFirst(b.maximum(logits, {last}), shape);
  Value weights = b.unary<hlo::ExponentialOp>(b.subtract(logits, largest));
  return b.divide(weights, b.broadcastFirst(b.sum(weights, {last}), shape));
}

namespace {
/// The inputs of a call, and what follows them.
struct Inputs {
  explicit Inputs(const LayerCall &call);

  Value query, key, value;
  Value mask;      ///< may be null
  Value randomKey; ///< may be null
};

/// The products of attention. Several query heads may share a key head; these
/// are then a group, and heads are counted [key heads, group].
class Attention {
public:
  Attention(LayerCall &call, Value query, Value key, Value value);

  /// Products of queries and keys, [batch..., heads, queries, keys], in
  /// elements of `element`.
  Value multiplyKeys(Type element);
  /// The sums of the values by weight, [batch..., queries, heads, head_dim].
  Value sumValues(Value weights);
  /// Which keys each query may see; null if all.
  Value getMask(Value mask, bool causal);

  Value query, key, value;

private:
  /// Splits dimension `dim`, the heads, into key heads and groups.
  Value splitHeads(Value tensor, int64_t dim);
  Value mergeHeads(Value tensor, int64_t dim);
  SmallVector<int64_t> getBatch() const {
    return llvm::to_vector(llvm::seq<int64_t>(0, numBatch));
  }

  LayerCall &b;
  int64_t numBatch, numQueries, numKeys, numHeads, numKeyHeads;
};
} // namespace

Inputs::Inputs(const LayerCall &call) {
  ValueRange operands = call.getOperands();
  auto takeLast = [&](auto isWanted) {
    if (operands.size() < 2 || !isWanted(getElement(operands.back())))
      return Value();
    Value last = operands.back();
    operands = operands.drop_back();
    return last;
  };
  randomKey = takeLast([](Type type) { return type.isUnsignedInteger(32); });
  mask = takeLast([](Type type) { return type.isInteger(1); });
  query = operands[0];
  key = operands.size() > 1 ? operands[1] : query;
  value = operands.size() > 2 ? operands[2] : key;
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

Attention::Attention(LayerCall &call, Value query, Value key, Value value)
    : query(query), key(key), value(value), b(call) {
  ArrayRef<int64_t> queries = getTensorType(query).getShape();
  ArrayRef<int64_t> keys = getTensorType(key).getShape();
  numBatch = static_cast<int64_t>(queries.size()) - 3;
  numQueries = queries[numBatch];
  numHeads = queries[numBatch + 1];
  numKeys = keys[numBatch];
  numKeyHeads = keys[numBatch + 1];
}

Value Attention::splitHeads(Value tensor, int64_t dim) {
  SmallVector<int64_t> shape(getTensorType(tensor).getShape());
  shape[dim] = numKeyHeads;
  shape.insert(shape.begin() + dim + 1, numHeads / numKeyHeads);
  return b.reshape(tensor, shape);
}

Value Attention::mergeHeads(Value tensor, int64_t dim) {
  SmallVector<int64_t> shape(getTensorType(tensor).getShape());
  shape[dim] = numHeads;
  shape.erase(shape.begin() + dim + 1);
  return b.reshape(tensor, shape);
}

Value Attention::multiplyKeys(Type element) {
  SmallVector<int64_t> batch = getBatch();
  int64_t n = numBatch;
  batch.push_back(n + 1); // the heads
  if (numHeads == numKeyHeads)
    return b.dot(query, key, batch, batch, {n + 2}, {n + 2}, element);
  Value product = b.dot(splitHeads(query, n + 1), key, batch, batch, {n + 3},
                        {n + 2}, element);
  // [batch..., key heads, queries, group, keys]
  SmallVector<int64_t> order = getBatch();
  order.append({n, n + 2, n + 1, n + 3});
  return mergeHeads(b.transpose(product, order), n);
}

Value Attention::sumValues(Value weights) {
  SmallVector<int64_t> batch = getBatch(), valueBatch = getBatch();
  int64_t n = numBatch;
  Type element = getElement(value);
  batch.push_back(n);
  valueBatch.push_back(n + 1);
  SmallVector<int64_t> order = getBatch();
  if (numHeads == numKeyHeads) {
    Value sums =
        b.dot(weights, value, batch, valueBatch, {n + 2}, {n}, element);
    order.append({n + 1, n, n + 2});
    return b.transpose(sums, order);
  }
  Value sums = b.dot(splitHeads(weights, n), value, batch, valueBatch, {n + 3},
                     {n}, element);
  // [batch..., key heads, group, queries, head_dim]
  order.append({n + 2, n, n + 1, n + 3});
  return mergeHeads(b.transpose(sums, order), n + 1);
}

Value Attention::getMask(Value mask, bool causal) {
  SmallVector<int64_t> shape(getTensorType(query).getShape().drop_back(3));
  shape.append({numHeads, numQueries, numKeys});
  if (mask)
    mask = b.broadcastLast(mask, shape);
  if (!causal)
    return mask;
  auto square = RankedTensorType::get({numQueries, numKeys}, b.getI32Type());
  Value past = b.broadcastLast(b.compare(b.iota(square, 0), b.iota(square, 1),
                                         hlo::ComparisonDirection::GE),
                               shape);
  return mask ? b.binary<hlo::AndOp>(mask, past) : past;
}

//===----------------------------------------------------------------------===//
// The layer
//===----------------------------------------------------------------------===//

/// Without a dropout, Flax leaves attention to jax.nn: logits are at least f32,
/// the softmax is f32 always.
static Value attend(LayerCall &b, Attention &heads, Value mask) {
  Type element = getElement(heads.query);
  Type wide = promoteTypes(element, b.getF32Type());
  int64_t headDim = getTensorType(heads.query).getShape().back();
  Value logits = heads.multiplyKeys(wide);
  logits = b.multiply(
      logits,
      b.splatLike(logits, 1.0 / std::sqrt(static_cast<double>(headDim))));
  if (mask) {
    double lowest =
        -0.7 * static_cast<double>(std::numeric_limits<float>::max());
    logits = b.select(mask, logits, b.splatLike(logits, lowest));
  }
  Value weights = buildSoftmax(b, b.convert(logits, b.getF32Type()));
  return heads.sumValues(b.convert(weights, element));
}

/// With one, everything is computed in the type of the layer. All batches and
/// heads drop the same weights.
static Value attendWithDropout(LayerCall &b, Attention &heads, Value mask,
                               double rate, Value randomKey) {
  auto element = cast<FloatType>(getElement(heads.query));
  int64_t headDim = getTensorType(heads.query).getShape().back();
  heads.query = b.divide(
      heads.query,
      b.splatLike(heads.query, std::sqrt(static_cast<double>(headDim))));
  Value logits = heads.multiplyKeys(element);
  RankedTensorType type = getTensorType(logits);
  if (mask)
    logits = b.select(
        mask, logits,
        b.splat(type, llvm::APFloat::getLargest(element.getFloatSemantics(),
                                                /*Negative=*/true)));
  Value weights = buildSoftmax(b, logits);
  if (randomKey) {
    ArrayRef<int64_t> shape = type.getShape();
    Value kept = buildBernoulli(b, randomKey, shape.take_back(2), 1.0 - rate);
    Value factor = b.convert(kept, element);
    factor = b.divide(factor, b.splatLike(factor, 1.0 - rate));
    weights = b.multiply(weights, b.broadcastLast(factor, shape));
  }
  return heads.sumValues(weights);
}

namespace {
struct LowerAttention {
  static FailureOr<Value> lower(MultiHeadAttentionOp op, LayerCall &b);
};
} // namespace

/// A projection to heads, normalised if the layer does so.
static Value project(LayerCall &b, Value input, StringRef name) {
  std::string prefix = name.str();
  Type element = b.getElementType();
  Value heads = buildLinear(b, input, b.leaf(prefix + ".kernel"),
                            b.leaf(prefix + ".bias"), 1, element);
  if (Value scale = b.leaf(prefix + "_ln.scale"))
    heads = buildNorm(b, heads, scale, Value(), /*subtractMean=*/true,
                      /*epsilon=*/1e-6, element);
  return heads;
}

FailureOr<Value> LowerAttention::lower(MultiHeadAttentionOp op, LayerCall &b) {
  if (isa<ComplexType>(b.getElementType()))
    return mlir::emitError(b.getLoc())
           << "attention has no softmax of complex numbers";
  Inputs inputs(b);
  Attention heads(b, project(b, inputs.query, "query"),
                  project(b, inputs.key, "key"),
                  project(b, inputs.value, "value"));
  Value mask = heads.getMask(inputs.mask, op.getCausal());
  double rate =
      op.getDropoutAttr() ? op.getDropoutAttr().getValueAsDouble() : 0.0;
  Value attended =
      rate > 0.0 ? attendWithDropout(b, heads, mask, rate, inputs.randomKey)
                 : attend(b, heads, mask);
  return buildLinear(b, attended, b.leaf("out.kernel"), b.leaf("out.bias"), 2,
                     b.getElementType());
}

void weft::registerAttentionLowering(MLIRContext *context) {
  MultiHeadAttentionOp::attachInterface<
      LayerModel<LowerAttention, MultiHeadAttentionOp>>(*context);
}
