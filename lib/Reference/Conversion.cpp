//===- Conversion.cpp - compare, convert, select ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseModel.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {

template <typename T>
concept Float = std::floating_point<T>;
template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

//===----------------------------------------------------------------------===//
// Compare
//===----------------------------------------------------------------------===//

/// The bits of a float as an integer of the same order: -NaN, -inf, ..., -0,
/// +0, ..., inf, NaN.
template <Float T> auto getTotalOrder(T x) {
  using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  const Bits bits = std::bit_cast<Bits>(x);
  return bits < 0 ? std::numeric_limits<Bits>::max() ^ bits : bits;
}

template <stablehlo::ComparisonDirection direction, typename T>
bool compareOrdered(T a, T b) {
  using enum stablehlo::ComparisonDirection;
  if constexpr (direction == EQ)
    return a == b;
  else if constexpr (direction == NE)
    return a != b;
  else if constexpr (direction == LT)
    return a < b;
  else if constexpr (direction == LE)
    return a <= b;
  else if constexpr (direction == GT)
    return a > b;
  else
    return a >= b;
}

template <stablehlo::ComparisonDirection direction> struct Compare {
  template <typename T> bool operator()(T a, T b) const {
    return compareOrdered<direction>(a, b);
  }
  /// By the real parts, and by the imaginary ones where those are equal.
  template <Float T>
  bool operator()(std::complex<T> a, std::complex<T> b) const {
    using enum stablehlo::ComparisonDirection;
    if constexpr (direction == EQ || direction == NE)
      return compareOrdered<direction>(a, b);
    else
      return a.real() == b.real()
                 ? compareOrdered<direction>(a.imag(), b.imag())
                 : compareOrdered<direction>(a.real(), b.real());
  }
};
template <stablehlo::ComparisonDirection direction> struct CompareTotal {
  template <Float T> bool operator()(T a, T b) const {
    return compareOrdered<direction>(getTotalOrder(a), getTotalOrder(b));
  }
};

template <stablehlo::ComparisonDirection direction>
Error compare(Evaluation &evaluation, bool isTotal) {
  const Tensor &lhs = evaluation.getOperand(0);
  const Tensor &rhs = evaluation.getOperand(1);
  Expected<ArrayType> type = getElementwiseType(evaluation);
  if (!type)
    return type.takeError();
  Expected<Tensor> result = evaluation.allocate(*type);
  if (!result)
    return result.takeError();
  const size_t count = result->getNumElements();
  LaneWriter<bool> writer(ElementType::I1, result->mutableData());
  dispatchElement(lhs.getElementType(), [&]<typename C>() {
    LaneReader<C> left(lhs, count), right(rhs, count);
    if constexpr (Float<C>)
      if (isTotal)
        return applyLanes(count, writer, CompareTotal<direction>(), left,
                          right);
    applyLanes(count, writer, Compare<direction>(), left, right);
  });
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

Error compare(Evaluation &evaluation, stablehlo::ComparisonDirection direction,
              bool isTotal) {
  using enum stablehlo::ComparisonDirection;
  switch (direction) {
  case EQ:
    return compare<EQ>(evaluation, isTotal);
  case NE:
    return compare<NE>(evaluation, isTotal);
  case LT:
    return compare<LT>(evaluation, isTotal);
  case LE:
    return compare<LE>(evaluation, isTotal);
  case GT:
    return compare<GT>(evaluation, isTotal);
  case GE:
    return compare<GE>(evaluation, isTotal);
  }
  return evaluation.error("unknown direction of a comparison");
}

struct CompareModel
    : ReferenceInterface::ExternalModel<CompareModel, stablehlo::CompareOp> {
  bool isElementwise(Operation *) const { return true; }
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto comparison = cast<stablehlo::CompareOp>(op);
    return compare(evaluation, comparison.getComparisonDirection(),
                   comparison.getCompareType() ==
                       stablehlo::ComparisonType::TOTALORDER);
  }
};

struct BroadcastCompareModel
    : ReferenceInterface::ExternalModel<BroadcastCompareModel,
                                        chlo::BroadcastCompareOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto comparison = cast<chlo::BroadcastCompareOp>(op);
    if (Error error =
            broadcastOperands(evaluation, comparison.getBroadcastDimensions()))
      return error;
    // Both dialects number the directions alike.
    static_assert(int(chlo::ComparisonDirection::LT) ==
                  int(stablehlo::ComparisonDirection::LT));
    return compare(evaluation,
                   static_cast<stablehlo::ComparisonDirection>(
                       comparison.getComparisonDirection()),
                   comparison.getCompareType() ==
                       chlo::ComparisonType::TOTALORDER);
  }
};

//===----------------------------------------------------------------------===//
// Convert
//===----------------------------------------------------------------------===//

/// One number as another kind. Integers are cut off. A float that an integer
/// cannot hold becomes the nearest one that it can, and NaN 0, as XLA computes
/// it. A complex number loses its imaginary part.
template <typename To> struct Convert {
  /// The least and the greatest number of the target, whose elements may be
  /// narrower than `To`.
  explicit Convert(ElementType target) {
    if constexpr (Integer<To>) {
      const unsigned width = runtime::getBitWidth(target);
      using Limits = std::numeric_limits<To>;
      const unsigned unused = sizeof(To) * 8 - width;
      low = static_cast<To>(Limits::min() >> unused);
      high = static_cast<To>(Limits::max() >> unused);
    }
  }

  template <typename From> To operator()(From x) const {
    if constexpr (IsComplex<From>::value) {
      return convertComplex(x);
    } else if constexpr (IsComplex<To>::value) {
      return To(static_cast<typename To::value_type>(x));
    } else if constexpr (std::same_as<To, bool>) {
      return x != From(0);
    } else if constexpr (Integer<To> && Float<From>) {
      // The limits as floats may be one above what the integer holds.
      return std::isnan(x)                  ? To(0)
             : x <= static_cast<From>(low)  ? low
             : x >= static_cast<From>(high) ? high
                                            : static_cast<To>(x);
    } else {
      return static_cast<To>(x);
    }
  }

private:
  template <typename T> To convertComplex(std::complex<T> x) const {
    if constexpr (IsComplex<To>::value)
      return To(x);
    else if constexpr (std::same_as<To, bool>)
      return x != std::complex<T>(0);
    else
      return (*this)(x.real());
  }

  To low = To(), high = To();
};

