//===- Scatter.cpp - windows combined into a tensor -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The updates are visited in row-major order, and each is given the number of
// its element in the inputs. The body then runs in rounds, for many elements at
// a time: round r has the r-th update of every element, so that updates of one
// element are combined in their order and no round has an element twice.
//
//===----------------------------------------------------------------------===//

#include "ReferenceModels.h"
#include "StartIndices.h"

#include "weft/Dialect/Stablehlo/IR/GatherOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {
/// Which update goes where: `updates[i]` is combined into element `targets[i]`
/// of the inputs. Sorted by round; round r ends before `ends[r]`.
struct Rounds {
  std::vector<int64_t> updates, targets;
  std::vector<size_t> ends;
};

/// How a window lies in the inputs: each of its dimensions in the updates and
/// in the inputs.
struct WindowLayout {
  WindowLayout(stablehlo::ScatterDimensionNumbersAttr numbers,
               const ArrayType &input, const ArrayType &update) {
    const Dims inputStrides = input.getStrides();
    const Dims updateStrides = update.getStrides();
    size_t next = 0;
    for (size_t dim = 0; dim < input.getRank(); ++dim) {
      const bool isDropped =
          llvm::is_contained(numbers.getInsertedWindowDims(), dim) ||
          llvm::is_contained(numbers.getInputBatchingDims(), dim);
      if (isDropped) {
        extents.push_back(1);
        continue;
      }
      const int64_t updateDim = numbers.getUpdateWindowDims()[next++];
      extents.push_back(update.getDims()[updateDim]);
      sizes.push_back(extents.back());
      inInput.strides.push_back(inputStrides[dim]);
      inUpdate.strides.push_back(updateStrides[updateDim]);
    }
    for (size_t dim = 0; dim < update.getRank(); ++dim)
      if (!llvm::is_contained(numbers.getUpdateWindowDims(), dim))
        batchStrides.push_back(updateStrides[dim]);
  }

  bool isInside(ArrayRef<int64_t> start, ArrayRef<int64_t> dims) const {
    for (auto [first, extent, size] : llvm::zip_equal(start, extents, dims))
      if (first < 0 || first > size - extent)
        return false;
    return true;
  }

  /// The window's sizes along all dimensions of the inputs.
  Dims extents;
  /// Its own dimensions only.
  Dims sizes;
  View inInput, inUpdate;
  /// Strides of the updates along the batch.
  Dims batchStrides;
};
} // namespace

/// All (target, update) pairs, windows that are not wholly inside left out, in
/// the row-major order of the updates.
static Error collect(Evaluation &evaluation, stablehlo::ScatterOp op,
                     std::vector<std::pair<int64_t, int64_t>> &pairs) {
  const unsigned numInputs = op.getInputs().size();
  const ArrayType &input = evaluation.getOperand(0).getType();
  const ArrayType &update = evaluation.getOperand(numInputs + 1).getType();
  auto numbers = op.getScatterDimensionNumbers();
  Expected<StartIndices> starts = StartIndices::get(
      evaluation, evaluation.getOperand(numInputs), input.getRank(),
      {numbers.getIndexVectorDim(), numbers.getScatterDimsToOperandDims(),
       numbers.getInputBatchingDims(),
       numbers.getScatterIndicesBatchingDims()});
  if (!starts)
    return starts.takeError();
  if (update.getNumElements() == 0)
    return Error::success();
  WindowLayout window(numbers, input, update);
  const Dims inputStrides = input.getStrides();
  pairs.reserve(update.getNumElements());
  starts->forEach([&](ArrayRef<int64_t> batch, ArrayRef<int64_t> start) {
    if (!window.isInside(start, input.getDims()))
      return;
    window.inInput.offset = getOffset(start, inputStrides);
    window.inUpdate.offset = getOffset(batch, window.batchStrides);
    forEachIndex(window.sizes, window.inInput, window.inUpdate,
                 [&](int64_t target, int64_t source) {
                   pairs.emplace_back(target, source);
                 });
  });
  // Windows need not be the last dimensions of the updates.
  llvm::sort(pairs, llvm::less_second());
  return Error::success();
}

