//===- Reduction.cpp - reductions on shards ---------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/MeshOps.h"

#include "mlir/IR/Matchers.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

std::optional<ReducerKind> weft::matchReducer(Region &region) {
  static const std::pair<TypeID, ReducerKind> reducers[] = {
      {TypeID::get<hlo::AddOp>(), ReducerKind::Add},
      {TypeID::get<hlo::MultiplyOp>(), ReducerKind::Mul},
      {TypeID::get<hlo::MaximumOp>(), ReducerKind::Max},
      {TypeID::get<hlo::MinimumOp>(), ReducerKind::Min},
      {TypeID::get<hlo::AndOp>(), ReducerKind::And},
      {TypeID::get<hlo::OrOp>(), ReducerKind::Or},
      {TypeID::get<hlo::XorOp>(), ReducerKind::Xor},
  };
  Block &body = region.front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return std::nullopt;
  Operation &combine = body.front();
  Value a = body.getArgument(0), b = body.getArgument(1);
  bool combinesBoth =
      combine.getNumOperands() == 2 && combine.getNumResults() == 1 &&
      ((combine.getOperand(0) == a && combine.getOperand(1) == b) ||
       (combine.getOperand(0) == b && combine.getOperand(1) == a)) &&
      body.getTerminator()->getNumOperands() == 1 &&
      body.getTerminator()->getOperand(0) == combine.getResult(0);
  if (!combinesBoth)
    return std::nullopt;
  // A maximum of complex numbers has no identity to fill with.
  bool ordered = !isa<ComplexType>(getElementTypeOrSelf(a.getType()));
  for (auto [type, kind] : reducers)
    if (combine.getName().getTypeID() == type &&
        (ordered || kind == ReducerKind::Add || kind == ReducerKind::Mul))
      return kind;
  return std::nullopt;
}

/// Whether a body only picks among its arguments (an argmax): then combining
/// with one value twice is the same as combining with it once.
static bool isSelection(Region &region) {
  static const TypeID picking[] = {
      TypeID::get<hlo::CompareOp>(), TypeID::get<hlo::SelectOp>(),
      TypeID::get<hlo::AndOp>(),     TypeID::get<hlo::OrOp>(),
      TypeID::get<hlo::NotOp>(),     TypeID::get<hlo::MaximumOp>(),
      TypeID::get<hlo::MinimumOp>(), TypeID::get<hlo::ConstantOp>(),
  };
  return llvm::all_of(region.front().without_terminator(), [](Operation &op) {
    return llvm::is_contained(picking, op.getName().getTypeID());
  });
}

bool weft::isIdentity(Value value, ReducerKind reducer) {
  DenseElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
    return false;
  Type element = constant.getElementType();
  if (auto real = dyn_cast<FloatType>(element)) {
    APFloat given = constant.getSplatValue<APFloat>();
    switch (reducer) {
    case ReducerKind::Add:
      return given.isZero();
    case ReducerKind::Mul:
      return given.isExactlyValue(1.0);
    case ReducerKind::Max:
      return given.isInfinity() && given.isNegative();
    case ReducerKind::Min:
      return given.isInfinity() && !given.isNegative();
    default:
      return false;
    }
  }
  if (!isa<IntegerType>(element))
    return false;
  APInt given = constant.getSplatValue<APInt>();
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  switch (reducer) {
  case ReducerKind::Add:
  case ReducerKind::Or:
  case ReducerKind::Xor:
    return given.isZero();
  case ReducerKind::Mul:
    return given.isOne();
  case ReducerKind::And:
    return given.isAllOnes();
  case ReducerKind::Max:
    return isUnsigned ? given.isMinValue() : given.isMinSignedValue();
  case ReducerKind::Min:
    return isUnsigned ? given.isMaxValue() : given.isMaxSignedValue();
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Reduce
//===----------------------------------------------------------------------===//

namespace {

/// Splitting a reduced factor leaves each device with a partial result. With a
/// reducer that has a name the result is unreduced. A body that picks among
/// several operands is combined at once. Any other body needs all elements in
/// one place: it says nothing about what could stand in for padding, or about
/// how often the init value may be counted.
struct ReducePartitioning
    : PartitionInterface::ExternalModel<ReducePartitioning, hlo::ReduceOp> {
  void getPartitionWays(Operation *op, const FactorRule *rule,
                        SmallVectorImpl<PartitionWay> &ways) const {
    if (!rule)
      return;
    Region &body = cast<hlo::ReduceOp>(op).getBody();
    std::optional<ReducerKind> reducer = matchReducer(body);
    if (reducer || isSelection(body))
      ways.push_back(PartitionWay::of(
          *rule, {FactorKind::PassThrough, FactorKind::Reduction}, reducer));
    else
      ways.push_back(PartitionWay::passThrough(*rule));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

} // namespace

/// One all-reduce of several tensors, combined by a copy of `body`.
static SmallVector<Value> combineBy(ShardBuilder &builder, Region &body,
                                    ValueRange partial, const AxisList &axes) {
  AllReduceOp reduced = builder.allReduceBy(partial, axes);
  IRMapping mapping;
  body.cloneInto(&reduced.getCombiner(), mapping);
  Operation *end = reduced.getCombiner().front().getTerminator();
  OpBuilder inner(end);
  ReturnOp::create(inner, end->getLoc(), end->getOperands());
  end->erase();
  return SmallVector<Value>(reduced.getResults());
}

LocalResults ReducePartitioning::localise(Operation *op,
                                          ShardBuilder &builder) const {
  auto reduce = cast<hlo::ReduceOp>(op);
  std::optional<ReducerKind> reducer = matchReducer(reduce.getBody());
  unsigned numInputs = reduce.getInputs().size();
  AxisList axes;
  SmallVector<Value> operands;
  for (unsigned i = 0; i != numInputs; ++i) {
    ShardedTensor input = builder.operands[i];
    Value init = builder.operands[numInputs + i].value;
    for (int64_t dim : reduce.getDimensions()) {
      if (i == 0)
        axes.append(input.axes(dim).axes());
      if (!input.isPadded(dim))
        continue;
      Value fill =
          reducer ? builder.identity(input.whole.getElementType(), *reducer)
                  : init;
      input.value = builder.fillPadding(input, dim, fill);
    }
    operands.push_back(input.value);
  }
  for (unsigned i = 0; i != numInputs; ++i) {
    Value init = builder.operands[numInputs + i].value;
    // The init value is counted once, on the first device.
    if (reducer && !axes.empty() && !isIdentity(init, *reducer))
      init = builder.select(
          builder.isFirst(axes), init,
          builder.identity(getElementTypeOrSelf(init.getType()), *reducer));
    operands.push_back(init);
  }
  SmallVector<Value> partial(builder.cloneWith(operands)->getResults());
  if (reducer || axes.empty())
    return partial;
  return combineBy(builder, reduce.getBody(), partial, axes);
}

void weft::attachReductionPartitioning(MLIRContext &context) {
  hlo::ReduceOp::attachInterface<ReducePartitioning>(context);
}
