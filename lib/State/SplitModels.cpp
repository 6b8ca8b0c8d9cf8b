//===- SplitModels.cpp - what uses of the state become ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/State/SplitModels.h"

#include "MethodSplitter.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"
#include "weft/Dialect/Weft/IR/TrainingOps.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Interfaces/LoweringInterfaces.h"
#include "weft/Interfaces/SplitInterface.h"

using namespace mlir;
using namespace weft;

/// One leaf by its path; what it is has been verified.
static FailureOr<unsigned> findLeaf(MethodSplitter &splitter, Operation *op,
                                    SymbolRefAttr path) {
  FailureOr<Member> member = splitter.resolve(op, path);
  if (failed(member))
    return failure();
  auto found = splitter.getState().positions.find(member->getPath());
  if (found == splitter.getState().positions.end())
    return op->emitOpError() << path << " is not a leaf of the state";
  return found->second;
}

namespace {

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

struct SplitGet : SplitInterface::ExternalModel<SplitGet, GetOp> {
  LogicalResult split(Operation *op, MethodSplitter &splitter) const {
    FailureOr<unsigned> leaf =
        findLeaf(splitter, op, cast<GetOp>(op).getLeafAttr());
    if (failed(leaf))
      return failure();
    splitter.bind(op->getResults(), splitter.getLeaf(*leaf), {1});
    return success();
  }
};

struct SplitSet : SplitInterface::ExternalModel<SplitSet, SetOp> {
  LogicalResult split(Operation *op, MethodSplitter &splitter) const {
    auto set = cast<SetOp>(op);
    FailureOr<unsigned> leaf = findLeaf(splitter, op, set.getLeafAttr());
    if (failed(leaf))
      return failure();
    return splitter.setLeaf(op, *leaf, splitter.lookup(set.getValue()).front());
  }
};

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A layer is written out in place; a method is called with its leaves.
struct SplitCall : SplitInterface::ExternalModel<SplitCall, CallOp> {
  LogicalResult split(Operation *op, MethodSplitter &splitter) const;

private:
  struct Results {
    SmallVector<Value> values;
    SmallVector<size_t> sizes;
  };
  static FailureOr<Results> callOnce(CallOp call, const Member &member,
                                     std::optional<int64_t> index,
                                     ArrayRef<Value> operands,
                                     MethodSplitter &splitter);
};

} // namespace

FailureOr<SplitCall::Results> SplitCall::callOnce(CallOp call,
                                                  const Member &member,
                                                  std::optional<int64_t> index,
                                                  ArrayRef<Value> operands,
                                                  MethodSplitter &splitter) {
  if (auto layer = dyn_cast<LayerLoweringInterface>(member.op)) {
    Member whole = member;
    whole.rest.clear();
    SmallVector<Value> leaves =
        splitter.getLeaves(splitter.getState().getBelow(whole.getPath(index)));
    FailureOr<SmallVector<Value>> values = layer.lowerCall(
        splitter.getBuilder(), call.getLoc(),
        member.rest.empty() ? "" : member.rest.front(), leaves, operands);
    if (failed(values))
      return failure();
    return Results{*values, SmallVector<size_t>(values->size(), 1)};
  }
  FailureOr<MethodSplitter::Callee> callee =
      splitter.getCallee(call, member, index);
  if (failed(callee))
    return failure();
  SmallVector<Value> arguments = splitter.getLeaves(callee->leaves);
  llvm::append_range(arguments, operands);
  auto made = func::CallOp::create(splitter.getBuilder(), call.getLoc(),
                                   callee->method->function, arguments);
  FailureOr<SmallVector<Value>> values =
      splitter.takeChanges(call, *callee, made.getResults());
  if (failed(values))
    return failure();
  return Results{*values, callee->method->resultSizes};
}

