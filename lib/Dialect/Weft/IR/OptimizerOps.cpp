//===- OptimizerOps.cpp - optimisers and their steps ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Leaves.h"
#include "weft/Dialect/Weft/IR/Members.h"
#include "weft/Dialect/Weft/IR/RealNumber.h"
#include "weft/Dialect/Weft/IR/TrainingOps.h"
#include "weft/Support/Suggestion.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Shared by optimisers
//===----------------------------------------------------------------------===//

LogicalResult weft::verifyOptimizerTarget(Operation *optimizer,
                                          SymbolRefAttr target,
                                          DictionaryAttr stateSpecs,
                                          SymbolTableCollection &symbols) {
  if (!target) {
    if (stateSpecs)
      return optimizer->emitOpError(
          "has state_specs, but no target whose "
          "leaves they could mean; add `for @member`");
    return success();
  }
  FailureOr<Member> member = resolveMember(
      optimizer, target, [&] { return optimizer->emitOpError(); }, symbols);
  if (failed(member))
    return failure();
  auto provider = dyn_cast<ParameterProviderInterface>(member->op);
  if (!provider || !member->rest.empty() || isa<OptimizerInterface>(member->op))
    return optimizer->emitOpError()
           << "is for " << target << ", a '" << member->op->getName()
           << "', which has no parameters to train";
  if (!stateSpecs)
    return success();
  FailureOr<std::vector<Leaf>> leaves = collectLeaves(provider, symbols);
  if (failed(leaves))
    return failure();
  for (NamedAttribute entry : stateSpecs) {
    auto leaf = llvm::find_if(*leaves, [&](const Leaf &leaf) {
      return leaf.path == entry.getName();
    });
    if (leaf == leaves->end()) {
      SmallVector<StringRef> paths;
      for (const Leaf &leaf : *leaves)
        paths.push_back(leaf.path);
      return optimizer->emitOpError()
             << "has a state spec for " << entry.getName() << ", but " << target
             << " has no such leaf" << didYouMean(entry.getName(), paths);
    }
    auto spec = dyn_cast<SpecAttr>(entry.getValue());
    if (!spec)
      return optimizer->emitOpError()
             << "has " << entry.getValue() << " as the state spec of "
             << entry.getName() << "; write #weft.spec<[...]>";
    if (spec.getRank() != leaf->type.getRank())
      return optimizer->emitOpError()
             << "has a state spec of " << spec.getRank() << " entries for "
             << entry.getName() << ", which has " << leaf->type.getRank()
             << " dimensions";
  }
  return success();
}

void weft::visitOptimizerState(OptimizerInterface optimizer,
                               SymbolRefAttr target, TypeAttr stateDtype,
                               DictionaryAttr stateSpecs,
                               LeafVisitor &visitor) {
  if (!target)
    return;
  MLIRContext *context = optimizer->getContext();
  if (optimizer.countsSteps())
    visitor.leaf("count",
                 RankedTensorType::get({}, IntegerType::get(context, 32)),
                 ZerosInitAttr::get(context), SpecAttr::get(context, {}));
  for (StringRef slot : optimizer.getSlots())
    visitor.mirror(slot, target, stateDtype ? stateDtype.getValue() : Type(),
                   stateSpecs);
}

/// A hyper-parameter between two bounds, the upper one excluded.
static LogicalResult verifyRange(Operation *op, StringRef name, FloatAttr value,
                                 double lower, double upper) {
  if (!value ||
      (value.getValueAsDouble() >= lower && value.getValueAsDouble() < upper))
    return success();
  InFlightDiagnostic diag = op->emitOpError();
  diag << "has " << name << " " << toString(value);
  if (upper == HUGE_VAL)
    diag << "; it must not be negative";
  else
    diag << "; it must be from " << lower << " to below " << upper;
  return diag;
}

template <typename OptimizerOp>
static LogicalResult verifyCommon(OptimizerOp op) {
  if (FloatAttr norm = op.getClipNormAttr();
      norm && !(norm.getValueAsDouble() > 0.0))
    return op.emitOpError() << "clips gradients to a norm of " << toString(norm)
                            << "; it must be positive";
  if (op.getStateDtype() && !isa<FloatType, ComplexType>(*op.getStateDtype()))
    return op.emitOpError() << "has state_dtype " << *op.getStateDtype()
                            << "; it must be a floating-point or complex type";
  return success();
}

template <typename AdamLikeOp> static LogicalResult verifyAdam(AdamLikeOp op) {
  return failure(
      failed(verifyCommon(op)) ||
      failed(verifyRange(op, "b1", op.getB1Attr(), 0.0, 1.0)) ||
      failed(verifyRange(op, "b2", op.getB2Attr(), 0.0, 1.0)) ||
      failed(verifyRange(op, "eps", op.getEpsAttr(), 0.0, HUGE_VAL)));
}

