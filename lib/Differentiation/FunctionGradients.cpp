//===- FunctionGradients.cpp - derivatives of functions ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionGradients.h"

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Differentiation/GradientBuilder.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <tuple>

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

bool FunctionRequest::operator<(const FunctionRequest &other) const {
  return std::tuple(function.getValue(), ArrayRef(arguments).vec(),
                    ArrayRef(results).vec()) <
         std::tuple(other.function.getValue(), ArrayRef(other.arguments).vec(),
                    ArrayRef(other.results).vec());
}

FunctionGradients::FunctionGradients(ModuleOp module)
    : module(module), symbols(module) {}

std::optional<int64_t> FunctionGradients::makeGroup() {
  if (!hasMesh)
    return std::nullopt;
  return numGroups++;
}

func::FuncOp FunctionGradients::lookup(StringAttr name) {
  return symbols.lookup<func::FuncOp>(name);
}

//===----------------------------------------------------------------------===//
// Making functions
//===----------------------------------------------------------------------===//

func::FuncOp FunctionGradients::create(func::FuncOp function, StringRef suffix,
                                       FunctionType type, func::FuncOp after) {
  auto result = func::FuncOp::create(
      function.getLoc(), (function.getSymName() + suffix).str(), type);
  result.setPrivate();
  symbols.insert(result, std::next(Block::iterator(after)));
  states[result] = State::Done;
  return result;
}

func::FuncOp FunctionGradients::copy(func::FuncOp function, StringRef suffix) {
  func::FuncOp result =
      create(function, suffix, function.getFunctionType(), function);
  IRMapping mapping;
  function.getBody().cloneInto(&result.getBody(), mapping);
  if (ArrayAttr attributes = function.getArgAttrsAttr())
    result.setArgAttrsAttr(attributes);
  if (ArrayAttr attributes = function.getResAttrsAttr())
    result.setResAttrsAttr(attributes);
  return result;
}

void FunctionGradients::dropUnused(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  (void)runRegionDCE(rewriter, function->getRegions());
}

void FunctionGradients::visit(Activity &activity, Block &body,
                              ArrayRef<unsigned> arguments) {
  for (unsigned argument : arguments)
    activity.setVaried(body.getArgument(argument));
  activity.visit(body);
}

llvm::SmallBitVector
FunctionGradients::getVariedResults(StringAttr name,
                                    const llvm::SmallBitVector &arguments) {
  func::FuncOp function = lookup(name);
  FunctionRequest request{
      name, SmallVector<unsigned>(arguments.set_bits()), {}};
  auto known = variedResults.find(request);
  if (known != variedResults.end())
    return known->second;
  // Until more is known, and of a function that is not there: all of them.
  llvm::SmallBitVector &all = variedResults[request];
  for (Type type : function.getResultTypes())
    all.push_back(isInexact(type));
  if (function.isExternal() || !function.getBody().hasOneBlock())
    return all;
  Activity activity(*this);
  Block &body = function.getBody().front();
  visit(activity, body, request.arguments);
  llvm::SmallBitVector result(function.getNumResults());
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands()))
    if (activity.isVaried(value))
      result.set(i);
  return variedResults[request] = result;
}

LogicalResult FunctionGradients::checkBody(func::FuncOp function) {
  if (function.isExternal())
    return function.emitError()
           << "@" << function.getSymName() << " has no body to differentiate";
  if (!function.getBody().hasOneBlock())
    return function.emitError()
           << "@" << function.getSymName() << " has "
           << function.getBody().getBlocks().size()
           << " blocks; only functions of one block are differentiated";
  return success();
}

//===----------------------------------------------------------------------===//
// value_and_grad
//===----------------------------------------------------------------------===//

/// The gradient of an argument lies on the devices as the argument does.
static void setGradientLayout(func::FuncOp function, unsigned argument,
                              unsigned result) {
  if (Attribute sharding = function.getArgAttr(argument, "weft.sharding"))
    function.setResultAttr(result, "weft.sharding", sharding);
}

