//===- ChloOps.cpp - elementwise and broadcasting ops of chlo --*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Chlo/IR/ChloOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft::chlo;
using weft::stablehlo::areCompatibleElementTypes;
using weft::stablehlo::getBounds;
using weft::stablehlo::getTensorType;
using weft::stablehlo::Reporter;

//===----------------------------------------------------------------------===//
// Broadcasting ops
//===----------------------------------------------------------------------===//

namespace {
/// A dimension while shapes are broadcast: its size and its bound, both
/// possibly unknown. A new dimension has size 1.
struct Extent {
  int64_t size = 1;
  int64_t bound = ShapedType::kDynamic;
};
} // namespace

static Extent getExtent(RankedTensorType type, int64_t dim) {
  ArrayRef<int64_t> bounds = getBounds(type);
  return {type.getDimSize(dim),
          bounds.empty() ? ShapedType::kDynamic : bounds[dim]};
}

/// The extent of two broadcast against each other; nothing when they cannot.
static std::optional<Extent> broadcast(Extent lhs, Extent rhs) {
  if (lhs.size == 1)
    return rhs;
  if (rhs.size == 1)
    return lhs;
  bool lhsDynamic = ShapedType::isDynamic(lhs.size);
  bool rhsDynamic = ShapedType::isDynamic(rhs.size);
  // A dynamic size against one above 1 is that size or 1.
  if (!lhsDynamic && (rhsDynamic || lhs.size == rhs.size))
    return lhs;
  if (!rhsDynamic)
    return lhsDynamic ? std::optional<Extent>(rhs) : std::nullopt;
  bool bounded =
      !ShapedType::isDynamic(lhs.bound) && !ShapedType::isDynamic(rhs.bound);
  return Extent{ShapedType::kDynamic, bounded ? std::max(lhs.bound, rhs.bound)
                                              : ShapedType::kDynamic};
}

/// Which dimension of the result each dimension of an operand of rank `rank`
/// becomes: the last ones, unless `dims` says otherwise.
static SmallVector<int64_t> alignDimensions(int64_t rank, int64_t resultRank,
                                            ArrayRef<int64_t> dims) {
  if (rank < resultRank && !dims.empty())
    return llvm::to_vector(dims);
  return llvm::to_vector(llvm::seq(resultRank - rank, resultRank));
}

/// The type that all operands broadcast to, with the given elements.
static LogicalResult inferBroadcast(const Reporter &report, ValueRange operands,
                                    std::optional<ArrayRef<int64_t>> dims,
                                    Type elementType,
                                    SmallVectorImpl<Type> &inferred) {
  int64_t rank = 0, lowest = std::numeric_limits<int64_t>::max();
  for (Value operand : operands) {
    int64_t operandRank = cast<RankedTensorType>(operand.getType()).getRank();
    rank = std::max(rank, operandRank);
    lowest = std::min(lowest, operandRank);
  }
  if (dims) {
    if (failed(verifyOnePerDimension(report, "broadcast_dimensions",
                                     dims->size(), lowest)) ||
        failed(verifyDimensions(report, "broadcast_dimensions", *dims, rank)) ||
        failed(verifyAscending(report, "broadcast_dimensions", *dims)))
      return failure();
  }
  SmallVector<Extent> extents(rank);
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<int64_t> aligned = alignDimensions(
        type.getRank(), rank, dims.value_or(ArrayRef<int64_t>()));
    for (auto [dim, target] : llvm::enumerate(aligned)) {
      Extent extent = getExtent(type, dim);
      std::optional<Extent> both = broadcast(extents[target], extent);
      if (!both)
        return report("the sizes ", extents[target].size, " and ", extent.size,
                      " meet in dimension ", target,
                      " and cannot be broadcast; they must agree or one be 1");
      extents[target] = *both;
    }
  }
  SmallVector<int64_t> shape, bounds;
  for (Extent extent : extents) {
    shape.push_back(extent.size);
    bounds.push_back(extent.bound);
  }
  inferred.push_back(getTensorType(shape, elementType, bounds));
  return success();
}

static LogicalResult verifyElements(const Reporter &report, Value lhs,
                                    Value rhs) {
  Type lhsType = getElementTypeOrSelf(lhs.getType());
  Type rhsType = getElementTypeOrSelf(rhs.getType());
  if (areCompatibleElementTypes(lhsType, rhsType))
    return success();
  return report("the element types ", lhsType, " and ", rhsType,
                " are incompatible");
}

