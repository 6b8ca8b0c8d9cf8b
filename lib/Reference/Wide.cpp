//===- Wide.cpp - numbers with room to compute ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wide.h"

#include "Lanes.h"

#include <cmath>
#include <limits>

using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

ElementType weft::reference::getWideType(ElementType type) {
  if (runtime::isComplex(type))
    return ElementType::ComplexF64;
  return runtime::isFloat(type) ? ElementType::F64 : ElementType::I64;
}

ElementType weft::reference::getWideType(Evaluation &evaluation,
                                         ElementType result) {
  ElementType wide = getWideType(result);
  for (const Datum &operand : evaluation.getOperands().take_front(2))
    wide = std::max(wide, getWideType(operand.getTensor().getElementType()));
  return wide;
}

/// A float that an integer type cannot hold becomes the nearest one it can; NaN
/// becomes 0.
template <typename To, typename From> static To toInteger(From x) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(x))
    return 0;
  if (x <= static_cast<From>(Limits::min()))
    return Limits::min();
  // The largest integer may round up to a float that is too large.
  return x >= static_cast<From>(Limits::max()) ? Limits::max()
                                               : static_cast<To>(x);
}

template <typename To, typename From> static To convertNumber(From x) {
  if constexpr (IsComplex<From>::value && !IsComplex<To>::value)
    return convertNumber<To>(x.real());
  else if constexpr (IsComplex<From>::value)
    return To(x);
  else if constexpr (IsComplex<To>::value)
    return To(static_cast<typename To::value_type>(x));
  else if constexpr (std::is_same_v<To, bool>)
    return x != From(0);
  else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>)
    return toInteger<To>(x);
  else
    return static_cast<To>(x);
}

Expected<Tensor> weft::reference::widen(Evaluation &evaluation, Tensor tensor,
                                        ElementType wide) {
  if (tensor.getElementType() == wide)
    return tensor;
  Expected<Tensor> result = evaluation.allocate(wide, tensor.getDims());
  if (!result)
    return result;
  const size_t count = tensor.getNumElements();
  dispatchElement(tensor.getElementType(), [&]<typename From>() {
    LaneReader<From> reader(tensor, count);
    dispatchWide(wide, [&]<typename To>() {
      applyLanes(count, LaneWriter<To>(wide, result->mutableData()),
                 convertNumber<To, From>, reader);
    });
  });
  return result;
}

Expected<Tensor> weft::reference::narrow(Evaluation &evaluation, Tensor wide,
                                         ElementType type) {
  if (wide.getElementType() == type)
    return wide;
  Expected<Tensor> result = evaluation.allocate(type, wide.getDims());
  if (!result)
    return result;
  const size_t count = wide.getNumElements();
  dispatchWide(wide.getElementType(), [&]<typename From>() {
    LaneReader<From> reader(wide, count);
    dispatchElement(type, [&]<typename To>() {
      applyLanes(count, LaneWriter<To>(type, result->mutableData()),
                 convertNumber<To, From>, reader);
    });
  });
  return result;
}

Error weft::reference::setNarrowResult(Evaluation &evaluation, unsigned i,
                                       Tensor wide) {
  Expected<ArrayType> type = evaluation.getResultType(i);
  if (!type)
    return type.takeError();
  Expected<Tensor> result =
      narrow(evaluation, std::move(wide), type->getElementType());
  if (!result)
    return result.takeError();
  result->setType(std::move(*type));
  evaluation.setResult(i, std::move(*result));
  return Error::success();
}
