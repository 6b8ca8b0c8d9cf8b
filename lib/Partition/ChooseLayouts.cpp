//===- ChooseLayouts.cpp - how each op is computed on shards ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopVariance.h"
#include "PartitionModels.h"
#include "SharedPlanner.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Partition/Passes.h"
#include "weft/Propagation/RuleConversion.h"
#include "weft/Sharding/LocalShape.h"
#include "weft/Sharding/ReshardPlan.h"
#include "weft/Support/HumanUnits.h"

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
  LayoutChooser(ModuleOp module, ReshardPlanner &planner)
      : layouts(module), values(module, layouts), loops(module),
        planner(planner) {}

  LogicalResult run(ModuleOp module);

private:
  void choose(Operation *op);
  LayoutId getArrival(Value value);
  const Layout *findMesh(Operation *op);
  SmallVector<double, 0> countRuns(Operation *op);
  LayoutChoice chooseFor(Operation *op, const Layout &on,
                         ArrayRef<LayoutId> ids, ArrayRef<double> runs);
  ShardingsAttr toAttr(const LayoutChoice &choice, const Layout &on);

  /// An operand, and the axes over which its shards are joined.
  struct Gathered {
    unsigned operand;
    AxisList axes;
  };

  /// The answer for an op, which is the same for all ops like it. A model
  /// repeats its layers, so most ops are like one that was seen before.
  struct Known {
    Operation *op;
    SmallVector<LayoutId, 4> tensors;
    /// How often each tensor has to be moved if at all; none if all once.
    SmallVector<double, 0> runs;
    ShardingsAttr layout;
    /// Operands that the op takes in larger parts than they come in.
    SmallVector<Gathered, 1> gathered;
  };
  Known *lookup(Operation *op, ArrayRef<LayoutId> tensors,
                ArrayRef<double> runs);
  void remarkGathers(Operation *op, const Known &entry);

  LayoutTable layouts;
  ValueLayouts values;
  LoopVariance loops;
  ReshardPlanner &planner;
  llvm::DenseMap<uint64_t, SmallVector<Known, 1>> known;
  /// How results were left by their ops, where that is not what was wanted.
  llvm::DenseMap<Value, LayoutId> left;
  bool failed = false;
};

