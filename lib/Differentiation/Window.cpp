//===- Window.cpp - derivatives of ops on moving windows --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "LiftRegion.h"
#include "Windows.h"
#include "weft/Dialect/Stablehlo/IR/Reducers.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

//===----------------------------------------------------------------------===//
// WindowShape
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> getOrOnes(DenseI64ArrayAttr given, size_t rank) {
  return given ? SmallVector<int64_t>(given.asArrayRef())
               : SmallVector<int64_t>(rank, 1);
}

WindowShape::WindowShape(ArrayRef<int64_t> sizes, DenseI64ArrayAttr strides,
                         DenseI64ArrayAttr baseDilations,
                         DenseI64ArrayAttr windowDilations,
                         DenseIntElementsAttr padding)
    : sizes(sizes), strides(getOrOnes(strides, sizes.size())),
      baseDilations(getOrOnes(baseDilations, sizes.size())),
      windowDilations(getOrOnes(windowDilations, sizes.size())),
      padding(sizes.size()) {
  if (padding)
    for (auto [i, number] : llvm::enumerate(padding.getValues<int64_t>()))
      (i % 2 ? this->padding[i / 2].second : this->padding[i / 2].first) =
          number;
}

DenseIntElementsAttr WindowShape::getPaddingAttr(Builder &builder) const {
  SmallVector<int64_t> numbers;
  for (auto [low, high] : padding)
    numbers.append({low, high});
  auto type =
      RankedTensorType::get({int64_t(padding.size()), 2}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, numbers);
}

WindowShape WindowShape::transpose(ArrayRef<int64_t> inputSizes,
                                   ArrayRef<int64_t> outputSizes) const {
  WindowShape result = *this;
  std::swap(result.strides, result.baseDilations);
  for (auto [i, pad] : llvm::enumerate(result.padding)) {
    int64_t reach = dilate(sizes[i], windowDilations[i]);
    int64_t low = reach - padding[i].first - 1;
    pad = {low, dilate(inputSizes[i], baseDilations[i]) + reach - 1 -
                    dilate(outputSizes[i], strides[i]) - low};
  }
  return result;
}

static WindowShape getWindow(hlo::ReduceWindowOp op) {
  return WindowShape(op.getWindowDimensions(), op.getWindowStridesAttr(),
                     op.getBaseDilationsAttr(), op.getWindowDilationsAttr(),
                     op.getPaddingAttr());
}

static bool areOnes(ArrayRef<int64_t> numbers) {
  return llvm::all_of(numbers, [](int64_t number) { return number == 1; });
}

//===----------------------------------------------------------------------===//
// Sums and extremes
//===----------------------------------------------------------------------===//

/// Every element gets the sum of the cotangents of the windows it was in.
static void pullBackSum(hlo::ReduceWindowOp op, GradientBuilder &gradients) {
  Value input = op.getInputs()[0];
  Value cotangent = gradients.getCotangent(op->getResult(0));
  if (!gradients.isWanted(input) ||
      getRankedType(cotangent).getNumElements() == 0)
    return;
  WindowShape window =
      getWindow(op).transpose(getShape(input), getShape(cotangent));
  Type element = getElementTypeOrSelf(input.getType());
  auto result = hlo::ReduceWindowOp::create(
      gradients, TypeRange{input.getType()}, ValueRange{cotangent},
      ValueRange{gradients.scalar(element, 0)},
      gradients.getDenseI64ArrayAttr(window.sizes),
      gradients.getDenseI64ArrayAttr(window.strides),
      gradients.getDenseI64ArrayAttr(window.baseDilations),
      gradients.getDenseI64ArrayAttr(window.windowDilations),
      window.getPaddingAttr(gradients));
  gradients.fillCombiner<hlo::AddOp>(result.getBody(), element);
  gradients.accumulate(input, result->getResult(0));
}

/// Fills `region` with a comparison of two scalars.
static void fillSelector(FormulaBuilder &builder, Region &region, Type element,
                         hlo::ComparisonDirection direction) {
  OpBuilder::InsertionGuard guard(builder);
  auto type = RankedTensorType::get({}, element);
  Block *body = builder.createBlock(&region, {}, {type, type},
                                    {builder.getLoc(), builder.getLoc()});
  Value result =
      builder.compare(direction, body->getArgument(0), body->getArgument(1));
  hlo::ReturnOp::create(builder, ValueRange{result});
}

/// The first extreme element of each window gets its cotangent.
static void pullBackExtreme(hlo::ReduceWindowOp op, ReducerKind kind,
                            GradientBuilder &gradients) {
  Value input = op.getInputs()[0];
  Type element = getElementTypeOrSelf(input.getType());
  auto result = hlo::SelectAndScatterOp::create(
      gradients, input.getType(), input,
      gradients.getCotangent(op->getResult(0)), gradients.scalar(element, 0),
      op.getWindowDimensionsAttr(), op.getWindowStridesAttr(),
      op.getPaddingAttr());
  fillSelector(gradients, result.getSelect(), element,
               kind == ReducerKind::Max ? hlo::ComparisonDirection::GE
                                        : hlo::ComparisonDirection::LE);
  gradients.fillCombiner<hlo::AddOp>(result.getScatter(), element);
  gradients.accumulate(input, result.getResult());
}

