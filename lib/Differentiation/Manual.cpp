//===- Manual.cpp - derivatives of manual regions ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backward pass of a region that each device runs on its own is such a
// region, too. An operand that several devices hold alike has had an effect on
// each of them, so its cotangents are summed. A result that several devices
// return alike counts once: each of them gets an equal part of its cotangent.
//
// What the region keeps differs from device to device: it leaves the region as
// one tensor with a dimension of devices in front.
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "Residuals.h"
#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"

#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;

namespace {

/// Keeps by returning more from the region; its arguments are there anyway.
class ManualResiduals final : public Residuals {
public:
  using Residuals::Residuals;

  /// What the backward region takes besides cotangents: an operand of the op,
  /// or a result of it, counted from the first that is added.
  struct Input {
    bool isOperand;
    unsigned index;
  };
  SmallVector<Input> inputs;
  /// In the forward region.
  SmallVector<Value> kept;

private:
  bool isFree(Value) override { return false; }
  Value findFree(Value, OpBuilder &) override { return {}; }
  Value keep(Value value, OpBuilder &builder) override {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      inputs.push_back({true, argument.getArgNumber()});
      return backward.addArgument(value.getType(), value.getLoc());
    }
    FormulaBuilder forwards(value.getLoc(), forward.getTerminator());
    SmallVector<int64_t> shape(getShape(value));
    shape.insert(shape.begin(), 1);
    Value stacked = forwards.reshape(value, shape);
    inputs.push_back({false, unsigned(kept.size())});
    kept.push_back(stacked);
    FormulaBuilder backwards(value.getLoc(), builder);
    Value argument = backward.addArgument(stacked.getType(), value.getLoc());
    Value result = backwards.reshape(argument, getShape(value));
    builder.restoreInsertionPoint(backwards.saveInsertionPoint());
    return result;
  }
};

class ManualPullback {
public:
  ManualPullback(ManualOp op, GradientBuilder &gradients)
      : op(op), gradients(gradients), meshRef(op.getMeshRef()),
        mesh(toMesh(lookupMesh(op, meshRef).mesh)) {}

  LogicalResult run();

private:
  LogicalResult check();
  SmallVector<AxisRefAttr> getMissing(ShardingAttr sharding);
  int64_t count(ArrayRef<AxisRefAttr> axes);
  void takeCotangents(GradientBuilder &inner, Block &undone);
  void returnGradients(GradientBuilder &inner);
  void addResults(ArrayRef<Value> kept);

  ManualOp op;
  GradientBuilder &gradients;
  Attribute meshRef;
  Mesh mesh;
  SmallVector<Value> inputs;
  SmallVector<ShardingAttr> inShardings, outShardings;
  SmallVector<unsigned> reached;
  unsigned firstAdded = 0;
};

} // namespace

LogicalResult ManualPullback::check() {
  for (ShardingsAttr shardings : {op.getInShardings(), op.getOutShardings()})
    for (ShardingAttr sharding : shardings)
      if (!sharding.getUnreduced().empty())
        return op.emitOpError("has operands or results that are partial sums "
                              "of the devices, which has no derivative");
  return success();
}

/// The manual axes along which all devices have the same shard.
SmallVector<AxisRefAttr> ManualPullback::getMissing(ShardingAttr sharding) {
  SmallVector<AxisRefAttr> result;
  for (AxisRefAttr axis : op.getManualAxes()) {
    auto isNamed = [&](DimShardingAttr dim) {
      return llvm::any_of(dim.getAxes(), [&](AxisRefAttr other) {
        return other.getName() == axis.getName();
      });
    };
    if (llvm::none_of(sharding.getDims(), isNamed))
      result.push_back(axis);
  }
  return result;
}

int64_t ManualPullback::count(ArrayRef<AxisRefAttr> axes) {
  llvm::Expected<AxisList> list = toAxisList(mesh, axes);
  if (list)
    return list->numShards();
  llvm::consumeError(list.takeError());
  return 1;
}

void ManualPullback::takeCotangents(GradientBuilder &inner, Block &undone) {
  Operation *end = op.getBody().front().getTerminator();
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    Value cotangent = gradients.getCotangent(result);
    if (!cotangent)
      continue;
    ShardingAttr sharding = op.getOutShardings()[i];
    inputs.push_back(cotangent);
    inShardings.push_back(sharding);
    Value returned = end->getOperand(i);
    Value local = undone.addArgument(returned.getType(), op.getLoc());
    if (int64_t copies = count(getMissing(sharding)); copies > 1)
      local = inner.divide(local, inner.constant(local.getType(), copies));
    inner.accumulate(returned, local);
  }
}

