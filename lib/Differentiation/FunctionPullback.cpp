//===- FunctionPullback.cpp - the two halves of a called function *- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionGradients.h"
#include "Residuals.h"
#include "weft/Differentiation/GradientBuilder.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;
using Input = FunctionPullback::Input;

FailureOr<const FunctionPullback *>
FunctionGradients::getPullback(func::FuncOp function,
                               const FunctionRequest &request) {
  auto known = pullbacks.find(request);
  if (known != pullbacks.end())
    return &known->second;
  if (llvm::is_contained(building, request.function)) {
    function.emitError() << "@" << function.getSymName()
                         << " calls itself; recursion has no derivative";
    return failure();
  }
  building.push_back(request.function);
  auto done = llvm::scope_exit([&] { building.pop_back(); });
  if (failed(checkBody(function)))
    return failure();
  FailureOr<FunctionPullback> pullback =
      function->hasAttr("weft.vjp")     ? buildCustom(function, request)
      : function->hasAttr("weft.remat") ? buildRecomputed(function, request)
                                        : buildKept(function, request);
  if (failed(pullback))
    return failure();
  return &(pullbacks[request] = *pullback);
}

/// Gives the cotangents of the results as arguments of the backward block, and
/// goes through the body.
static LogicalResult pullBackBody(GradientBuilder &gradients, Block &body,
                                  Block &backward,
                                  const FunctionRequest &request) {
  Operation *end = body.getTerminator();
  for (unsigned result : request.results) {
    Value value = end->getOperand(result);
    gradients.accumulate(value,
                         backward.addArgument(value.getType(), value.getLoc()));
  }
  return gradients.pullBack(body);
}

/// Ends the backward block with the cotangents of the arguments that have one.
static SmallVector<unsigned> returnGradients(GradientBuilder &gradients,
                                             Block &body,
                                             const FunctionRequest &request) {
  SmallVector<unsigned> arguments;
  SmallVector<Value> values;
  for (unsigned argument : request.arguments)
    if (Value value = gradients.getCotangent(body.getArgument(argument))) {
      arguments.push_back(argument);
      values.push_back(value);
    }
  func::ReturnOp::create(gradients, values);
  return arguments;
}

/// Layouts of cotangents are those of the values.
static void setLayouts(func::FuncOp function, FunctionPullback &pullback) {
  func::FuncOp backward = pullback.backward;
  for (auto [i, input] : llvm::enumerate(pullback.inputs)) {
    Attribute sharding;
    if (input.kind == Input::Argument)
      sharding = function.getArgAttr(input.index, "weft.sharding");
    else if (input.kind == Input::Cotangent)
      sharding = function.getResultAttr(input.index, "weft.sharding");
    if (sharding)
      backward.setArgAttr(i, "weft.sharding", sharding);
  }
  for (auto [i, argument] : llvm::enumerate(pullback.gradients))
    if (Attribute sharding = function.getArgAttr(argument, "weft.sharding"))
      backward.setResultAttr(i, "weft.sharding", sharding);
}

static FunctionType getFunctionType(Block &body) {
  return FunctionType::get(body.getTerminator()->getContext(),
                           body.getArgumentTypes(),
                           body.getTerminator()->getOperandTypes());
}

//===----------------------------------------------------------------------===//
// What is needed is kept
//===----------------------------------------------------------------------===//

namespace {
/// A function keeps by returning more; its arguments the caller still has.
struct CallResiduals final : Residuals {
  using Residuals::Residuals;

  bool isFree(Value) override { return false; }
  Value findFree(Value, OpBuilder &) override { return {}; }
  Value keep(Value value, OpBuilder &) override {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      inputs.push_back({Input::Argument, argument.getArgNumber()});
    } else {
      Operation *end = forward.getTerminator();
      inputs.push_back({Input::Result, end->getNumOperands()});
      end->insertOperands(end->getNumOperands(), value);
    }
    return backward.addArgument(value.getType(), value.getLoc());
  }

  SmallVector<Input> inputs;
};
} // namespace

