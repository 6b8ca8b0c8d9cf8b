//===- GatherOps.cpp - reads and writes at computed places ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/GatherOps.h"

#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/GatherOps.cpp.inc"

void StablehloDialect::addGatherOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/GatherOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {

/// A list of dimensions and the name that the user gave it.
struct NamedDims {
  StringRef name;
  ArrayRef<int64_t> dims;
};

/// What gather and scatter have in common: windows of a tensor at places that
/// an index tensor gives. The tensor of windows (result or updates) has the
/// dimensions of the indices, without the index vector, and those of a window.
struct IndexedWindows {
  RankedTensorType operand, indices;
  NamedDims window;          // of the tensor of windows
  NamedDims dropped;         // of the operand, of size 1 in every window
  NamedDims batching;        // of the operand, walked along with …
  NamedDims indicesBatching; // … these of the indices
  NamedDims indexMap;        // of the operand, addressed by the index vector
  int64_t indexVectorDim;

  LogicalResult verify(const Reporter &report) const;
  /// The dimensions of the operand that a window keeps.
  SmallVector<int64_t> getKeptDims() const;
  /// The shape of the tensor of windows, whose sizes in the operand are
  /// `windowSizes`.
  SmallVector<int64_t> getWindowsShape(ArrayRef<int64_t> windowSizes) const;

private:
  LogicalResult verifyOperandDims(const Reporter &report) const;
  LogicalResult verifyIndicesDims(const Reporter &report) const;
  SmallVector<int64_t> getBatchShape() const;
};

} // namespace

static SmallVector<int64_t> concatenate(ArrayRef<int64_t> lhs,
                                        ArrayRef<int64_t> rhs) {
  SmallVector<int64_t> all(lhs);
  llvm::append_range(all, rhs);
  return all;
}

LogicalResult IndexedWindows::verifyOperandDims(const Reporter &report) const {
  int64_t rank = operand.getRank();
  size_t numNamed =
      window.dims.size() + dropped.dims.size() + batching.dims.size();
  if (static_cast<int64_t>(numNamed) != rank)
    return report(window.name, ", ", dropped.name, " and ", batching.name,
                  " have ", window.dims.size(), ", ", dropped.dims.size(),
                  " and ", batching.dims.size(),
                  " entries; together these must be the rank ", rank,
                  " of the operand");
  if (failed(verifyAscending(report, dropped.name, dropped.dims)) ||
      failed(verifyAscending(report, batching.name, batching.dims)))
    return failure();
  std::string both = (dropped.name + " and " + batching.name).str();
  if (failed(verifyDimensions(report, both,
                              concatenate(dropped.dims, batching.dims), rank)))
    return failure();
  both = (indexMap.name + " and " + batching.name).str();
  return verifyDimensions(report, both,
                          concatenate(indexMap.dims, batching.dims), rank);
}

LogicalResult IndexedWindows::verifyIndicesDims(const Reporter &report) const {
  int64_t rank = indices.getRank();
  if (indexVectorDim < 0 || indexVectorDim > rank)
    return report("index_vector_dim is ", indexVectorDim,
                  "; it must be at least 0 and at most the rank ", rank,
                  " of the indices");
  int64_t vectorSize =
      indexVectorDim < rank ? indices.getDimSize(indexVectorDim) : 1;
  if (!ShapedType::isDynamic(vectorSize) &&
      vectorSize != static_cast<int64_t>(indexMap.dims.size()))
    return report(indexMap.name, " has ", indexMap.dims.size(),
                  " entries, but an index vector has ", vectorSize);
  if (failed(verifyDimensions(report, indicesBatching.name,
                              indicesBatching.dims, rank)))
    return failure();
  if (llvm::is_contained(indicesBatching.dims, indexVectorDim))
    return report(indicesBatching.name, " contains index_vector_dim ",
                  indexVectorDim);
  if (batching.dims.size() != indicesBatching.dims.size())
    return report(batching.name, " has ", batching.dims.size(),
                  " entries, but ", indicesBatching.name, " has ",
                  indicesBatching.dims.size());
  for (auto [dim, indicesDim] :
       llvm::zip_equal(batching.dims, indicesBatching.dims)) {
    int64_t size = operand.getDimSize(dim),
            indicesSize = indices.getDimSize(indicesDim);
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(indicesSize) &&
        size != indicesSize)
      return report("batching dimension ", dim, " of the operand has size ",
                    size, ", but dimension ", indicesDim,
                    " of the indices has size ", indicesSize);
  }
  return success();
}

