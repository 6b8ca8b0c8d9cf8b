//===- Embed.cpp - the lowering of embeddings -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerLowering.h"
#include "LoweringModels.h"

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

/// Row numbers as signed integers that can hold all of them, those below 0
/// counted from the end.
static Value normalizeRows(TensorBuilder &b, Value rows, int64_t numRows) {
  auto type = cast<IntegerType>(getElement(rows));
  bool fits =
      type.getWidth() < 32 || (type.getWidth() == 32 && !type.isUnsigned());
  bool isSmall = numRows <= std::numeric_limits<int32_t>::max();
  rows = b.convert(rows, b.getIntegerType(fits && isSmall ? 32 : 64));
  // There is no row -1 in unsigned numbers, nor in those of one bit.
  if (type.isUnsigned() || type.getWidth() == 1)
    return rows;
  RankedTensorType wide = getTensorType(rows);
  Value isNegative =
      b.compare(rows, b.splatInteger(wide, 0), hlo::ComparisonDirection::LT);
  return b.select(isNegative, b.add(rows, b.splatInteger(wide, numRows)), rows);
}

/// The rows of a table; those that do not exist are NaN, as in jnp.take.
static Value takeRows(TensorBuilder &b, Value table, Value rows,
                      RankedTensorType result) {
  int64_t numRows = getTensorType(table).getDimSize(0);
  int64_t features = getTensorType(table).getDimSize(1);
  rows = normalizeRows(b, rows, numRows);
  RankedTensorType type = getTensorType(rows);
  int64_t rank = type.getRank();
  auto dims = hlo::GatherDimensionNumbersAttr::get(
      b.getContext(), /*offset_dims=*/{rank}, /*collapsed_slice_dims=*/{0},
      /*operand_batching_dims=*/{}, /*start_indices_batching_dims=*/{},
      /*start_index_map=*/{0}, /*index_vector_dim=*/rank);
  Value taken = hlo::GatherOp::create(b, result, table, rows, dims,
                                      ArrayRef<int64_t>{1, features});
  Value exists = b.binary<hlo::AndOp>(
      b.compare(rows, b.splatInteger(type, 0), hlo::ComparisonDirection::GE),
      b.compare(rows, b.splatInteger(type, numRows),
                hlo::ComparisonDirection::LT));
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getRealElement(result.getElementType()))
          .getFloatSemantics();
  llvm::APFloat missing = llvm::APFloat::semanticsHasNaN(semantics)
                              ? llvm::APFloat::getNaN(semantics)
                              : llvm::APFloat::getZero(semantics);
  return b.select(b.broadcastFirst(exists, result.getShape()), taken,
                  b.splat(result, missing));
}

namespace {
struct LowerEmbed {
  static FailureOr<Value> lower(EmbedOp, LayerCall &call) {
    Type element = call.getElementType();
    Value table = call.convert(call.leaf("embedding"), element);
    Value operand = call.operand(0);
    if (call.getMethod() == "attend") {
      int64_t last = getTensorType(operand).getRank() - 1;
      return call.dot(call.convert(operand, element), table, {}, {}, {last},
                      {1}, element);
    }
    if (getTensorType(table).getDimSize(0) == 1)
      return call.broadcastLast(table, call.getResultType().getShape());
    return takeRows(call, table, operand, call.getResultType());
  }
};
} // namespace

void weft::registerEmbedLowering(MLIRContext *context) {
  EmbedOp::attachInterface<LayerModel<LowerEmbed, EmbedOp>>(*context);
}
