//===- SwapProducts.cpp - products that need no transpose -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a weight comes as a product and a transpose: `dy^T x`, turned
// around. `x^T dy` is the same, without a copy of the gradient that is as large
// as the weight.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Partition/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_SWAPPRODUCTS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;

namespace {
struct SwapProducts : weft::impl::SwapProductsBase<SwapProducts> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// Whether the transpose exchanges what comes from the left side of the product
/// with what comes from the right side, and does nothing else.
static bool exchangesSides(DotGeneralOp product, TransposeOp transpose) {
  DotDimensionNumbersAttr dims = product.getDotDimensionNumbers();
  int64_t numBatching = dims.getLhsBatchingDimensions().size();
  int64_t numLeft = product.getLhs().getType().getRank() - numBatching -
                    int64_t(dims.getLhsContractingDimensions().size());
  SmallVector<int64_t> expected =
      llvm::to_vector(llvm::seq<int64_t>(0, product.getType().getRank()));
  std::rotate(expected.begin() + numBatching,
              expected.begin() + numBatching + numLeft, expected.end());
  return transpose.getPermutation() == ArrayRef(expected);
}

/// Sides whose elements are of different kinds are not alike to an algorithm.
static bool canSwap(DotGeneralOp product) {
  auto isPlain = [](Value value) {
    Type type = getElementTypeOrSelf(value);
    return type.isIntOrFloat() || isa<ComplexType>(type);
  };
  return product->hasOneUse() && !product.getAlgorithm() &&
         isPlain(product.getLhs()) && isPlain(product.getRhs()) &&
         isPlain(product);
}

/// Computes what the transpose gives. It has the sharding of the transpose.
static void swap(DotGeneralOp product, TransposeOp transpose) {
  OpBuilder builder(transpose);
  DotDimensionNumbersAttr dims = product.getDotDimensionNumbers();
  auto swapped = DotDimensionNumbersAttr::get(
      product.getContext(), dims.getRhsBatchingDimensions(),
      dims.getLhsBatchingDimensions(), dims.getRhsContractingDimensions(),
      dims.getLhsContractingDimensions());
  ArrayAttr precision = product.getPrecisionConfigAttr();
  if (precision && precision.size() == 2)
    precision = builder.getArrayAttr({precision[1], precision[0]});
  auto result = DotGeneralOp::create(
      builder, product.getLoc(), transpose.getType(), product.getRhs(),
      product.getLhs(), swapped, precision, /*algorithm=*/nullptr);
  result->setDiscardableAttrs(transpose->getDiscardableAttrDictionary());
  transpose.replaceAllUsesWith(result.getResult());
  transpose.erase();
  product.erase();
}

void SwapProducts::runOnOperation() {
  getOperation()->walk([&](TransposeOp transpose) {
    auto product = transpose.getOperand().getDefiningOp<DotGeneralOp>();
    if (!product || product->getBlock() != transpose->getBlock() ||
        !canSwap(product) || !exchangesSides(product, transpose))
      return;
    swap(product, transpose);
    ++numSwapped;
  });
}
