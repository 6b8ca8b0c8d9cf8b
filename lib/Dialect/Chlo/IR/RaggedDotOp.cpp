//===- RaggedDotOp.cpp - contraction over groups ---------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Chlo/IR/ChloOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft::chlo;
using weft::stablehlo::Reporter;
using weft::stablehlo::verifyDimensions;
using weft::stablehlo::verifyOnePerDimension;

namespace {
/// Which kind of dimension of the left operand is divided into groups.
enum class RaggedMode { Free, Contracting, Batch };
} // namespace

/// The lists of one operand name distinct dimensions of it.
static LogicalResult verifyRoles(const Reporter &report, StringRef side,
                                 int64_t rank, ArrayRef<int64_t> batching,
                                 ArrayRef<int64_t> contracting,
                                 ArrayRef<int64_t> group) {
  auto all = llvm::to_vector(batching);
  llvm::append_range(all, contracting);
  llvm::append_range(all, group);
  return verifyDimensions(report, ("the " + side + " dimension numbers").str(),
                          all, rank);
}

/// The dimensions of `lhs` and `rhs` that meet have the same size.
static LogicalResult verifyPairs(const Reporter &report, StringRef role,
                                 RankedTensorType lhs,
                                 ArrayRef<int64_t> lhsDims,
                                 RankedTensorType rhs,
                                 ArrayRef<int64_t> rhsDims) {
  if (lhsDims.size() != rhsDims.size())
    return report("lhs has ", lhsDims.size(), " ", role,
                  " dimensions, but rhs has ", rhsDims.size());
  for (auto [lhsDim, rhsDim] : llvm::zip_equal(lhsDims, rhsDims)) {
    int64_t lhsSize = lhs.getDimSize(lhsDim), rhsSize = rhs.getDimSize(rhsDim);
    if (!ShapedType::isDynamic(lhsSize) && !ShapedType::isDynamic(rhsSize) &&
        lhsSize != rhsSize)
      return report("the ", role, " dimensions ", lhsDim, " of lhs and ",
                    rhsDim, " of rhs have the sizes ", lhsSize, " and ",
                    rhsSize);
  }
  return success();
}

/// The sizes of the dimensions that may stand before the groups in
/// `group_sizes`: those of lhs that enclose the ragged dimension.
static SmallVector<int64_t> getGroupPrefix(RaggedMode mode,
                                           RankedTensorType lhs, int64_t ragged,
                                           RaggedDotDimensionNumbersAttr dims) {
  SmallVector<int64_t> prefix;
  auto appendUpTo = [&](ArrayRef<int64_t> list) {
    for (int64_t dim : list) {
      if (dim == ragged)
        return;
      prefix.push_back(lhs.getDimSize(dim));
    }
  };
  appendUpTo(dims.getLhsBatchingDimensions());
  if (mode == RaggedMode::Contracting)
    appendUpTo(dims.getLhsContractingDimensions());
  if (mode != RaggedMode::Free)
    return prefix;
  for (int64_t dim = 0; dim < ragged; ++dim)
    if (!llvm::is_contained(dims.getLhsBatchingDimensions(), dim) &&
        !llvm::is_contained(dims.getLhsContractingDimensions(), dim))
      prefix.push_back(lhs.getDimSize(dim));
  return prefix;
}

/// `group_sizes` has one entry per group, or one for each place before.
static LogicalResult verifyGroupSizes(const Reporter &report,
                                      RankedTensorType groupSizes,
                                      ArrayRef<int64_t> prefix) {
  if (groupSizes.getRank() == 1)
    return success();
  int64_t rank = prefix.size() + 1;
  if (groupSizes.getRank() != rank)
    return report("group_sizes has rank ", groupSizes.getRank(),
                  "; it must have rank 1 or ", rank);
  auto shape = llvm::to_vector(prefix);
  shape.push_back(groupSizes.getShape().back());
  if (succeeded(verifyCompatibleShape(groupSizes.getShape(), shape)))
    return success();
  return report("group_sizes has type ", groupSizes, ", but ",
                groupSizes.clone(shape), " follows from lhs");
}