LogicalResult IndexedWindows::verify(const Reporter &report) const {
  if (failed(verifyOperandDims(report)) || failed(verifyIndicesDims(report)) ||
      failed(verifyAscending(report, window.name, window.dims)))
    return failure();
  return verifyDimensions(report, window.name, window.dims,
                          getBatchShape().size() + window.dims.size());
}

SmallVector<int64_t> IndexedWindows::getBatchShape() const {
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(indices.getShape()))
    if (static_cast<int64_t>(dim) != indexVectorDim)
      shape.push_back(size);
  return shape;
}

SmallVector<int64_t> IndexedWindows::getKeptDims() const {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0; dim < operand.getRank(); ++dim)
    if (!llvm::is_contained(dropped.dims, dim) &&
        !llvm::is_contained(batching.dims, dim))
      kept.push_back(dim);
  return kept;
}

SmallVector<int64_t>
IndexedWindows::getWindowsShape(ArrayRef<int64_t> windowSizes) const {
  SmallVector<int64_t> batch = getBatchShape();
  SmallVector<int64_t> kept = getKeptDims();
  SmallVector<int64_t> shape(batch.size() + kept.size());
  auto nextBatch = batch.begin();
  auto nextKept = kept.begin();
  for (auto [dim, size] : llvm::enumerate(shape))
    size = llvm::is_contained(window.dims, dim) ? windowSizes[*nextKept++]
                                                : *nextBatch++;
  return shape;
}

//===----------------------------------------------------------------------===//
// GatherOp, DynamicGatherOp
//===----------------------------------------------------------------------===//

static IndexedWindows getGatherWindows(RankedTensorType operand,
                                       RankedTensorType indices,
                                       GatherDimensionNumbersAttr dims) {
  return {operand,
          indices,
          {"offset_dims", dims.getOffsetDims()},
          {"collapsed_slice_dims", dims.getCollapsedSliceDims()},
          {"operand_batching_dims", dims.getOperandBatchingDims()},
          {"start_indices_batching_dims", dims.getStartIndicesBatchingDims()},
          {"start_index_map", dims.getStartIndexMap()},
          dims.getIndexVectorDim()};
}

static LogicalResult verifySliceSizes(const Reporter &report,
                                      const IndexedWindows &windows,
                                      ArrayRef<int64_t> sliceSizes) {
  if (failed(verifyOnePerDimension(report, "slice_sizes", sliceSizes.size(),
                                   windows.operand.getRank())))
    return failure();
  for (auto [dim, slice, size] :
       llvm::enumerate(sliceSizes, windows.operand.getShape()))
    if (slice < 0 || (!ShapedType::isDynamic(size) && slice > size))
      return report("the slice has size ", slice, " along dimension ", dim,
                    " of the operand, which has size ", size);
  for (const NamedDims &list : {windows.dropped, windows.batching})
    for (int64_t dim : list.dims)
      if (sliceSizes[dim] > 1)
        return report("the slice has size ", sliceSizes[dim],
                      " along dimension ", dim, ", which is in ", list.name,
                      "; it must be at most 1");
  return success();
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  IndexedWindows windows = getGatherWindows(
      operand, cast<RankedTensorType>(adaptor.getStartIndices().getType()),
      adaptor.getDimensionNumbers());
  if (failed(windows.verify(report)) ||
      failed(verifySliceSizes(report, windows, adaptor.getSliceSizes())))
    return failure();
  inferred.push_back(
      getTensorType(windows.getWindowsShape(adaptor.getSliceSizes()),
                    operand.getElementType()));
  return success();
}

/// One slice that is the whole operand: wherever it starts, it is moved back
/// into bounds.
OpFoldResult GatherOp::fold(FoldAdaptor) {
  RankedTensorType operand = getOperand().getType();
  bool isWhole =
      operand.hasStaticShape() && operand == getType() &&
      getSliceSizes() == operand.getShape() &&
      static_cast<int64_t>(getDimensionNumbers().getOffsetDims().size()) ==
          operand.getRank();
  return isWhole ? getOperand() : Value();
}

