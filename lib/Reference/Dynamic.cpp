//===- Dynamic.cpp - ops that are told sizes at run time --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter runs programs of static types. An op that computes with sizes
// at run time has a static type where these are known all the same: it is then
// its static kin, and the sizes must be those of the type.
//
//===----------------------------------------------------------------------===//

#include "Dynamic.h"

#include "Movement.h"
#include "Places.h"

#include "weft/Dialect/Stablehlo/IR/DynamicOps.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

Expected<Dims> weft::reference::readSizes(Evaluation &evaluation, unsigned i) {
  Expected<Tensor> read = readIndices(evaluation, evaluation.getOperand(i));
  if (!read)
    return read.takeError();
  return Dims(read->as<int64_t>());
}

Error weft::reference::checkSizes(Evaluation &evaluation,
                                  ArrayRef<int64_t> sizes) {
  auto result = cast<ShapedType>(evaluation.getOp()->getResult(0).getType());
  if (sizes == result.getShape())
    return Error::success();
  return evaluation.error("the sizes at run time are [{0}], but the result has "
                          "type {1}",
                          llvm::make_range(sizes.begin(), sizes.end()),
                          Type(result));
}

Error weft::reference::checkStatedSizes(Evaluation &evaluation, unsigned i) {
  Expected<Dims> sizes = readSizes(evaluation, i);
  if (!sizes)
    return sizes.takeError();
  return checkSizes(evaluation, *sizes);
}

namespace {

struct DynamicIotaModel
    : ReferenceInterface::ExternalModel<DynamicIotaModel,
                                        stablehlo::DynamicIotaOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    if (Error error = checkStatedSizes(evaluation, /*operand=*/0))
      return error;
    return evaluateIota(evaluation,
                        cast<stablehlo::DynamicIotaOp>(op).getIotaDimension());
  }
};

struct DynamicReshapeModel
    : ReferenceInterface::ExternalModel<DynamicReshapeModel,
                                        stablehlo::DynamicReshapeOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    if (Error error = checkStatedSizes(evaluation, /*operand=*/1))
      return error;
    return reshape(evaluation);
  }
};

struct DynamicBroadcastInDimModel
    : ReferenceInterface::ExternalModel<DynamicBroadcastInDimModel,
                                        stablehlo::DynamicBroadcastInDimOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    if (Error error = checkStatedSizes(evaluation, /*operand=*/1))
      return error;
    auto broadcast = cast<stablehlo::DynamicBroadcastInDimOp>(op);
    return copyFromView(
        evaluation,
        getBroadcastView(
            evaluation.getOperand(0).getType(),
            broadcast.getBroadcastDimensions(),
            cast<ShapedType>(op->getResult(0).getType()).getRank()));
  }
};

struct DynamicPadModel
    : ReferenceInterface::ExternalModel<DynamicPadModel,
                                        stablehlo::DynamicPadOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    Dims amounts[3]; // low, high, interior
    for (unsigned i = 0; i < 3; ++i) {
      Expected<Dims> read = readSizes(evaluation, 2 + i);
      if (!read)
        return read.takeError();
      amounts[i] = std::move(*read);
    }
    const auto &[low, high, interior] = amounts;
    Dims sizes;
    for (auto [dim, size] :
         llvm::enumerate(evaluation.getOperand(0).getDims())) {
      if (interior[dim] < 0)
        return evaluation.error("interior padding {0} of dimension {1} is "
                                "negative",
                                interior[dim], dim);
      // An amount that does not fit gives no size of the type either.
      int64_t padded = 0;
      if (llvm::MulOverflow(interior[dim], std::max<int64_t>(size - 1, 0),
                            padded) ||
          llvm::AddOverflow(padded, size, padded) ||
          llvm::AddOverflow(padded, low[dim], padded) ||
          llvm::AddOverflow(padded, high[dim], padded))
        return evaluation.error("padding dimension {0} by {1}, {2} and {3} "
                                "gives too large a size",
                                dim, low[dim], high[dim], interior[dim]);
      sizes.push_back(padded);
    }
    if (Error error = checkSizes(evaluation, sizes))
      return error;
    return pad(evaluation, low, interior);
  }
};

struct RealDynamicSliceModel
    : ReferenceInterface::ExternalModel<RealDynamicSliceModel,
                                        stablehlo::RealDynamicSliceOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    Dims numbers[3]; // start, limit, stride
    for (unsigned i = 0; i < 3; ++i) {
      Expected<Dims> read = readSizes(evaluation, 1 + i);
      if (!read)
        return read.takeError();
      numbers[i] = std::move(*read);
    }
    const Tensor &operand = evaluation.getOperand(0);
    View view = getView(operand.getType());
    Dims sizes;
    for (auto [dim, size] : llvm::enumerate(operand.getDims())) {
      const int64_t start = numbers[0][dim], limit = numbers[1][dim],
                    stride = numbers[2][dim];
      if (start < 0 || start > limit || limit > size || stride < 1)
        return evaluation.error("slice [{0}, {1}) with stride {2} of dimension "
                                "{3} is not within [0, {4})",
                                start, limit, stride, dim, size);
      sizes.push_back((limit - start) / stride +
                      ((limit - start) % stride != 0));
      view.offset += view.strides[dim] * start;
      // Where only one element is taken the stride is not used; it could
      // overflow.
      view.strides[dim] *= sizes.back() > 1 ? stride : 1;
    }
    if (Error error = checkSizes(evaluation, sizes))
      return error;
    return copyFromView(evaluation, view);
  }
};

/// A size below that of the type would leave undefined elements behind; the
/// type would then be dynamic.
struct SetDimensionSizeModel
    : ReferenceInterface::ExternalModel<SetDimensionSizeModel,
                                        stablehlo::SetDimensionSizeOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Dims sizes(evaluation.getOperand(0).getDims());
    const int32_t size = evaluation.getOperand(1).as<int32_t>()[0];
    const uint64_t dim = cast<stablehlo::SetDimensionSizeOp>(op).getDimension();
    if (size < 0 || size > sizes[dim])
      return evaluation.error("size {0} of dimension {1} is not within [0, "
                              "{2}]",
                              size, dim, sizes[dim]);
    sizes[dim] = size;
    if (Error error = checkSizes(evaluation, sizes))
      return error;
    return copyFromView(evaluation,
                        getView(evaluation.getOperand(0).getType()));
  }
};
} // namespace

void weft::reference::attachDynamicModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  DynamicBroadcastInDimOp::attachInterface<DynamicBroadcastInDimModel>(context);
  DynamicIotaOp::attachInterface<DynamicIotaModel>(context);
  DynamicPadOp::attachInterface<DynamicPadModel>(context);
  DynamicReshapeOp::attachInterface<DynamicReshapeModel>(context);
  RealDynamicSliceOp::attachInterface<RealDynamicSliceModel>(context);
  SetDimensionSizeOp::attachInterface<SetDimensionSizeModel>(context);
}
