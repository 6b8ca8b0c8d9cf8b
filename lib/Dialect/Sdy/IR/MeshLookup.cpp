//===- MeshLookup.cpp - what meshes and shardings a program has -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Sdy/IR/MeshLookup.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::sdy;

MeshAttr weft::sdy::lookupMesh(Operation *from, Attribute meshOrRef) {
  if (auto mesh = dyn_cast_if_present<MeshAttr>(meshOrRef))
    return mesh;
  auto name = dyn_cast_if_present<FlatSymbolRefAttr>(meshOrRef);
  if (!name)
    return {};
  for (auto module = from->getParentOfType<ModuleOp>(); module;
       module = module->getParentOfType<ModuleOp>())
    for (auto mesh : module.getOps<MeshOp>())
      if (mesh.getSymNameAttr() == name.getAttr())
        return mesh.getMesh();
  return {};
}

/// `shardings[index]`, if there are as many.
static TensorShardingAttr getEntry(TensorShardingPerValueAttr shardings,
                                   unsigned index) {
  if (!shardings || index >= shardings.getShardings().size())
    return {};
  return shardings.getShardings()[index];
}

/// What is left of a sharding inside a computation that is manual on some axes.
static TensorShardingAttr withoutAxes(TensorShardingAttr sharding,
                                      ManualAxesAttr manualAxes) {
  if (!sharding || manualAxes.getValue().empty())
    return sharding;
  auto isFree = [&](AxisRefAttr axis) {
    return llvm::none_of(manualAxes.getValue(), [&](StringAttr manual) {
      return manual.getValue() == axis.getName();
    });
  };
  auto filter = [&](ArrayRef<AxisRefAttr> axes) {
    return llvm::filter_to_vector<4>(axes, isFree);
  };
  SmallVector<DimensionShardingAttr, 6> dims;
  for (DimensionShardingAttr dim : sharding.getDimShardings())
    dims.push_back(
        DimensionShardingAttr::get(dim.getContext(), filter(dim.getAxes()),
                                   dim.getIsClosed(), dim.getPriority()));
  return TensorShardingAttr::get(sharding.getContext(), sharding.getMeshOrRef(),
                                 dims, filter(sharding.getReplicatedAxes()),
                                 filter(sharding.getUnreducedAxes()),
                                 sharding.getReductionKind());
}

static TensorShardingAttr getArgumentSharding(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (!parent || !argument.getOwner()->isEntryBlock())
    return {};
  return llvm::TypeSwitch<Operation *, TensorShardingAttr>(parent)
      .Case<FunctionOpInterface>([&](auto function) {
        return function.template getArgAttrOfType<TensorShardingAttr>(
            index, kShardingAttrName);
      })
      .Case<ManualComputationOp>([&](auto manual) {
        return withoutAxes(getEntry(manual.getInShardings(), index),
                           manual.getManualAxes());
      })
      .Case<NamedComputationOp>([&](auto named) {
        return getEntry(named.getInShardingsAttr(), index);
      })
      .Default({});
}

TensorShardingAttr weft::sdy::getSharding(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getArgumentSharding(argument);
  auto result = cast<OpResult>(value);
  return llvm::TypeSwitch<Operation *, TensorShardingAttr>(result.getOwner())
      .Case<ShardingConstraintOp, ReshardOp>(
          [](auto op) { return op.getSharding(); })
      .Case<DataFlowEdgeOp>([](auto op) { return op.getShardingAttr(); })
      .Case<AllGatherOp, AllSliceOp, AllReduceOp, ReduceScatterOp,
            ShardedToUnreducedOp, ReplicatedToUnreducedOp, AllToAllOp,
            CollectivePermuteOp>([](auto op) { return op.getOutSharding(); })
      .Case<ManualComputationOp, NamedComputationOp>([&](auto op) {
        return getEntry(op.getOutShardingsAttr(), result.getResultNumber());
      })
      .Default([&](Operation *op) {
        return getEntry(
            op->getAttrOfType<TensorShardingPerValueAttr>(kShardingAttrName),
            result.getResultNumber());
      });
}
