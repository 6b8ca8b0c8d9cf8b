//===- ControlFlow.cpp - derivatives of branches ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The branch that was taken forwards is taken backwards. What the branches keep
// for that shares the places of its type: only one of them fills any.
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "Residuals.h"
#include "StatedShardings.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// One branch and the branch of the backward op that undoes it.
struct Branch {
  Block *forward;
  Region undone;
  /// What is kept, and the op of the backward branch that stands for it until
  /// the forward op has results for it.
  SmallVector<std::pair<Value, Operation *>> kept;
  /// The cotangents of the values that the op captures.
  llvm::DenseMap<Value, Value> captured;
};

class BranchResiduals final : public Residuals {
public:
  explicit BranchResiduals(Branch &branch)
      : Residuals(*branch.forward, branch.undone.front()), branch(branch) {}

private:
  bool isFree(Value) override { return false; }
  Value findFree(Value, OpBuilder &) override { return {}; }
  Value keep(Value value, OpBuilder &builder) override {
    // To be replaced by a result of the forward op.
    FormulaBuilder tensors(value.getLoc(), builder);
    Operation *place = tensors.zeros(value.getType()).getDefiningOp();
    builder.setInsertionPointAfter(place);
    branch.kept.push_back({value, place});
    return place->getResult(0);
  }

  Branch &branch;
};

/// Works on any op that chooses one of its regions, which take no arguments.
class BranchPullback {
public:
  BranchPullback(Operation *op, GradientBuilder &gradients)
      : op(op), gradients(gradients) {}

  LogicalResult run();

private:
  LogicalResult pullBackBranch(Branch &branch, ArrayRef<Value> wanted);
  Operation *addResults(ArrayRef<Type> types);
  void fillPlaces(SmallVectorImpl<Type> &places);
  void returnGradients();
  void createBackward();

  Operation *op;
  GradientBuilder &gradients;
  std::vector<Branch> branches;
  llvm::SetVector<Value> reached;
};

} // namespace

LogicalResult BranchPullback::pullBackBranch(Branch &branch,
                                             ArrayRef<Value> wanted) {
  Block &undone = branch.undone.emplaceBlock();
  GradientBuilder inner(gradients.getFunctions(), gradients.getActivity(),
                        &undone, op->getLoc());
  Operation *end = branch.forward->getTerminator();
  for (auto [value, result] : llvm::zip(end->getOperands(), op->getResults()))
    inner.accumulate(value, gradients.getCotangent(result));
  if (failed(inner.pullBack(*branch.forward)))
    return failure();
  for (Value value : wanted)
    if (Value cotangent = inner.getCotangent(value)) {
      branch.captured[value] = cotangent;
      reached.insert(value);
    }
  return success();
}

/// The op with more results, which its branches return already.
Operation *BranchPullback::addResults(ArrayRef<Type> added) {
  SmallVector<Type> types(op->getResultTypes());
  llvm::append_range(types, added);
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), types,
                       {});
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  OpBuilder builder(op);
  Operation *result = builder.create(state);
  copyStatements(op, result);
  return result;
}

/// Gives each kept value a place among the new results, and lets all branches
/// return something for each.
void BranchPullback::fillPlaces(SmallVectorImpl<Type> &places) {
  SmallVector<SmallVector<Value>> filled(branches.size());
  SmallVector<SmallVector<unsigned>> chosen(branches.size());
  for (auto [i, branch] : llvm::enumerate(branches)) {
    filled[i].resize(places.size());
    for (auto [value, stand] : branch.kept) {
      unsigned place = 0;
      while (place != places.size() &&
             (places[place] != value.getType() ||
              (place < filled[i].size() && filled[i][place])))
        ++place;
      if (place == places.size())
        places.push_back(value.getType());
      filled[i].resize(places.size());
      filled[i][place] = value;
      chosen[i].push_back(place);
    }
  }
  unsigned numResults = op->getNumResults();
  for (auto [i, branch] : llvm::enumerate(branches)) {
    filled[i].resize(places.size());
    Operation *end = branch.forward->getTerminator();
    FormulaBuilder builder(op->getLoc(), end);
    for (auto [place, value] : llvm::enumerate(filled[i]))
      end->insertOperands(end->getNumOperands(),
                          value ? value : builder.zeros(places[place]));
  }
  Operation *old = op;
  op = addResults(places);
  for (auto [i, branch] : llvm::enumerate(branches))
    for (auto [kept, place] : llvm::zip(branch.kept, chosen[i])) {
      kept.second->getResult(0).replaceAllUsesWith(
          op->getResult(numResults + place));
      kept.second->erase();
    }
  gradients.replace(old, op->getResults().take_front(numResults));
}

/// Ends the backward branches with the cotangents that any of them has.
void BranchPullback::returnGradients() {
  for (Branch &branch : branches) {
    FormulaBuilder end(op->getLoc(), op->getContext());
    end.setInsertionPointToEnd(&branch.undone.front());
    SmallVector<Value> returned;
    for (Value value : reached) {
      Value cotangent = branch.captured.lookup(value);
      returned.push_back(cotangent ? cotangent : end.zeros(value.getType()));
    }
    hlo::ReturnOp::create(end, returned);
  }
}

void BranchPullback::createBackward() {
  auto types =
      llvm::map_to_vector(reached, [](Value value) { return value.getType(); });
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), types,
                       {});
  for (Branch &branch : branches)
    state.addRegion()->takeBody(branch.undone);
  Operation *backward = gradients.create(state);
  for (auto [value, cotangent] : llvm::zip(reached, backward->getResults()))
    gradients.accumulate(value, cotangent);
}

LogicalResult BranchPullback::run() {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  SmallVector<Value> wanted;
  for (Value value : captured)
    if (gradients.isWanted(value))
      wanted.push_back(value);
  branches = std::vector<Branch>(op->getNumRegions());
  for (auto [branch, region] : llvm::zip(branches, op->getRegions())) {
    branch.forward = &region.front();
    if (failed(pullBackBranch(branch, wanted)))
      return failure();
  }
  returnGradients();
  for (Branch &branch : branches)
    BranchResiduals(branch).connect(branch.undone.front().begin());
  SmallVector<Type> places;
  if (llvm::any_of(branches,
                   [](Branch &branch) { return !branch.kept.empty(); }))
    fillPlaces(places);
  createBackward();
  return success();
}

namespace {

template <typename Op>
struct BranchRule : DifferentiableInterface::ExternalModel<BranchRule<Op>, Op> {
  void markVaried(Operation *op, Activity &activity) const {
    for (Region &region : op->getRegions()) {
      activity.visit(region.front());
      for (auto [value, result] : llvm::zip(
               region.front().getTerminator()->getOperands(), op->getResults()))
        if (activity.isVaried(value))
          activity.setVaried(result);
    }
  }
  LogicalResult pullBack(Operation *op, GradientBuilder &gradients) const {
    return BranchPullback(op, gradients).run();
  }
};

} // namespace

void weft::attachControlFlowDerivatives(MLIRContext &context) {
  attachModels<BranchRule, hlo::CaseOp, hlo::IfOp>(context);
}
