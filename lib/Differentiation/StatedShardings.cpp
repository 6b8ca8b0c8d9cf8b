//===- StatedShardings.cpp - what a program says of an op's results *- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedShardings.h"

#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace weft;

/// Everything open.
static ShardingAttr getOpen(Type type, Attribute mesh) {
  MLIRContext *context = type.getContext();
  auto tensor = dyn_cast<RankedTensorType>(type);
  SmallVector<DimShardingAttr> dims(
      tensor ? tensor.getRank() : 0,
      DimShardingAttr::get(context, {}, /*isOpen=*/true));
  return ShardingAttr::get(context, mesh, dims);
}

void weft::copyStatements(Operation *from, Operation *to) {
  to->setDiscardableAttrs(from->getDiscardableAttrDictionary());
  auto stated = from->getAttrOfType<ShardingsAttr>("weft.shardings");
  if (!stated || stated.size() == 0)
    return;
  SmallVector<ShardingAttr> all(stated.begin(), stated.end());
  for (Value added : to->getResults().drop_front(from->getNumResults()))
    all.push_back(getOpen(added.getType(), stated[0].getMesh()));
  to->setAttr("weft.shardings", ShardingsAttr::get(to->getContext(), all));
}
