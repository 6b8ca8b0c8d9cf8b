//===- Reduction.cpp - reduce -----------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inputs are laid out as rows to be combined: row r holds the elements of
// one reduced index, for all elements of the result. A body of one usual op is
// a loop over the rows. Any other body is run for many elements at a time, on
// pairs of neighbouring rows, until one row is left. The specification allows
// any tree that keeps the order.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lanes.h"
#include "ReferenceModels.h"
#include "Strided.h"

#include "weft/Dialect/Stablehlo/IR/ReductionOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {
/// Inputs as rows, all reduced indices before all kept ones.
struct Rows {
  int64_t count = 1;
  int64_t length = 1;
  SmallVector<Tensor, 2> inputs;
};
} // namespace

static Expected<Tensor> moveReducedFirst(Evaluation &evaluation, Tensor input,
                                         ArrayRef<int64_t> reduced) {
  SmallVector<int64_t, 4> order(reduced);
  llvm::sort(order);
  for (int64_t dim = 0, rank = input.getDims().size(); dim < rank; ++dim)
    if (!llvm::is_contained(reduced, dim))
      order.push_back(dim);
  if (llvm::is_sorted(order))
    return input;
  View from;
  Dims sizes, strides = input.getType().getStrides();
  for (int64_t dim : order) {
    sizes.push_back(input.getDims()[dim]);
    from.strides.push_back(strides[dim]);
  }
  Expected<Tensor> result = evaluation.allocate(input.getElementType(), sizes);
  if (result)
    copyStrided(runtime::getByteWidth(input.getElementType()), sizes,
                input.data(), from, result->mutableData(),
                getView(result->getType()));
  return result;
}

static Expected<Rows> getRows(Evaluation &evaluation, stablehlo::ReduceOp op) {
  Rows rows;
  for (auto [dim, size] : llvm::enumerate(evaluation.getOperand(0).getDims())) {
    const bool isReduced = llvm::is_contained(op.getDimensions(), dim);
    (isReduced ? rows.count : rows.length) *= size;
  }
  for (size_t i = 0; i < op.getInputs().size(); ++i) {
    Expected<Tensor> input = moveReducedFirst(
        evaluation, evaluation.takeOperand(i), op.getDimensions());
    if (!input)
      return input.takeError();
    rows.inputs.push_back(std::move(*input));
  }
  return rows;
}

//===----------------------------------------------------------------------===//
// Any body
//===----------------------------------------------------------------------===//

/// Every second row from `first` on, `count` rows, as one vector.
static Expected<Tensor> takeAlternateRows(Evaluation &evaluation,
                                          const Tensor &input, int64_t first,
                                          int64_t count, int64_t length) {
  Expected<Tensor> result =
      evaluation.allocate(input.getElementType(), {count * length});
  if (result)
    copyStrided(runtime::getByteWidth(input.getElementType()), {count, length},
                input.data(), {first * length, {2 * length, 1}},
                result->mutableData(), {0, {length, 1}});
  return result;
}

/// The rows of `rows` one after the other, then the last of `odd`.
static Expected<Tensor> appendLastRow(Evaluation &evaluation,
                                      const Tensor &rows, const Tensor &odd,
                                      int64_t count, int64_t length) {
  Expected<Tensor> result =
      evaluation.allocate(rows.getElementType(), {(count / 2 + 1) * length});
  if (!result)
    return result;
  const size_t rowBytes = length * runtime::getByteWidth(rows.getElementType());
  uint8_t *target = llvm::copy(rows.bytes(), result->mutableData());
  std::copy_n(odd.data() + (count - 1) * rowBytes, rowBytes, target);
  return result;
}

static Expected<SmallVector<Tensor, 2>>
combine(Evaluation &evaluation, Region &body, ArrayRef<Tensor> left,
        ArrayRef<Tensor> right, int64_t count) {
  SmallVector<Tensor, 4> arguments(left);
  arguments.append(right.begin(), right.end());
  auto results = evaluation.runLanes(body, arguments);
  if (!results)
    return results;
  for (Tensor &result : *results) {
    Expected<Tensor> expanded =
        evaluation.expandLanes(std::move(result), count);
    if (!expanded)
      return expanded.takeError();
    result = std::move(*expanded);
  }
  return results;
}

/// Combines neighbours until one row is left.
static Error combinePairs(Evaluation &evaluation, Region &body, Rows &rows) {
  const int64_t half = rows.count / 2, length = rows.length;
  SmallVector<Tensor, 2> left, right;
  for (const Tensor &input : rows.inputs) {
    for (int64_t first : {0, 1}) {
      auto part = takeAlternateRows(evaluation, input, first, half, length);
      if (!part)
        return part.takeError();
      (first ? right : left).push_back(std::move(*part));
    }
  }
  auto results = combine(evaluation, body, left, right, half * length);
  if (!results)
    return results.takeError();
  for (auto [input, result] : llvm::zip_equal(rows.inputs, *results)) {
    if (rows.count % 2 != 0) {
      auto whole = appendLastRow(evaluation, result, input, rows.count, length);
      if (!whole)
        return whole.takeError();
      result = std::move(*whole);
    }
    input = std::move(result);
  }
  rows.count -= half;
  return Error::success();
}

static Error setReduced(Evaluation &evaluation, unsigned i, Tensor value) {
  Expected<ArrayType> type = evaluation.getResultType(i);
  if (!type)
    return type.takeError();
  value.setType(std::move(*type));
  evaluation.setResult(i, std::move(value));
  return Error::success();
}

