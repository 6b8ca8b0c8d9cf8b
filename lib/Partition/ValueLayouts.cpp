//===- ValueLayouts.cpp - the sharding of every value -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueLayouts.h"

#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Sharding/ManualAxes.h"
#include "weft/Sharding/TrivialAxes.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

void weft::walkTensorOps(Block &block,
                         llvm::function_ref<void(Operation *)> visit) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    // The regions are taken first: the visit may erase the op.
    SmallVector<Block *> inner;
    if (isa<DataFlowInterface>(op))
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          inner.push_back(&nested);
    visit(&op);
    for (Block *nested : inner)
      walkTensorOps(*nested, visit);
  }
}

LayoutId ValueLayouts::internPlain(Attribute meshRef,
                                   const Sharding &sharding) {
  // What one device should hold may as well be held by all.
  const Mesh *mesh = layouts.getMesh(meshRef);
  if (!mesh || mesh->isMaximal())
    return noLayout;
  Sharding plain = withoutTrivialAxes(sharding);
  plain.replicated.clear();
  for (DimSharding &dim : plain.dims)
    dim = {dim.axes, false, std::nullopt};
  if (plain.isReplicated())
    return noLayout;
  return layouts.intern(meshRef, std::move(plain));
}

LayoutId ValueLayouts::internPlain(Attribute attribute, Operation *owner) {
  auto attr = dyn_cast_or_null<ShardingAttr>(attribute);
  if (!attr)
    return noLayout;
  auto [it, isNew] = plainByAttr.try_emplace(attr, noLayout);
  if (!isNew)
    return it->second;
  llvm::Expected<LayoutId> id = layouts.intern(attr);
  if (!id) {
    owner->emitError() << llvm::toString(id.takeError());
    failed = true;
    return noLayout;
  }
  const Layout layout = layouts[*id];
  LayoutId plain = internPlain(layout.meshRef, layout.sharding);
  plainByAttr[attr] = plain;
  return plain;
}

LayoutId ValueLayouts::enterManual(LayoutId outer, Attribute manualAxes) {
  if (outer == noLayout || !manualAxes)
    return outer;
  const Layout layout = layouts[outer];
  AxisList manual;
  for (AxisRefAttr axis : cast<AxesAttr>(manualAxes).getAxes()) {
    if (llvm::Expected<AxisRef> resolved = resolveAxis(*layout.mesh, axis))
      manual.append(*resolved);
    else
      llvm::consumeError(resolved.takeError()); // verified with the op
  }
  return internPlain(layout.meshRef,
                     enterManualRegion(layout.sharding, manual));
}

LayoutId ValueLayouts::getFunctionResult(FunctionOpInterface function,
                                         unsigned index) {
  return internPlain(function.getResultAttr(index, "weft.sharding"), function);
}

LayoutId ValueLayouts::getFunctionArgument(FunctionOpInterface function,
                                           unsigned index) {
  return internPlain(function.getArgAttr(index, "weft.sharding"), function);
}

/// The sharding that the program gives to result `index` of `op`.
static Attribute getStatedSharding(Operation *op, unsigned index) {
  if (auto carrier = dyn_cast<ShardingCarrierInterface>(op))
    return carrier.getCarriedSharding();
  auto stated = op->getAttrOfType<ShardingsAttr>("weft.shardings");
  return stated && index < stated.size() ? Attribute(stated[index])
                                         : Attribute();
}

/// What an op keeps for a flow: by itself, or on the result that owns it.
static Attribute getKeptSharding(Operation *op, const DataFlow &flow,
                                 unsigned number) {
  if (Attribute kept = cast<DataFlowInterface>(op).getFlowSharding(number))
    return kept;
  if (auto result = dyn_cast<OpResult>(flow.targets.front()))
    return getStatedSharding(result.getOwner(), result.getResultNumber());
  return {};
}

void ValueLayouts::collectFlows(Operation *op) {
  unsigned number = 0;
  cast<DataFlowInterface>(op).visitDataFlow([&](const DataFlow &flow) {
    LayoutId outer = internPlain(getKeptSharding(op, flow, number++), op);
    LayoutId inner = flow.inward ? enterManual(outer, flow.manualAxes) : outer;
    for (Value target : flow.targets)
      ids[target] = inner;
  });
}

SmallVector<FlowUse> ValueLayouts::getFlowUses(Operation *op) {
  // The sources of a flow are operands of the op, or of the ends of its blocks,
  // in this order, at most one of each. Flows come in the order of the
  // operands, so where a value is there twice, the first that is left belongs
  // to the flow.
  using Uses = llvm::DenseMap<Value, SmallVector<OpOperand *, 2>>;
  SmallVector<Uses> owners;
  auto addOwner = [&](Operation *owner) {
    Uses &uses = owners.emplace_back();
    for (OpOperand &operand : llvm::reverse(owner->getOpOperands()))
      uses[operand.get()].push_back(&operand);
  };
  addOwner(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      addOwner(block.getTerminator());
  SmallVector<FlowUse> result;
  unsigned number = 0;
  cast<DataFlowInterface>(op).visitDataFlow([&](const DataFlow &flow) {
    LayoutId outer = internPlain(getKeptSharding(op, flow, number++), op);
    LayoutId layout = flow.inward ? outer : enterManual(outer, flow.manualAxes);
    auto *owner = owners.begin();
    for (Value source : flow.sources) {
      auto has = [&](Uses &uses) {
        auto left = uses.find(source);
        return left != uses.end() && !left->second.empty();
      };
      auto *found = std::find_if(owner, owners.end(), has);
      if (found == owners.end())
        continue;
      result.push_back({(*found)[source].pop_back_val(), layout});
      owner = found + 1;
    }
  });
  return result;
}

void ValueLayouts::collectOp(Operation *op) {
  if (isa<DataFlowInterface>(op)) {
    collectFlows(op);
    return;
  }
  for (OpResult result : op->getResults())
    ids[result] =
        internPlain(getStatedSharding(op, result.getResultNumber()), op);
}

void ValueLayouts::collectBlock(Block &block) {
  walkTensorOps(block, [&](Operation *op) { collectOp(op); });
}

LogicalResult ValueLayouts::collect() {
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    for (BlockArgument argument : function.getArguments())
      ids[argument] = getFunctionArgument(function, argument.getArgNumber());
    collectBlock(function.getFunctionBody().front());
  }
  return success(!failed);
}
