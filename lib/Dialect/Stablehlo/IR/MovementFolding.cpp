//===- MovementFolding.cpp - folding of movement ops -----------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ConstantFolding.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace weft::stablehlo;

/// `value`, if it can stand for the result of `op` as it is.
static OpFoldResult asResult(Operation *op, Value value) {
  return value.getType() == op->getResult(0).getType() ? OpFoldResult(value)
                                                       : OpFoldResult();
}

static bool isIdentity(ArrayRef<int64_t> permutation) {
  return llvm::all_of(llvm::enumerate(permutation), [](auto entry) {
    return entry.value() == int64_t(entry.index());
  });
}

static bool isAllZero(ArrayRef<int64_t> values) {
  return llvm::all_of(values, [](int64_t value) { return value == 0; });
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

OpFoldResult IotaOp::fold(FoldAdaptor) {
  // Along a dimension of size 1 there is only position 0.
  if (getType().getDimSize(getIotaDimension()) != 1)
    return {};
  return getZeros(getType());
}

OpFoldResult GetDimensionSizeOp::fold(FoldAdaptor) {
  int64_t size =
      cast<RankedTensorType>(getOperand().getType()).getDimSize(getDimension());
  if (ShapedType::isDynamic(size) || !llvm::isInt<32>(size))
    return {};
  return DenseElementsAttr::get(getType(), int32_t(size));
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

OpFoldResult BitcastConvertOp::fold(FoldAdaptor adaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  auto from = cast<RankedTensorType>(getOperand().getType()).getElementType();
  Type to = getType().getElementType();
  if (getStorageBits(from) != getStorageBits(to))
    return {};
  Attribute operands[] = {adaptor.getOperand()};
  auto toFloat = dyn_cast<FloatType>(to);
  if (isa<IntegerType>(from) && isa<IntegerType>(to))
    return mapElements<APInt, APInt>(
        operands, getType(),
        [](ArrayRef<APInt> x) { return std::optional(x[0]); });
  if (isa<IntegerType>(from) && toFloat)
    return mapElements<APInt, APFloat>(
        operands, getType(), [&](ArrayRef<APInt> x) {
          return std::optional(APFloat(toFloat.getFloatSemantics(), x[0]));
        });
  if (isa<FloatType>(from) && isa<IntegerType>(to))
    return mapElements<APFloat, APInt>(
        operands, getType(), [](ArrayRef<APFloat> x) {
          return std::optional(x[0].bitcastToAPInt());
        });
  return {};
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getBroadcastSizes().empty())
    return asResult(*this, getOperand());
  auto constant = dyn_cast_if_present<DenseElementsAttr>(adaptor.getOperand());
  if (!constant || !constant.isSplat() || !getType().hasStaticShape() ||
      constant.getElementType() != getType().getElementType())
    return {};
  return constant.resizeSplat(getType());
}

OpFoldResult BroadcastInDimOp::fold(FoldAdaptor adaptor) {
  if (isIdentity(getBroadcastDimensions()))
    if (OpFoldResult folded = asResult(*this, getOperand()))
      return folded;
  // A broadcast of a broadcast is one broadcast.
  if (auto inner = getOperand().getDefiningOp<BroadcastInDimOp>()) {
    SmallVector<int64_t> dims;
    for (int64_t dim : inner.getBroadcastDimensions())
      dims.push_back(getBroadcastDimensions()[dim]);
    setBroadcastDimensions(dims);
    getOperandMutable().assign(inner.getOperand());
    return getResult();
  }
  // Only equal elements: anything else would grow.
  auto constant = dyn_cast_if_present<DenseElementsAttr>(adaptor.getOperand());
  if (!constant || !constant.isSplat() || !getType().hasStaticShape() ||
      constant.getElementType() != getType().getElementType())
    return {};
  return constant.resizeSplat(getType());
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult folded = asResult(*this, getOperand()))
    return folded;
  if (auto inner = getOperand().getDefiningOp<ReshapeOp>()) {
    getOperandMutable().assign(inner.getOperand());
    return getResult();
  }
  auto constant = dyn_cast_if_present<DenseElementsAttr>(adaptor.getOperand());
  if (!constant || !getType().hasStaticShape() ||
      constant.getElementType() != getType().getElementType())
    return {};
  return constant.reshape(getType());
}