/// The ops of two operands; `getElementType` gives the element type of the
/// result from that of the operands. Called by the generated code below.
template <typename Op>
static LogicalResult inferBroadcastBinary(
    std::optional<Location> loc, typename Op::Adaptor adaptor,
    SmallVectorImpl<Type> &inferred,
    function_ref<Type(Type)> getElementType = [](Type type) { return type; }) {
  Reporter report(loc, Op::getOperationName());
  if (failed(verifyElements(report, adaptor.getLhs(), adaptor.getRhs())))
    return failure();
  Type elementType = getElementTypeOrSelf(adaptor.getLhs().getType());
  return inferBroadcast(report, adaptor.getOperands(),
                        adaptor.getBroadcastDimensions(),
                        getElementType(elementType), inferred);
}

#define GET_OP_CLASSES
#include "weft/Dialect/Chlo/IR/ChloOps.cpp.inc"

LogicalResult BroadcastCompareOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  return inferBroadcastBinary<BroadcastCompareOp>(
      loc, adaptor, inferred,
      [&](Type) { return IntegerType::get(context, 1); });
}

LogicalResult
BroadcastComplexOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                     Adaptor adaptor,
                                     SmallVectorImpl<Type> &inferred) {
  return inferBroadcastBinary<BroadcastComplexOp>(
      loc, adaptor, inferred, [](Type type) { return ComplexType::get(type); });
}

LogicalResult
BroadcastSelectOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                    Adaptor adaptor,
                                    SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  if (failed(verifyElements(report, adaptor.getOnTrue(), adaptor.getOnFalse())))
    return failure();
  return inferBroadcast(report, adaptor.getOperands(), std::nullopt,
                        getElementTypeOrSelf(adaptor.getOnTrue().getType()),
                        inferred);
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

static LogicalResult inferPredicate(MLIRContext *context, Value operand,
                                    SmallVectorImpl<Type> &inferred) {
  auto type = cast<RankedTensorType>(operand.getType());
  inferred.push_back(type.clone(IntegerType::get(context, 1)));
  return success();
}

LogicalResult IsInfOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &inferred) {
  return inferPredicate(context, adaptor.getOperand(), inferred);
}

LogicalResult IsNegInfOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  return inferPredicate(context, adaptor.getOperand(), inferred);
}

LogicalResult IsPosInfOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  return inferPredicate(context, adaptor.getOperand(), inferred);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  inferred.push_back(adaptor.getValue().getType());
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult
ConstantLikeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                 Adaptor adaptor,
                                 SmallVectorImpl<Type> &inferred) {
  Type elementType = adaptor.getValue().getType();
  if (!RankedTensorType::isValidElementType(elementType))
    return Reporter(loc, getOperationName())(
        "the value has type ", elementType,
        ", which cannot be an element of a tensor");
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  inferred.push_back(type.clone(elementType));
  return success();
}

OpFoldResult ConstantLikeOp::fold(FoldAdaptor) {
  if (!getType().hasStaticShape() || !isa<IntegerAttr, FloatAttr>(getValue()))
    return {};
  return SplatElementsAttr::get(getType(), Attribute(getValue()));
}

//===----------------------------------------------------------------------===//
// TopKOp
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  int64_t k = adaptor.getK();
  if (type.getRank() == 0)
    return report("needs an operand of rank 1 or more, but got ", type);
  if (k < 0)
    return report("k is ", k, "; it cannot be negative");
  int64_t last = type.getShape().back();
  if (!ShapedType::isDynamic(last) && k > last)
    return report("k is ", k, ", but the last dimension of the operand has ",
                  last, " elements");
  auto shape = llvm::to_vector(type.getShape());
  shape.back() = k;
  auto bounds = llvm::to_vector(getBounds(type));
  if (!bounds.empty())
    bounds.back() = ShapedType::kDynamic;
  inferred.push_back(getTensorType(shape, type.getElementType(), bounds));
  inferred.push_back(
      getTensorType(shape, IntegerType::get(context, 32), bounds));
  return success();
}

void TopKOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getValues(), "values");
  setName(getIndices(), "indices");
}