FailureOr<FunctionPullback>
FunctionGradients::buildKept(func::FuncOp function,
                             const FunctionRequest &request) {
  func::FuncOp forward = copy(function, ".forward");
  Block &body = forward.getBody().front();
  Activity activity(*this);
  visit(activity, body, request.arguments);
  auto backward = std::make_unique<Block>();
  GradientBuilder gradients(*this, activity, backward.get(), function.getLoc());
  if (failed(pullBackBody(gradients, body, *backward, request))) {
    backward->dropAllReferences();
    symbols.erase(forward);
    return failure();
  }
  FunctionPullback result;
  result.gradients = returnGradients(gradients, body, request);
  for (unsigned index : request.results)
    result.inputs.push_back({Input::Cotangent, index});
  CallResiduals residuals(body, *backward);
  residuals.connect(backward->begin());
  result.inputs.append(residuals.inputs);
  forward.setType(getFunctionType(body));
  if (ArrayAttr attributes = forward.getResAttrsAttr()) {
    auto all = llvm::to_vector(attributes.getValue());
    all.resize(forward.getNumResults(),
               DictionaryAttr::get(module.getContext()));
    forward.setResAttrsAttr(ArrayAttr::get(module.getContext(), all));
  }
  dropUnused(forward);
  result.forward = forward;
  result.backward =
      create(function, ".backward", getFunctionType(*backward), forward);
  result.backward.getBody().push_back(backward.release());
  dropUnused(result.backward);
  setLayouts(function, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Everything is computed again: `weft.remat`
//===----------------------------------------------------------------------===//

/// Makes all uses of the arguments go through a barrier, so that the values
/// computed again are not replaced by the ones of the forward pass.
static void putBehindBarrier(Block &body, Location loc) {
  auto builder = OpBuilder::atBlockBegin(&body);
  auto barrier = hlo::OptimizationBarrierOp::create(
      builder, loc, body.getArgumentTypes(), body.getArguments());
  for (auto [argument, value] :
       llvm::zip(body.getArguments(), barrier.getResults()))
    argument.replaceAllUsesExcept(value, barrier);
}

FailureOr<FunctionPullback>
FunctionGradients::buildRecomputed(func::FuncOp function,
                                   const FunctionRequest &request) {
  func::FuncOp backward = copy(function, ".backward");
  Block &body = backward.getBody().front();
  Activity activity(*this);
  visit(activity, body, request.arguments);
  Block second;
  GradientBuilder gradients(*this, activity, &second, function.getLoc());
  if (failed(pullBackBody(gradients, body, second, request))) {
    second.dropAllReferences();
    symbols.erase(backward);
    return failure();
  }
  FunctionPullback result;
  result.forward = function;
  result.backward = backward;
  result.gradients = returnGradients(gradients, body, request);
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
    result.inputs.push_back({Input::Argument, i});
  for (auto [index, cotangent] :
       llvm::zip(request.results, second.getArguments())) {
    result.inputs.push_back({Input::Cotangent, index});
    cotangent.replaceAllUsesWith(
        body.addArgument(cotangent.getType(), cotangent.getLoc()));
  }
  second.eraseArguments([](BlockArgument) { return true; });
  body.getTerminator()->erase();
  body.getOperations().splice(body.end(), second.getOperations());
  putBehindBarrier(body, function.getLoc());
  backward.removeArgAttrsAttr();
  backward.removeResAttrsAttr();
  backward.setType(getFunctionType(body));
  dropUnused(backward);
  setLayouts(function, result);
  return result;
}

//===----------------------------------------------------------------------===//
// The program says how: `weft.vjp`
//===----------------------------------------------------------------------===//

static SmallVector<unsigned> getInexact(TypeRange types) {
  SmallVector<unsigned> result;
  for (auto [i, type] : llvm::enumerate(types))
    if (isInexact(type))
      result.push_back(i);
  return result;
}

static SmallVector<Type> getTypes(TypeRange types, ArrayRef<unsigned> indices) {
  return llvm::map_to_vector(indices, [&](unsigned i) { return types[i]; });
}

/// Whether the two functions have the types that the rule of `function` needs.
static LogicalResult checkCustom(func::FuncOp function, func::FuncOp forward,
                                 func::FuncOp backward) {
  TypeRange arguments = function.getArgumentTypes();
  TypeRange results = function.getResultTypes();
  TypeRange returned = forward.getResultTypes();
  if (TypeRange(forward.getArgumentTypes()) != arguments ||
      returned.size() < results.size() ||
      returned.take_front(results.size()) != results)
    return forward.emitError()
           << "@" << forward.getSymName() << " is the forward rule of @"
           << function.getSymName() << ", so it takes (" << arguments
           << ") and returns (" << results
           << ") and what is kept, but it has type "
           << forward.getFunctionType();
  SmallVector<Type> taken(returned.drop_front(results.size()));
  llvm::append_range(taken, getTypes(results, getInexact(results)));
  SmallVector<Type> given = getTypes(arguments, getInexact(arguments));
  if (TypeRange(backward.getArgumentTypes()) == TypeRange(taken) &&
      TypeRange(backward.getResultTypes()) == TypeRange(given))
    return success();
  return backward.emitError()
         << "@" << backward.getSymName() << " is the backward rule of @"
         << function.getSymName() << ", so it takes (" << TypeRange(taken)
         << "), what is kept and the cotangents of the results, and returns ("
         << TypeRange(given) << "), those of the arguments, but it has type "
         << backward.getFunctionType();
}

FailureOr<FunctionPullback>
FunctionGradients::buildCustom(func::FuncOp function,
                               const FunctionRequest &request) {
  auto names = dyn_cast<ArrayAttr>(function->getAttr("weft.vjp"));
  SmallVector<func::FuncOp> rules;
  for (Attribute name : names ? names.getValue() : ArrayRef<Attribute>())
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(name))
      if (auto rule = lookup(symbol.getAttr()))
        rules.push_back(rule);
  if (rules.size() != 2 || names.size() != 2)
    return function.emitError()
               << "'weft.vjp' of @" << function.getSymName()
               << " must name two functions, forward and backward, not "
               << function->getAttr("weft.vjp"),
           failure();
  FunctionPullback result;
  result.forward = rules[0];
  result.backward = rules[1];
  if (failed(checkCustom(function, result.forward, result.backward)))
    return failure();
  for (unsigned i = function.getNumResults(),
                e = result.forward.getNumResults();
       i != e; ++i)
    result.inputs.push_back({Input::Result, i});
  for (unsigned i : getInexact(function.getResultTypes()))
    result.inputs.push_back({Input::Cotangent, i});
  result.gradients = getInexact(function.getArgumentTypes());
  return result;
}