/// Plain descent needs the number of steps only if the rate depends on it.
template <typename OptimizerOp> static bool hasSchedule(OptimizerOp op) {
  return op.getLearningRateAttr() && !op.getLearningRate().isConstant();
}

//===----------------------------------------------------------------------===//
// SgdOp, MomentumOp, AdamOp, AdamWOp
//===----------------------------------------------------------------------===//

LogicalResult SgdOp::verify() { return verifyCommon(*this); }
SmallVector<StringRef> SgdOp::getSlots() { return {}; }
bool SgdOp::countsSteps() { return hasSchedule(*this); }

LogicalResult MomentumOp::verify() {
  return failure(failed(verifyCommon(*this)) ||
                 failed(verifyRange(*this, "decay", getDecayAttr(), 0.0, 1.0)));
}
SmallVector<StringRef> MomentumOp::getSlots() { return {"trace"}; }
bool MomentumOp::countsSteps() { return hasSchedule(*this); }

LogicalResult AdamOp::verify() { return verifyAdam(*this); }
SmallVector<StringRef> AdamOp::getSlots() { return {"mu", "nu"}; }
bool AdamOp::countsSteps() { return true; }

LogicalResult AdamWOp::verify() {
  return failure(failed(verifyAdam(*this)) ||
                 failed(verifyRange(*this, "weight_decay", getWeightDecayAttr(),
                                    0.0, HUGE_VAL)));
}
SmallVector<StringRef> AdamWOp::getSlots() { return {"mu", "nu"}; }
bool AdamWOp::countsSteps() { return true; }

//===----------------------------------------------------------------------===//
// ApplyGradientsOp
//===----------------------------------------------------------------------===//

LogicalResult
ApplyGradientsOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Member> member = resolveMember(
      *this, getOptimizerAttr(), [&] { return emitOpError(); }, symbols);
  if (failed(member))
    return failure();
  if (!isa<OptimizerInterface>(member->op) || !member->rest.empty())
    return emitOpError() << "steps " << getOptimizerAttr() << ", a '"
                         << member->op->getName() << "', which is no optimiser";
  auto target = member->op->getAttrOfType<SymbolRefAttr>("target");
  if (!target)
    return emitOpError() << "steps " << getOptimizerAttr()
                         << ", which has no target; add `for @member` to it";
  SymbolRefAttr given = getGradients().getType().getMember();
  if (target == given)
    return success();
  return emitOpError() << "has gradients of " << given << ", but "
                       << getOptimizerAttr() << " trains " << target;
}

//===----------------------------------------------------------------------===//
// UpdateOp
//===----------------------------------------------------------------------===//

LogicalResult UpdateOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getParams().getTypes());
  llvm::append_range(types, adaptor.getState().getTypes());
  return success();
}

LogicalResult UpdateOp::verify() {
  if (getParams().size() != getGrads().size())
    return emitOpError() << "has " << getParams().size() << " parameters and "
                         << getGrads().size() << " gradients";
  for (auto [i, param, grad] : llvm::enumerate(getParams(), getGrads()))
    if (param.getType() != grad.getType())
      return emitOpError() << "has parameter " << i << " of type "
                           << param.getType() << " and a gradient of type "
                           << grad.getType();
  return success();
}

LogicalResult UpdateOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto optimizer =
      lookupOutward<OptimizerInterface>(*this, getOptimizerAttr(), symbols);
  if (!optimizer)
    return emitOpError() << "steps " << getOptimizerAttr()
                         << ", which is no optimiser";
  SmallVector<StringRef> slots = optimizer.getSlots();
  size_t hasCount = optimizer.countsSteps();
  size_t expected = hasCount + slots.size() * getParams().size();
  if (getState().size() != expected)
    return emitOpError() << "has " << getState().size()
                         << " tensors of state, but '" << optimizer->getName()
                         << "' keeps " << expected << " for "
                         << getParams().size() << " parameters";
  if (hasCount) {
    auto count = cast<RankedTensorType>(getState().front().getType());
    if (count.getRank() != 0 || !count.getElementType().isSignlessInteger(32))
      return emitOpError() << "has a count of type " << count
                           << "; it must be tensor<i32>";
  }
  for (auto [i, state] : llvm::enumerate(getState().drop_front(hasCount))) {
    size_t param = i % getParams().size();
    auto type = cast<RankedTensorType>(state.getType());
    auto wanted = cast<RankedTensorType>(getParams()[param].getType());
    if (type.getShape() != wanted.getShape())
      return emitOpError() << "has slot " << slots[i / getParams().size()]
                           << " of type " << type << " for parameter " << param
                           << " of type " << wanted
                           << "; both must have the same shape";
  }
  return success();
}
