//===- Sort.cpp - derivatives of sorts --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "IndexedPlaces.h"
#include "StatedShardings.h"
#include "weft/Dialect/Chlo/IR/ChloOps.h"

#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// The dimension along which an op sorts; negative ones count from the end.
static int64_t getSortDim(hlo::SortOp op) {
  int64_t dim = op.getDimension();
  return dim < 0 ? dim + int64_t(getShape(op.getInputs()[0]).size()) : dim;
}

/// The sort with the positions of the elements as one more input.
static hlo::SortOp sortPositions(hlo::SortOp op) {
  FormulaBuilder builder(op.getLoc(), op);
  SmallVector<Value> inputs(op.getInputs());
  int64_t dim = getSortDim(op);
  inputs.push_back(
      builder.iota(getShape(inputs[0]), dim, builder.getI32Type()));
  auto types =
      llvm::map_to_vector(inputs, [](Value value) { return value.getType(); });
  auto result =
      hlo::SortOp::create(builder, types, inputs,
                          builder.getI64IntegerAttr(dim), op.getIsStableAttr());
  copyStatements(op, result);
  result.getComparator().takeBody(op.getComparator());
  auto scalar = RankedTensorType::get({}, builder.getI32Type());
  for (int i = 0; i != 2; ++i)
    result.getComparator().front().addArgument(scalar, op.getLoc());
  return result;
}

/// Sorts by the first of `inputs`, integers without ties.
static hlo::SortOp sortBack(FormulaBuilder &builder, ArrayRef<Value> inputs,
                            int64_t dim) {
  auto types =
      llvm::map_to_vector(inputs, [](Value value) { return value.getType(); });
  auto result = hlo::SortOp::create(builder, types, inputs,
                                    builder.getI64IntegerAttr(dim),
                                    builder.getBoolAttr(false));
  SmallVector<Type> scalars;
  for (Value input : inputs)
    scalars.append(
        2, RankedTensorType::get({}, getRankedType(input).getElementType()));
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Location> locations(scalars.size(), builder.getLoc());
  Block *body =
      builder.createBlock(&result.getComparator(), {}, scalars, locations);
  Value isBefore = builder.compare(hlo::ComparisonDirection::LT,
                                   body->getArgument(0), body->getArgument(1));
  hlo::ReturnOp::create(builder, ValueRange{isBefore});
  return result;
}

namespace {

/// The forward pass also sorts the positions; sorting the cotangents by these
/// brings each back to where its element came from.
struct SortRule
    : DifferentiableInterface::ExternalModel<SortRule, hlo::SortOp> {
  void markVaried(Operation *op, Activity &activity) const {
    for (auto [input, result] : llvm::zip(op->getOperands(), op->getResults()))
      if (activity.isVaried(input))
        activity.setVaried(result);
  }

  LogicalResult pullBack(Operation *op, GradientBuilder &gradients) const {
    auto sort = cast<hlo::SortOp>(op);
    SmallVector<unsigned> reached;
    SmallVector<Value> cotangents, operands(op->getOperands());
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      if (Value cotangent = gradients.getCotangent(result)) {
        reached.push_back(i);
        cotangents.push_back(cotangent);
      }
    int64_t dim = getSortDim(sort);
    hlo::SortOp forward = sortPositions(sort);
    gradients.replace(op, forward->getResults().drop_back());
    SmallVector<Value> inputs{forward->getResults().back()};
    llvm::append_range(inputs, cotangents);
    hlo::SortOp backward = sortBack(gradients, inputs, dim);
    for (auto [i, index] : llvm::enumerate(reached))
      gradients.accumulate(operands[index], backward->getResult(i + 1));
    return success();
  }
};

/// The values go back to their positions, which the op returns.
struct TopKRule : Derivative<TopKRule, chlo::TopKOp> {
  static LogicalResult pullBack(chlo::TopKOp op, GradientBuilder &gradients) {
    Value operand = op.getOperand();
    Value cotangent = gradients.getCotangent(op.getValues());
    int64_t last = getShape(operand).size() - 1;
    auto batch = llvm::to_vector(llvm::seq<int64_t>(0, last));
    IndexedPlaces places;
    places.indices = op.getIndices();
    places.dims = hlo::GatherDimensionNumbersAttr::get(
        op.getContext(), {}, {last}, batch, batch, {last}, last + 1);
    places.sliceSizes.assign(last + 1, 1);
    places.areUnique = true;
    gradients.accumulate(
        operand, places.scatter<hlo::AddOp>(
                     gradients, gradients.zeros(operand.getType()), cotangent));
    return success();
  }
};

} // namespace

void weft::attachSortDerivatives(MLIRContext &context) {
  hlo::SortOp::attachInterface<SortRule>(context);
}

void weft::attachTopKDerivatives(MLIRContext &context) {
  chlo::TopKOp::attachInterface<TopKRule>(context);
}
