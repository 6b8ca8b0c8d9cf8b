//===- Gather.cpp - reads and writes at computed places ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceModels.h"
#include "StartIndices.h"

#include "weft/Dialect/Stablehlo/IR/GatherOps.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// The dimensions of `rank` that are not in `others`, in order.
static Dims getOtherDims(int64_t rank, ArrayRef<int64_t> others) {
  Dims dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(others, dim))
      dims.push_back(dim);
  return dims;
}

/// Copies one slice per index vector, each moved into bounds.
static Error gather(Evaluation &evaluation,
                    stablehlo::GatherDimensionNumbersAttr numbers,
                    ArrayRef<int64_t> sliceSizes) {
  const Tensor &operand = evaluation.getOperand(0);
  const int64_t rank = operand.getDims().size();
  Expected<StartIndices> starts = StartIndices::get(
      evaluation, evaluation.getOperand(1), rank,
      {numbers.getIndexVectorDim(), numbers.getStartIndexMap(),
       numbers.getOperandBatchingDims(),
       numbers.getStartIndicesBatchingDims()});
  if (!starts)
    return starts.takeError();
  Expected<Tensor> result = evaluation.allocateResult();
  if (!result)
    return result.takeError();
  const Dims operandStrides = operand.getType().getStrides();
  const Dims resultStrides = result->getType().getStrides();

  // A slice without its dropped dimensions, as it lies on both sides.
  SmallVector<int64_t> dropped(numbers.getCollapsedSliceDims());
  llvm::append_range(dropped, numbers.getOperandBatchingDims());
  View from, to;
  Dims sizes;
  for (auto [dim, target] :
       llvm::zip_equal(getOtherDims(rank, dropped), numbers.getOffsetDims())) {
    sizes.push_back(sliceSizes[dim]);
    from.strides.push_back(operandStrides[dim]);
    to.strides.push_back(resultStrides[target]);
  }
  Dims batchStrides;
  for (int64_t dim :
       getOtherDims(result->getDims().size(), numbers.getOffsetDims()))
    batchStrides.push_back(resultStrides[dim]);

  const unsigned width = runtime::getByteWidth(operand.getElementType());
  uint8_t *data = result->mutableData();
  if (result->getNumElements() > 0)
    starts->forEach([&](ArrayRef<int64_t> batch, ArrayRef<int64_t> start) {
      from.offset = 0;
      for (int64_t dim = 0; dim < rank; ++dim)
        from.offset +=
            operandStrides[dim] *
            clampToSize(start[dim], operand.getDims()[dim] - sliceSizes[dim]);
      to.offset = getOffset(batch, batchStrides);
      copyStrided(width, sizes, operand.data(), from, data, to);
    });
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

namespace {
struct GatherModel
    : ReferenceInterface::ExternalModel<GatherModel, stablehlo::GatherOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto gatherOp = cast<stablehlo::GatherOp>(op);
    return gather(evaluation, gatherOp.getDimensionNumbers(),
                  gatherOp.getSliceSizes());
  }
};

/// The slice sizes are computed; the result's type says what they have to be.
struct DynamicGatherModel
    : ReferenceInterface::ExternalModel<DynamicGatherModel,
                                        stablehlo::DynamicGatherOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto numbers = cast<stablehlo::DynamicGatherOp>(op).getDimensionNumbers();
    Expected<Tensor> read = readIndices(evaluation, evaluation.getOperand(2));
    if (!read)
      return read.takeError();
    Dims sizes(read->as<int64_t>());
    if (Error error = check(evaluation, numbers, sizes))
      return error;
    return gather(evaluation, numbers, sizes);
  }

private:
  static Error check(Evaluation &evaluation,
                     stablehlo::GatherDimensionNumbersAttr numbers,
                     ArrayRef<int64_t> sizes) {
    ArrayRef<int64_t> operand = evaluation.getOperand(0).getDims();
    auto result = cast<ShapedType>(evaluation.getOp()->getResult(0).getType());
    size_t next = 0;
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      const bool isDropped =
          llvm::is_contained(numbers.getCollapsedSliceDims(), dim) ||
          llvm::is_contained(numbers.getOperandBatchingDims(), dim);
      if (size < 0 || size > operand[dim])
        return evaluation.error(
            "slice size {0} of dimension {1} is not within [0, {2}]", size, dim,
            operand[dim]);
      const int64_t expected =
          isDropped ? 1 : result.getDimSize(numbers.getOffsetDims()[next++]);
      if (size != expected)
        return evaluation.error(
            "slice size {0} of dimension {1} does not give a result of type "
            "{2}; expected {3}",
            size, dim, result, expected);
    }
    return Error::success();
  }
};

