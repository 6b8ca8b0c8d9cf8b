//===- InitFunction.cpp - from a seed to a state ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every value is a function of the seed, the number of the leaf and the place
// in the whole leaf. The layout is written on the results only: propagation
// takes it back to where the numbers begin, so each device makes its own part.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "MethodSplitter.h"
#include "weft/Conversion/WeftToStablehlo/RandomKeys.h"
#include "weft/Interfaces/LoweringAttrInterfaces.h"

using namespace mlir;
using namespace weft;

/// The leaf's first value. Leaves without a random key are filled from the key
/// of the seed, which they do not look at.
static FailureOr<Value> buildLeaf(OpBuilder &builder, const Leaf &leaf,
                                  Value seedKey) {
  Location loc =
      NameLoc::get(builder.getStringAttr(leaf.path), leaf.owner->getLoc());
  auto init = dyn_cast<InitializerLoweringInterface>(leaf.init);
  if (!init)
    return leaf.owner->emitOpError()
           << "has initialiser " << leaf.init << " for " << leaf.path
           << ", which cannot be computed";
  Value key = seedKey;
  if (leaf.key)
    key = foldIn(builder, loc, seedKey, static_cast<uint32_t>(*leaf.key));
  return init.buildInitialValue(builder, loc, leaf.type, key);
}

LogicalResult weft::makeInitFunction(ProgramSplitter &program,
                                     const StateLayout &layout) {
  ModuleDefOp module = layout.module;
  for (const PlacedLeaf &placed : layout.leaves)
    if (!placed.leaf.init) {
      placed.leaf.owner->emitRemark()
          << "module @" << module.getSymName() << " has no init function, as "
          << placed.leaf.path << " has no initialiser";
      return success();
    }
  OpBuilder builder(module.getContext());
  auto seedType =
      RankedTensorType::get({}, builder.getIntegerType(64, /*isSigned=*/false));
  SmallVector<Type> types;
  for (const PlacedLeaf &placed : layout.leaves)
    types.push_back(placed.leaf.type);
  auto function =
      func::FuncOp::create(module.getLoc(), getFunctionName(module, "init"),
                           builder.getFunctionType({seedType}, types));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  Value seedKey = makeSeedKey(builder, module.getLoc(), body->getArgument(0));
  SmallVector<Value> values;
  for (const PlacedLeaf &placed : layout.leaves) {
    FailureOr<Value> value = buildLeaf(builder, placed.leaf, seedKey);
    if (failed(value)) {
      function.erase();
      return failure();
    }
    values.push_back(*value);
  }
  func::ReturnOp::create(builder, module.getLoc(), values);
  for (auto [i, placed] : llvm::enumerate(layout.leaves))
    annotateResult(function, i, layout, placed);
  program.insert(function);
  return success();
}
