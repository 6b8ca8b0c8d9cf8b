//===- Schedules.cpp - learning rates over time -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringModels.h"
#include "TensorBuilder.h"

#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Interfaces/LoweringAttrInterfaces.h"

#include <numbers>

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

namespace {
/// The arithmetic of schedules, on scalars of one float type.
class StepBuilder : public TensorBuilder {
public:
  StepBuilder(OpBuilder &builder, Location loc, Type element)
      : TensorBuilder(builder, loc), element(element) {}

  Value number(double value) { return scalar(element, value); }

  /// The type in which Optax divides a count of steps, whatever the parameters
  /// are made of: f32 at most.
  static Type getCountType(Type element) {
    return element.isF64() ? Float32Type::get(element.getContext()) : element;
  }

  /// How far `count` is on the way to `steps`, from 0 to 1.
  Value fraction(Value count, int64_t steps) {
    Value position = convert(count, element);
    position = binary<hlo::MinimumOp>(position, number(steps));
    position = binary<hlo::MaximumOp>(position, number(0.0));
    return divide(position, number(steps));
  }
  /// From `from` to `to` in a straight line.
  Value line(Value count, double from, double to, int64_t steps) {
    Value left = subtract(number(1.0), fraction(count, steps));
    return add(multiply(number(from - to), left), number(to));
  }
  /// From `from` to `to` on half a cosine.
  Value cosine(Value count, double from, double to, int64_t steps) {
    Value position =
        binary<hlo::MinimumOp>(convert(count, element), number(steps));
    Value angle =
        divide(multiply(number(std::numbers::pi), position), number(steps));
    Value decay =
        multiply(number(0.5), add(number(1.0), unary<hlo::CosineOp>(angle)));
    if (from == 0.0)
      return add(multiply(number(-to), decay), number(to));
    double floor = to / from;
    return multiply(number(from),
                    add(multiply(number(1.0 - floor), decay), number(floor)));
  }
  /// Whether `count` is below `limit`.
  Value isBelow(Value count, int64_t limit) {
    // A count never exceeds 2^31 - 1.
    int64_t bound =
        std::min<int64_t>(limit, std::numeric_limits<int32_t>::max());
    return compare(count, splatInteger(getTensorType(count), bound),
                   hlo::ComparisonDirection::LT);
  }

private:
  Type element;
};

struct ConstantLowering
    : ScheduleLoweringInterface::ExternalModel<ConstantLowering,
                                               ConstantScheduleAttr> {
  Value buildValueAt(Attribute attr, OpBuilder &builder, Location loc, Value,
                     Type element) const {
    return StepBuilder(builder, loc, element)
        .number(cast<ConstantScheduleAttr>(attr).getValue().getValueAsDouble());
  }
};

struct LinearLowering
    : ScheduleLoweringInterface::ExternalModel<LinearLowering,
                                               LinearScheduleAttr> {
  Value buildValueAt(Attribute attr, OpBuilder &builder, Location loc,
                     Value count, Type element) const {
    auto schedule = cast<LinearScheduleAttr>(attr);
    StepBuilder b(builder, loc, StepBuilder::getCountType(element));
    Value rate =
        b.line(count, schedule.getFrom().getValueAsDouble(),
               schedule.getTo().getValueAsDouble(), schedule.getSteps());
    return b.convert(rate, element);
  }
};

struct CosineLowering
    : ScheduleLoweringInterface::ExternalModel<CosineLowering,
                                               CosineScheduleAttr> {
  Value buildValueAt(Attribute attr, OpBuilder &builder, Location loc,
                     Value count, Type element) const {
    auto schedule = cast<CosineScheduleAttr>(attr);
    double peak = schedule.getPeak().getValueAsDouble();
    double end = schedule.getEnd().getValueAsDouble();
    StepBuilder b(builder, loc, element);
    if (!schedule.getWarmupFrom())
      return b.cosine(count, peak, end, schedule.getSteps());
    int64_t warmup = schedule.getWarmupSteps();
    Type counted = StepBuilder::getCountType(element);
    Value rising = StepBuilder(builder, loc, counted)
                       .line(count, schedule.getWarmupFrom().getValueAsDouble(),
                             peak, warmup);
    Value later =
        b.subtract(count, b.splatInteger(getTensorType(count), warmup));
    Value falling = b.cosine(later, peak, end, schedule.getSteps() - warmup);
    return b.convert(
        b.select(b.isBelow(count, warmup), rising, b.convert(falling, counted)),
        element);
  }
};

struct ExponentialLowering
    : ScheduleLoweringInterface::ExternalModel<ExponentialLowering,
                                               ExponentialScheduleAttr> {
  Value buildValueAt(Attribute attr, OpBuilder &builder, Location loc,
                     Value count, Type element) const {
    auto schedule = cast<ExponentialScheduleAttr>(attr);
    Type counted = StepBuilder::getCountType(element);
    StepBuilder b(builder, loc, counted);
    Value exponent =
        b.divide(b.convert(count, counted), b.number(schedule.getSteps()));
    Value factor = b.binary<hlo::PowerOp>(
        b.number(schedule.getFactor().getValueAsDouble()), exponent);
    return b.convert(
        b.multiply(b.number(schedule.getFrom().getValueAsDouble()), factor),
        element);
  }
};
} // namespace

void weft::registerScheduleLowerings(MLIRContext *context) {
  ConstantScheduleAttr::attachInterface<ConstantLowering>(*context);
  CosineScheduleAttr::attachInterface<CosineLowering>(*context);
  ExponentialScheduleAttr::attachInterface<ExponentialLowering>(*context);
  LinearScheduleAttr::attachInterface<LinearLowering>(*context);
}
