//===- ChooseLayouts.cpp - how each op is computed on shards ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asked.h"
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
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_CHOOSELAYOUTS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

/// One try to lay out a function.
struct Draft {
  /// Whether values that only ops use, which choose for themselves, stay as
  /// they are left, whatever propagation wanted.
  bool keepsLeft = false;
  /// The entry of each op that has one.
  std::vector<std::pair<Operation *, unsigned>> chosen;
  /// How results were left by their ops, where that is not what was wanted.
  llvm::DenseMap<Value, LayoutId> left;
  /// Values that stay as they were left.
  llvm::DenseMap<Value, LayoutId> kept;
  /// What was moved already: the next user of it pays nothing.
  llvm::DenseSet<std::pair<Value, LayoutId>> moved;
  /// What each device takes to send, in seconds.
  double sending = 0;
};

class LayoutChooser {
public:
  LayoutChooser(ModuleOp module, ReshardPlanner &planner)
      : layouts(module), values(module, layouts), loops(module),
        planner(planner) {}

  LogicalResult run(ModuleOp module);

private:
  Draft layOut(FunctionOpInterface function, bool keepsLeft);
  Draft layOutBest(FunctionOpInterface function);
  void choose(Operation *op, Draft &draft);
  void write(const Draft &draft);
  LayoutId getWanted(Value value, const Draft &draft) const;
  LayoutId getArrival(Value value, const Draft &draft) const;
  bool canKeep(Operation *op) const;
  const Layout *findMesh(Operation *op, const Draft &draft);
  SmallVector<double, 0> countRuns(Operation *op);

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
    /// How often each operand has to be moved and each result reduced if at
    /// all, then how often the op runs; none if all once.
    SmallVector<double, 0> runs;
    /// Whether its result stays as it is left.
    bool keepsLeft;
    ShardingsAttr layout = {};
    /// The same as numbers, and what it costs to move each tensor.
    SmallVector<LayoutId, 4> ids = {};
    SmallVector<double, 4> seconds = {};
    /// Operands that the op takes in larger parts than they come in.
    SmallVector<Gathered, 1> gathered = {};
  };
  unsigned lookup(Operation *op, ArrayRef<LayoutId> tensors,
                  ArrayRef<double> runs, bool keepsLeft);
  void chooseFor(Operation *op, const Layout &on, Known &entry);
  void count(Operation *op, const Known &entry, Draft &draft);
  ShardingsAttr toAttr(const LayoutChoice &choice, const Layout &on);
  void remarkGathers(Operation *op, const Known &entry);

  LayoutTable layouts;
  ValueLayouts values;
  LoopVariance loops;
  ReshardPlanner &planner;
  std::deque<Known> entries;
  /// The entries by what they hash to.
  llvm::DenseMap<uint64_t, SmallVector<unsigned, 1>> known;
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

/// Ops that keep or state the shardings of their values.
static bool hasNoChoice(Operation *op) {
  return isa<DataFlowInterface, ShardingCarrierInterface, CallOpInterface>(
             op) ||
         op->hasTrait<OpTrait::IsTerminator>();
}

