//===- Linearity.cpp - which ops commute with sums --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/Reducers.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Interfaces/LinearInterface.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// Elements are moved, or their sign changes: all operands that hold data are
/// partial.
template <typename Op>
struct LinearInFirst : LinearInterface::ExternalModel<LinearInFirst<Op>, Op> {
  bool isLinearIn(Operation *, const llvm::SmallBitVector &partial) const {
    return partial.count() == 1 && partial.test(0);
  }
};

/// A sum of partial sums is one if all of them are partial: anything else would
/// be added once per device.
template <typename Op>
struct LinearInAll : LinearInterface::ExternalModel<LinearInAll<Op>, Op> {
  bool isLinearIn(Operation *, const llvm::SmallBitVector &partial) const {
    return partial.all();
  }
};

/// A product of one partial sum with something that all devices have.
template <typename Op>
struct LinearInOne : LinearInterface::ExternalModel<LinearInOne<Op>, Op> {
  bool isLinearIn(Operation *, const llvm::SmallBitVector &partial) const {
    return partial.count() == 1;
  }
};

/// Rounding to a narrower type is not linear, and neither is reading a float
/// as an integer.
struct LinearConvert
    : LinearInterface::ExternalModel<LinearConvert, hlo::ConvertOp> {
  bool isLinearIn(Operation *op, const llvm::SmallBitVector &) const {
    auto from =
        dyn_cast<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()));
    auto to =
        dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
    return from && to && from.getWidth() <= to.getWidth();
  }
};

/// Integers are cut off, so their parts would be, too.
struct LinearDivide
    : LinearInterface::ExternalModel<LinearDivide, hlo::DivideOp> {
  bool isLinearIn(Operation *op, const llvm::SmallBitVector &partial) const {
    Type element = getElementTypeOrSelf(op->getResult(0).getType());
    return partial.count() == 1 && partial.test(0) &&
           isa<FloatType, ComplexType>(element);
  }
};

struct LinearReduce
    : LinearInterface::ExternalModel<LinearReduce, hlo::ReduceOp> {
  bool isLinearIn(Operation *op, const llvm::SmallBitVector &partial) const {
    auto reduce = cast<hlo::ReduceOp>(op);
    return reduce.getInputs().size() == 1 && partial.count() == 1 &&
           partial.test(0) &&
           hlo::matchReducer(reduce.getBody()) == ReducerKind::Add &&
           isIdentity(reduce.getInitValues()[0], ReducerKind::Add);
  }
};

} // namespace

void weft::attachLinearity(MLIRContext &context) {
  hlo::TransposeOp::attachInterface<LinearInFirst<hlo::TransposeOp>>(context);
  hlo::ReshapeOp::attachInterface<LinearInFirst<hlo::ReshapeOp>>(context);
  hlo::ReverseOp::attachInterface<LinearInFirst<hlo::ReverseOp>>(context);
  hlo::SliceOp::attachInterface<LinearInFirst<hlo::SliceOp>>(context);
  hlo::DynamicSliceOp::attachInterface<LinearInFirst<hlo::DynamicSliceOp>>(
      context);
  hlo::NegateOp::attachInterface<LinearInFirst<hlo::NegateOp>>(context);
  hlo::RealOp::attachInterface<LinearInFirst<hlo::RealOp>>(context);
  hlo::ImagOp::attachInterface<LinearInFirst<hlo::ImagOp>>(context);
  hlo::AddOp::attachInterface<LinearInAll<hlo::AddOp>>(context);
  hlo::SubtractOp::attachInterface<LinearInAll<hlo::SubtractOp>>(context);
  hlo::ConcatenateOp::attachInterface<LinearInAll<hlo::ConcatenateOp>>(context);
  hlo::ComplexOp::attachInterface<LinearInAll<hlo::ComplexOp>>(context);
  hlo::MultiplyOp::attachInterface<LinearInOne<hlo::MultiplyOp>>(context);
  hlo::DivideOp::attachInterface<LinearDivide>(context);
  hlo::ConvertOp::attachInterface<LinearConvert>(context);
  hlo::ReduceOp::attachInterface<LinearReduce>(context);
}