/// `result[i..., j..., k...] = operand[i..., index[i of the batch, j...],
/// k...]` with the batch being the first dimensions of both.
struct TorchIndexSelectModel
    : ReferenceInterface::ExternalModel<TorchIndexSelectModel,
                                        stablehlo::TorchIndexSelectOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto select = cast<stablehlo::TorchIndexSelectOp>(op);
    const Tensor &operand = evaluation.getOperand(0);
    Expected<Tensor> index = readIndices(evaluation, evaluation.getOperand(1));
    if (!index)
      return index.takeError();
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    ArrayRef<int64_t> dims = operand.getDims();
    const int64_t dim = select.getDim(), batchDims = select.getBatchDims();
    const int64_t batch = product(dims.take_front(batchDims));
    const int64_t outer = product(dims.slice(batchDims, dim - batchDims));
    const int64_t inner = product(dims.drop_front(dim + 1));
    const int64_t chosen = product(index->getDims().drop_front(batchDims));
    const size_t bytes =
        inner * runtime::getByteWidth(operand.getElementType());
    uint8_t *target = result->mutableData();
    for (int64_t row = 0; row < batch * outer; ++row)
      for (int64_t i = 0; i < chosen; ++i, target += bytes) {
        const int64_t which = index->as<int64_t>()[row / outer * chosen + i];
        std::copy_n(operand.data() +
                        (row * dims[dim] + clampToSize(which, dims[dim] - 1)) *
                            bytes,
                    bytes, target);
      }
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }

private:
  static int64_t product(ArrayRef<int64_t> sizes) {
    int64_t result = 1;
    for (int64_t size : sizes)
      result *= size;
    return result;
  }
};

//===----------------------------------------------------------------------===//
// Slices at computed places
//===----------------------------------------------------------------------===//

/// Where a slice of `sizes` begins in `tensor`: scalar operands from `first` on
/// give the start of each dimension, moved into bounds.
Expected<int64_t> getSliceOffset(Evaluation &evaluation, const Tensor &tensor,
                                 ArrayRef<int64_t> sizes, unsigned first) {
  const Dims strides = tensor.getType().getStrides();
  int64_t offset = 0;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    Expected<Tensor> start =
        readIndices(evaluation, evaluation.getOperand(first + dim));
    if (!start)
      return start.takeError();
    offset += strides[dim] * clampToSize(start->as<int64_t>()[0],
                                         tensor.getDims()[dim] - size);
  }
  return offset;
}

struct DynamicSliceModel
    : ReferenceInterface::ExternalModel<DynamicSliceModel,
                                        stablehlo::DynamicSliceOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    const Tensor &operand = evaluation.getOperand(0);
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    Expected<int64_t> offset =
        getSliceOffset(evaluation, operand, result->getDims(), /*first=*/1);
    if (!offset)
      return offset.takeError();
    copyStrided(runtime::getByteWidth(operand.getElementType()),
                result->getDims(), operand.data(),
                {*offset, operand.getType().getStrides()},
                result->mutableData(), getView(result->getType()));
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};

struct DynamicUpdateSliceModel
    : ReferenceInterface::ExternalModel<DynamicUpdateSliceModel,
                                        stablehlo::DynamicUpdateSliceOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    const Tensor update = evaluation.getOperand(1);
    Expected<Tensor> result = evaluation.makeUnique(evaluation.takeOperand(0));
    if (!result)
      return result.takeError();
    Expected<int64_t> offset =
        getSliceOffset(evaluation, *result, update.getDims(), /*first=*/2);
    if (!offset)
      return offset.takeError();
    copyStrided(runtime::getByteWidth(update.getElementType()),
                update.getDims(), update.data(), getView(update.getType()),
                result->mutableData(),
                {*offset, result->getType().getStrides()});
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};
} // namespace

void weft::reference::attachGatherModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  DynamicGatherOp::attachInterface<DynamicGatherModel>(context);
  DynamicSliceOp::attachInterface<DynamicSliceModel>(context);
  DynamicUpdateSliceOp::attachInterface<DynamicUpdateSliceModel>(context);
  GatherOp::attachInterface<GatherModel>(context);
  TorchIndexSelectOp::attachInterface<TorchIndexSelectModel>(context);
}
