//===- InlineScopes.cpp - parts of a program without borders ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX wraps the bodies of loops and many small things in functions. A reduction
// could not leave the function that it arises in, and a gather could not leave
// the loop around the call.
//
//===----------------------------------------------------------------------===//

#include "ValueLayouts.h"

#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Partition/Passes.h"

#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_INLINESCOPES
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

class ScopeInliner {
public:
  explicit ScopeInliner(ModuleOp module)
      : layouts(module), values(module, layouts) {}

  LogicalResult run(ArrayRef<ScopeOp> scopes);

private:
  void inlineScope(ScopeOp scope);
  Value enter(OpBuilder &builder, Value value, Attribute sharding,
              Operation *owner);

  LayoutTable layouts;
  ValueLayouts values;
};

struct InlineScopes : weft::impl::InlineScopesBase<InlineScopes> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<ScopeOp> scopes;
    getOperation()->walk([&](ScopeOp scope) { scopes.push_back(scope); });
    if (!scopes.empty() && failed(ScopeInliner(getOperation()).run(scopes)))
      signalPassFailure();
  }
};

} // namespace

/// `value` as the scope keeps it: with `sharding`, if it states one.
Value ScopeInliner::enter(OpBuilder &builder, Value value, Attribute sharding,
                          Operation *owner) {
  if (!sharding || !isa<RankedTensorType>(value.getType()))
    return value;
  LayoutId id = values.internPlain(sharding, owner);
  if (values.get(value) == id)
    return value;
  Value moved = ReshardOp::create(builder, owner->getLoc(), value,
                                  cast<ShardingAttr>(sharding));
  values.set(moved, id);
  return moved;
}

void ScopeInliner::inlineScope(ScopeOp scope) {
  Block &body = scope.getBody().front();
  auto stated = [](std::optional<ShardingsAttr> list, unsigned index) {
    return list ? Attribute((*list)[index]) : Attribute();
  };
  OpBuilder builder(scope);
  for (auto [i, argument] : llvm::enumerate(body.getArguments()))
    argument.replaceAllUsesWith(enter(builder, scope.getOperand(i),
                                      stated(scope.getInShardings(), i),
                                      scope));
  Operation *end = body.getTerminator();
  builder.setInsertionPoint(end);
  for (auto [i, result] : llvm::enumerate(scope.getResults()))
    result.replaceAllUsesWith(enter(builder, end->getOperand(i),
                                    stated(scope.getOutShardings(), i), scope));
  end->erase();
  scope->getBlock()->getOperations().splice(scope->getIterator(),
                                            body.getOperations());
  scope.erase();
}

LogicalResult ScopeInliner::run(ArrayRef<ScopeOp> scopes) {
  if (failed(values.collect()))
    return failure();
  // The walk came to the inner ones first.
  for (ScopeOp scope : scopes)
    inlineScope(scope);
  return success();
}