/// What finding the rounds takes: the pairs, again in the order of the rounds,
/// and a counter per update and per element.
static Expected<runtime::Reservation> reserveRounds(Evaluation &evaluation,
                                                    uint64_t numUpdates) {
  return evaluation.reserve(
      numUpdates * (4 * sizeof(int64_t) + sizeof(uint32_t)) +
      evaluation.getOperand(0).getNumElements() * sizeof(uint32_t));
}

/// Deals the pairs out to rounds, by a counting sort that keeps their order.
static Rounds makeRounds(ArrayRef<std::pair<int64_t, int64_t>> pairs,
                         size_t numElements) {
  std::vector<uint32_t> seen(numElements, 0), round(pairs.size());
  Rounds rounds;
  for (size_t i = 0; i < pairs.size(); ++i) {
    round[i] = seen[pairs[i].first]++;
    if (round[i] == rounds.ends.size())
      rounds.ends.push_back(0);
    ++rounds.ends[round[i]];
  }
  size_t sum = 0;
  for (size_t &end : rounds.ends)
    sum += std::exchange(end, sum);
  rounds.updates.resize(pairs.size());
  rounds.targets.resize(pairs.size());
  for (size_t i = 0; i < pairs.size(); ++i) {
    const size_t place = rounds.ends[round[i]]++;
    std::tie(rounds.targets[place], rounds.updates[place]) = pairs[i];
  }
  return rounds;
}

/// results[targets] = body(results[targets], updates[...]).
static Error runRound(Evaluation &evaluation, stablehlo::ScatterOp op,
                      MutableArrayRef<Tensor> results,
                      ArrayRef<int64_t> targets, ArrayRef<int64_t> updates) {
  SmallVector<Tensor, 4> arguments;
  for (const Tensor &result : results) {
    auto old = takeLanes(evaluation, result, targets);
    if (!old)
      return old.takeError();
    arguments.push_back(std::move(*old));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    auto given = takeLanes(
        evaluation, evaluation.getOperand(results.size() + 1 + i), updates);
    if (!given)
      return given.takeError();
    arguments.push_back(std::move(*given));
  }
  auto values = evaluation.runLanes(op.getUpdateComputation(), arguments);
  if (!values)
    return values.takeError();
  for (auto [result, value] : llvm::zip_equal(results, *values)) {
    auto lanes = evaluation.expandLanes(std::move(value), targets.size());
    if (!lanes)
      return lanes.takeError();
    putElements(runtime::getByteWidth(result.getElementType()), lanes->data(),
                targets, result.mutableData());
  }
  return Error::success();
}

namespace {
struct ScatterModel
    : ReferenceInterface::ExternalModel<ScatterModel, stablehlo::ScatterOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto scatter = cast<stablehlo::ScatterOp>(op);
    const Tensor &update =
        evaluation.getOperand(scatter.getInputs().size() + 1);
    auto work = reserveRounds(evaluation, update.getNumElements());
    if (!work)
      return work.takeError();
    std::vector<std::pair<int64_t, int64_t>> pairs;
    if (Error error = collect(evaluation, scatter, pairs))
      return error;
    Rounds rounds =
        makeRounds(pairs, evaluation.getOperand(0).getNumElements());
    SmallVector<Tensor, 2> results;
    for (unsigned i = 0; i < scatter.getInputs().size(); ++i) {
      auto result = evaluation.makeUnique(evaluation.takeOperand(i));
      if (!result)
        return result.takeError();
      results.push_back(std::move(*result));
    }
    size_t begin = 0;
    for (size_t end : rounds.ends) {
      const size_t count = end - begin;
      if (Error error = runRound(evaluation, scatter, results,
                                 ArrayRef(rounds.targets).slice(begin, count),
                                 ArrayRef(rounds.updates).slice(begin, count)))
        return error;
      begin = end;
    }
    for (auto [i, result] : llvm::enumerate(results))
      evaluation.setResult(i, std::move(result));
    return Error::success();
  }
};
} // namespace

void weft::reference::attachScatterModels(MLIRContext &context) {
  stablehlo::ScatterOp::attachInterface<ScatterModel>(context);
}
