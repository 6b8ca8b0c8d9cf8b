//===- Entry.cpp - functions that begin with a state ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

using namespace mlir;
using namespace weft;

void weft::annotateArgument(func::FuncOp function, unsigned argument,
                            const StateLayout &layout,
                            const PlacedLeaf &placed) {
  Builder builder(function.getContext());
  auto set = [&](StringRef name, Attribute value) {
    if (value)
      function.setArgAttr(argument, name, value);
    else
      function.removeArgAttr(argument, name);
  };
  set("weft.path", builder.getStringAttr(placed.leaf.path));
  set("weft.sharding", layout.getSharding(placed));
  set("weft.init", placed.leaf.init);
  DictionaryAttr metadata = placed.leaf.getMetadata();
  set("weft.metadata", metadata.empty() ? DictionaryAttr() : metadata);
}

void weft::annotateResult(func::FuncOp function, unsigned result,
                          const StateLayout &layout, const PlacedLeaf &placed) {
  Builder builder(function.getContext());
  function.setResultAttr(result, "weft.path",
                         builder.getStringAttr(placed.leaf.path));
  if (ShardingAttr sharding = layout.getSharding(placed))
    function.setResultAttr(result, "weft.sharding", sharding);
}
