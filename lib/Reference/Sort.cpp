//===- Sort.cpp - sort and top_k --------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "Places.h"
#include "ReferenceModels.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"

#include <bit>
#include <numeric>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

// A merge sort from the bottom up, which is stable. All pairs of runs of all
// rows are merged side by side, one element each at a time, so that the
// comparator runs for many elements at once.

namespace {
/// Two neighbouring runs while they are merged: the next element of each, where
/// they end, and where the next element goes.
struct Merge {
  size_t left, leftEnd, right, rightEnd, target;
};

class Sorter {
public:
  Sorter(Evaluation &evaluation, stablehlo::SortOp op)
      : evaluation(evaluation), op(op) {}

  Error run() {
    ArrayRef<int64_t> dims = evaluation.getOperand(0).getDims();
    const int64_t rank = dims.size(), dim = op.getDimension();
    length = dims[dim < 0 ? dim + rank : dim];
    if (Error error = moveLast(dim < 0 ? dim + rank : dim))
      return error;
    const uint64_t count = rows.front().getNumElements();
    // Two orders, and what is merged side by side: at most half of all pairs.
    auto work = evaluation.reserve(
        count * (2 * sizeof(int64_t) + sizeof(Merge) / 2 + sizeof(int64_t)));
    if (!work)
      return work.takeError();
    order.resize(count);
    std::iota(order.begin(), order.end(), 0);
    merged.resize(order.size());
    for (size_t run = 1; run < length; run *= 2) {
      if (Error error = mergeRuns(run))
        return error;
      std::swap(order, merged);
    }
    return moveBack();
  }

private:
  Error moveLast(int64_t dim);
  Error moveBack();
  Error mergeRuns(size_t run);
  Error step(SmallVectorImpl<Merge> &merges);

  Evaluation &evaluation;
  stablehlo::SortOp op;
  size_t length = 0;
  /// The inputs with the sorted dimension last, and the view that puts them
  /// back.
  SmallVector<Tensor, 2> rows;
  Dims sizes;
  View view;
  /// `order[i]` is the element of the rows that comes i-th.
  std::vector<int64_t> order, merged;
};
} // namespace

Error Sorter::moveLast(int64_t dim) {
  const ArrayType &type = evaluation.getOperand(0).getType();
  sizes.assign(type.getDims().begin(), type.getDims().end());
  view = getView(type);
  // The dimension is moved, so neighbours in a row are neighbours in memory.
  sizes.erase(sizes.begin() + dim);
  sizes.push_back(length);
  const int64_t stride = view.strides[dim];
  view.strides.erase(view.strides.begin() + dim);
  view.strides.push_back(stride);
  for (Datum &operand : evaluation.getOperands()) {
    const Tensor &input = operand.getTensor();
    auto row = evaluation.allocate(input.getElementType(), sizes);
    if (!row)
      return row.takeError();
    copyStrided(runtime::getByteWidth(input.getElementType()), sizes,
                input.data(), view, row->mutableData(),
                getView(row->getType()));
    rows.push_back(std::move(*row));
  }
  return Error::success();
}

Error Sorter::moveBack() {
  for (auto [i, row] : llvm::enumerate(rows)) {
    auto sorted = takeLanes(evaluation, row, order);
    if (!sorted)
      return sorted.takeError();
    auto result = evaluation.allocateResult(i);
    if (!result)
      return result.takeError();
    copyStrided(runtime::getByteWidth(row.getElementType()), sizes,
                sorted->data(), getView(row.getType()), result->mutableData(),
                view);
    evaluation.setResult(i, std::move(*result));
  }
  return Error::success();
}

Error Sorter::mergeRuns(size_t run) {
  SmallVector<Merge> merges;
  for (size_t row = 0; row < order.size(); row += length)
    for (size_t begin = 0; begin < length; begin += 2 * run) {
      const size_t middle = std::min(begin + run, length);
      const size_t end = std::min(begin + 2 * run, length);
      if (middle < end)
        merges.push_back(
            {row + begin, row + middle, row + middle, row + end, row + begin});
      else
        std::copy(order.begin() + row + begin, order.begin() + row + end,
                  merged.begin() + row + begin);
    }
  while (!merges.empty())
    if (Error error = step(merges))
      return error;
  return Error::success();
}