LogicalResult SplitCall::split(Operation *op, MethodSplitter &splitter) const {
  auto call = cast<CallOp>(op);
  FailureOr<Member> member = splitter.resolve(op, call.getCalleeAttr());
  if (failed(member))
    return failure();
  SmallVector<Value> operands = splitter.lookup(call.getOperands());
  // Each instance in turn: the results of one are the first arguments of the
  // next.
  int64_t begin = call.getIndex().value_or(0), end = begin + 1;
  bool repeated = !member->repeated.empty();
  if (repeated && !call.getIndex())
    end = *member->repeated.front().getCount();
  Results results;
  for (int64_t i = begin; i < end; ++i) {
    FailureOr<Results> one = callOnce(
        call, *member, repeated ? std::optional<int64_t>(i) : std::nullopt,
        operands, splitter);
    if (failed(one))
      return failure();
    results = std::move(*one);
    if (i + 1 < end)
      llvm::copy(results.values, operands.begin());
  }
  splitter.bind(op->getResults(), results.values, results.sizes);
  return success();
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

namespace {

/// The same op on the function of the method; `state` becomes the positions of
/// the trained leaves.
struct SplitValueAndGrad
    : SplitInterface::ExternalModel<SplitValueAndGrad, ValueAndGradOp> {
  LogicalResult split(Operation *op, MethodSplitter &splitter) const;
};

/// The leaves of the target and of the optimiser's own state get new values.
struct SplitApplyGradients
    : SplitInterface::ExternalModel<SplitApplyGradients, ApplyGradientsOp> {
  LogicalResult split(Operation *op, MethodSplitter &splitter) const;
};

} // namespace

/// Where each operand of `op` begins among `numLeaves` leaves and the values
/// that the operands have become.
static SmallVector<int64_t> getOperandPositions(ValueAndGradOp op,
                                                size_t numLeaves,
                                                MethodSplitter &splitter) {
  SmallVector<int64_t> positions;
  int64_t next = numLeaves;
  for (Value operand : op.getOperands()) {
    positions.push_back(next);
    next += splitter.lookup(operand).size();
  }
  return positions;
}

LogicalResult SplitValueAndGrad::split(Operation *op,
                                       MethodSplitter &splitter) const {
  auto grad = cast<ValueAndGradOp>(op);
  OpBuilder &builder = splitter.getBuilder();
  FailureOr<Member> member = splitter.resolve(op, grad.getCalleeAttr());
  if (failed(member))
    return failure();
  FailureOr<MethodSplitter::Callee> callee =
      splitter.getCallee(op, *member, std::nullopt);
  if (failed(callee))
    return failure();
  func::FuncOp function = callee->method->function;
  SmallVector<Value> arguments = splitter.getLeaves(callee->leaves);
  SmallVector<int64_t> positions =
      getOperandPositions(grad, arguments.size(), splitter);
  llvm::append_range(arguments, splitter.lookup(grad.getOperands()));

  SmallVector<int64_t> wrt;
  for (int64_t i : grad.getWrt().value_or(ArrayRef<int64_t>()))
    wrt.push_back(positions[i]);
  size_t numArguments = wrt.size();
  // By position in the state of this method: where a leaf's gradient is.
  SmallVector<unsigned> leaves;
  if (SymbolRefAttr state = grad.getStateAttr()) {
    FailureOr<Member> target = splitter.resolve(op, state);
    if (failed(target))
      return failure();
    leaves = splitter.getState().getTrainable(target->getPath());
  }
  llvm::DenseMap<unsigned, size_t> places;
  for (unsigned leaf : leaves)
    if (auto found = llvm::find(callee->leaves, leaf);
        found != callee->leaves.end()) {
      places[leaf] = wrt.size() - numArguments;
      wrt.push_back(found - callee->leaves.begin());
    }

  SmallVector<Type> types(function.getResultTypes());
  for (int64_t i : wrt)
    types.push_back(arguments[i].getType());
  SmallVector<Value> values;
  if (wrt.empty()) {
    // Nothing of what is asked for is used: the value alone.
    auto made =
        func::CallOp::create(builder, op->getLoc(), function, arguments);
    llvm::append_range(values, made.getResults());
  } else {
    auto made = ValueAndGradOp::create(
        builder, op->getLoc(), types,
        FlatSymbolRefAttr::get(function.getSymNameAttr()), arguments,
        builder.getDenseI64ArrayAttr(wrt), SymbolRefAttr());
    llvm::append_range(values, made.getResults());
  }
  size_t numResults = function.getNumResults();
  FailureOr<SmallVector<Value>> results = splitter.takeChanges(
      op, *callee, ArrayRef(values).take_front(numResults));
  if (failed(results))
    return failure();
  SmallVector<size_t> sizes(callee->method->resultSizes);
  ArrayRef<Value> gradients = ArrayRef(values).drop_front(numResults);
  llvm::append_range(*results, gradients.take_front(numArguments));
  sizes.append(numArguments, 1);
  gradients = gradients.drop_front(numArguments);
  for (unsigned leaf : leaves) {
    auto place = places.find(leaf);
    // What the function does not get it does not depend on.
    results->push_back(place != places.end()
                           ? gradients[place->second]
                           : stablehlo::ConstantOp::create(
                                 builder, op->getLoc(),
                                 cast<ElementsAttr>(builder.getZeroAttr(
                                     splitter.getState().leaves[leaf].type))));
  }
  if (grad.getStateAttr())
    sizes.push_back(leaves.size());
  splitter.bind(op->getResults(), *results, sizes);
  return success();
}

/// `@Trainer::@optimizer`, as seen from the functions of the program.
static SymbolRefAttr getProgramSymbol(Operation *op) {
  SmallVector<FlatSymbolRefAttr> nested = {
      FlatSymbolRefAttr::get(getMemberName(op))};
  for (Operation *around = op->getParentOp();
       isa_and_nonnull<ModuleDefOp>(around); around = around->getParentOp())
    nested.insert(nested.begin(),
                  FlatSymbolRefAttr::get(getMemberName(around)));
  return SymbolRefAttr::get(nested.front().getAttr(),
                            ArrayRef(nested).drop_front());
}

LogicalResult SplitApplyGradients::split(Operation *op,
                                         MethodSplitter &splitter) const {
  auto apply = cast<ApplyGradientsOp>(op);
  FailureOr<Member> optimizer = splitter.resolve(op, apply.getOptimizerAttr());
  if (failed(optimizer))
    return failure();
  auto targetName = optimizer->op->getAttrOfType<SymbolRefAttr>("target");
  FailureOr<Member> target = splitter.resolve(optimizer->op, targetName);
  if (failed(target))
    return failure();
  // The target is seen from the module that the optimiser is in.
  Member around = *optimizer;
  around.way.pop_back();
  std::string targetPath = around.getPath();
  targetPath += (targetPath.empty() ? "" : ".") + target->getPath();

  const LeafIndex &state = splitter.getState();
  SmallVector<unsigned> leaves = state.getTrainable(targetPath);
  SmallVector<unsigned> slots = state.getBelow(optimizer->getPath());
  SmallVector<Value> gradients = splitter.lookup(apply.getGradients());
  auto update = UpdateOp::create(
      splitter.getBuilder(), op->getLoc(), getProgramSymbol(optimizer->op),
      splitter.getLeaves(leaves), gradients, splitter.getLeaves(slots));
  leaves.append(slots);
  for (auto [leaf, value] : llvm::zip_equal(leaves, update.getResults()))
    if (failed(splitter.setLeaf(op, leaf, value)))
      return failure();
  return success();
}

void weft::registerSplitModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, WeftDialect *) {
    GetOp::attachInterface<SplitGet>(*context);
    SetOp::attachInterface<SplitSet>(*context);
    CallOp::attachInterface<SplitCall>(*context);
    ValueAndGradOp::attachInterface<SplitValueAndGrad>(*context);
    ApplyGradientsOp::attachInterface<SplitApplyGradients>(*context);
    context->loadDialect<stablehlo::StablehloDialect>();
  });
}
