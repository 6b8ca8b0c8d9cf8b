//===- OutlineCalls.cpp - inlined calls become calls again ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace weft {
#define GEN_PASS_DEF_OUTLINECALLS
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// Scopes that are equal in all of these share one function. A function knows
/// nothing of the manual region around its call, so that counts too.
using ScopeKey = std::tuple<Attribute, Attribute, Attribute, Attribute>;

class CallOutliner {
public:
  explicit CallOutliner(ModuleOp module) : symbols(module) {}

  void outline(ScopeOp scope, FlatSymbolRefAttr callee);
  unsigned getNumFunctions() const { return functions.size(); }
  unsigned getNumShared() const { return numShared; }

private:
  func::FuncOp createFunction(ScopeOp scope, FlatSymbolRefAttr callee);

  SymbolTable symbols;
  llvm::DenseMap<ScopeKey, func::FuncOp> functions;
  unsigned numShared = 0;
};
} // namespace

/// The axes of all manual regions around `op`.
static Attribute getManualAxes(Operation *op) {
  SmallVector<Attribute> axes;
  for (auto manual = op->getParentOfType<ManualOp>(); manual;
       manual = manual->getParentOfType<ManualOp>())
    axes.push_back(manual.getManualAxesAttr());
  return ArrayAttr::get(op->getContext(), axes);
}

/// `dictionaries` with these shardings in them.
static ArrayAttr withShardings(MLIRContext *context, ArrayAttr dictionaries,
                               ShardingsAttr shardings) {
  SmallVector<Attribute> result;
  for (auto [index, sharding] : llvm::enumerate(shardings)) {
    NamedAttrList list;
    if (dictionaries)
      list = NamedAttrList(cast<DictionaryAttr>(dictionaries[index]));
    list.set("weft.sharding", sharding);
    result.push_back(list.getDictionary(context));
  }
  return ArrayAttr::get(context, result);
}

/// The declaration that inlining left gets the first body; a function that
/// still has one (it is public, or has a body already) is copied without it.
func::FuncOp CallOutliner::createFunction(ScopeOp scope,
                                          FlatSymbolRefAttr callee) {
  MLIRContext *context = scope.getContext();
  auto original = symbols.lookup<func::FuncOp>(callee.getAttr());
  func::FuncOp function = original;
  if (!original || !original.isExternal()) {
    OpBuilder builder(context);
    function = original ? cast<func::FuncOp>(original->cloneWithoutRegions())
                        : func::FuncOp::create(
                              scope.getLoc(), callee.getValue(),
                              builder.getFunctionType(scope->getOperandTypes(),
                                                      scope->getResultTypes()));
    function.setPrivate();
    auto at =
        original ? std::next(Block::iterator(original)) : Block::iterator();
    symbols.insert(function, at);
  }
  function.getBody().takeBody(scope.getBody());
  function.setArgAttrsAttr(withShardings(context, function.getArgAttrsAttr(),
                                         scope.getInShardingsAttr()));
  function.setResAttrsAttr(withShardings(context, function.getResAttrsAttr(),
                                         scope.getOutShardingsAttr()));
  Operation *end = function.getBody().front().getTerminator();
  OpBuilder builder(end);
  func::ReturnOp::create(builder, end->getLoc(), end->getOperands());
  end->erase();
  return function;
}

void CallOutliner::outline(ScopeOp scope, FlatSymbolRefAttr callee) {
  func::FuncOp &function =
      functions[{callee, scope.getInShardingsAttr(),
                 scope.getOutShardingsAttr(), getManualAxes(scope)}];
  if (function)
    ++numShared;
  else
    function = createFunction(scope, callee);
  OpBuilder builder(scope);
  auto call = func::CallOp::create(builder, scope.getLoc(), function,
                                   scope.getInputs());
  DictionaryAttr others = scope->getDiscardableAttrDictionary();
  call->setDiscardableAttrs(others);
  call->removeDiscardableAttr("weft.callee");
  if (scope->getNumResults() != 0)
    call->setDiscardableAttr("weft.shardings", scope.getOutShardingsAttr());
  scope.replaceAllUsesWith(call.getResults());
  scope.erase();
}

namespace {
struct OutlineCalls : weft::impl::OutlineCallsBase<OutlineCalls> {
  using Base::Base;

  void runOnOperation() override {
    // Inner scopes first, so that a function is complete when it is made.
    SmallVector<std::pair<ScopeOp, FlatSymbolRefAttr>> scopes;
    getOperation().walk([&](ScopeOp scope) {
      auto callee = scope->getAttrOfType<FlatSymbolRefAttr>("weft.callee");
      if (callee && scope.getInShardingsAttr() && scope.getOutShardingsAttr())
        scopes.push_back({scope, callee});
    });
    CallOutliner outliner(getOperation());
    for (auto [scope, callee] : scopes)
      outliner.outline(scope, callee);
    numFunctions += outliner.getNumFunctions();
    numShared += outliner.getNumShared();
  }
};
} // namespace