struct ChooseLayouts : weft::impl::ChooseLayoutsBase<ChooseLayouts> {
  using Base::Base;
  void runOnOperation() override {
    auto &planner = getAnalysis<SharedPlanner>();
    markAnalysesPreserved<SharedPlanner>();
    if (failed(LayoutChooser(getOperation(), planner).run(getOperation())))
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

/// How often each operand and result has to be moved, if it has to be. A
/// constant never has: every device makes what it needs.
SmallVector<double, 0> LayoutChooser::countRuns(Operation *op) {
  SmallVector<double, 0> runs;
  if (loops.empty() && llvm::none_of(op->getOperands(), isConstant))
    return runs;
  for (Value operand : op->getOperands())
    runs.push_back(isConstant(operand) ? 0
                                       : loops.countOperandRuns(op, operand));
  for (OpResult result : op->getResults())
    runs.push_back(loops.countResultRuns(result));
  if (llvm::all_of(runs, [](double count) { return count == 1; }))
    runs.clear();
  return runs;
}

/// The layout in which an operand comes. If its op left it in another one than
/// was wanted, and it has no other use, it comes as it was left: a chain of ops
/// that gains only together stays in that layout, op by op, for as long as this
/// costs no more than to go where propagation wanted it.
LayoutId LayoutChooser::getArrival(Value value) {
  if (value.hasOneUse())
    if (auto it = left.find(value); it != left.end())
      return it->second;
  return values.get(value);
}

LayoutChoice LayoutChooser::chooseFor(Operation *op, const Layout &on,
                                      ArrayRef<LayoutId> ids,
                                      ArrayRef<double> runs) {
  SmallVector<Value> all(op->getOperands());
  llvm::append_range(all, op->getResults());
  SmallVector<PlacedTensor> tensors;
  std::deque<Sharding> whole;
  for (auto [value, id] : llvm::zip_equal(all, ids)) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    ArrayRef<int64_t> shape = type ? type.getShape() : ArrayRef<int64_t>();
    const Sharding *sharding =
        id == noLayout ? &whole.emplace_back(Sharding::closed(shape.size()))
                       : &layouts[id].sharding;
    tensors.push_back(
        {sharding, shape,
         getElementBytes(getElementTypeOrSelf(value.getType())).value_or(1)});
  }
  SmallVector<PartitionWay, 2> ways = getPartitionWays(op);
  unsigned numOperands = op->getNumOperands();
  // To move a result is a little better than to move an operand as far: what
  // comes next may have use for it where it is.
  constexpr double later = 0.999;
  auto cost = [&](unsigned tensor, const Sharding &from, const Sharding &to) {
    llvm::Expected<const ReshardPlan *> plan =
        planner.plan(*on.mesh, from, to, tensors[tensor].shape,
                     tensors[tensor].elementBytes);
    if (plan)
      return (*plan)->cost.seconds * (runs.empty() ? 1 : runs[tensor]) *
             (tensor < numOperands ? 1 : later);
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

/// The axes that split a tensor before and not after: its shards are joined
/// over them. None where the axes only move to other dimensions.
static AxisList findJoined(const Sharding &from, const Sharding &to) {
  AxisList joined;
  int64_t before = 1, after = 1;
  for (auto [a, b] : llvm::zip_equal(from.dims, to.dims)) {
    before *= a.axes.numShards();
    after *= b.axes.numShards();
    for (AxisRef axis : a.axes.withoutPrefix(a.axes.commonPrefix(b.axes)))
      if (llvm::none_of(to.dims, [&](const DimSharding &dim) {
            return dim.axes.overlaps(axis);
          }))
        joined.append(axis);
  }
  return after < before ? joined : AxisList();
}

/// Says which split operands the op takes whole, or in larger parts: no op is
/// gathered in silence.
void LayoutChooser::remarkGathers(Operation *op, const Known &entry) {
  for (const Gathered &each : entry.gathered) {
    Value operand = op->getOperand(each.operand);
    auto type = cast<RankedTensorType>(operand.getType());
    const LayoutId id = entry.tensors[each.operand];
    // At the location: printing the op would number all values of its function.
    InFlightDiagnostic diagnostic =
        emitRemark(op->getLoc()) << "operand " << each.operand
                                 << " is gathered from " << layouts.getAttr(id);
    SmallVector<int64_t, 4> shape(type.getShape());
    if (LayoutId to = values.internPlain(entry.layout[each.operand], op)) {
      diagnostic << " to " << layouts.getAttr(to);
      shape = localShape(shape, layouts[to].sharding);
    }
    diagnostic << " over " << layouts[id].mesh->toString(each.axes);
    if (auto bytes = getTensorBytes(shape, type.getElementType()))
      diagnostic << ", " << formatBytes(*bytes) << " on each device";
    diagnostic << "; to keep it split, give the op operands and results that "
                  "are split alike";
    diagnostic.attachNote(operand.getLoc()) << "the operand is made here";
  }
}

ShardingsAttr LayoutChooser::toAttr(const LayoutChoice &choice,
                                    const Layout &on) {
  SmallVector<ShardingAttr> attrs;
  for (const Sharding &sharding : choice.shardings)
    attrs.push_back(layouts.getAttr(layouts.intern(on.meshRef, sharding)));
  return ShardingsAttr::get(on.meshRef.getContext(), attrs);
}

/// Whether nothing that the choice depends on tells two ops apart.
static bool areAlike(Operation *a, Operation *b) {
  if (a->getName() != b->getName() ||
      !a->getName().compareOpProperties(a->getPropertiesStorage(),
                                        b->getPropertiesStorage()) ||
      !llvm::equal(a->getOperandTypes(), b->getOperandTypes()) ||
      !llvm::equal(a->getResultTypes(), b->getResultTypes()) ||
      getStatedRule(a) != getStatedRule(b))
    return false;
  return llvm::equal(
      a->getRegions(), b->getRegions(), [](Region &left, Region &right) {
        return OperationEquivalence::isRegionEquivalentTo(
            &left, &right, OperationEquivalence::IgnoreLocations);
      });
}

/// The entry for ops like `op`; its layout is null if it is new.
LayoutChooser::Known *LayoutChooser::lookup(Operation *op,
                                            ArrayRef<LayoutId> tensors,
                                            ArrayRef<double> runs) {
  llvm::hash_code code = llvm::hash_combine(op->getName().getAsOpaquePointer(),
                                            op->hashProperties(),
                                            llvm::hash_combine_range(tensors));
  for (Type type : op->getOperandTypes())
    code = llvm::hash_combine(code, type);
  // DenseMap keeps the two largest keys for itself.
  SmallVector<Known, 1> &chain = known[uint64_t(code) >> 1];
  for (Known &each : chain)
    if (ArrayRef(each.tensors) == tensors && ArrayRef(each.runs) == runs &&
        areAlike(each.op, op))
      return &each;
  return &chain.emplace_back(Known{op,
                                   SmallVector<LayoutId, 4>(tensors),
                                   SmallVector<double, 0>(runs),
                                   {},
                                   {}});
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
  SmallVector<LayoutId, 4> tensors;
  for (Value value : op->getOperands())
    tensors.push_back(getArrival(value));
  for (Value value : op->getResults())
    tensors.push_back(values.get(value));
  SmallVector<double, 0> runs = countRuns(op);
  Known *entry = lookup(op, tensors, runs);
  if (!entry->layout) {
    LayoutChoice choice = chooseFor(op, on, tensors, runs);
    entry->layout = toAttr(choice, on);
    for (unsigned i = 0; i != op->getNumOperands(); ++i)
      if (tensors[i] != noLayout)
        if (AxisList axes =
                findJoined(layouts[tensors[i]].sharding, choice.shardings[i]);
            !axes.empty())
          entry->gathered.push_back({i, axes});
  }
  remarkGathers(op, *entry);
  op->setDiscardableAttr("weft.layout", entry->layout);
  for (OpResult result : op->getResults()) {
    LayoutId id = values.internPlain(
        entry->layout[op->getNumOperands() + result.getResultNumber()], op);
    // What is left to be summed has its own pass.
    if (id != values.get(result) &&
        (id == noLayout || layouts[id].sharding.unreduced.empty()))
      left[result] = id;
  }
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
