//===- Window.cpp - ops on moving windows -----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One place of the window at a time, for all positions of the window at once:
// the elements that lie under that place form a regular box of the input, and
// the bodies run on vectors with one element per position.
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "ReferenceModels.h"
#include "Windows.h"

#include "weft/Dialect/Stablehlo/IR/WindowOps.h"

#include <numeric>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

WindowRange weft::reference::getWindowRange(const WindowDim &window,
                                            int64_t place, int64_t numPositions,
                                            int64_t inputSize) {
  WindowRange range;
  // Positions that meet an element and no hole come at regular distances.
  range.positionStep =
      window.inputDilation / std::gcd(window.inputDilation, window.stride);
  range.inputStep = window.stride * range.positionStep / window.inputDilation;
  const int64_t shift = window.padding - place * window.windowDilation;
  int64_t first = shift <= 0 ? 0 : (shift + window.stride - 1) / window.stride;
  for (int64_t tried = 0; tried < range.positionStep; ++tried, ++first) {
    if (first >= numPositions)
      return range;
    const int64_t input = window.getInput(first, place, inputSize);
    if (input < 0)
      continue;
    range.firstPosition = first;
    range.firstInput = input;
    range.count = std::min((numPositions - 1 - first) / range.positionStep,
                           (inputSize - 1 - input) / range.inputStep) +
                  1;
    return range;
  }
  return range;
}

SmallVector<int64_t>
weft::reference::getPadding(DenseIntElementsAttr attribute) {
  if (!attribute)
    return {};
  return llvm::to_vector(attribute.getValues<int64_t>());
}

Windows weft::reference::makeWindows(
    ArrayRef<int64_t> sizes, std::optional<ArrayRef<int64_t>> strides,
    ArrayRef<int64_t> padding, std::optional<ArrayRef<int64_t>> inputDilations,
    std::optional<ArrayRef<int64_t>> windowDilations) {
  Windows windows;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    WindowDim window;
    window.size = size;
    if (strides)
      window.stride = (*strides)[dim];
    if (!padding.empty())
      window.padding = padding[2 * dim];
    if (inputDilations)
      window.inputDilation = (*inputDilations)[dim];
    if (windowDilations)
      window.windowDilation = (*windowDilations)[dim];
    windows.push_back(window);
  }
  return windows;
}

Dims weft::reference::getSizes(ArrayRef<WindowDim> windows) {
  Dims sizes;
  for (const WindowDim &window : windows)
    sizes.push_back(window.size);
  return sizes;
}

namespace {
/// The elements under one place of the window: a box of the input, and where
/// its elements go in a vector with one element per position.
struct PlaceBox {
  PlaceBox(ArrayRef<WindowDim> windows, ArrayRef<int64_t> place,
           const ArrayType &input, const ArrayType &positions)
      : from(getView(input)), to(getView(positions)) {
    for (auto [dim, window] : llvm::enumerate(windows)) {
      WindowRange range = getWindowRange(
          window, place[dim], positions.getDims()[dim], input.getDims()[dim]);
      sizes.push_back(range.count);
      from.offset += range.firstInput * from.strides[dim];
      from.strides[dim] *= range.inputStep;
      to.offset += range.firstPosition * to.strides[dim];
      to.strides[dim] *= range.positionStep;
    }
  }

  Dims sizes;
  View from, to;
};
} // namespace

//===----------------------------------------------------------------------===//
// reduce_window
//===----------------------------------------------------------------------===//

/// The elements of `input` under one place, `init` where there are none.
static Expected<Tensor> takePlace(Evaluation &evaluation, const Tensor &input,
                                  const Tensor &init,
                                  ArrayRef<WindowDim> windows,
                                  ArrayRef<int64_t> place,
                                  const ArrayType &positions) {
  Expected<Tensor> lanes = evaluation.expandLanes(
      init, static_cast<int64_t>(positions.getNumElements()));
  if (!lanes)
    return lanes;
  PlaceBox box(windows, place, input.getType(), positions);
  copyStrided(runtime::getByteWidth(input.getElementType()), box.sizes,
              input.data(), box.from, lanes->mutableData(), box.to);
  return lanes;
}