OpFoldResult ReverseOp::fold(FoldAdaptor adaptor) {
  auto type = cast<RankedTensorType>(getOperand().getType());
  ArrayRef<int64_t> dims = getDimensions();
  if (llvm::all_of(dims,
                   [&](int64_t dim) { return type.getDimSize(dim) == 1; }))
    return asResult(*this, getOperand());
  if (auto inner = getOperand().getDefiningOp<ReverseOp>())
    if (inner.getDimensions() == dims)
      return asResult(*this, inner.getOperand());
  return moveElements(
      adaptor.getOperand(), getType(),
      [&](ArrayRef<int64_t> index, SmallVectorImpl<int64_t> &source) {
        source.assign(index.begin(), index.end());
        for (int64_t dim : dims)
          source[dim] = type.getDimSize(dim) - 1 - index[dim];
      });
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (isIdentity(getPermutation()))
    return asResult(*this, getOperand());
  if (auto inner = getOperand().getDefiningOp<TransposeOp>()) {
    SmallVector<int64_t> permutation;
    for (int64_t dim : getPermutation())
      permutation.push_back(inner.getPermutation()[dim]);
    setPermutation(permutation);
    getOperandMutable().assign(inner.getOperand());
    return getResult();
  }
  return moveElements(
      adaptor.getOperand(), getType(),
      [&](ArrayRef<int64_t> index, SmallVectorImpl<int64_t> &source) {
        source.resize(index.size());
        for (auto [to, from] : llvm::enumerate(getPermutation()))
          source[from] = index[to];
      });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// All inputs are constants: their elements, row by row.
static DenseElementsAttr foldConcatenate(ArrayRef<Attribute> inputs,
                                         RankedTensorType type, int64_t dim) {
  if (!isSmallEnoughToFold(type))
    return {};
  SmallVector<DenseElementsAttr> constants;
  for (Attribute input : inputs) {
    auto constant = dyn_cast_if_present<DenseElementsAttr>(input);
    if (!constant || constant.getElementType() != type.getElementType())
      return {};
    constants.push_back(constant);
  }
  // Before the dimension there are `outer` positions; at each of them every
  // input contributes one contiguous run.
  int64_t outer = *countElements(type.getShape().take_front(dim));
  SmallVector<Attribute> elements;
  for (int64_t i = 0; i < outer; ++i)
    for (DenseElementsAttr constant : constants) {
      int64_t run = constant.getNumElements() / outer;
      auto begin = constant.value_begin<Attribute>() + i * run;
      elements.append(begin, begin + run);
    }
  return DenseElementsAttr::get(type, elements);
}

OpFoldResult ConcatenateOp::fold(FoldAdaptor adaptor) {
  if (getInputs().size() == 1)
    return asResult(*this, getInputs().front());
  return foldConcatenate(adaptor.getInputs(), getType(), getDimension());
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  auto type = cast<RankedTensorType>(getOperand().getType());
  if (type.hasStaticShape() && type.getShape() == getType().getShape())
    return asResult(*this, getOperand());
  return moveElements(
      adaptor.getOperand(), getType(),
      [&](ArrayRef<int64_t> index, SmallVectorImpl<int64_t> &source) {
        for (auto [position, start, stride] :
             llvm::zip_equal(index, getStartIndices(), getStrides()))
          source.push_back(start + position * stride);
      });
}

OpFoldResult PadOp::fold(FoldAdaptor adaptor) {
  if (isAllZero(getEdgePaddingLow()) && isAllZero(getEdgePaddingHigh()) &&
      isAllZero(getInteriorPadding()))
    return asResult(*this, getOperand());
  // The same value inside and outside.
  auto operand = dyn_cast_if_present<DenseElementsAttr>(adaptor.getOperand());
  auto value =
      dyn_cast_if_present<DenseElementsAttr>(adaptor.getPaddingValue());
  if (!operand || !value || !operand.isSplat() || !getType().hasStaticShape() ||
      operand.getElementType() != getType().getElementType() ||
      operand.getSplatValue<Attribute>() != value.getSplatValue<Attribute>())
    return {};
  return value.resizeSplat(getType());
}

OpFoldResult DynamicSliceOp::fold(FoldAdaptor) {
  // A block as large as the operand can only be the operand.
  auto type = cast<RankedTensorType>(getOperand().getType());
  return type.getShape() == getSliceSizes() ? asResult(*this, getOperand())
                                            : OpFoldResult();
}

OpFoldResult DynamicUpdateSliceOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getOperand().getType());
  return type.hasStaticShape() && getUpdate().getType() == type
             ? asResult(*this, getUpdate())
             : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// The older op says the same with fewer words; one form is enough.
struct BroadcastToBroadcastInDim : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().hasStaticShape())
      return failure();
    auto type = cast<RankedTensorType>(op.getOperand().getType());
    int64_t added = op.getBroadcastSizes().size();
    auto dims = llvm::to_vector(llvm::seq(added, added + type.getRank()));
    auto broadcast = BroadcastInDimOp::create(
        rewriter, op.getLoc(), op.getType(), op.getOperand(), dims);
    broadcast->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, broadcast);
    return success();
  }
};

/// Inputs without elements add nothing.
struct DropEmptyInputs : OpRewritePattern<ConcatenateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConcatenateOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> kept;
    for (Value input : op.getInputs())
      if (cast<RankedTensorType>(input.getType())
              .getDimSize(op.getDimension()) != 0)
        kept.push_back(input);
    if (kept.size() == op.getInputs().size() || kept.empty())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getInputsMutable().assign(kept); });
    return success();
  }
};

/// A block at a constant position is a slice.
struct DynamicSliceToSlice : OpRewritePattern<DynamicSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getOperand().getType());
    if (!type.hasStaticShape() || !op.getType().hasStaticShape())
      return failure();
    SmallVector<int64_t> starts, limits;
    for (auto [index, size, whole] : llvm::zip_equal(
             op.getStartIndices(), op.getSliceSizes(), type.getShape())) {
      DenseElementsAttr constant;
      if (!matchPattern(index, m_Constant(&constant)))
        return failure();
      APInt start = constant.getSplatValue<APInt>();
      bool isUnsigned = constant.getElementType().isUnsignedInteger();
      // The start is moved so that the block lies inside.
      int64_t last = whole - size;
      int64_t clamped = last;
      if (!isUnsigned && start.isNegative())
        clamped = 0;
      else if (start.ult(uint64_t(last)))
        clamped = start.getZExtValue();
      starts.push_back(clamped);
      limits.push_back(clamped + size);
    }
    SmallVector<int64_t> strides(starts.size(), 1);
    auto slice = SliceOp::create(rewriter, op.getLoc(), op.getType(),
                                 op.getOperand(), starts, limits, strides);
    slice->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, slice);
    return success();
  }
};

} // namespace

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<BroadcastToBroadcastInDim>(context);
}

void ConcatenateOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<DropEmptyInputs>(context);
}

void DynamicSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<DynamicSliceToSlice>(context);
}