FailureOr<func::FuncOp>
FunctionGradients::getValueAndGrad(func::FuncOp function,
                                   ArrayRef<int64_t> arguments) {
  FunctionRequest request{
      function.getSymNameAttr(), SmallVector<unsigned>(arguments), {}};
  if (func::FuncOp known = valueAndGrads[request])
    return known;
  if (failed(checkBody(function)))
    return failure();
  func::FuncOp result = copy(function, ".value_and_grad");
  Block &body = result.getBody().front();
  Activity activity(*this);
  visit(activity, body, request.arguments);
  Block backward;
  GradientBuilder gradients(*this, activity, &backward, function.getLoc());
  Operation *end = body.getTerminator();
  Value loss = end->getOperand(0);
  gradients.accumulate(loss, gradients.constant(loss.getType(), 1));
  auto results = llvm::to_vector(end->getOperands());
  if (succeeded(gradients.pullBack(body))) {
    // The forward ops may have been replaced meanwhile.
    results = llvm::to_vector(end->getOperands());
    for (unsigned argument : request.arguments)
      results.push_back(
          gradients.getCotangentOrZero(body.getArgument(argument)));
    end->moveBefore(&backward, backward.end());
    body.getOperations().splice(body.end(), backward.getOperations());
    end->setOperands(results);
    unsigned numResults = function.getNumResults();
    for (auto [i, argument] : llvm::enumerate(request.arguments))
      if (failed(result.insertResult(numResults + i,
                                     body.getArgument(argument).getType(), {})))
        return failure();
    for (auto [i, argument] : llvm::enumerate(request.arguments))
      setGradientLayout(result, argument, numResults + i);
    dropUnused(result);
    return valueAndGrads[request] = result;
  }
  backward.dropAllReferences();
  symbols.erase(result);
  return failure();
}

LogicalResult FunctionGradients::expand(ValueAndGradOp op) {
  auto function =
      symbols.lookup<func::FuncOp>(op.getCallee().getLeafReference());
  if (!function || op.getState())
    return op.emitOpError() << "differentiates " << op.getCalleeAttr()
                            << ", which is no function; run weft-split first";
  FailureOr<func::FuncOp> gradient =
      getValueAndGrad(function, op.getWrt().value_or(ArrayRef<int64_t>()));
  if (failed(gradient))
    return op.emitRemark("the derivative is asked for here"), failure();
  OpBuilder builder(op);
  auto call =
      func::CallOp::create(builder, op.getLoc(), *gradient, op.getOperands());
  call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.replaceAllUsesWith(call.getResults());
  op.erase();
  ++numExpanded;
  return success();
}

LogicalResult FunctionGradients::expand(func::FuncOp function) {
  State &state = states[function];
  if (state != State::Unseen)
    return success();
  state = State::Open;
  // What a function calls must be free of value_and_grad when the function is
  // copied: then the outer derivative is that of the inner one.
  auto uses = SymbolTable::getSymbolUses(function);
  if (!uses)
    return function.emitError("has a symbol of an unknown op");
  for (SymbolTable::SymbolUse use : *uses) {
    auto callee =
        symbols.lookup<func::FuncOp>(use.getSymbolRef().getLeafReference());
    if (!callee)
      continue;
    if (states.lookup(callee) == State::Open &&
        isa<ValueAndGradOp>(use.getUser()))
      return use.getUser()->emitOpError()
             << "differentiates @" << callee.getSymName()
             << ", which it is part of itself";
    if (failed(expand(callee)))
      return failure();
  }
  SmallVector<ValueAndGradOp> ops;
  function.walk([&](ValueAndGradOp op) { ops.push_back(op); });
  for (ValueAndGradOp op : ops)
    if (failed(expand(op)))
      return failure();
  states[function] = State::Done;
  return success();
}

LogicalResult FunctionGradients::expandAll() {
  // Most programs have none, and to look for symbols takes far longer.
  auto isOne = [](ValueAndGradOp) { return WalkResult::interrupt(); };
  if (!module.walk(isOne).wasInterrupted())
    return success();
  hasMesh = !module.getOps<MeshOp>().empty();
  module.walk([&](ShardingGroupOp op) {
    numGroups = std::max(numGroups, int64_t(op.getGroupId()) + 1);
  });
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    if (failed(expand(function)))
      return failure();
  return success();
}