/// Into a float format that the host does not have: straight from the number,
/// so that it is rounded once.
template <typename From> uint64_t encodeNumber(ElementType type, From x) {
  if constexpr (IsComplex<From>::value)
    return encodeNumber(type, x.real());
  else if constexpr (Float<From>)
    return runtime::encodeFloat(type, x);
  else if constexpr (std::is_signed_v<From>)
    return runtime::encodeInteger(type, x);
  else
    return runtime::encodeUnsigned(type, x);
}

struct ConvertModel
    : ReferenceInterface::ExternalModel<ConvertModel, stablehlo::ConvertOp> {
  bool isElementwise(Operation *) const { return true; }
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    const Tensor &operand = evaluation.getOperand(0);
    Expected<ArrayType> type = getElementwiseType(evaluation);
    if (!type)
      return type.takeError();
    if (type->getElementType() == operand.getElementType()) {
      evaluation.setResult(0, evaluation.takeOperand(0));
      return Error::success();
    }
    Expected<Tensor> result = evaluation.allocate(*type);
    if (!result)
      return result.takeError();
    convert(operand, *result);
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }

private:
  static void convert(const Tensor &operand, Tensor &result) {
    const size_t count = result.getNumElements();
    const ElementType type = result.getElementType();
    uint8_t *data = result.mutableData();
    dispatchElement(operand.getElementType(), [&]<typename From>() {
      LaneReader<From> reader(operand, count);
      if (runtime::isFloat(type) && !isHostType(type))
        return encode(reader, type, data, count);
      dispatchElement(type, [&]<typename To>() {
        applyLanes(count, LaneWriter<To>(type, data), Convert<To>(type),
                   reader);
      });
    });
  }

  template <typename From>
  static void encode(LaneReader<From> &reader, ElementType type, uint8_t *data,
                     size_t count) {
    const bool isWide = runtime::getByteWidth(type) == 2;
    for (size_t begin = 0; begin < count; begin += kLaneBlock) {
      const size_t now = std::min(kLaneBlock, count - begin);
      const From *in = reader.load(begin, now);
      if constexpr (Float<From>) {
        runtime::encodeFloats(type, in, data + begin * (isWide ? 2 : 1), now);
      } else {
        for (size_t i = 0; i < now; ++i) {
          const uint64_t code = encodeNumber(type, in[i]);
          if (isWide)
            reinterpret_cast<uint16_t *>(data)[begin + i] = code;
          else
            data[begin + i] = code;
        }
      }
    }
  }
};

//===----------------------------------------------------------------------===//
// Select
//===----------------------------------------------------------------------===//

template <typename T>
Error select(Evaluation &evaluation, const ArrayType &type) {
  Expected<Tensor> result = evaluation.allocate(type);
  if (!result)
    return result.takeError();
  const Tensor &pred = evaluation.getOperand(0);
  const Tensor &onTrue = evaluation.getOperand(1);
  const Tensor &onFalse = evaluation.getOperand(2);
  const size_t pStep = !pred.isScalar(), tStep = !onTrue.isScalar(),
               fStep = !onFalse.isScalar();
  const uint8_t *p = pred.data();
  const T *t = onTrue.as<T>().data(), *f = onFalse.as<T>().data();
  T *out = result->template mutableAs<T>().data();
  for (size_t i = 0, count = type.getNumElements(); i < count; ++i)
    out[i] = p[i * pStep] ? t[i * tStep] : f[i * fStep];
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

/// Elements are copied bit by bit: a NaN keeps its payload.
Error select(Evaluation &evaluation) {
  Expected<ArrayType> type = getElementwiseType(evaluation);
  if (!type)
    return type.takeError();
  switch (runtime::getByteWidth(type->getElementType())) {
  case 1:
    return select<uint8_t>(evaluation, *type);
  case 2:
    return select<uint16_t>(evaluation, *type);
  case 4:
    return select<uint32_t>(evaluation, *type);
  case 8:
    return select<uint64_t>(evaluation, *type);
  default:
    return select<std::complex<double>>(evaluation, *type);
  }
}

struct SelectModel
    : ReferenceInterface::ExternalModel<SelectModel, stablehlo::SelectOp> {
  bool isElementwise(Operation *) const { return true; }
  Error evaluate(Operation *, Evaluation &evaluation) const {
    return select(evaluation);
  }
};

struct BroadcastSelectModel
    : ReferenceInterface::ExternalModel<BroadcastSelectModel,
                                        chlo::BroadcastSelectOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    if (Error error = broadcastOperands(evaluation))
      return error;
    return select(evaluation);
  }
};
} // namespace

void weft::reference::attachConversionModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  CompareOp::attachInterface<CompareModel>(context);
  ConvertOp::attachInterface<ConvertModel>(context);
  SelectOp::attachInterface<SelectModel>(context);
}

void weft::reference::attachBroadcastingConversionModels(MLIRContext &context) {
  chlo::BroadcastCompareOp::attachInterface<BroadcastCompareModel>(context);
  chlo::BroadcastSelectOp::attachInterface<BroadcastSelectModel>(context);
}