static Error reduceByBody(Evaluation &evaluation, stablehlo::ReduceOp op,
                          Rows rows) {
  SmallVector<Tensor, 2> values;
  for (size_t i = 0; i < rows.inputs.size(); ++i) {
    Tensor init = evaluation.takeOperand(rows.inputs.size() + i);
    auto value = evaluation.expandLanes(std::move(init), rows.length);
    if (!value)
      return value.takeError();
    values.push_back(std::move(*value));
  }
  while (rows.count > 1)
    if (Error error = combinePairs(evaluation, op.getBody(), rows))
      return error;
  if (rows.count == 1) {
    for (Tensor &input : rows.inputs)
      input.setType(llvm::cantFail(
          ArrayType::get(input.getElementType(), {rows.length})));
    auto results =
        combine(evaluation, op.getBody(), values, rows.inputs, rows.length);
    if (!results)
      return results.takeError();
    values = std::move(*results);
  }
  for (auto [i, value] : llvm::enumerate(values))
    if (Error error = setReduced(evaluation, i, std::move(value)))
      return error;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Bodies of one op
//===----------------------------------------------------------------------===//

std::optional<runtime::Reduction>
weft::reference::matchReduction(Region &body) {
  Block &block = body.front();
  Operation *first = &block.front();
  if (block.getNumArguments() != 2 || first->getNumOperands() != 2 ||
      first->getNextNode() != block.getTerminator() ||
      !llvm::equal(first->getOperands(), block.getArguments()) ||
      block.getTerminator()->getOperands() != first->getResults())
    return std::nullopt;
  auto meaning = dyn_cast<ReferenceInterface>(first);
  return meaning ? meaning.getReduction() : std::nullopt;
}

/// Sums and products of floats are made in double precision and rounded once.
template <typename C> struct WideOf {
  using type = C;
};
template <> struct WideOf<float> {
  using type = double;
};
template <> struct WideOf<std::complex<float>> {
  using type = std::complex<double>;
};

template <typename C, typename Fn>
static void foldRows(const Rows &rows, const Tensor &init, Tensor &result,
                     Fn fn) {
  using W = typename WideOf<C>::type;
  const Tensor &input = rows.inputs.front();
  LaneReader<C> reader(input, rows.count * rows.length);
  LaneWriter<C> writer(result.getElementType(), result.mutableData());
  const C first = *LaneReader<C>(init, 1).load(0, 1);
  W sums[kLaneBlock];
  for (int64_t begin = 0; begin < rows.length; begin += kLaneBlock) {
    const size_t now = std::min<int64_t>(kLaneBlock, rows.length - begin);
    std::fill_n(sums, now, W(first));
    for (int64_t row = 0; row < rows.count; ++row) {
      const C *in = reader.load(row * rows.length + begin, now);
      for (size_t i = 0; i < now; ++i)
        sums[i] = fn(sums[i], W(in[i]));
    }
    C *out = writer.open(begin);
    for (size_t i = 0; i < now; ++i)
      out[i] = C(sums[i]);
    writer.store(begin, now);
  }
}

static Error reduceByOp(Evaluation &evaluation, runtime::Reduction reduction,
                        const Rows &rows) {
  Expected<Tensor> result = evaluation.allocateResult();
  if (!result)
    return result.takeError();
  const Tensor &init = evaluation.getOperand(1);
  dispatchElement(result->getElementType(), [&]<typename C>() {
    dispatchReduction<typename WideOf<C>::type>(
        reduction, [&](auto fn) { foldRows<C>(rows, init, *result, fn); });
  });
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

/// What a reduction takes besides operands and results: the inputs with what is
/// reduced in front, if it is not, and for a body of several ops the two halves
/// of the rows and what they make.
static double getReductionBytes(stablehlo::ReduceOp op) {
  double inputs = 0;
  for (Value input : op.getInputs()) {
    if (Expected<ArrayType> type = toArrayType(input.getType()))
      inputs += double(type->getNumBytes());
    else
      llvm::consumeError(type.takeError());
  }
  bool isInFront = true;
  for (int64_t dim = 0, count = op.getDimensions().size(); dim < count; ++dim)
    isInFront &= llvm::is_contained(op.getDimensions(), dim);
  const bool isOneOp =
      op.getInputs().size() == 1 && matchReduction(op.getBody());
  return (isInFront ? 0 : inputs) + (isOneOp ? 0 : 1.5 * inputs);
}

namespace {
struct ReduceModel
    : ReferenceInterface::ExternalModel<ReduceModel, stablehlo::ReduceOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    Expected<Rows> rows = getRows(evaluation, reduce);
    if (!rows)
      return rows.takeError();
    if (auto reduction = matchReduction(reduce.getBody()))
      if (rows->inputs.size() == 1 &&
          evaluation.getOperand(1).getElementType() ==
              rows->inputs[0].getElementType())
        return reduceByOp(evaluation, *reduction, *rows);
    return reduceByBody(evaluation, reduce, std::move(*rows));
  }
  double getWorkBytes(Operation *op) const {
    return getReductionBytes(cast<stablehlo::ReduceOp>(op));
  }
};
} // namespace

void weft::reference::attachReductionModels(MLIRContext &context) {
  stablehlo::ReduceOp::attachInterface<ReduceModel>(context);
}
