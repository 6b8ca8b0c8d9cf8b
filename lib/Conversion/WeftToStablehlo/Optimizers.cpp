//===- Optimizers.cpp - the steps of optimisers -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each follows optax. Numbers such as the decay have the type of the tensor
// they are multiplied with, and a sum of two types is computed in the wider: so
// a parameter may be bf16 and its state f32, or the reverse.
//
//===----------------------------------------------------------------------===//

#include "LoweringModels.h"
#include "TensorBuilder.h"

#include "weft/Dialect/Weft/IR/TrainingOps.h"
#include "weft/Interfaces/LoweringAttrInterfaces.h"
#include "weft/Interfaces/LoweringInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

namespace {
/// One step on all parameters: what the optimisers share.
class StepLowering : public TensorBuilder {
public:
  StepLowering(OpBuilder &builder, Location loc, OptimizerInterface optimizer,
               ValueRange params, ValueRange grads, ValueRange state)
      : TensorBuilder(builder, loc), params(params), grads(grads),
        state(state) {
    if (optimizer.countsSteps()) {
      count = state.front();
      this->state = state.drop_front();
      nextCount = increment(count);
    }
  }

  /// Scales all gradients so that their norm is at most `norm`.
  void clip(FloatAttr norm);
  /// The rate of this step, for a tensor with elements of `element`.
  Value getRate(ScheduleAttrInterface schedule, Type element);
  /// Slot number `slot` of a parameter.
  Value getSlot(size_t slot, size_t param) const {
    return state[slot * params.size() + param];
  }

  /// A tensor times a number.
  Value scale(Value tensor, double factor) {
    return multiply(tensor, splatLike(tensor, factor));
  }
  Value scale(Value tensor, Value factor) {
    return multiply(tensor,
                    broadcast(factor, getTensorType(tensor).getShape(), {}));
  }
  /// A sum in the wider of two types.
  Value addWidened(Value a, Value b) {
    Type element = promoteTypes(getElement(a), getElement(b));
    return add(convert(a, element), convert(b, element));
  }
  /// An average that forgets: `decay * old + (1 - decay) * term`.
  Value average(Value term, Value old, double decay) {
    return addWidened(scale(term, 1.0 - decay), scale(old, decay));
  }
  /// An average of few terms is too small, as it began with 0.
  Value correctBias(Value average, double decay);

  /// The new parameter after a step along `direction`.
  Value move(size_t param, Value direction, ScheduleAttrInterface schedule) {
    Value rate = getRate(schedule, getElement(direction));
    Value update = scale(direction, unary<hlo::NegateOp>(rate));
    return convert(addWidened(params[param], update),
                   getElement(params[param]));
  }

  /// The results of `weft.update`.
  SmallVector<Value> getResults() const;

  ValueRange params;
  SmallVector<Value> grads;
  ValueRange state;
  Value count, nextCount;
  SmallVector<Value> newParams;
  /// The new slots: those of one parameter after the other.
  SmallVector<SmallVector<Value, 2>> newSlots;

private:
  Value increment(Value number);

  /// Rates and corrections by element type and decay.
  llvm::SmallDenseMap<Type, Value> rates;
};
} // namespace

Value StepLowering::increment(Value number) {
  RankedTensorType type = getTensorType(number);
  Value largest = splatInteger(type, std::numeric_limits<int32_t>::max());
  Value isLast = compare(number, largest, hlo::ComparisonDirection::LT);
  return select(isLast, add(number, splatInteger(type, 1)), largest);
}

void StepLowering::clip(FloatAttr norm) {
  if (!norm || grads.empty())
    return;
  Value squares;
  for (Value grad : grads) {
    auto all =
        llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(grad).getRank()));
    Value sum = this->sum(absoluteSquare(grad), all);
    squares = squares ? addWidened(squares, sum) : sum;
  }
  Value length = unary<hlo::SqrtOp>(squares);
  double limit = norm.getValueAsDouble();
  Value isShort =
      compare(length, splatLike(length, limit), hlo::ComparisonDirection::LT);
  for (Value &grad : grads) {
    RankedTensorType type = getTensorType(grad);
    Value divisor =
        broadcast(convert(length, type.getElementType()), type.getShape(), {});
    Value clipped = scale(divide(grad, divisor), limit);
    grad = select(isShort, grad, clipped);
  }
}

/// Rates and powers are computed in f32 at least.
static Type getWideReal(Type element) {
  return promoteTypes(getRealElement(element),
                      Float32Type::get(element.getContext()));
}

Value StepLowering::getRate(ScheduleAttrInterface schedule, Type element) {
  Value &rate = rates[element];
  if (!rate)
    rate = convert(cast<ScheduleLoweringInterface>(schedule).buildValueAt(
                       *this, getLoc(), count, getWideReal(element)),
                   element);
  return rate;
}