/// A layout on the mesh that the tensors of `op` live on; null if all are
/// whole.
const Layout *LayoutChooser::findMesh(Operation *op, const Draft &draft) {
  const Layout *found = nullptr;
  auto look = [&](Value value) {
    LayoutId id = getWanted(value, draft);
    if (id == noLayout)
      id = values.get(value);
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

/// How often each operand has to be moved and each result reduced, if it has to
/// be, and how often the op runs. A constant never has to be moved: every
/// device makes what it needs.
SmallVector<double, 0> LayoutChooser::countRuns(Operation *op) {
  SmallVector<double, 0> runs;
  if (loops.empty() && llvm::none_of(op->getOperands(), isConstant))
    return runs;
  for (Value operand : op->getOperands())
    runs.push_back(isConstant(operand) ? 0
                                       : loops.countOperandRuns(op, operand));
  for (OpResult result : op->getResults())
    runs.push_back(loops.countResultRuns(result));
  runs.push_back(loops.countRuns(op));
  if (llvm::all_of(runs, [](double count) { return count == 1; }))
    runs.clear();
  return runs;
}

LayoutId LayoutChooser::getWanted(Value value, const Draft &draft) const {
  auto it = draft.kept.find(value);
  return it == draft.kept.end() ? values.get(value) : it->second;
}

/// The layout in which an operand comes. If its op left it in another one than
/// was wanted, and it has no other use, it comes as it was left: a chain of ops
/// that gains only together stays in that layout, op by op, for as long as this
/// costs no more than to go where propagation wanted it.
LayoutId LayoutChooser::getArrival(Value value, const Draft &draft) const {
  if (value.hasOneUse())
    if (auto it = draft.left.find(value); it != draft.left.end())
      return it->second;
  return getWanted(value, draft);
}

/// Whether nobody but ops that choose for themselves uses the result.
bool LayoutChooser::canKeep(Operation *op) const {
  return op->getNumResults() == 1 && !isAsked(op) && !op->use_empty() &&
         isa<RankedTensorType>(op->getResult(0).getType()) &&
         llvm::none_of(op->getUsers(), hasNoChoice);
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

void LayoutChooser::chooseFor(Operation *op, const Layout &on, Known &entry) {
  SmallVector<Value> all(op->getOperands());
  llvm::append_range(all, op->getResults());
  SmallVector<PlacedTensor> tensors;
  std::deque<Sharding> whole;
  for (auto [value, id] : llvm::zip_equal(all, entry.tensors)) {
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
  auto move = [&](unsigned tensor, const Sharding &from, const Sharding &to) {
    llvm::Expected<const ReshardPlan *> plan =
        planner.plan(*on.mesh, from, to, tensors[tensor].shape,
                     tensors[tensor].elementBytes);
    // Only sums can wait until a loop has added them up.
    unsigned number = tensor < numOperands || !from.unreduced.empty()
                          ? tensor
                          : tensors.size();
    if (plan)
      return (*plan)->cost.seconds *
             (entry.runs.empty() ? 1 : entry.runs[number]);
    llvm::consumeError(plan.takeError());
    return std::numeric_limits<double>::infinity();
  };
  // To move a result is a little better than to move an operand as far: what
  // comes next may have use for it where it is. And where it may stay, what
  // propagation wanted is worth a little only.
  constexpr double later = 0.999, perhaps = 0.05;
  auto cost = [&](unsigned tensor, const Sharding &from, const Sharding &to) {
    double seconds = move(tensor, from, to);
    if (tensor < numOperands)
      return seconds;
    return seconds *
           (entry.keepsLeft && from.unreduced.empty() ? perhaps : later);
  };
  LayoutChoice choice;
  if (!ways.empty())
    choice = chooseLayout(ways, tensors, cost, entry.keepsLeft);
  else
    for (const PlacedTensor &tensor : tensors)
      choice.shardings.push_back(Sharding::closed(tensor.shape.size()));
  entry.layout = toAttr(choice, on);
  for (auto [i, sharding] : llvm::enumerate(choice.shardings)) {
    bool isOperand = i < numOperands;
    const Sharding &other = *tensors[i].sharding;
    entry.seconds.push_back(isOperand ? move(i, other, sharding)
                                      : move(i, sharding, other));
    entry.ids.push_back(values.internPlain(on.meshRef, sharding));
    if (AxisList axes = isOperand ? findJoined(other, sharding) : AxisList();
        !axes.empty())
      entry.gathered.push_back({unsigned(i), axes});
  }
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

/// The number of the entry for ops like `op`; its layout is null if it is new.
unsigned LayoutChooser::lookup(Operation *op, ArrayRef<LayoutId> tensors,
                               ArrayRef<double> runs, bool keepsLeft) {
  llvm::hash_code code = llvm::hash_combine(op->getName().getAsOpaquePointer(),
                                            op->hashProperties(), keepsLeft,
                                            llvm::hash_combine_range(tensors));
  for (Type type : op->getOperandTypes())
    code = llvm::hash_combine(code, type);
  // DenseMap keeps the two largest keys for itself.
  SmallVector<unsigned, 1> &chain = known[uint64_t(code) >> 1];
  for (unsigned number : chain) {
    const Known &each = entries[number];
    if (ArrayRef(each.tensors) == tensors && ArrayRef(each.runs) == runs &&
        each.keepsLeft == keepsLeft && areAlike(each.op, op))
      return number;
  }
  chain.push_back(entries.size());
  entries.push_back({op, SmallVector<LayoutId, 4>(tensors),
                     SmallVector<double, 0>(runs), keepsLeft});
  return chain.back();
}

/// Adds what is sent for the op.
void LayoutChooser::count(Operation *op, const Known &entry, Draft &draft) {
  unsigned numOperands = op->getNumOperands();
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (entry.seconds[i] != 0 &&
        draft.moved.insert({operand, entry.ids[i]}).second)
      draft.sending += entry.seconds[i];
  for (OpResult result : op->getResults())
    if (!draft.kept.contains(result))
      draft.sending += entry.seconds[numOperands + result.getResultNumber()];
}

void LayoutChooser::choose(Operation *op, Draft &draft) {
  if (hasNoChoice(op))
    return;
  const Layout *found = findMesh(op, draft);
  if (!found || failed)
    return;
  const Layout on = *found;
  SmallVector<LayoutId, 4> tensors;
  for (Value value : op->getOperands())
    tensors.push_back(getArrival(value, draft));
  for (Value value : op->getResults())
    tensors.push_back(values.get(value));
  unsigned number =
      lookup(op, tensors, countRuns(op), draft.keepsLeft && canKeep(op));
  Known &entry = entries[number];
  if (!entry.layout)
    chooseFor(op, on, entry);
  draft.chosen.push_back({op, number});
  for (OpResult result : op->getResults()) {
    LayoutId id = entry.ids[op->getNumOperands() + result.getResultNumber()];
    // What is left to be summed has its own pass.
    if (id == values.get(result) ||
        (id != noLayout && !layouts[id].sharding.unreduced.empty()))
      continue;
    if (entry.keepsLeft)
      draft.kept[result] = id;
    else
      draft.left[result] = id;
  }
  count(op, entry, draft);
}

/// Layouts are as propagation wants them unless that sends at least twice as
/// much. A few bytes less are no reason: whoever splits parameters and batch
/// expects parameters to move, and whoever splits the products of a model
/// expects what is between them to be whole.
static bool isBetter(const Draft &draft, const Draft &than) {
  return draft.sending < 0.5 * than.sending;
}

/// Writes the layouts of ops, and the shardings of values that stay as they are
/// left.
void LayoutChooser::write(const Draft &draft) {
  for (auto [op, number] : draft.chosen) {
    const Known &entry = entries[number];
    remarkGathers(op, entry);
    op->setDiscardableAttr("weft.layout", entry.layout);
    if (op->getNumResults() == 1 && draft.kept.contains(op->getResult(0)))
      op->setDiscardableAttr(
          "weft.shardings",
          ShardingsAttr::get(op->getContext(),
                             entry.layout[op->getNumOperands()]));
  }
}

Draft LayoutChooser::layOut(FunctionOpInterface function, bool keepsLeft) {
  Draft draft;
  draft.keepsLeft = keepsLeft;
  walkTensorOps(function.getFunctionBody().front(),
                [&](Operation *op) { choose(op, draft); });
  return draft;
}

Draft LayoutChooser::layOutBest(FunctionOpInterface function) {
  Draft wanted = layOut(function, /*keepsLeft=*/false);
  // Where nothing is sent nothing can be saved.
  if (wanted.sending == 0 || failed)
    return wanted;
  Draft left = layOut(function, /*keepsLeft=*/true);
  return isBetter(left, wanted) ? std::move(left) : std::move(wanted);
}

LogicalResult LayoutChooser::run(ModuleOp module) {
  if (mlir::failed(values.collect()))
    return failure();
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal()) {
      Draft best = layOutBest(function);
      if (failed)
        return failure();
      write(best);
    }
  return success();
}