namespace {
struct ReduceWindowModel
    : ReferenceInterface::ExternalModel<ReduceWindowModel,
                                        stablehlo::ReduceWindowOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto reduce = cast<stablehlo::ReduceWindowOp>(op);
    Expected<ArrayType> positions = evaluation.getResultType();
    if (!positions)
      return positions.takeError();
    Windows windows =
        makeWindows(reduce.getWindowDimensions(), reduce.getWindowStrides(),
                    getPadding(reduce.getPaddingAttr()),
                    reduce.getBaseDilations(), reduce.getWindowDilations());
    auto values = start(evaluation, reduce, positions->getNumElements());
    if (!values)
      return values.takeError();
    const Dims sizes = getSizes(windows);
    Dims place(sizes.size(), 0);
    if (positions->getNumElements() > 0 && !isEmpty(sizes))
      do {
        if (Error error = combine(evaluation, reduce, windows, place,
                                  *positions, *values))
          return error;
      } while (advance(place, sizes));
    return finish(evaluation, *values);
  }

private:
  using Values = SmallVector<Tensor, 2>;

  static Expected<Values> start(Evaluation &evaluation,
                                stablehlo::ReduceWindowOp reduce,
                                int64_t count) {
    Values values;
    const size_t numInputs = reduce.getInputs().size();
    for (size_t i = 0; i < numInputs; ++i) {
      auto value =
          evaluation.expandLanes(evaluation.getOperand(numInputs + i), count);
      if (!value)
        return value.takeError();
      values.push_back(std::move(*value));
    }
    return values;
  }

  static Error combine(Evaluation &evaluation, stablehlo::ReduceWindowOp reduce,
                       ArrayRef<WindowDim> windows, ArrayRef<int64_t> place,
                       const ArrayType &positions, Values &values) {
    const size_t numInputs = values.size();
    SmallVector<Tensor, 4> arguments(values.begin(), values.end());
    for (size_t i = 0; i < numInputs; ++i) {
      auto lanes = takePlace(evaluation, evaluation.getOperand(i),
                             evaluation.getOperand(numInputs + i), windows,
                             place, positions);
      if (!lanes)
        return lanes.takeError();
      arguments.push_back(std::move(*lanes));
    }
    auto results = evaluation.runLanes(reduce.getBody(), arguments);
    if (!results)
      return results.takeError();
    for (auto [value, result] : llvm::zip_equal(values, *results)) {
      auto lanes =
          evaluation.expandLanes(std::move(result), positions.getNumElements());
      if (!lanes)
        return lanes.takeError();
      value = std::move(*lanes);
    }
    return Error::success();
  }

  static Error finish(Evaluation &evaluation, Values &values) {
    for (auto [i, value] : llvm::enumerate(values)) {
      Expected<ArrayType> type = evaluation.getResultType(i);
      if (!type)
        return type.takeError();
      value.setType(std::move(*type));
      evaluation.setResult(i, std::move(value));
    }
    return Error::success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// select_and_scatter
//===----------------------------------------------------------------------===//

namespace {
/// Two steps: for every position the element that `select` prefers, of which
/// padding is none; then the values of the source are combined there, in the
/// order of the positions.
class SelectAndScatter {
public:
  SelectAndScatter(Evaluation &evaluation, stablehlo::SelectAndScatterOp op)
      : evaluation(evaluation), op(op), operand(evaluation.getOperand(0)),
        source(evaluation.getOperand(1)) {
    Dims ones(operand.getDims().size(), 1);
    windows = makeWindows(
        op.getWindowDimensions().value_or(ones), op.getWindowStrides(),
        getPadding(op.getPaddingAttr()), std::nullopt, std::nullopt);
  }

  Error run() {
    // What is chosen, and three lists of those that compete.
    const uint64_t count = source.getNumElements();
    auto work = evaluation.reserve(4 * count * sizeof(int64_t));
    if (!work)
      return work.takeError();
    chosen.assign(count, kNone);
    const Dims sizes = getSizes(windows);
    Dims place(sizes.size(), 0);
    if (!chosen.empty() && !isEmpty(sizes))
      do {
        if (Error error = visitPlace(place))
          return error;
      } while (advance(place, sizes));
    return scatter();
  }

private:
  static constexpr int64_t kNone = -1;

  /// Lets the elements under one place compete with those chosen before.
  Error visitPlace(ArrayRef<int64_t> place) {
    PlaceBox box(windows, place, operand.getType(), source.getType());
    SmallVector<int64_t> positions, old, candidates;
    forEachIndex(box.sizes, box.from, box.to, [&](int64_t from, int64_t to) {
      if (chosen[to] == kNone) {
        chosen[to] = from;
        return;
      }
      positions.push_back(to);
      old.push_back(chosen[to]);
      candidates.push_back(from);
    });
    if (positions.empty())
      return Error::success();
    auto keeps = run(op.getSelect(), operand, old, operand, candidates);
    if (!keeps)
      return keeps.takeError();
    for (size_t i = 0; i < positions.size(); ++i)
      if (!keeps->as<uint8_t>()[i])
        chosen[positions[i]] = candidates[i];
    return Error::success();
  }

  /// One element may be chosen by several windows: these take turns.
  Error scatter() {
    Expected<Tensor> result =
        evaluation.expandLanes(evaluation.getOperand(2),
                               static_cast<int64_t>(operand.getNumElements()));
    if (!result)
      return result.takeError();
    SmallVector<int64_t> positions;
    for (size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i] != kNone)
        positions.push_back(i);
    while (!positions.empty())
      if (Error error = scatterRound(*result, positions))
        return error;
    result->setType(operand.getType());
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }

  Error scatterRound(Tensor &result, SmallVector<int64_t> &positions) {
    llvm::DenseSet<int64_t> taken;
    SmallVector<int64_t> now, later, targets;
    for (int64_t position : positions) {
      if (taken.insert(chosen[position]).second) {
        now.push_back(position);
        targets.push_back(chosen[position]);
      } else {
        later.push_back(position);
      }
    }
    auto values = run(op.getScatter(), result, targets, source, now);
    if (!values)
      return values.takeError();
    putElements(runtime::getByteWidth(result.getElementType()), values->data(),
                targets, result.mutableData());
    positions = std::move(later);
    return Error::success();
  }

  /// A body of two arguments on elements of two tensors.
  Expected<Tensor> run(Region &body, const Tensor &first,
                       ArrayRef<int64_t> firstPlaces, const Tensor &second,
                       ArrayRef<int64_t> secondPlaces) {
    auto a = takeLanes(evaluation, first, firstPlaces);
    if (!a)
      return a;
    auto b = takeLanes(evaluation, second, secondPlaces);
    if (!b)
      return b;
    auto results = evaluation.runLanes(body, {std::move(*a), std::move(*b)});
    if (!results)
      return results.takeError();
    return evaluation.expandLanes(std::move(results->front()),
                                  firstPlaces.size());
  }

  Evaluation &evaluation;
  stablehlo::SelectAndScatterOp op;
  const Tensor operand, source;
  Windows windows;
  /// The element that each position has chosen.
  std::vector<int64_t> chosen;
};

struct SelectAndScatterModel
    : ReferenceInterface::ExternalModel<SelectAndScatterModel,
                                        stablehlo::SelectAndScatterOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    return SelectAndScatter(evaluation, cast<stablehlo::SelectAndScatterOp>(op))
        .run();
  }
};
} // namespace

void weft::reference::attachWindowModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  ReduceWindowOp::attachInterface<ReduceWindowModel>(context);
  SelectAndScatterOp::attachInterface<SelectAndScatterModel>(context);
}