Value StepLowering::correctBias(Value average, double decay) {
  Type element = getElement(average), wide = getWideReal(element);
  Value power =
      binary<hlo::PowerOp>(scalar(wide, decay), convert(nextCount, wide));
  Value correction = convert(subtract(scalar(wide, 1.0), power), element);
  return divide(average,
                broadcast(correction, getTensorType(average).getShape(), {}));
}

SmallVector<Value> StepLowering::getResults() const {
  SmallVector<Value> results(newParams);
  if (nextCount)
    results.push_back(nextCount);
  for (size_t slot = 0; !newSlots.empty() && slot < newSlots.front().size();
       ++slot)
    for (const auto &slots : newSlots)
      results.push_back(slots[slot]);
  return results;
}

namespace {
template <typename LowerT, typename OpT>
struct OptimizerModel
    : OptimizerLoweringInterface::ExternalModel<OptimizerModel<LowerT, OpT>,
                                                OpT> {
  FailureOr<SmallVector<Value>> lowerUpdate(Operation *op, OpBuilder &builder,
                                            Location loc, ValueRange params,
                                            ValueRange grads,
                                            ValueRange state) const {
    auto optimizer = cast<OpT>(op);
    for (Value param : params)
      if (!isa<FloatType, ComplexType>(getElement(param)))
        return mlir::emitError(loc)
               << "a parameter is " << param.getType()
               << "; only floating-point and complex ones can be trained";
    StepLowering step(builder, loc, optimizer, params, grads, state);
    step.clip(optimizer.getClipNormAttr());
    for (size_t param = 0; param < params.size(); ++param)
      LowerT::lower(optimizer, step, param);
    return step.getResults();
  }
};

struct LowerSgd {
  static void lower(SgdOp op, StepLowering &b, size_t param) {
    b.newParams.push_back(b.move(param, b.grads[param], op.getLearningRate()));
  }
};

struct LowerMomentum {
  static void lower(MomentumOp op, StepLowering &b, size_t param) {
    double decay = op.getDecayAttr().getValueAsDouble();
    Value grad = b.grads[param], old = b.getSlot(0, param);
    Value trace = b.addWidened(grad, b.scale(old, decay));
    Value direction =
        op.getNesterov() ? b.addWidened(grad, b.scale(trace, decay)) : trace;
    b.newParams.push_back(b.move(param, direction, op.getLearningRate()));
    b.newSlots.push_back({b.convert(trace, getElement(old))});
  }
};
} // namespace

static double valueOr(FloatAttr setting, double otherwise) {
  return setting ? setting.getValueAsDouble() : otherwise;
}

/// The direction of Adam; the new slots are kept.
template <typename OpT>
static Value buildAdamDirection(OpT op, StepLowering &b, size_t param) {
  double b1 = valueOr(op.getB1Attr(), 0.9);
  double b2 = valueOr(op.getB2Attr(), 0.999);
  Value grad = b.grads[param];
  Value oldMu = b.getSlot(0, param), oldNu = b.getSlot(1, param);
  Value mu = b.average(grad, oldMu, b1);
  Value nu = b.average(b.absoluteSquare(grad), oldNu, b2);
  Value root = b.unary<hlo::SqrtOp>(b.correctBias(nu, b2));
  Value divisor =
      b.add(root, b.splatLike(root, valueOr(op.getEpsAttr(), 1e-8)));
  Value corrected = b.correctBias(mu, b1);
  Type element = promoteTypes(getElement(corrected), getElement(divisor));
  b.newSlots.push_back(
      {b.convert(mu, getElement(oldMu)), b.convert(nu, getElement(oldNu))});
  return b.divide(b.convert(corrected, element), b.convert(divisor, element));
}

namespace {
struct LowerAdam {
  static void lower(AdamOp op, StepLowering &b, size_t param) {
    Value direction = buildAdamDirection(op, b, param);
    b.newParams.push_back(b.move(param, direction, op.getLearningRate()));
  }
};

struct LowerAdamW {
  static void lower(AdamWOp op, StepLowering &b, size_t param) {
    Value direction = buildAdamDirection(op, b, param);
    double decay = valueOr(op.getWeightDecayAttr(), 1e-4);
    direction = b.addWidened(direction, b.scale(b.params[param], decay));
    b.newParams.push_back(b.move(param, direction, op.getLearningRate()));
  }
};
} // namespace

void weft::registerOptimizerLowerings(MLIRContext *context) {
  SgdOp::attachInterface<OptimizerModel<LowerSgd, SgdOp>>(*context);
  MomentumOp::attachInterface<OptimizerModel<LowerMomentum, MomentumOp>>(
      *context);
  AdamOp::attachInterface<OptimizerModel<LowerAdam, AdamOp>>(*context);
  AdamWOp::attachInterface<OptimizerModel<LowerAdamW, AdamWOp>>(*context);
}
