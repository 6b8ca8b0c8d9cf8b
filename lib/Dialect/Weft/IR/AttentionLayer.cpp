//===- AttentionLayer.cpp - the attention layer -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerTypes.h"
#include "weft/Dialect/Weft/IR/RealNumber.h"

using namespace mlir;
using namespace weft;

namespace {
/// The sizes of an attention layer, those left out filled in.
struct Sizes {
  explicit Sizes(MultiHeadAttentionOp op)
      : in(op.getInFeatures()), kvIn(op.getKvFeatures().value_or(in)),
        heads(op.getHeads()), kvHeads(op.getKvHeads().value_or(heads)),
        qkv(op.getQkvFeatures().value_or(in)),
        out(op.getOutFeatures().value_or(in)) {}

  bool areSound() const {
    return in > 0 && kvIn > 0 && heads > 0 && kvHeads > 0 && qkv > 0 &&
           out > 0 && qkv % heads == 0 && heads % kvHeads == 0;
  }
  int64_t headDim() const { return qkv / heads; }

  int64_t in, kvIn, heads, kvHeads, qkv, out;
};
} // namespace

/// The sizes, or none if the layer does not verify.
static std::optional<Sizes> getSizes(MultiHeadAttentionOp op) {
  if (!op.getInFeaturesAttr() || !op.getHeadsAttr())
    return std::nullopt;
  Sizes sizes(op);
  if (!sizes.areSound())
    return std::nullopt;
  return sizes;
}

void MultiHeadAttentionOp::visitLeaves(LeafVisitor &visitor) {
  std::optional<Sizes> sizes = getSizes(*this);
  if (!sizes)
    return;
  MLIRContext *context = getContext();
  InitializerAttrInterface lecun = getLecunNormal(context);
  int64_t headDim = sizes->headDim();
  auto typeOf = [&](ArrayRef<int64_t> shape) {
    return getLeafType(context, shape, getParamDtypeAttr());
  };

  // A head's share of the kernel is a part of the output, not a receptive
  // field.
  InitializerAttrInterface init =
      (getKernelInitAttr() ? getKernelInitAttr() : lecun)
          .withFanAxes({0}, {1, 2});
  for (auto [kernel, bias, in, heads] :
       {std::tuple("query.kernel", "query.bias", sizes->in, sizes->heads),
        std::tuple("key.kernel", "key.bias", sizes->kvIn, sizes->kvHeads),
        std::tuple("value.kernel", "value.bias", sizes->kvIn,
                   sizes->kvHeads)}) {
    tellLeaf(visitor, kernel, typeOf({in, heads, headDim}), init, init,
             getKernelSpecAttr());
    if (!getNoBias())
      tellLeaf(visitor, bias, typeOf({heads, headDim}), getBiasInitAttr(),
               getZeros(context), getBiasSpecAttr());
  }

  // Before `out`, as in flax: the order decides which key each leaf gets.
  if (getNormalizeQk())
    for (StringRef scale : {"query_ln.scale", "key_ln.scale"})
      tellLeaf(visitor, scale, typeOf({headDim}), {}, getOnes(context), {});

  InitializerAttrInterface outInit =
      (getOutKernelInitAttr()
           ? getOutKernelInitAttr()
           : (getKernelInitAttr() ? getKernelInitAttr() : lecun))
          .withFanAxes({0, 1}, {2});
  tellLeaf(visitor, "out.kernel", typeOf({sizes->heads, headDim, sizes->out}),
           outInit, outInit, getOutKernelSpecAttr());
  if (!getNoBias())
    tellLeaf(visitor, "out.bias", typeOf({sizes->out}),
             getOutBiasInitAttr() ? getOutBiasInitAttr() : getBiasInitAttr(),
             getZeros(context), getOutBiasSpecAttr());
  // flax keeps a stream of keys for the dropout.
  if (FloatAttr rate = getDropoutAttr(); rate && rate.getValueAsDouble() > 0)
    visitor.otherKey();
}

