//===- NarrowReshards.cpp - send values in their smaller type ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion gives the same elements wherever it is done, so a value is moved
// on whichever side of it has the smaller type. Partial sums are left alone:
// they would be summed in another type.
//
//===----------------------------------------------------------------------===//

#include "SharedPlanner.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Partition/Passes.h"

#include "mlir/IR/TypeUtilities.h"

namespace weft {
#define GEN_PASS_DEF_NARROWRESHARDS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using stablehlo::ConvertOp;

namespace {

class ReshardNarrower {
public:
  ReshardNarrower(LayoutTable &layouts, ValueLayouts &values)
      : layouts(layouts), values(values) {}

  bool convertAfter(ReshardOp reshard);
  bool convertBefore(ConvertOp convert);

private:
  bool sends(ReshardOp reshard);
  ConvertOp createConvert(ConvertOp like, Value operand, Operation *before);

  LayoutTable &layouts;
  ValueLayouts &values;
};

struct NarrowReshards : weft::impl::NarrowReshardsBase<NarrowReshards> {
  using Base::Base;
  void runOnOperation() override {
    markAnalysesPreserved<SharedPlanner>();
    LayoutTable layouts(getOperation());
    ValueLayouts values(getOperation(), layouts);
    if (failed(values.collect()))
      return signalPassFailure();
    ReshardNarrower narrower(layouts, values);
    getOperation()->walk([&](Operation *op) {
      if (auto reshard = dyn_cast<ReshardOp>(op))
        numNarrowed += narrower.convertAfter(reshard);
      else if (auto convert = dyn_cast<ConvertOp>(op))
        numNarrowed += narrower.convertBefore(convert);
    });
  }
};

} // namespace

static int64_t getElementSize(Value value) {
  return getElementBytes(getElementTypeOrSelf(value.getType())).value_or(1);
}

/// Whether the reshard may send something, and only moves elements.
bool ReshardNarrower::sends(ReshardOp reshard) {
  LayoutId from = values.get(reshard.getInput());
  LayoutId to = values.get(reshard.getOutput());
  return from != noLayout && layouts[from].sharding.unreduced.empty() &&
         (to == noLayout || layouts[to].sharding.unreduced.empty());
}

/// The conversion of `like`, of another operand.
ConvertOp ReshardNarrower::createConvert(ConvertOp like, Value operand,
                                         Operation *before) {
  OpBuilder builder(before);
  auto convert = ConvertOp::create(builder, like.getLoc(),
                                   like.getResult().getType(), operand);
  LayoutId id = values.get(operand);
  values.set(convert.getResult(), id);
  if (id != noLayout)
    convert->setDiscardableAttr(
        "weft.shardings",
        ShardingsAttr::get(convert.getContext(), {layouts.getAttr(id)}));
  return convert;
}

/// A value that was widened before it is sent is sent first.
bool ReshardNarrower::convertAfter(ReshardOp reshard) {
  auto convert = reshard.getInput().getDefiningOp<ConvertOp>();
  if (!convert || !sends(reshard) ||
      getElementSize(convert.getOperand()) >= getElementSize(convert) ||
      values.get(convert.getOperand()) != values.get(convert))
    return false;
  OpBuilder builder(reshard);
  auto narrow = ReshardOp::create(builder, reshard.getLoc(),
                                  convert.getOperand(), reshard.getSharding());
  narrow->setDiscardableAttrs(reshard->getDiscardableAttrDictionary());
  values.set(narrow, values.get(reshard.getOutput()));
  reshard.getOutput().replaceAllUsesWith(
      createConvert(convert, narrow, reshard).getResult());
  reshard.erase();
  if (convert->use_empty())
    convert.erase();
  return true;
}

/// A value that is narrowed after it was sent is narrowed first.
bool ReshardNarrower::convertBefore(ConvertOp convert) {
  auto reshard = convert.getOperand().getDefiningOp<ReshardOp>();
  if (!reshard || !reshard->hasOneUse() || !sends(reshard) ||
      getElementSize(convert.getOperand()) <= getElementSize(convert) ||
      values.get(convert.getOperand()) != values.get(convert))
    return false;
  ConvertOp narrow = createConvert(convert, reshard.getInput(), reshard);
  OpBuilder builder(convert);
  auto moved = ReshardOp::create(builder, reshard.getLoc(), narrow,
                                 reshard.getSharding());
  moved->setDiscardableAttrs(reshard->getDiscardableAttrDictionary());
  values.set(moved, values.get(convert));
  convert.getResult().replaceAllUsesWith(moved);
  convert.erase();
  reshard.erase();
  return true;
}