/// Moves one element of every pair of runs; pairs of which one run is used up
/// are finished and leave the list.
Error Sorter::step(SmallVectorImpl<Merge> &merges) {
  SmallVector<int64_t> left, right;
  for (const Merge &merge : merges) {
    left.push_back(order[merge.left]);
    right.push_back(order[merge.right]);
  }
  SmallVector<Tensor, 4> arguments;
  for (const Tensor &row : rows)
    for (ArrayRef<int64_t> places : {ArrayRef(right), ArrayRef(left)}) {
      auto lanes = takeLanes(evaluation, row, places);
      if (!lanes)
        return lanes.takeError();
      arguments.push_back(std::move(*lanes));
    }
  auto results = evaluation.runLanes(op.getComparator(), arguments);
  if (!results)
    return results.takeError();
  auto isLess =
      evaluation.expandLanes(std::move(results->front()), merges.size());
  if (!isLess)
    return isLess.takeError();
  for (auto [merge, takesRight] :
       llvm::zip_equal(merges, isLess->as<uint8_t>()))
    merged[merge.target++] = order[takesRight ? merge.right++ : merge.left++];
  llvm::erase_if(merges, [&](const Merge &merge) {
    if (merge.left < merge.leftEnd && merge.right < merge.rightEnd)
      return false;
    auto target = merged.begin() + merge.target;
    target = std::copy(order.begin() + merge.left,
                       order.begin() + merge.leftEnd, target);
    std::copy(order.begin() + merge.right, order.begin() + merge.rightEnd,
              target);
    return true;
  });
  return Error::success();
}

namespace {
struct SortModel
    : ReferenceInterface::ExternalModel<SortModel, stablehlo::SortOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    if (evaluation.getOperand(0).getNumElements() != 0)
      return Sorter(evaluation, cast<stablehlo::SortOp>(op)).run();
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      evaluation.setResult(i, evaluation.takeOperand(i));
    return Error::success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The k largest
//===----------------------------------------------------------------------===//

/// Floats are ordered by their bits: NaN is above infinity, -0 below 0.
template <typename C> static auto getKey(C x) {
  if constexpr (std::is_same_v<C, float> || std::is_same_v<C, double>) {
    using Bits = std::conditional_t<sizeof(C) == 4, int32_t, int64_t>;
    const Bits bits = std::bit_cast<Bits>(x);
    return bits < 0 ? std::numeric_limits<Bits>::max() ^ bits : bits;
  } else {
    return x;
  }
}

/// The places of the `k` largest of `count` elements, the largest first; of
/// equals the first.
template <typename C>
static void findLargest(const C *row, int64_t count, int64_t k,
                        std::vector<int64_t> &places) {
  places.resize(count);
  std::iota(places.begin(), places.end(), 0);
  std::partial_sort(places.begin(), places.begin() + k, places.end(),
                    [&](int64_t a, int64_t b) {
                      const auto x = getKey(row[a]), y = getKey(row[b]);
                      return x != y ? x > y : a < b;
                    });
  places.resize(k);
}

Error weft::reference::evaluateTopK(Evaluation &evaluation) {
  const Tensor &operand = evaluation.getOperand(0);
  auto values = evaluation.allocateResult(0);
  if (!values)
    return values.takeError();
  auto indices = evaluation.allocateResult(1);
  if (!indices)
    return indices.takeError();
  const int64_t count = operand.getDims().back();
  const int64_t k = values->getDims().back();
  const int64_t numRows =
      k == 0 ? 0 : static_cast<int64_t>(values->getNumElements()) / k;
  const unsigned width = runtime::getByteWidth(operand.getElementType());
  // One row as numbers, and its places.
  auto work = evaluation.reserve(count * (sizeof(double) + sizeof(int64_t)));
  if (!work)
    return work.takeError();
  std::vector<int64_t> places;
  bool isOrdered = true;
  dispatchElement(operand.getElementType(), [&]<typename C>() {
    if constexpr (IsComplex<C>::value) {
      isOrdered = false;
    } else {
      SmallVector<C, 0> row(count);
      for (int64_t i = 0; i < numRows; ++i) {
        const uint8_t *source = operand.data() + i * count * width;
        if (isHostType(operand.getElementType()))
          std::copy_n(reinterpret_cast<const C *>(source), count, row.begin());
        else
          decodeLanes(operand.getElementType(), source, row.data(), count);
        findLargest<C>(row.data(), count, k, places);
        takeElements(width, source, places,
                     values->mutableData() + i * k * width);
        llvm::copy(places, indices->mutableAs<int32_t>().begin() + i * k);
      }
    }
  });
  if (!isOrdered)
    return evaluation.error("elements of type {0} have no order",
                            runtime::getName(operand.getElementType()));
  evaluation.setResult(0, std::move(*values));
  evaluation.setResult(1, std::move(*indices));
  return Error::success();
}

namespace {
struct TopKModel : ReferenceInterface::ExternalModel<TopKModel, chlo::TopKOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    return evaluateTopK(evaluation);
  }
};
} // namespace

void weft::reference::attachSortModels(MLIRContext &context) {
  stablehlo::SortOp::attachInterface<SortModel>(context);
}

void weft::reference::attachTopKModels(MLIRContext &context) {
  chlo::TopKOp::attachInterface<TopKModel>(context);
}