void ManualPullback::returnGradients(GradientBuilder &inner) {
  SmallVector<Value> returned;
  for (auto [i, operand] : llvm::enumerate(op.getInputs())) {
    Value cotangent = inner.getCotangent(op.getBody().getArgument(i));
    if (!cotangent || !gradients.isWanted(operand))
      continue;
    ShardingAttr sharding = op.getInShardings()[i];
    SmallVector<AxisRefAttr> missing = getMissing(sharding);
    if (count(missing) > 1)
      cotangent =
          AllReduceOp::create(
              inner, TypeRange{cotangent.getType()}, ValueRange{cotangent},
              ReducerAttr::get(op.getContext(), ReducerKind::Add), meshRef,
              AxesAttr::get(op.getContext(), missing))
              ->getResult(0);
    returned.push_back(cotangent);
    outShardings.push_back(sharding);
    reached.push_back(i);
  }
  weft::ReturnOp::create(inner, returned);
}

/// Lets the op return what is kept, one device behind the other.
void ManualPullback::addResults(ArrayRef<Value> kept) {
  firstAdded = op->getNumResults();
  if (kept.empty())
    return;
  MLIRContext *context = op.getContext();
  SmallVector<Type> types(op->getResultTypes());
  SmallVector<ShardingAttr> shardings(op.getOutShardings().begin(),
                                      op.getOutShardings().end());
  ArrayRef<AxisRefAttr> axes = op.getManualAxes().getAxes();
  Operation *end = op.getBody().front().getTerminator();
  for (Value value : kept) {
    SmallVector<int64_t> shape(getShape(value));
    shape[0] = count(axes);
    types.push_back(getRankedType(value).clone(shape));
    SmallVector<DimShardingAttr> dims(
        shape.size(), DimShardingAttr::get(context, {}, /*isOpen=*/true));
    dims[0] = DimShardingAttr::get(context, axes, /*isOpen=*/false);
    shardings.push_back(ShardingAttr::get(context, meshRef, dims));
    end->insertOperands(end->getNumOperands(), value);
  }
  OpBuilder builder(op);
  auto extended = ManualOp::create(builder, op.getLoc(), types, op.getInputs(),
                                   op.getMeshAttr(), op.getManualAxes(),
                                   op.getInShardings(),
                                   ShardingsAttr::get(context, shardings));
  extended->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  extended.getBody().takeBody(op.getBody());
  ManualOp old = op;
  op = extended;
  gradients.replace(old, extended->getResults().take_front(firstAdded));
}

LogicalResult ManualPullback::run() {
  if (failed(check()))
    return failure();
  Region region;
  Block &undone = region.emplaceBlock();
  GradientBuilder inner(gradients.getFunctions(), gradients.getActivity(),
                        &undone, op.getLoc());
  takeCotangents(inner, undone);
  if (failed(inner.pullBack(op.getBody().front()))) {
    undone.dropAllReferences();
    return failure();
  }
  returnGradients(inner);
  ManualResiduals residuals(op.getBody().front(), undone);
  residuals.connect(undone.begin());
  addResults(residuals.kept);
  for (auto [isOperand, index] : residuals.inputs) {
    inputs.push_back(isOperand ? op->getOperand(index)
                               : op->getResult(firstAdded + index));
    inShardings.push_back(isOperand ? op.getInShardings()[index]
                                    : op.getOutShardings()[firstAdded + index]);
  }
  auto types = llvm::map_to_vector(
      reached, [&](unsigned i) { return op->getOperand(i).getType(); });
  auto backward =
      ManualOp::create(gradients, types, inputs, meshRef, op.getManualAxes(),
                       ShardingsAttr::get(op.getContext(), inShardings),
                       ShardingsAttr::get(op.getContext(), outShardings));
  backward.getBody().takeBody(region);
  for (auto [i, cotangent] : llvm::zip(reached, backward->getResults()))
    gradients.accumulate(op->getOperand(i), cotangent);
  return success();
}

namespace {

struct ManualRule
    : DifferentiableInterface::ExternalModel<ManualRule, ManualOp> {
  void markVaried(Operation *given, Activity &activity) const {
    auto op = cast<ManualOp>(given);
    Block &body = op.getBody().front();
    for (auto [argument, operand] :
         llvm::zip(body.getArguments(), op.getInputs()))
      if (activity.isVaried(operand))
        activity.setVaried(argument);
    activity.visit(body);
    for (auto [value, result] :
         llvm::zip(body.getTerminator()->getOperands(), op->getResults()))
      if (activity.isVaried(value))
        activity.setVaried(result);
  }
  LogicalResult pullBack(Operation *op, GradientBuilder &gradients) const {
    return ManualPullback(cast<ManualOp>(op), gradients).run();
  }
};

} // namespace

void weft::attachManualDerivatives(MLIRContext &context) {
  ManualOp::attachInterface<ManualRule>(context);
}
