//===- Movement.cpp - ops that move elements --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Movement.h"

#include "ReferenceModels.h"

#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Views of the operand that cover the result
//===----------------------------------------------------------------------===//

/// Each op states where the elements of its result lie in its operand.
static View getSource(stablehlo::BroadcastOp op, const ArrayType &operand) {
  View view = getView(operand);
  view.strides.insert(view.strides.begin(), op.getBroadcastSizes().size(), 0);
  return view;
}

View weft::reference::getBroadcastView(const ArrayType &operand,
                                       ArrayRef<int64_t> dims, int64_t rank) {
  View view{0, Dims(rank, 0)};
  for (auto [dim, size, stride] :
       llvm::zip_equal(dims, operand.getDims(), operand.getStrides()))
    view.strides[dim] = size == 1 ? 0 : stride;
  return view;
}

static View getSource(stablehlo::BroadcastInDimOp op,
                      const ArrayType &operand) {
  return getBroadcastView(operand, op.getBroadcastDimensions(),
                          op.getType().getRank());
}

static View getSource(stablehlo::TransposeOp op, const ArrayType &operand) {
  Dims strides = operand.getStrides();
  View view;
  for (int64_t dim : op.getPermutation())
    view.strides.push_back(strides[dim]);
  return view;
}

static View getSource(stablehlo::ReverseOp op, const ArrayType &operand) {
  View view = getView(operand);
  for (int64_t dim : op.getDimensions()) {
    view.offset += view.strides[dim] * (operand.getDims()[dim] - 1);
    view.strides[dim] = -view.strides[dim];
  }
  return view;
}

static View getSource(stablehlo::SliceOp op, const ArrayType &operand) {
  View view = getView(operand);
  for (auto [stride, start, step] :
       llvm::zip_equal(view.strides, op.getStartIndices(), op.getStrides())) {
    view.offset += stride * start;
    stride *= step;
  }
  return view;
}

Error weft::reference::copyFromView(Evaluation &evaluation, const View &view) {
  Expected<Tensor> result = evaluation.allocateResult();
  if (!result)
    return result.takeError();
  const Tensor &operand = evaluation.getOperand(0);
  if (result->getNumElements() > 0)
    copyStrided(runtime::getByteWidth(operand.getElementType()),
                result->getDims(), operand.data(), view, result->mutableData(),
                getView(result->getType()));
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

namespace {
template <typename Op>
struct ViewModel : ReferenceInterface::ExternalModel<ViewModel<Op>, Op> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    return copyFromView(
        evaluation,
        getSource(cast<Op>(op), evaluation.getOperand(0).getType()));
  }
};

//===----------------------------------------------------------------------===//
// Concatenate, pad
//===----------------------------------------------------------------------===//

struct ConcatenateModel
    : ReferenceInterface::ExternalModel<ConcatenateModel,
                                        stablehlo::ConcatenateOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    const uint64_t dim = cast<stablehlo::ConcatenateOp>(op).getDimension();
    View target = getView(result->getType());
    for (const Datum &datum : evaluation.getOperands()) {
      const Tensor &operand = datum.getTensor();
      copyStrided(runtime::getByteWidth(operand.getElementType()),
                  operand.getDims(), operand.data(), getView(operand.getType()),
                  result->mutableData(), target);
      target.offset += target.strides[dim] * operand.getDims()[dim];
    }
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};

/// The elements of one dimension that remain after padding by a negative
/// amount, and where they go.
struct PaddedRange {
  int64_t first = 0, count = 0, target = 0;
};

PaddedRange getPaddedRange(int64_t size, int64_t low, int64_t step,
                           int64_t padded) {
  // Element i lands at low + i * step, if that is from 0 to padded - 1.
  PaddedRange range;
  range.first = low >= 0 ? 0 : (-low + step - 1) / step;
  const int64_t last = std::min(size - 1, (padded - 1 - low) / step);
  const bool isAny = padded > 0 && padded - 1 - low >= 0;
  range.count = isAny ? std::max<int64_t>(0, last - range.first + 1) : 0;
  range.target = low + range.first * step;
  return range;
}

} // namespace

