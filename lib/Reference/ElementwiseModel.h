//===- ElementwiseModel.h - a model from a function of numbers --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An elementwise op is stated as a class with call operators, one per kind of
// number it is defined for:
//
//   struct Floor {
//     explicit Floor(Operation *) {}
//     template <std::floating_point T> T operator()(T x) const { ... }
//   };
//   FloorOp::attachInterface<ElementwiseModel<FloorOp, Floor, 1>>(context);
//
// It is made from the op, so it can read attributes. See Lanes.h for the
// numbers that elements are computed as.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_ELEMENTWISEMODEL_H
#define WEFT_LIB_REFERENCE_ELEMENTWISEMODEL_H

#include "Lanes.h"
#include "ReferenceModels.h"

#include "mlir/IR/TypeUtilities.h"

#include <limits>
#include <tuple>

namespace weft::reference {

/// The type of an elementwise result: the elements that the op states in the
/// shape of the operands (not that of the op: see Evaluation::runLanes).
llvm::Expected<ArrayType> getElementwiseType(Evaluation &evaluation);

/// The type of the elements of operand 0.
inline ElementType getOperandElement(mlir::Operation *op) {
  return *toElementType(
      mlir::getElementTypeOrSelf(op->getOperand(0).getType()));
}

/// Functions that are not exact in twice the digits of their operands, as sums
/// and products are, derive from this. They are given f16 and bf16 as doubles:
/// by way of a float the result would be rounded twice.
struct RoundedOnce {
  explicit RoundedOnce(mlir::Operation *op)
      : isWide(getOperandElement(op) == ElementType::F64) {}

  /// A result that is positive, even where the double has become zero: a format
  /// without zero rounds it to the smallest of its numbers, not to NaN.
  double keepPositive(double result) const {
    return result == 0 && !isWide ? std::numeric_limits<double>::denorm_min()
                                  : result;
  }

  bool isWide;
};

/// Applies `Fn` to the elements of the operands, which have one shape or are
/// scalars.
template <typename Fn, unsigned arity> class Elementwise {
public:
  static llvm::Error evaluate(mlir::Operation *op, Evaluation &evaluation) {
    llvm::Expected<ArrayType> type = getElementwiseType(evaluation);
    if (!type)
      return type.takeError();
    const ElementType element = evaluation.getOperand(0).getElementType();
    const ElementType computed =
        std::is_base_of_v<RoundedOnce, Fn> &&
                (element == ElementType::F16 || element == ElementType::BF16)
            ? ElementType::F64
            : element;
    return dispatchElement(computed, [&]<typename C>() -> llvm::Error {
      if constexpr (isDefinedFor<C>(std::make_index_sequence<arity>()))
        return apply<C>(Fn(op), evaluation, *type,
                        std::make_index_sequence<arity>());
      else
        return evaluation.error("'{0}' is not defined for elements of type {1}",
                                op->getName(), runtime::getName(element));
    });
  }

private:
  template <typename C, size_t> using Repeat = C;

  template <typename C, size_t... is>
  static constexpr bool isDefinedFor(std::index_sequence<is...>) {
    return std::is_invocable_v<Fn, Repeat<C, is>...>;
  }

  template <typename C, size_t... is>
  static llvm::Error apply(Fn fn, Evaluation &evaluation, const ArrayType &type,
                           std::index_sequence<is...>) {
    using R = std::invoke_result_t<Fn, Repeat<C, is>...>;
    const size_t count = type.getNumElements();
    // The readers know where the operands lie, so that one of these may become
    // the result.
    std::tuple<LaneReader<Repeat<C, is>>...> readers{
        LaneReader<C>(evaluation.getOperand(is), count)...};
    llvm::Expected<Tensor> result = evaluation.allocateInPlace(type);
    if (!result)
      return result.takeError();
    applyLanes(count,
               LaneWriter<R>(type.getElementType(), result->mutableData()), fn,
               std::get<is>(readers)...);
    evaluation.setResult(0, std::move(*result));
    return llvm::Error::success();
  }
};

template <typename Op, typename Fn, unsigned arity>
struct ElementwiseModel
    : ReferenceInterface::ExternalModel<ElementwiseModel<Op, Fn, arity>, Op> {
  bool isElementwise(mlir::Operation *) const { return true; }
  std::optional<runtime::Reduction> getReduction(mlir::Operation *) const {
    if constexpr (requires { Fn::reduction; })
      return Fn::reduction;
    else
      return std::nullopt;
  }
  llvm::Error evaluate(mlir::Operation *op, Evaluation &evaluation) const {
    return Elementwise<Fn, arity>::evaluate(op, evaluation);
  }
};

/// Repeats the operands of an op along the dimensions in which they have size 1
/// or none, so that all have the shape of its result. Scalars stay as they are.
/// Without `dims` the last dimensions are aligned; with it, dimension i of an
/// operand of lower rank is dimension `dims[i]` of the result.
llvm::Error
broadcastOperands(Evaluation &evaluation,
                  std::optional<llvm::ArrayRef<int64_t>> dims = std::nullopt);

/// A function of two operands that are broadcast against each other first.
template <typename Op, typename Fn>
struct BroadcastingModel
    : ReferenceInterface::ExternalModel<BroadcastingModel<Op, Fn>, Op> {
  llvm::Error evaluate(mlir::Operation *op, Evaluation &evaluation) const {
    if (llvm::Error error = broadcastOperands(
            evaluation, mlir::cast<Op>(op).getBroadcastDimensions()))
      return error;
    return Elementwise<Fn, 2>::evaluate(op, evaluation);
  }
};

template <typename Op, typename Fn, unsigned arity = 1>
void attach(mlir::MLIRContext &context) {
  Op::template attachInterface<ElementwiseModel<Op, Fn, arity>>(context);
}
template <typename Op, typename Fn>
void attachBroadcasting(mlir::MLIRContext &context) {
  Op::template attachInterface<BroadcastingModel<Op, Fn>>(context);
}

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_ELEMENTWISEMODEL_H
