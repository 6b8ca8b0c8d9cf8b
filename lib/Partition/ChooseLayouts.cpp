//===- ChooseLayouts.cpp - how each op is computed on shards ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Partition/Passes.h"
#include "weft/Sharding/ReshardPlan.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_CHOOSELAYOUTS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

class LayoutChooser {
public:
  LayoutChooser(ModuleOp module) : layouts(module), values(module, layouts) {}

  LogicalResult run(ModuleOp module);

private:
  void choose(Operation *op);
  const Layout *findMesh(Operation *op);
  LayoutChoice chooseFor(Operation *op, const Layout &on);
  void write(Operation *op, const LayoutChoice &choice, const Layout &on);
  void remarkGathers(Operation *op, const LayoutChoice &choice);

  LayoutTable layouts;
  ValueLayouts values;
  ReshardPlanner planner;
  bool failed = false;
};

struct ChooseLayouts : weft::impl::ChooseLayoutsBase<ChooseLayouts> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(LayoutChooser(getOperation()).run(getOperation())))
      signalPassFailure();
  }
};

} // namespace

/// A layout on the mesh that the tensors of `op` live on; null if all are
/// whole.
const Layout *LayoutChooser::findMesh(Operation *op) {
  const Layout *found = nullptr;
  auto look = [&](Value value) {
    LayoutId id = values.get(value);
    if (id == noLayout)
      return;
    const Layout *layout = &layouts[id];
    if (!found) {
      found = layout;
    } else if (!found->mesh->hasSameAxes(*layout->mesh) && !failed) {
      failed = true;
      op->emitOpError() << "has tensors on two meshes with different axes, "
                        << found->meshRef << " and " << layout->meshRef
                        << "; expected all on one";
    }
  };
  llvm::for_each(op->getResults(), look);
  llvm::for_each(op->getOperands(), look);
  return found;
}

LayoutChoice LayoutChooser::chooseFor(Operation *op, const Layout &on) {
  SmallVector<Value> all(op->getOperands());
  llvm::append_range(all, op->getResults());
  SmallVector<PlacedTensor> tensors;
  std::deque<Sharding> whole;
  for (Value value : all) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    ArrayRef<int64_t> shape = type ? type.getShape() : ArrayRef<int64_t>();
    LayoutId id = values.get(value);
    const Sharding *sharding =
        id == noLayout ? &whole.emplace_back(Sharding::closed(shape.size()))
                       : &layouts[id].sharding;
    tensors.push_back(
        {sharding, shape,
         getElementBytes(getElementTypeOrSelf(value.getType())).value_or(1)});
  }
  SmallVector<PartitionWay, 2> ways = getPartitionWays(op);
  auto cost = [&](unsigned tensor, const Sharding &from, const Sharding &to) {
    llvm::Expected<const ReshardPlan *> plan =
        planner.plan(*on.mesh, from, to, tensors[tensor].shape,
                     tensors[tensor].elementBytes);
    if (plan)
      return (*plan)->cost.seconds;
    llvm::consumeError(plan.takeError());
    return std::numeric_limits<double>::infinity();
  };
  if (!ways.empty())
    return chooseLayout(ways, tensors, cost);
  LayoutChoice gathered;
  for (const PlacedTensor &tensor : tensors)
    gathered.shardings.push_back(Sharding::closed(tensor.shape.size()));
  return gathered;
}

/// Says so when an op takes a split dimension whole.
void LayoutChooser::remarkGathers(Operation *op, const LayoutChoice &choice) {
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    LayoutId id = values.get(operand);
    if (id == noLayout || !choice.shardings[i].isReplicated())
      continue;
    op->emitRemark() << "operand " << i << " is gathered: the op cannot be "
                     << "split as " << layouts.getAttr(id);
  }
}

void LayoutChooser::write(Operation *op, const LayoutChoice &choice,
                          const Layout &on) {
  SmallVector<ShardingAttr> attrs;
  for (const Sharding &sharding : choice.shardings)
    attrs.push_back(layouts.getAttr(layouts.intern(on.meshRef, sharding)));
  op->setDiscardableAttr("weft.layout",
                         ShardingsAttr::get(op->getContext(), attrs));
}

void LayoutChooser::choose(Operation *op) {
  // These have no choice: they keep or state the shardings of their values.
  if (isa<DataFlowInterface, ShardingCarrierInterface, CallOpInterface>(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return;
  const Layout *found = findMesh(op);
  if (!found || failed)
    return;
  const Layout on = *found;
  LayoutChoice choice = chooseFor(op, on);
  remarkGathers(op, choice);
  write(op, choice, on);
}

LogicalResult LayoutChooser::run(ModuleOp module) {
  if (mlir::failed(values.collect()))
    return failure();
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      walkTensorOps(function.getFunctionBody().front(),
                    [&](Operation *op) { choose(op); });
  return success(!failed);
}
