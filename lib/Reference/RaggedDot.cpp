//===- RaggedDot.cpp - products by groups of rows ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ragged dimension of lhs is divided into consecutive groups; what lies
// behind the last belongs to none. With both sides brought into one order,
//
//   | ragged      | lhs     | rhs        | result     | |
//   |-------------|---------|------------|------------|------------------------|
//   | free        | b, m, k | g, b, k, n | b, m, n    | rhs of the group of m |
//   | contracting | b, m, k | b, k, n    | g, b, m, n | only the k of group g |
//   | batch       | b, m, k | b, k, n    | b, m, n    | as without groups |
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "Places.h"
#include "ReferenceModels.h"
#include "Wide.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {
/// The group of each place along the ragged dimension, which may depend on the
/// place along the dimensions before it.
class Groups {
public:
  /// `sizes` has one row per place along the dimensions before, or one for all.
  Groups(ArrayRef<int64_t> sizes, int64_t numGroups, int64_t length)
      : length(length) {
    const int64_t numRows = numGroups == 0 ? 1 : sizes.size() / numGroups;
    for (int64_t row = 0; row < numRows; ++row) {
      const size_t end = groups.size() + length;
      for (int64_t group = 0; group < numGroups; ++group) {
        const int64_t size =
            clampToSize(sizes[row * numGroups + group], end - groups.size());
        groups.append(size, group);
      }
      groups.append(end - groups.size(), -1);
    }
  }

  /// -1 behind the last group.
  int64_t get(int64_t row, int64_t place) const {
    const bool isShared = static_cast<int64_t>(groups.size()) == length;
    return groups[(isShared ? 0 : row) * length + place];
  }

private:
  int64_t length;
  SmallVector<int64_t> groups;
};

/// out += row * matrix, where `row` has k elements and the matrix n columns.
template <typename W>
void addRow(const W *row, const W *matrix, W *out, int64_t k, int64_t n) {
  for (int64_t i = 0; i < k; ++i)
    for (int64_t j = 0; j < n; ++j)
      out[j] = wideAdd(out[j], wideMultiply(row[i], matrix[i * n + j]));
}

class RaggedDot {
public:
  RaggedDot(Evaluation &evaluation, chlo::RaggedDotOp op)
      : evaluation(evaluation), dims(op.getRaggedDotDimensionNumbers()),
        ragged(dims.getLhsRaggedDimensions().front()) {}

  Error run();

private:
  Error prepare();
  Expected<Tensor> order(unsigned operand, ArrayRef<int64_t> order);
  Expected<Groups> readGroups();
  template <typename W> void multiplyFree(const Groups &groups, W *out);
  template <typename W> void multiplyContracting(const Groups &groups, W *out);
  template <typename W> void multiplyBatch(W *out);

  /// Splits the flat index of a list of dimensions at the ragged one, which is
  /// among them: the places before it, and its own.
  std::pair<int64_t, int64_t> split(int64_t index,
                                    ArrayRef<int64_t> list) const {
    for (int64_t dim : llvm::reverse(list)) {
      const int64_t size = lhsDims[dim];
      if (dim == ragged)
        return {index / size, index % size};
      index /= size;
    }
    return {0, 0};
  }
  int64_t countBefore(ArrayRef<int64_t> list) const {
    return getProduct(
        lhsDims, list.take_until([&](int64_t dim) { return dim == ragged; }));
  }

  Evaluation &evaluation;
  chlo::RaggedDotDimensionNumbersAttr dims;
  const int64_t ragged;
  Dims lhsDims;
  SmallVector<int64_t, 2> lhsFree;
  MatrixSizes sizes;
  int64_t numGroups = 1;
  /// What is summed in.
  ElementType wide = ElementType::F64;
  std::optional<Tensor> lhs, rhs;
};
} // namespace

Expected<Tensor> RaggedDot::order(unsigned operand, ArrayRef<int64_t> order) {
  Expected<Tensor> ordered =
      permute(evaluation, evaluation.getOperand(operand), order);
  if (!ordered)
    return ordered;
  return widen(evaluation, std::move(*ordered), wide);
}

