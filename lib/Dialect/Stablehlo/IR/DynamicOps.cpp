//===- DynamicOps.cpp - ops with shapes known at run time -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/DynamicOps.h"

#include "weft/Dialect/Stablehlo/IR/MovementOps.h"
#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/DynamicOps.cpp.inc"

void StablehloDialect::addDynamicOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/DynamicOps.cpp.inc"
      >();
}

/// `sizes` is a vector with one entry per dimension of a tensor of rank `rank`.
static LogicalResult verifySizes(const Reporter &report, StringRef what,
                                 Value sizes, int64_t rank) {
  int64_t count = cast<RankedTensorType>(sizes.getType()).getDimSize(0);
  if (ShapedType::isDynamic(count))
    return report(what, " has type ", sizes.getType(),
                  "; its length must be known");
  return verifyOnePerDimension(report, what, count, rank);
}

/// The operand and the result have the same rank.
static LogicalResult verifySameRank(const Reporter &report,
                                    RankedTensorType operand,
                                    RankedTensorType result) {
  if (operand.getRank() == result.getRank())
    return success();
  return report("the operand has rank ", operand.getRank(),
                ", but the result has rank ", result.getRank());
}

//===----------------------------------------------------------------------===//
// DynamicBroadcastInDimOp
//===----------------------------------------------------------------------===//

LogicalResult DynamicBroadcastInDimOp::verify() {
  Reporter report(*this);
  RankedTensorType operand = getOperand().getType(), result = getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (failed(verifySizes(report, "output_dimensions", getOutputDimensions(),
                         result.getRank())) ||
      failed(verifyOnePerDimension(report, "broadcast_dimensions", dims.size(),
                                   operand.getRank())) ||
      failed(verifyDimensions(report, "broadcast_dimensions", dims,
                              result.getRank())))
    return failure();
  for (auto [dim, size, target] : llvm::enumerate(operand.getShape(), dims)) {
    int64_t wanted = result.getDimSize(target);
    if (!ShapedType::isDynamic(size) && size != 1 &&
        !ShapedType::isDynamic(wanted) && size != wanted)
      return report("dimension ", dim, " has size ", size,
                    ", which does not broadcast to the size ", wanted,
                    " of dimension ", target, " of the result");
  }
  auto orEmpty = [](std::optional<ArrayRef<int64_t>> list) {
    return list.value_or(ArrayRef<int64_t>());
  };
  SmallVector<int64_t> known(orEmpty(getKnownExpandingDimensions()));
  llvm::append_range(known, orEmpty(getKnownNonexpandingDimensions()));
  if (failed(verifyDimensions(
          report,
          "known_expanding_dimensions and known_nonexpanding_dimensions", known,
          operand.getRank())))
    return failure();
  return verifyElementType(report, "the result", operand.getElementType(),
                           result);
}

//===----------------------------------------------------------------------===//
// DynamicIotaOp
//===----------------------------------------------------------------------===//

LogicalResult DynamicIotaOp::verify() {
  Reporter report(*this);
  int64_t rank = getType().getRank();
  if (failed(verifySizes(report, "output_shape", getOutputShape(), rank)))
    return failure();
  return verifyDimension(report, "iota_dimension", getIotaDimension(), rank);
}

//===----------------------------------------------------------------------===//
// DynamicPadOp
//===----------------------------------------------------------------------===//

LogicalResult DynamicPadOp::verify() {
  Reporter report(*this);
  RankedTensorType operand = getOperand().getType(), result = getType();
  int64_t rank = operand.getRank();
  if (failed(verifyShape(report, "the padding value", {},
                         getPaddingValue().getType())) ||
      failed(verifyElementType(report, "the padding value",
                               operand.getElementType(),
                               getPaddingValue().getType())) ||
      failed(
          verifySizes(report, "edge_padding_low", getEdgePaddingLow(), rank)) ||
      failed(verifySizes(report, "edge_padding_high", getEdgePaddingHigh(),
                         rank)) ||
      failed(verifySizes(report, "interior_padding", getInteriorPadding(),
                         rank)) ||
      failed(verifySameRank(report, operand, result)))
    return failure();
  return verifyElementType(report, "the result", operand.getElementType(),
                           result);
}

//===----------------------------------------------------------------------===//
// DynamicReshapeOp
//===----------------------------------------------------------------------===//

LogicalResult DynamicReshapeOp::verify() {
  Reporter report(*this);
  RankedTensorType operand = getOperand().getType(), result = getType();
  if (failed(verifySizes(report, "output_shape", getOutputShape(),
                         result.getRank())))
    return failure();
  std::optional<int64_t> before = countElements(operand.getShape()),
                         after = countElements(result.getShape());
  if (before && after && *before != *after)
    return report("the operand has ", *before, " elements, but the result has ",
                  *after);
  return verifyElementType(report, "the result", operand.getElementType(),
                           result);
}

//===----------------------------------------------------------------------===//
// RealDynamicSliceOp
//===----------------------------------------------------------------------===//

LogicalResult RealDynamicSliceOp::verify() {
  Reporter report(*this);
  RankedTensorType operand = getOperand().getType(), result = getType();
  int64_t rank = operand.getRank();
  if (failed(verifySizes(report, "start_indices", getStartIndices(), rank)) ||
      failed(verifySizes(report, "limit_indices", getLimitIndices(), rank)) ||
      failed(verifySizes(report, "strides", getStrides(), rank)) ||
      failed(verifySameRank(report, operand, result)))
    return failure();
  return verifyElementType(report, "the result", operand.getElementType(),
                           result);
}

//===----------------------------------------------------------------------===//
// Canonicalisation
//===----------------------------------------------------------------------===//

// A shape that has become known, for example since a dimension of an exported
// program was fixed, makes the ops static.

LogicalResult DynamicBroadcastInDimOp::canonicalize(DynamicBroadcastInDimOp op,
                                                    PatternRewriter &rewriter) {
  if (!op.getType().hasStaticShape() ||
      !op.getOperand().getType().hasStaticShape())
    return failure();
  rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
      op, op.getType(), op.getOperand(), op.getBroadcastDimensionsAttr());
  return success();
}

LogicalResult DynamicIotaOp::canonicalize(DynamicIotaOp op,
                                          PatternRewriter &rewriter) {
  // There is no static iota of predicates.
  if (!op.getType().hasStaticShape() ||
      isPredType(op.getType().getElementType()))
    return failure();
  rewriter.replaceOpWithNewOp<IotaOp>(op, op.getType(),
                                      op.getIotaDimensionAttr());
  return success();
}

LogicalResult DynamicReshapeOp::canonicalize(DynamicReshapeOp op,
                                             PatternRewriter &rewriter) {
  if (!op.getType().hasStaticShape() ||
      !op.getOperand().getType().hasStaticShape())
    return failure();
  rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getOperand());
  return success();
}
