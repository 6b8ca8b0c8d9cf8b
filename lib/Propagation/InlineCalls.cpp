//===- InlineCalls.cpp - a copy of the function for every call --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_INLINECALLS
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// What is known of a function of the module.
struct Function {
  SmallVector<func::CallOp> calls;
  /// Calls of it that are not replaced yet.
  unsigned numUses = 0;
  /// With everything that it calls, directly or not.
  int64_t numOps = 0;
  enum { Unseen, Open, Done } state = Unseen;
};

/// The call graph, callees first.
class CallInliner {
public:
  CallInliner(ModuleOp module, int64_t maxOps)
      : module(module), maxOps(maxOps) {}

  /// Finds all calls, an order without cycles, and how large the result is.
  LogicalResult prepare();
  void inlineAll();
  unsigned getNumCalls() const { return numCalls; }

private:
  LogicalResult order(func::FuncOp function);
  LogicalResult reportCycle(func::CallOp call, func::FuncOp callee);
  LogicalResult checkSize(func::FuncOp function);
  void inlineCall(func::CallOp call, func::FuncOp callee);
  ShardingsAttr getShardings(TypeRange types, ArrayAttr attributes);

  ModuleOp module;
  int64_t maxOps;
  llvm::MapVector<Operation *, Function> functions;
  llvm::DenseMap<StringAttr, func::FuncOp> byName;
  SmallVector<func::FuncOp> calleesFirst;
  /// The functions that are being ordered, each called by the one before it.
  SmallVector<func::CallOp> path;
  unsigned numCalls = 0;
};
} // namespace

LogicalResult CallInliner::prepare() {
  for (auto function : module.getOps<func::FuncOp>()) {
    // A region has one block.
    if (!function.getBody().hasOneBlock())
      continue;
    byName[function.getSymNameAttr()] = function;
    functions[function];
  }
  for (auto &[op, function] : functions)
    op->walk([&, &function = function](Operation *inner) {
      ++function.numOps;
      auto call = dyn_cast<func::CallOp>(inner);
      if (call && byName.contains(call.getCalleeAttr().getAttr()))
        function.calls.push_back(call);
    });
  for (auto &[op, function] : functions)
    if (failed(order(cast<func::FuncOp>(op))))
      return failure();
  return success();
}

LogicalResult CallInliner::reportCycle(func::CallOp call, func::FuncOp callee) {
  InFlightDiagnostic error = call.emitOpError()
                             << "makes @" << callee.getSymName()
                             << " call itself; recursion has no fixed program "
                                "to lay out";
  error.attachNote(callee.getLoc())
      << "@" << callee.getSymName() << " is defined here";
  for (func::CallOp step : llvm::reverse(path)) {
    if (byName[step.getCalleeAttr().getAttr()] == callee)
      break;
    error.attachNote(step.getLoc()) << "reached by this call";
  }
  return error;
}

LogicalResult CallInliner::checkSize(func::FuncOp function) {
  int64_t numOps = functions[function].numOps;
  if (numOps <= maxOps)
    return success();
  return function.emitError()
         << "@" << function.getSymName() << " grows to " << numOps
         << " ops when every call gets its own copy, more than " << maxOps
         << "; inline or remove calls, or raise max-ops";
}

LogicalResult CallInliner::order(func::FuncOp function) {
  Function &info = functions[function];
  if (info.state == Function::Done)
    return success();
  info.state = Function::Open;
  int64_t numOps = info.numOps;
  for (func::CallOp call : info.calls) {
    func::FuncOp callee = byName[call.getCalleeAttr().getAttr()];
    if (functions[callee].state == Function::Open)
      return reportCycle(call, callee);
    path.push_back(call);
    if (failed(order(callee)))
      return failure();
    path.pop_back();
    ++functions[callee].numUses;
    numOps = llvm::SaturatingAdd(uint64_t(numOps),
                                 uint64_t(functions[callee].numOps));
  }
  info.numOps = std::min<int64_t>(numOps, int64_t(1) << 60);
  info.state = Function::Done;
  calleesFirst.push_back(function);
  return checkSize(function);
}

/// The shardings in the dictionaries of arguments or results. What states none
/// is open, on a mesh that goes with any other.
ShardingsAttr CallInliner::getShardings(TypeRange types, ArrayAttr attributes) {
  MLIRContext *context = module.getContext();
  auto anyMesh = MeshAttr::get(context, ArrayRef<MeshAxisAttr>());
  SmallVector<ShardingAttr> result;
  for (auto [index, type] : llvm::enumerate(types)) {
    ShardingAttr stated;
    if (attributes)
      stated = cast<DictionaryAttr>(attributes[index])
                   .getAs<ShardingAttr>("weft.sharding");
    auto tensor = dyn_cast<RankedTensorType>(type);
    SmallVector<DimShardingAttr> open(
        tensor ? tensor.getRank() : 0,
        DimShardingAttr::get(context, {}, /*isOpen=*/true));
    result.push_back(stated ? stated
                            : ShardingAttr::get(context, anyMesh, open));
  }
  return ShardingsAttr::get(context, result);
}

/// What `call` states for its results, or else what the function does.
static ShardingsAttr getStatedShardings(func::CallOp call) {
  return call->getAttrOfType<ShardingsAttr>("weft.shardings");
}

void CallInliner::inlineCall(func::CallOp call, func::FuncOp callee) {
  OpBuilder builder(call);
  ShardingsAttr out = getStatedShardings(call);
  if (!out)
    out = getShardings(callee.getResultTypes(), callee.getResAttrsAttr());
  auto scope = ScopeOp::create(
      builder, call.getLoc(), call.getResultTypes(), call.getOperands(),
      callee.getSymNameAttr(),
      getShardings(callee.getArgumentTypes(), callee.getArgAttrsAttr()), out);
  scope->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  scope->removeDiscardableAttr("weft.shardings");
  scope->setDiscardableAttr("weft.callee", call.getCalleeAttr());
  // The last call takes the body; what remains is a declaration.
  if (--functions[callee].numUses == 0 && callee.isPrivate()) {
    scope.getBody().takeBody(callee.getBody());
  } else {
    IRMapping mapping;
    callee.getBody().cloneInto(&scope.getBody(), mapping);
  }
  Operation *end = scope.getBody().front().getTerminator();
  builder.setInsertionPoint(end);
  ReturnOp::create(builder, end->getLoc(), end->getOperands());
  end->erase();
  call.replaceAllUsesWith(scope.getResults());
  call.erase();
  ++numCalls;
}

void CallInliner::inlineAll() {
  for (func::FuncOp function : calleesFirst)
    for (func::CallOp call : functions[function].calls)
      inlineCall(call, byName[call.getCalleeAttr().getAttr()]);
}

namespace {
struct InlineCalls : weft::impl::InlineCallsBase<InlineCalls> {
  using Base::Base;

  void runOnOperation() override {
    CallInliner inliner(getOperation(), maxOps);
    if (failed(inliner.prepare()))
      return signalPassFailure();
    inliner.inlineAll();
    numCalls += inliner.getNumCalls();
  }
};
} // namespace
