//===- Constant.cpp - constants and iota ------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "ReferenceModels.h"
#include "Strided.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static void repeat(ArrayRef<uint8_t> element, MutableArrayRef<uint8_t> target) {
  for (size_t i = 0; i < target.size(); i += element.size())
    llvm::copy(element, target.begin() + i);
}

/// Attributes pack booleans into bits and keep i2 and i4 in a byte each, sign
/// extended or not; other elements lie as they do here.
static void copyElements(DenseIntOrFPElementsAttr value, ElementType type,
                         MutableArrayRef<uint8_t> target) {
  if (type == ElementType::I1) {
    size_t i = 0;
    for (bool bit : value.getValues<bool>())
      target[i++] = bit;
    return;
  }
  ArrayRef<char> raw = value.getRawData();
  ArrayRef<uint8_t> source(reinterpret_cast<const uint8_t *>(raw.data()),
                           raw.size());
  if (value.isSplat())
    repeat(source.take_front(runtime::getByteWidth(type)), target);
  else
    llvm::copy(source, target.begin());
  runtime::normalizeStorage(type, target);
}

namespace {
template <typename Op>
struct ConstantModel
    : ReferenceInterface::ExternalModel<ConstantModel<Op>, Op> {
  bool isElementwise(Operation *) const { return true; }
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    if (Error error = fill(op, evaluation, *result))
      return error;
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }

private:
  static Error fill(Operation *op, Evaluation &evaluation, Tensor &result) {
    MutableArrayRef<uint8_t> target(result.mutableData(),
                                    result.bytes().size());
    if (target.empty())
      return Error::success();
    ElementsAttr value = cast<Op>(op).getValue();
    if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value)) {
      copyElements(dense, result.getElementType(), target);
      return Error::success();
    }
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
      return copyResource(evaluation, resource, result.getElementType(),
                          target);
    return evaluation.error("cannot read the elements of a constant that is "
                            "neither dense nor a resource");
  }

  static Error copyResource(Evaluation &evaluation,
                            DenseResourceElementsAttr resource,
                            ElementType type, MutableArrayRef<uint8_t> target) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return evaluation.error("the resource '{0}' has no data",
                              resource.getRawHandle().getKey());
    ArrayRef<char> data = blob->getData();
    if (data.size() != target.size())
      return evaluation.error(
          "the resource '{0}' has {1} bytes, but the constant needs {2}",
          resource.getRawHandle().getKey(), data.size(), target.size());
    llvm::copy(data, reinterpret_cast<char *>(target.data()));
    runtime::normalizeStorage(type, target);
    return Error::success();
  }
};

struct ConstantLikeModel
    : ReferenceInterface::ExternalModel<ConstantLikeModel,
                                        chlo::ConstantLikeOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Attribute value = cast<chlo::ConstantLikeOp>(op).getValue();
    // Little endian; a complex number is two.
    std::array<uint64_t, 2> element = {};
    if (auto number = dyn_cast<FloatAttr>(value)) {
      element[0] = number.getValue().bitcastToAPInt().getZExtValue();
    } else if (auto number = dyn_cast<IntegerAttr>(value)) {
      element[0] = number.getValue().getZExtValue();
    } else if (auto number = dyn_cast<complex::NumberAttr>(value)) {
      const APInt real = number.getReal().bitcastToAPInt();
      const APInt imaginary = number.getImag().bitcastToAPInt();
      element = {real.getZExtValue(), imaginary.getZExtValue()};
      if (real.getBitWidth() == 32)
        element[0] |= element[1] << 32;
    } else {
      return evaluation.error("cannot read the number {0}", value);
    }
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    fillElements(runtime::getByteWidth(result->getElementType()),
                 reinterpret_cast<const uint8_t *>(element.data()),
                 result->mutableData(), result->getNumElements());
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};

//===----------------------------------------------------------------------===//
// Iota
//===----------------------------------------------------------------------===//

} // namespace

Error weft::reference::evaluateIota(Evaluation &evaluation, uint64_t dim) {
  Expected<Tensor> result = evaluation.allocateResult();
  if (!result)
    return result.takeError();
  ArrayRef<int64_t> dims = result->getDims();
  size_t inner = 1;
  for (int64_t size : dims.drop_front(dim + 1))
    inner *= size;
  const size_t count = result->getNumElements(), size = dims[dim];
  const ElementType type = result->getElementType();
  uint8_t *data = result->mutableData();
  dispatchElement(type, [&]<typename C>() {
    LaneWriter<C> writer(type, data);
    const size_t step = writer.isDirect() ? count : kLaneBlock;
    for (size_t begin = 0; begin < count; begin += step) {
      const size_t now = std::min(step, count - begin);
      C *out = writer.open(begin);
      for (size_t i = 0; i < now; ++i)
        out[i] = static_cast<C>((begin + i) / inner % size);
      writer.store(begin, now);
    }
  });
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

namespace {
struct IotaModel
    : ReferenceInterface::ExternalModel<IotaModel, stablehlo::IotaOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    return evaluateIota(evaluation,
                        cast<stablehlo::IotaOp>(op).getIotaDimension());
  }
};
} // namespace

void weft::reference::attachConstantModels(MLIRContext &context) {
  attachModels<ConstantModel, stablehlo::ConstantOp>(context);
  stablehlo::IotaOp::attachInterface<IotaModel>(context);
}

void weft::reference::attachChloConstantModels(MLIRContext &context) {
  attachModels<ConstantModel, chlo::ConstantOp>(context);
  chlo::ConstantLikeOp::attachInterface<ConstantLikeModel>(context);
}
