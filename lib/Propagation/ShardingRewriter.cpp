//===- ShardingRewriter.cpp - change every sharding of a module -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingRewriter.h"

#include "weft/Dialect/Weft/IR/ShardedOpInterface.h"
#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

ShardingRewriter::ShardingRewriter(
    std::function<ShardingAttr(ShardingAttr)> rewrite) {
  replacer.addReplacement(
      [rewrite = std::move(rewrite)](ShardingAttr sharding)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        // Nothing inside a sharding is one.
        return std::make_pair(Attribute(rewrite(sharding)), WalkResult::skip());
      });
}

void ShardingRewriter::rewrite(Operation *op) {
  // Arguments, results, and properties hold shardings only on these.
  if (isa<FunctionOpInterface, ShardedOpInterface>(op))
    return replacer.replaceElementsIn(op);
  DictionaryAttr before = op->getDiscardableAttrDictionary();
  if (before.empty())
    return;
  auto after = cast<DictionaryAttr>(replacer.replace(before));
  if (after != before)
    op->setDiscardableAttrs(after);
}

void ShardingRewriter::rewriteAll(ModuleOp module) {
  for (auto function : module.getOps<FunctionOpInterface>())
    function->walk([&](Operation *op) { rewrite(op); });
}

void weft::stateSharding(Value value, ShardingAttr sharding) {
  MLIRContext *context = value.getContext();
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function =
        cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    function.setArgAttr(argument.getArgNumber(), "weft.sharding", sharding);
    return;
  }
  SmallVector<ShardingAttr> all;
  Operation *op = value.getDefiningOp();
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    SmallVector<DimShardingAttr> dims(
        tensor ? tensor.getRank() : 0,
        DimShardingAttr::get(context, {}, /*isOpen=*/true));
    all.push_back(ShardingAttr::get(context, sharding.getMesh(), dims));
  }
  if (auto stated = op->getAttrOfType<ShardingsAttr>("weft.shardings"))
    all.assign(stated.begin(), stated.end());
  all[cast<OpResult>(value).getResultNumber()] = sharding;
  op->setDiscardableAttr("weft.shardings", ShardingsAttr::get(context, all));
}

bool weft::canStateSharding(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa_and_present<FunctionOpInterface>(
        argument.getOwner()->getParentOp());
  return !isa<ShardingCarrierInterface>(value.getDefiningOp());
}