Error weft::reference::pad(Evaluation &evaluation, ArrayRef<int64_t> low,
                           ArrayRef<int64_t> interior) {
  Expected<Tensor> result = evaluation.allocateResult();
  if (!result)
    return result.takeError();
  const Tensor &operand = evaluation.getOperand(0);
  const unsigned width = runtime::getByteWidth(operand.getElementType());
  fillElements(width, evaluation.getOperand(1).data(), result->mutableData(),
               result->getNumElements());
  View from = getView(operand.getType()), to = getView(result->getType());
  Dims sizes;
  for (size_t dim = 0; dim < operand.getDims().size(); ++dim) {
    const int64_t step = interior[dim] + 1;
    PaddedRange range = getPaddedRange(operand.getDims()[dim], low[dim], step,
                                       result->getDims()[dim]);
    sizes.push_back(range.count);
    from.offset += range.first * from.strides[dim];
    to.offset += range.target * to.strides[dim];
    to.strides[dim] *= step;
  }
  copyStrided(width, sizes, operand.data(), from, result->mutableData(), to);
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

namespace {
struct PadModel
    : ReferenceInterface::ExternalModel<PadModel, stablehlo::PadOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto padding = cast<stablehlo::PadOp>(op);
    return pad(evaluation, padding.getEdgePaddingLow(),
               padding.getInteriorPadding());
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The same bytes
//===----------------------------------------------------------------------===//

Error weft::reference::reshape(Evaluation &evaluation) {
  Expected<ArrayType> type = evaluation.getResultType();
  if (!type)
    return type.takeError();
  Tensor operand = evaluation.takeOperand(0);
  operand.setType(std::move(*type));
  evaluation.setResult(0, std::move(operand));
  return Error::success();
}

namespace {
struct ReshapeModel
    : ReferenceInterface::ExternalModel<ReshapeModel, stablehlo::ReshapeOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    return reshape(evaluation);
  }
};

/// Writes `count` rows of narrow elements, which take a byte each however
/// narrow, as wide ones: the first of a row has the lowest bits.
void packBits(unsigned narrow, unsigned wide, const uint8_t *source,
              uint8_t *target, size_t count) {
  const size_t perRow = wide / narrow, rowBytes = (wide + 7) / 8;
  std::fill_n(target, count * rowBytes, 0);
  for (size_t row = 0; row < count; ++row)
    for (size_t i = 0; i < perRow; ++i) {
      const size_t bit = i * narrow;
      target[row * rowBytes + bit / 8] |= source[row * perRow + i] << (bit % 8);
    }
}

void unpackBits(unsigned narrow, unsigned wide, const uint8_t *source,
                uint8_t *target, size_t count) {
  const size_t perRow = wide / narrow, rowBytes = (wide + 7) / 8;
  const uint8_t mask = (1u << narrow) - 1;
  for (size_t row = 0; row < count; ++row)
    for (size_t i = 0; i < perRow; ++i) {
      const size_t bit = i * narrow;
      target[row * perRow + i] =
          source[row * rowBytes + bit / 8] >> (bit % 8) & mask;
    }
}

struct BitcastConvertModel
    : ReferenceInterface::ExternalModel<BitcastConvertModel,
                                        stablehlo::BitcastConvertOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    Expected<ArrayType> type = evaluation.getResultType();
    if (!type)
      return type.takeError();
    const unsigned from =
        runtime::getBitWidth(evaluation.getOperand(0).getElementType());
    const unsigned to = runtime::getBitWidth(type->getElementType());
    // Whole bytes lie as they should; so do equally narrow elements.
    if (from == to || (from >= 8 && to >= 8)) {
      Tensor operand = evaluation.takeOperand(0);
      operand.setType(std::move(*type));
      evaluation.setResult(0, std::move(operand));
      return Error::success();
    }
    Expected<Tensor> result = evaluation.allocate(*type);
    if (!result)
      return result.takeError();
    const Tensor &operand = evaluation.getOperand(0);
    if (from < to)
      packBits(from, to, operand.data(), result->mutableData(),
               result->getNumElements());
    else
      unpackBits(to, from, operand.data(), result->mutableData(),
                 operand.getNumElements());
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};

struct GetDimensionSizeModel
    : ReferenceInterface::ExternalModel<GetDimensionSizeModel,
                                        stablehlo::GetDimensionSizeOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    const uint64_t dim = cast<stablehlo::GetDimensionSizeOp>(op).getDimension();
    result->mutableAs<int32_t>()[0] =
        static_cast<int32_t>(evaluation.getOperand(0).getDims()[dim]);
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};
} // namespace

void weft::reference::attachMovementModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  attachModels<ViewModel, BroadcastInDimOp, BroadcastOp, ReverseOp, SliceOp,
               TransposeOp>(context);
  BitcastConvertOp::attachInterface<BitcastConvertModel>(context);
  ConcatenateOp::attachInterface<ConcatenateModel>(context);
  GetDimensionSizeOp::attachInterface<GetDimensionSizeModel>(context);
  PadOp::attachInterface<PadModel>(context);
  ReshapeOp::attachInterface<ReshapeModel>(context);
}