//===----------------------------------------------------------------------===//
// Other bodies
//===----------------------------------------------------------------------===//

/// `tensor` with `init` around and between its elements.
static Value padWith(FormulaBuilder &builder, Value tensor, Value init,
                     ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                     ArrayRef<int64_t> interior) {
  SmallVector<int64_t> shape;
  for (auto [size, before, after, between] :
       llvm::zip(getShape(tensor), low, high, interior))
    shape.push_back(before + dilate(size, between + 1) + after);
  return hlo::PadOp::create(builder, getRankedType(tensor).clone(shape), tensor,
                            init, builder.getDenseI64ArrayAttr(low),
                            builder.getDenseI64ArrayAttr(high),
                            builder.getDenseI64ArrayAttr(interior));
}

/// The dimension of a cumulative op: each window holds everything up to its
/// position, or with `isReverse` from it on.
static std::optional<int64_t> getCumulativeDim(const WindowShape &window,
                                               ArrayRef<int64_t> shape,
                                               bool &isReverse) {
  if (!areOnes(window.strides) || !areOnes(window.baseDilations) ||
      !areOnes(window.windowDilations))
    return std::nullopt;
  std::optional<int64_t> result;
  for (auto [dim, size] : llvm::enumerate(window.sizes)) {
    auto [low, high] = window.padding[dim];
    if (size == 1 && low == 0 && high == 0)
      continue;
    isReverse = low == 0;
    if (result || size != shape[dim] || low + high != size - 1 ||
        (low != 0 && high != 0))
      return std::nullopt;
    result = dim;
  }
  return result;
}

/// A cumulative op in log2(n) steps: after each, every element has combined
/// twice as many.
static SmallVector<Value> buildCumulative(FormulaBuilder &builder,
                                          hlo::ReduceWindowOp op, int64_t dim,
                                          bool isReverse) {
  SmallVector<Value> tensors(op.getInputs());
  int64_t size = getShape(tensors.front())[dim];
  SmallVector<int64_t> none(getShape(tensors.front()).size(), 0);
  for (int64_t step = 1; step < size; step *= 2) {
    SmallVector<int64_t> low(none), high(none);
    low[dim] = isReverse ? -step : step;
    high[dim] = -low[dim];
    SmallVector<Value> shifted;
    for (auto [tensor, init] : llvm::zip(tensors, op.getInitValues()))
      shifted.push_back(padWith(builder, tensor, init, low, high, none));
    SmallVector<Value> first(isReverse ? tensors : shifted);
    llvm::append_range(first, isReverse ? shifted : tensors);
    tensors = lift(builder, op.getBody(), first);
  }
  return tensors;
}

/// One op of the body per element of the window, on all windows at once.
static SmallVector<Value> buildUnrolled(FormulaBuilder &builder,
                                        hlo::ReduceWindowOp op,
                                        const WindowShape &window) {
  ArrayRef<int64_t> shape = getShape(op->getResult(0));
  SmallVector<int64_t> low, high, interior;
  for (auto [pad, dilation] : llvm::zip(window.padding, window.baseDilations)) {
    low.push_back(pad.first);
    high.push_back(pad.second);
    interior.push_back(dilation - 1);
  }
  SmallVector<Value> padded, combined;
  for (auto [input, init] : llvm::zip(op.getInputs(), op.getInitValues())) {
    padded.push_back(padWith(builder, input, init, low, high, interior));
    combined.push_back(builder.splat(init, shape));
  }
  SmallVector<int64_t> place(shape.size(), 0);
  for (bool isDone = false; !isDone;) {
    SmallVector<int64_t> starts, limits;
    for (auto [dim, offset] : llvm::enumerate(place)) {
      starts.push_back(offset * window.windowDilations[dim]);
      limits.push_back(starts.back() + dilate(shape[dim], window.strides[dim]));
    }
    for (Value tensor : padded)
      combined.push_back(builder.slice(tensor, starts, limits, window.strides));
    combined = lift(builder, op.getBody(), combined);
    int64_t dim = shape.size() - 1;
    for (; dim >= 0 && ++place[dim] == window.sizes[dim]; --dim)
      place[dim] = 0;
    isDone = dim < 0;
  }
  return combined;
}

namespace {

struct ReduceWindowRule : Derivative<ReduceWindowRule, hlo::ReduceWindowOp> {
  static constexpr int64_t kMaxUnrolled = 1024;