/// The sizes of the dimensions of `type` that no list names.
static void appendFreeSizes(RankedTensorType type, ArrayRef<int64_t> batching,
                            ArrayRef<int64_t> contracting,
                            ArrayRef<int64_t> group,
                            SmallVectorImpl<int64_t> &shape) {
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(batching, dim) &&
        !llvm::is_contained(contracting, dim) &&
        !llvm::is_contained(group, dim))
      shape.push_back(type.getDimSize(dim));
}

LogicalResult RaggedDotOp::verify() {
  Reporter report(*this);
  auto lhs = cast<RankedTensorType>(getLhs().getType());
  auto rhs = cast<RankedTensorType>(getRhs().getType());
  auto groupSizes = cast<RankedTensorType>(getGroupSizes().getType());
  RaggedDotDimensionNumbersAttr dims = getRaggedDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = dims.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = dims.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContract = dims.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContract = dims.getRhsContractingDimensions();
  ArrayRef<int64_t> group = dims.getRhsGroupDimensions();

  if (failed(verifyRoles(report, "lhs", lhs.getRank(), lhsBatch, lhsContract,
                         {})) ||
      failed(verifyRoles(report, "rhs", rhs.getRank(), rhsBatch, rhsContract,
                         group)) ||
      failed(verifyPairs(report, "batching", lhs, lhsBatch, rhs, rhsBatch)) ||
      failed(verifyPairs(report, "contracting", lhs, lhsContract, rhs,
                         rhsContract)) ||
      failed(verifyDimensions(report, "lhs_ragged_dimensions",
                              dims.getLhsRaggedDimensions(), lhs.getRank())))
    return failure();
  if (dims.getLhsRaggedDimensions().size() != 1)
    return report("lhs has ", dims.getLhsRaggedDimensions().size(),
                  " ragged dimensions; it must have 1");
  int64_t ragged = dims.getLhsRaggedDimensions().front();
  RaggedMode mode = RaggedMode::Free;
  if (llvm::is_contained(lhsContract, ragged))
    mode = RaggedMode::Contracting;
  else if (llvm::is_contained(lhsBatch, ragged))
    mode = RaggedMode::Batch;
  size_t wanted = mode == RaggedMode::Free ? 1 : 0;
  if (group.size() != wanted)
    return report("rhs has ", group.size(), " group dimensions; it must have ",
                  wanted, " when the ragged dimension is ",
                  wanted ? "free" : "batching or contracting");

  if (groupSizes.getRank() == 0)
    return report("group_sizes is a scalar; it must have rank 1 or more");
  if (failed(verifyGroupSizes(report, groupSizes,
                              getGroupPrefix(mode, lhs, ragged, dims))))
    return failure();
  int64_t numGroups = groupSizes.getShape().back();
  if (mode == RaggedMode::Free) {
    int64_t size = rhs.getDimSize(group.front());
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(numGroups) &&
        size != numGroups)
      return report("the group dimension of rhs has size ", size,
                    ", but group_sizes has ", numGroups, " groups");
  }
  if (std::optional<ArrayAttr> precision = getPrecisionConfig())
    if (precision->size() > 2)
      return report("precision_config has ", precision->size(),
                    " entries; there are 2 operands");

  SmallVector<int64_t> shape;
  if (mode == RaggedMode::Contracting)
    shape.push_back(numGroups);
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDimSize(dim));
  appendFreeSizes(lhs, lhsBatch, lhsContract, {}, shape);
  appendFreeSizes(rhs, rhsBatch, rhsContract, group, shape);
  if (succeeded(verifyCompatibleShape(shape, getType().getShape())))
    return success();
  return report("the result has type ", getType(), ", but ",
                getType().clone(shape), " follows from the operands");
}