Error RaggedDot::prepare() {
  const Tensor &left = evaluation.getOperand(0);
  const Tensor &right = evaluation.getOperand(1);
  lhsDims = Dims(left.getDims());
  ArrayRef<int64_t> lhsBatch = dims.getLhsBatchingDimensions(),
                    rhsBatch = dims.getRhsBatchingDimensions(),
                    lhsSummed = dims.getLhsContractingDimensions(),
                    rhsSummed = dims.getRhsContractingDimensions(),
                    group = dims.getRhsGroupDimensions();
  lhsFree = getFree(lhsDims.size(), lhsBatch, lhsSummed);
  auto rhsNotFree =
      llvm::to_vector(llvm::concat<const int64_t>(group, rhsBatch, rhsSummed));
  auto rhsFree = getFree(right.getDims().size(), rhsNotFree, {});
  sizes = {getProduct(lhsDims, lhsBatch), getProduct(lhsDims, lhsFree),
           getProduct(lhsDims, lhsSummed),
           getProduct(right.getDims(), rhsFree)};
  numGroups = evaluation.getOperand(2).getDims().back();
  Expected<Tensor> ordered =
      order(0, llvm::to_vector(
                   llvm::concat<const int64_t>(lhsBatch, lhsFree, lhsSummed)));
  if (!ordered)
    return ordered.takeError();
  lhs = std::move(*ordered);
  ordered = order(
      1, llvm::to_vector(llvm::concat<const int64_t>(rhsNotFree, rhsFree)));
  if (!ordered)
    return ordered.takeError();
  rhs = std::move(*ordered);
  return Error::success();
}

Expected<Groups> RaggedDot::readGroups() {
  Expected<Tensor> read = readIndices(evaluation, evaluation.getOperand(2));
  if (!read)
    return read.takeError();
  return Groups(read->as<int64_t>(), numGroups, lhsDims[ragged]);
}

template <typename W>
void RaggedDot::multiplyFree(const Groups &groups, W *out) {
  const W *left = lhs->as<W>().data(), *right = rhs->as<W>().data();
  for (int64_t batch = 0; batch < sizes.batch; ++batch)
    for (int64_t m = 0; m < sizes.m; ++m, left += sizes.k, out += sizes.n) {
      auto [before, place] = split(m, lhsFree);
      const int64_t group =
          groups.get(batch * countBefore(lhsFree) + before, place);
      if (group >= 0)
        addRow(left, right + (group * sizes.batch + batch) * sizes.k * sizes.n,
               out, sizes.k, sizes.n);
    }
}

template <typename W>
void RaggedDot::multiplyContracting(const Groups &groups, W *out) {
  const W *left = lhs->as<W>().data(), *right = rhs->as<W>().data();
  ArrayRef<int64_t> summed = dims.getLhsContractingDimensions();
  for (int64_t batch = 0; batch < sizes.batch; ++batch)
    for (int64_t m = 0; m < sizes.m; ++m)
      for (int64_t k = 0; k < sizes.k; ++k) {
        auto [before, place] = split(k, summed);
        const int64_t group =
            groups.get(batch * countBefore(summed) + before, place);
        const int64_t row = batch * sizes.m + m;
        if (group >= 0)
          addRow(left + row * sizes.k + k,
                 right + (batch * sizes.k + k) * sizes.n,
                 out + (group * sizes.batch * sizes.m + row) * sizes.n, 1,
                 sizes.n);
      }
}

template <typename W> void RaggedDot::multiplyBatch(W *out) {
  const W *left = lhs->as<W>().data(), *right = rhs->as<W>().data();
  for (int64_t row = 0; row < sizes.batch * sizes.m; ++row)
    addRow(left + row * sizes.k, right + row / sizes.m * sizes.k * sizes.n,
           out + row * sizes.n, sizes.k, sizes.n);
}

Error RaggedDot::run() {
  Expected<ArrayType> type = evaluation.getResultType();
  if (!type)
    return type.takeError();
  wide = getWideType(evaluation, type->getElementType());
  if (Error error = prepare())
    return error;
  Expected<Groups> groups = readGroups();
  if (!groups)
    return groups.takeError();
  Expected<ArrayType> flat =
      ArrayType::get(wide, {static_cast<int64_t>(type->getNumElements())});
  if (!flat)
    return flat.takeError();
  Expected<Tensor> sums = evaluation.allocateZeros(*flat);
  if (!sums)
    return sums.takeError();
  dispatchWide(wide, [&]<typename W>() {
    W *out = sums->mutableAs<W>().data();
    if (llvm::is_contained(dims.getLhsContractingDimensions(), ragged))
      multiplyContracting<W>(*groups, out);
    else if (llvm::is_contained(dims.getLhsBatchingDimensions(), ragged))
      multiplyBatch<W>(out);
    else
      multiplyFree<W>(*groups, out);
  });
  return setNarrowResult(evaluation, 0, std::move(*sums));
}

namespace {
struct RaggedDotModel
    : ReferenceInterface::ExternalModel<RaggedDotModel, chlo::RaggedDotOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    return RaggedDot(evaluation, cast<chlo::RaggedDotOp>(op)).run();
  }
};
} // namespace

void weft::reference::attachRaggedDotModels(MLIRContext &context) {
  chlo::RaggedDotOp::attachInterface<RaggedDotModel>(context);
}