  static LogicalResult pullBack(hlo::ReduceWindowOp op,
                                GradientBuilder &gradients) {
    std::optional<ReducerKind> kind;
    bool isPlain = !gradients.isWanted(op.getInitValues()[0]);
    if (op.getInputs().size() == 1 && isPlain)
      kind = hlo::matchReducer(op.getBody());
    if (kind == ReducerKind::Add)
      return pullBackSum(op, gradients), success();
    WindowShape window = getWindow(op);
    bool isReverse = false;
    std::optional<int64_t> dim =
        getCumulativeDim(window, getShape(op.getInputs()[0]), isReverse);
    bool isExtreme = kind == ReducerKind::Max || kind == ReducerKind::Min;
    if (isExtreme && !dim && areOnes(window.baseDilations) &&
        areOnes(window.windowDilations))
      return pullBackExtreme(op, *kind, gradients), success();
    if (!canLift(op.getBody()))
      return op.emitOpError("combines elements by ops that are not "
                            "elementwise, so it has no derivative");
    int64_t numPlaces = 1;
    for (int64_t size : window.sizes)
      numPlaces *= size;
    if (!dim && numPlaces > kMaxUnrolled)
      return op.emitOpError()
             << "has a window of " << numPlaces << " elements; a derivative is "
             << "known for windows of other bodies than sums, maxima and "
                "minima up to "
             << kMaxUnrolled << " elements";
    return gradients.expand(op, [&](FormulaBuilder &builder) {
      return dim ? buildCumulative(builder, op, *dim, isReverse)
                 : buildUnrolled(builder, op, window);
    });
  }
};

//===----------------------------------------------------------------------===//
// select_and_scatter
//===----------------------------------------------------------------------===//

/// Linear in the source: each source element gets the cotangent of the place
/// that its window selected. Selecting has no derivative.
struct SelectAndScatterRule
    : DifferentiableInterface::ExternalModel<SelectAndScatterRule,
                                             hlo::SelectAndScatterOp> {
  void markVaried(Operation *op, Activity &activity) const {
    auto scatter = cast<hlo::SelectAndScatterOp>(op);
    if (activity.isVaried(scatter.getSource()) ||
        activity.isVaried(scatter.getInitValue()))
      activity.setVaried(scatter.getResult());
  }

  LogicalResult pullBack(Operation *given, GradientBuilder &gradients) const {
    auto op = cast<hlo::SelectAndScatterOp>(given);
    if (hlo::matchReducer(op.getScatter()) != ReducerKind::Add)
      return op.emitOpError("has a derivative only if it scatters by adding");
    Value cotangent = gradients.getCotangent(op.getResult());
    if (gradients.isWanted(op.getInitValue()))
      gradients.accumulate(op.getInitValue(), gradients.reduceSum(cotangent));
    if (!gradients.isWanted(op.getSource()))
      return success();
    auto selector = dyn_cast<hlo::CompareOp>(op.getSelect().front().front());
    bool isMax =
        selector &&
        (selector.getComparisonDirection() == hlo::ComparisonDirection::GE ||
         selector.getComparisonDirection() == hlo::ComparisonDirection::GT);
    gradients.accumulate(op.getSource(),
                         gatherSelected(gradients, op, cotangent, isMax));
    return success();
  }

  /// Reduces pairs of an element and its cotangent by the selector.
  static Value gatherSelected(GradientBuilder &gradients,
                              hlo::SelectAndScatterOp op, Value cotangent,
                              bool isMax) {
    Value operand = op.getOperand();
    Type element = getElementTypeOrSelf(operand.getType());
    double infinity = std::numeric_limits<double>::infinity();
    auto rank = getShape(operand).size();
    auto ones = gradients.getDenseI64ArrayAttr(SmallVector<int64_t>(rank, 1));
    auto sizes = op.getWindowDimensionsAttr();
    auto picked = hlo::ReduceWindowOp::create(
        gradients,
        TypeRange{getRankedType(op.getSource()).clone(element),
                  op.getSource().getType()},
        ValueRange{operand, cotangent},
        ValueRange{
            gradients.scalar(element, isMax ? -infinity : infinity),
            gradients.scalar(getElementTypeOrSelf(cotangent.getType()), 0)},
        sizes ? sizes : ones,
        op.getWindowStridesAttr() ? op.getWindowStridesAttr() : ones, ones,
        ones, op.getPaddingAttr());
    OpBuilder::InsertionGuard guard(gradients);
    auto a = RankedTensorType::get({}, element);
    auto b =
        RankedTensorType::get({}, getElementTypeOrSelf(cotangent.getType()));
    SmallVector<Location> locations(4, gradients.getLoc());
    Block *body =
        gradients.createBlock(&picked.getBody(), {}, {a, b, a, b}, locations);
    Value isFirst = gradients.compare(
        isMax ? hlo::ComparisonDirection::GE : hlo::ComparisonDirection::LE,
        body->getArgument(0), body->getArgument(2));
    Value key =
        gradients.select(isFirst, body->getArgument(0), body->getArgument(2));
    Value value =
        gradients.select(isFirst, body->getArgument(1), body->getArgument(3));
    hlo::ReturnOp::create(gradients, ValueRange{key, value});
    return picked->getResult(1);
  }
};

} // namespace

void weft::attachWindowDerivatives(MLIRContext &context) {
  hlo::ReduceWindowOp::attachInterface<ReduceWindowRule>(context);
  hlo::SelectAndScatterOp::attachInterface<SelectAndScatterRule>(context);
}
