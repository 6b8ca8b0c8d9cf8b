//===- Contraction.cpp - derivatives of products ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// One side of a product: its value and what its dimensions are.
struct Side {
  Value value;
  ArrayRef<int64_t> batching, contracting;

  SmallVector<int64_t> getFree() const {
    SmallVector<int64_t> free;
    for (int64_t dim = 0, rank = getShape(value).size(); dim != rank; ++dim)
      if (!llvm::is_contained(batching, dim) &&
          !llvm::is_contained(contracting, dim))
        free.push_back(dim);
    return free;
  }
};

} // namespace

/// The cotangent of `side`: the product of the cotangent with the other side,
/// over the dimensions that the other side has alone. `[batch, m, n] x [n, k]`.
static Value pullBackSide(GradientBuilder &gradients, Value cotangent,
                          const Side &side, const Side &other, bool otherIsLeft,
                          ArrayAttr precision) {
  MLIRContext *context = gradients.getContext();
  int64_t numBatch = side.batching.size();
  SmallVector<int64_t> free = side.getFree(), otherFree = other.getFree();
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, numBatch));
  // In the cotangent the free dimensions of the left side come first.
  int64_t begin = numBatch + (otherIsLeft ? 0 : int64_t(free.size()));
  auto contracted = llvm::to_vector(
      llvm::seq<int64_t>(begin, begin + int64_t(otherFree.size())));
  auto dims = hlo::DotDimensionNumbersAttr::get(context, batch, other.batching,
                                                contracted, otherFree);

  // The product has [batch, free of this side, contracting of the other side in
  // its order]; those belong to the contracting dimensions of this side.
  SmallVector<int64_t> places(side.batching);
  places.append(free);
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  for (auto [mine, theirs] : llvm::zip(side.contracting, other.contracting))
    pairs.emplace_back(theirs, mine);
  llvm::sort(pairs);
  for (auto [theirs, mine] : pairs)
    places.push_back(mine);

  auto shape = llvm::map_to_vector(
      places, [&](int64_t dim) { return getShape(side.value)[dim]; });
  // Both sides of the product have one type; mixed products are widened.
  Type element = getElementTypeOrSelf(cotangent.getType());
  Value product =
      gradients.dot(cotangent, gradients.convert(other.value, element), dims,
                    shape, precision, element);
  SmallVector<int64_t> permutation(places.size());
  for (auto [from, to] : llvm::enumerate(places))
    permutation[to] = from;
  return gradients.convert(gradients.transpose(product, permutation),
                           getElementTypeOrSelf(side.value.getType()));
}

namespace {

struct DotGeneralRule : Derivative<DotGeneralRule, hlo::DotGeneralOp> {
  static LogicalResult pullBack(hlo::DotGeneralOp op,
                                GradientBuilder &gradients) {
    hlo::DotDimensionNumbersAttr dims = op.getDotDimensionNumbers();
    Side lhs{op.getLhs(), dims.getLhsBatchingDimensions(),
             dims.getLhsContractingDimensions()};
    Side rhs{op.getRhs(), dims.getRhsBatchingDimensions(),
             dims.getRhsContractingDimensions()};
    Value cotangent = gradients.getCotangent(op.getResult());
    ArrayAttr precision = op.getPrecisionConfigAttr();
    auto add = [&](const Side &side, const Side &other, bool otherIsLeft) {
      if (!gradients.isWanted(side.value))
        return;
      Value part = pullBackSide(gradients, cotangent, side, other, otherIsLeft,
                                precision);
      if (gradients.isWanted(other.value))
        gradients.alignLayouts(side.value, part);
      gradients.accumulate(side.value, part);
    };
    add(lhs, rhs, /*otherIsLeft=*/false);
    add(rhs, lhs, /*otherIsLeft=*/true);
    return success();
  }
};

/// The old form of a product.
struct DotRule : Derivative<DotRule, hlo::DotOp> {
  static LogicalResult pullBack(hlo::DotOp op, GradientBuilder &gradients) {
    return gradients.expand(op, [&](FormulaBuilder &builder) {
      int64_t last = getShape(op.getLhs()).size() - 1;
      auto dims = hlo::DotDimensionNumbersAttr::get(builder.getContext(), {},
                                                    {}, {last}, {0});
      Value product =
          builder.dot(op.getLhs(), op.getRhs(), dims, getShape(op.getResult()),
                      op.getPrecisionConfigAttr(),
                      getElementTypeOrSelf(op.getResult().getType()));
      return SmallVector<Value>{product};
    });
  }
};

} // namespace

void weft::attachContractionDerivatives(MLIRContext &context) {
  hlo::DotGeneralOp::attachInterface<DotGeneralRule>(context);
  hlo::DotOp::attachInterface<DotRule>(context);
}
