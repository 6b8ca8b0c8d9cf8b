//===- Reduction.cpp - reductions on shards ---------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/Reducers.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

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
/// reducer that has a name the result is unreduced. Of any other body nothing
/// is known but that it is associative: the partial results of the devices are
/// brought together, in order, and reduced once more.
struct ReducePartitioning
    : PartitionInterface::ExternalModel<ReducePartitioning, hlo::ReduceOp> {
  void getPartitionWays(Operation *op, const FactorRule *rule,
                        SmallVectorImpl<PartitionWay> &ways) const {
    if (!rule)
      return;
    std::optional<ReducerKind> reducer =
        hlo::matchReducer(cast<hlo::ReduceOp>(op).getBody());
    PartitionWay way = PartitionWay::of(
        *rule, {FactorKind::PassThrough, FactorKind::Reduction}, reducer);
    // Elements stay in order if the major-most of the reduced dimensions is
    // split, and no other.
    bool isMajor = true;
    for (auto [factor, splittable] :
         llvm::zip_equal(rule->getFactors(), way.splittable)) {
      if (reducer || factor.kind != FactorKind::Reduction || factor.size <= 1)
        continue;
      splittable = isMajor;
      isMajor = false;
    }
    ways.push_back(std::move(way));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const;
};

/// A reduction by a body of which nothing is known. Neither what is neutral for
/// it, nor what happens if the init value is counted twice: so a flag goes with
/// each element, and what has none is as if it were not there.
class FlaggedReduction {
public:
  FlaggedReduction(ShardBuilder &builder, hlo::ReduceOp op)
      : builder(builder), op(op), numInputs(op.getInputs().size()) {}

  SmallVector<Value> run() {
    // Only one of the reduced dimensions is split.
    const ShardedTensor &first = builder.operands[0];
    int64_t dim = *llvm::find_if(
        op.getDimensions(), [&](int64_t dim) { return first.isSplit(dim); });
    SmallVector<Value> values, inits;
    for (unsigned i = 0; i != numInputs; ++i) {
      values.push_back(builder.operands[i].value);
      inits.push_back(builder.operands[numInputs + i].value);
    }
    Value yes = builder.constant(builder.getI1Type(), 1);
    Value no = builder.constant(builder.getI1Type(), 0);
    ShardedTensor flags = first;
    flags.value = builder.splat(first.localType(), yes);
    values.push_back(builder.fillPadding(flags, dim, no));
    inits.push_back(no);
    SmallVector<Value> partial = reduce(values, inits, op.getDimensions());
    // One element for each device, where the dimension was.
    int64_t at = dim - llvm::count_if(op.getDimensions(), [&](int64_t other) {
                   return other < dim;
                 });
    for (Value &value : partial) {
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape.insert(shape.begin() + at, 1);
      value = hlo::ReshapeOp::create(builder, type.clone(shape), value);
      value =
          builder.allGather(value, at, first.axes(dim), first.numShards(dim));
    }
    inits.back() = yes;
    SmallVector<Value> all = reduce(partial, inits, at);
    all.pop_back();
    return all;
  }

private:
  SmallVector<Value> reduce(ValueRange values, ValueRange inits,
                            ArrayRef<int64_t> dims) {
    SmallVector<Type> types, scalars;
    for (Value value : values) {
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<int64_t> kept;
      for (auto [dim, size] : llvm::enumerate(type.getShape()))
        if (!llvm::is_contained(dims, int64_t(dim)))
          kept.push_back(size);
      types.push_back(type.clone(kept));
      scalars.push_back(RankedTensorType::get({}, type.getElementType()));
    }
    auto reduced = hlo::ReduceOp::create(builder, types, values, inits, dims);
    llvm::append_range(scalars, SmallVector<Type>(scalars));
    fillBody(reduced.getBody(), scalars);
    return SmallVector<Value>(reduced.getResults());
  }

  /// The body, and which side counts where the other has no flag.
  void fillBody(Region &region, ArrayRef<Type> scalars) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Location> locations(scalars.size(), op.getLoc());
    Block *block = builder.createBlock(&region, {}, scalars, locations);
    auto left = block->getArguments().take_front(numInputs + 1);
    auto right = block->getArguments().drop_front(numInputs + 1);
    IRMapping mapping;
    Block &body = op.getBody().front();
    for (unsigned i = 0; i != numInputs; ++i) {
      mapping.map(body.getArgument(i), left[i]);
      mapping.map(body.getArgument(numInputs + i), right[i]);
    }
    for (Operation &inner : body.without_terminator())
      builder.clone(inner, mapping);
    SmallVector<Value> returned;
    for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands()))
      returned.push_back(builder.select(
          left.back(),
          builder.select(right.back(), mapping.lookupOrDefault(value), left[i]),
          right[i]));
    returned.push_back(builder.apply<hlo::OrOp>(left.back(), right.back()));
    hlo::ReturnOp::create(builder, returned);
  }

  ShardBuilder &builder;
  hlo::ReduceOp op;
  unsigned numInputs;
};

} // namespace

LocalResults ReducePartitioning::localise(Operation *op,
                                          ShardBuilder &builder) const {
  auto reduce = cast<hlo::ReduceOp>(op);
  std::optional<ReducerKind> reducer = hlo::matchReducer(reduce.getBody());
  AxisList axes;
  for (int64_t dim : reduce.getDimensions())
    axes.append(builder.operands[0].axes(dim).axes());
  SmallVector<Value> operands;
  for (const ShardedTensor &operand : builder.operands)
    operands.push_back(operand.value);
  if (axes.empty())
    return SmallVector<Value>(builder.cloneWith(operands)->getResults());
  if (!reducer)
    return FlaggedReduction(builder, reduce).run();
  ShardedTensor input = builder.operands[0];
  Value neutral = builder.identity(input.whole.getElementType(), *reducer);
  for (int64_t dim : reduce.getDimensions())
    input.value = builder.fillPadding(input, dim, neutral);
  operands[0] = input.value;
  // The init value is counted once, on the first device.
  if (!isIdentity(operands[1], *reducer))
    operands[1] = builder.select(builder.isFirst(axes), operands[1], neutral);
  return SmallVector<Value>(builder.cloneWith(operands)->getResults());
}

void weft::attachReductionPartitioning(MLIRContext &context) {
  hlo::ReduceOp::attachInterface<ReducePartitioning>(context);
}
