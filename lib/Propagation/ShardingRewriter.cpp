//===- ShardingRewriter.cpp - change every sharding of a module -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingRewriter.h"

#include "weft/Dialect/Weft/IR/ShardedOpInterface.h"

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