LogicalResult MultiHeadAttentionOp::verify() {
  if (failed(verifySettings(*this,
                            {{"in_features", getInFeaturesAttr()},
                             {"heads", getHeadsAttr()},
                             {"kv_heads", getKvHeadsAttr()},
                             {"kv_features", getKvFeaturesAttr()},
                             {"qkv_features", getQkvFeaturesAttr()},
                             {"out_features", getOutFeaturesAttr()}},
                            getDtypeAttr(), getParamDtypeAttr())))
    return failure();
  Sizes sizes(*this);
  if (sizes.qkv % sizes.heads != 0)
    return emitOpError() << "has " << sizes.heads << " heads, which do not "
                         << "divide its " << sizes.qkv << " features";
  if (sizes.heads % sizes.kvHeads != 0)
    return emitOpError() << "has " << sizes.kvHeads << " kv_heads, which do "
                         << "not divide its " << sizes.heads << " heads";
  if (getNoBias() &&
      (getBiasInit() || getBiasSpec() || getOutBiasInit() || getOutBiasSpec()))
    return emitOpError("has no bias, but a setting for one; remove one of the "
                       "two");
  if (FloatAttr rate = getDropoutAttr();
      rate &&
      !(rate.getValueAsDouble() >= 0.0 && rate.getValueAsDouble() < 1.0))
    return emitOpError() << "drops " << toString(rate)
                         << " of the attention; the rate is from 0 to below 1";
  for (auto [rows, columns] :
       {std::pair(sizes.in, sizes.qkv), std::pair(sizes.kvIn, sizes.qkv),
        std::pair(sizes.qkv, sizes.out)})
    if (!getLeafType(getContext(), {rows, columns}, getParamDtypeAttr()))
      return emitOpError("has a parameter of more than 2^63 elements");
  return verifyLeaves(*this);
}

/// Whether `mask` broadcasts to [batch..., heads, queries, keys].
static bool broadcasts(ArrayRef<int64_t> mask, ArrayRef<int64_t> batch,
                       std::initializer_list<int64_t> last) {
  SmallVector<int64_t> full(batch);
  full.append(last);
  if (mask.size() > full.size())
    return false;
  for (auto [size, wanted] :
       llvm::zip(llvm::reverse(mask), llvm::reverse(full)))
    if (size != wanted && size != 1 && !ShapedType::isDynamic(size) &&
        !ShapedType::isDynamic(wanted))
      return false;
  return true;
}

CallTypes MultiHeadAttentionOp::inferCallTypes(StringRef method,
                                               TypeRange operands,
                                               EmitError emitError,
                                               SymbolTableCollection &) {
  std::optional<Sizes> sizes = getSizes(*this);
  if (!sizes || failed(verifyCall(method, operands, 1, 5, emitError)))
    return failure();
  bool hasKey = isKey(operands.back()) && operands.size() > 1;
  if (hasKey) {
    if (!getDropout())
      return emitError() << "the call has a random key, but the layer has no "
                            "dropout; remove the key";
    operands = operands.drop_back();
  }
  auto mask = dyn_cast<RankedTensorType>(operands.back());
  bool hasMask = mask && mask.getElementType().isInteger(1);
  size_t numInputs = operands.size() - hasMask;
  if (numInputs < 1 || numInputs > 3)
    return emitError() << "the layer takes 1 to 3 inputs, then a mask of i1 "
                          "and a random key, but the call has "
                       << numInputs << " inputs";

  SmallVector<RankedTensorType> inputs;
  for (size_t i = 0; i < numInputs; ++i) {
    FailureOr<RankedTensorType> input =
        getInput(operands, i, 2, i == 0 ? sizes->in : sizes->kvIn, emitError);
    if (failed(input))
      return failure();
    inputs.push_back(*input);
  }
  RankedTensorType query = inputs.front(), key = inputs[numInputs > 1];
  if (numInputs == 1 && sizes->in != sizes->kvIn)
    return emitError() << "keys have " << sizes->kvIn << " features and "
                       << "queries " << sizes->in
                       << "; the call needs an input for each";
  ArrayRef<int64_t> batch = query.getShape().drop_back(2);
  for (auto [i, input] : llvm::enumerate(inputs))
    if (input.getShape().drop_back(2) != batch ||
        (i == 2 && input.getShape().drop_back() != key.getShape().drop_back()))
      return emitError() << "argument " << i << " is " << input
                         << ", which does not fit argument " << (i == 2) << ", "
                         << inputs[i == 2];
  int64_t length = query.getDimSize(query.getRank() - 2);
  int64_t keyLength = key.getDimSize(key.getRank() - 2);
  if (hasMask &&
      !broadcasts(mask.getShape(), batch, {sizes->heads, length, keyLength}))
    return emitError() << "the mask is " << mask
                       << ", which does not broadcast to batch, "
                       << sizes->heads << " heads, " << length
                       << " queries and " << keyLength << " keys";

  FailureOr<Type> element = getResultElement(
      query.getElementType(), getDtypeAttr(), getParamDtypeAttr(), emitError);
  if (failed(element))
    return failure();
  SmallVector<int64_t> shape(query.getShape());
  shape.back() = sizes->out;
  return SmallVector<Type>{RankedTensorType::get(shape, *element)};
}