LogicalResult
DynamicGatherOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                  Adaptor adaptor,
                                  SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  IndexedWindows windows = getGatherWindows(
      operand, cast<RankedTensorType>(adaptor.getStartIndices().getType()),
      adaptor.getDimensionNumbers());
  if (failed(windows.verify(report)) ||
      failed(verifyShape(report, "slice_sizes", operand.getRank(),
                         adaptor.getSliceSizes().getType())))
    return failure();
  SmallVector<int64_t> unknown(operand.getRank(), ShapedType::kDynamic);
  inferred.push_back(getTensorType(windows.getWindowsShape(unknown),
                                   operand.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// ScatterOp
//===----------------------------------------------------------------------===//

/// The dimensions of the updates that are not in a window match the indices,
/// the others fit into the inputs.
static LogicalResult verifyUpdates(const Reporter &report,
                                   const IndexedWindows &windows,
                                   RankedTensorType updates) {
  SmallVector<int64_t> largest =
      windows.getWindowsShape(windows.operand.getShape());
  if (static_cast<int64_t>(largest.size()) != updates.getRank())
    return report("the updates have rank ", updates.getRank(), ", but ",
                  largest.size(), " is needed");
  for (auto [dim, size, limit] : llvm::enumerate(updates.getShape(), largest)) {
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(limit))
      continue;
    bool inWindow = llvm::is_contained(windows.window.dims, dim);
    if (inWindow && size > limit)
      return report("the updates have windows of size ", size,
                    " along dimension ", dim, ", but the inputs have room for ",
                    limit);
    if (!inWindow && size != limit)
      return report("the updates have size ", size, " along dimension ", dim,
                    ", but the indices have size ", limit, " there");
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  Reporter report(*this);
  if (getNumOperands() < 3 || getNumOperands() % 2 == 0)
    return report("has ", getNumOperands(),
                  " operands; there must be as many inputs as updates, and at "
                  "least one, beside the indices");
  if (getNumResults() != getInputs().size())
    return report("has ", getInputs().size(), " inputs, but ", getNumResults(),
                  " results");
  if (failed(verifySameShapes(report, getInputs().getTypes())) ||
      failed(verifySameShapes(report, getUpdates().getTypes())))
    return failure();

  ScatterDimensionNumbersAttr dims = getScatterDimensionNumbers();
  IndexedWindows windows = {
      cast<RankedTensorType>(getInputs()[0].getType()),
      getScatterIndices().getType(),
      {"update_window_dims", dims.getUpdateWindowDims()},
      {"inserted_window_dims", dims.getInsertedWindowDims()},
      {"input_batching_dims", dims.getInputBatchingDims()},
      {"scatter_indices_batching_dims", dims.getScatterIndicesBatchingDims()},
      {"scatter_dims_to_operand_dims", dims.getScatterDimsToOperandDims()},
      dims.getIndexVectorDim()};
  if (failed(windows.verify(report)) ||
      failed(verifyUpdates(report, windows,
                           cast<RankedTensorType>(getUpdates()[0].getType()))))
    return failure();

  SmallVector<Type> elements;
  for (auto [input, update] : llvm::zip_equal(getInputs(), getUpdates())) {
    elements.push_back(getElementTypeOrSelf(input));
    if (failed(verifyElementType(report, "the update", elements.back(),
                                 update.getType())))
      return failure();
  }
  FailureOr<SmallVector<Type>> accumulated = verifyReducer(
      report, "the update computation", getUpdateComputation(), elements);
  if (failed(accumulated))
    return failure();
  for (auto [result, element] : llvm::zip_equal(getResultTypes(), *accumulated))
    if (failed(verifyShape(report, "the result", windows.operand.getShape(),
                           result)) ||
        failed(verifyElementType(report, "the result", element, result)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// TorchIndexSelectOp
//===----------------------------------------------------------------------===//

LogicalResult TorchIndexSelectOp::verify() {
  Reporter report(*this);
  RankedTensorType operand = getOperand().getType(),
                   index = getIndex().getType();
  int64_t dim = getDim(), batchDims = getBatchDims();
  if (failed(verifyDimension(report, "dim", dim, operand.getRank())))
    return failure();
  if (batchDims < 0 || batchDims > dim || batchDims > index.getRank())
    return report("batch_dims is ", batchDims,
                  "; it must be at least 0 and at most dim ", dim,
                  " and the rank ", index.getRank(), " of the index");
  SmallVector<int64_t> shape(operand.getShape().take_front(dim));
  llvm::append_range(shape, index.getShape().drop_front(batchDims));
  llvm::append_range(shape, operand.getShape().drop_front(dim + 1));
  if (failed(verifyShape(report, "the result", shape, getType())))
    return failure();
  return verifyElementType(report, "the result", operand.getElementType(),
                           getType());
}
