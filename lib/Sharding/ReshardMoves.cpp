//===- ReshardMoves.cpp - steps between layouts -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshardSpace.h"

#include "weft/Sharding/LocalShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace weft;
using namespace weft::reshard;

static bool has(AtomSet set, uint8_t atom) { return set >> atom & 1; }

static Atoms listOf(AtomSet set) {
  Atoms list;
  for (uint8_t i = 0; set >> i; ++i)
    if (has(set, i))
      list.push_back(i);
  return list;
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// Gathers, all-to-alls, and shards that become partial values: what takes
/// minor-most atoms from a dimension.
void Space::visitJoins(const Layout &layout, unsigned dim,
                       Visitor visit) const {
  llvm::ArrayRef<uint8_t> list = layout.lists[dim];
  for (size_t count = 1; count <= list.size(); ++count) {
    Atoms moved(list.take_back(count));
    Layout joined = layout;
    join(joined, dim, count);
    for (unsigned to : activeDims) {
      if (to == dim || !canSplit(layout, to, product(moved)))
        continue;
      Layout next = joined;
      split(next, to, moved);
      visit({PlanStepKind::AllToAll, uint8_t(to), uint8_t(dim), moved},
            std::move(next));
    }
    AtomSet set = 0;
    for (uint8_t atom : moved)
      set |= AtomSet(1) << atom;
    if (layout.hasTargetReducer && (set & ~toLayout.unreduced) == 0) {
      Layout next = joined;
      next.unreduced |= set;
      visit({PlanStepKind::PadWhole, uint8_t(dim), 0, moved}, std::move(next));
    }
    visit({PlanStepKind::AllGather, uint8_t(dim), 0, moved}, std::move(joined));
  }
}

/// Slices and reduce-scatters. One atom at a time reaches all there is, at the
/// same bytes; what the target wants next comes in one step besides, so that it
/// counts as one.
void Space::visitSplits(const Layout &layout, unsigned dim,
                        Visitor visit) const {
  AtomSet free = ~usedBy(layout), partial = reducible(layout);
  auto add = [&](const Atoms &list, PlanStepKind kind, AtomSet set) {
    if (!canSplit(layout, dim, product(list)))
      return;
    Layout next = layout;
    reduce(next, set);
    split(next, dim, list);
    visit({kind, uint8_t(dim), 0, list}, std::move(next));
  };
  for (uint8_t atom = 0; atom != atoms.size(); ++atom) {
    if (has(free, atom))
      add({atom}, PlanStepKind::AllSlice, 0);
    else if (has(partial, atom))
      add({atom}, PlanStepKind::ReduceScatter, AtomSet(1) << atom);
  }
  llvm::ArrayRef<uint8_t> own = layout.lists[dim], goal = toLayout.lists[dim];
  if (own.size() > goal.size() || goal.take_front(own.size()) != own)
    return;
  Atoms run;
  AtomSet set = 0;
  for (uint8_t atom : goal.drop_front(own.size())) {
    if (!has(partial, atom))
      break;
    run.push_back(atom);
    set |= AtomSet(1) << atom;
  }
  if (run.size() > 1)
    add(run, PlanStepKind::ReduceScatter, set);
}

/// To the blocks of the target, and to such as can be split by one more atom.
void Space::visitRealigns(const Layout &layout, unsigned dim,
                          Visitor visit) const {
  int64_t count = numShards(layout, dim), size = shape[dim];
  if (count == 1)
    return;
  llvm::SmallVector<int64_t, 4> blocks;
  auto add = [&](int64_t block) {
    if (block == layout.blocks[dim] || llvm::is_contained(blocks, block))
      return;
    blocks.push_back(block);
    Layout next = layout;
    next.blocks[dim] = block;
    visit({PlanStepKind::Realign, uint8_t(dim), 0, {}}, std::move(next));
  };
  int64_t whole = numShards(toLayout, dim) * toLayout.blocks[dim];
  if (whole % count == 0)
    add(whole / count);
  AtomSet own = 0;
  for (uint8_t atom : layout.lists[dim])
    own |= AtomSet(1) << atom;
  for (uint8_t atom = 0; atom != atoms.size(); ++atom)
    if (int64_t n = atoms[atom].size;
        !has(own, atom) && !canSplit(layout, dim, n))
      add(localSize(size, count * n) * n);
}

/// All-reduces over some or all of the axes, and the way back: values of which
/// all but one device forget theirs.
void Space::visitReductions(const Layout &layout, Visitor visit) const {
  auto add = [&](AtomSet set) {
    Layout next = layout;
    reduce(next, set);
    visit({PlanStepKind::AllReduce, 0, 0, listOf(set)}, std::move(next));
  };
  AtomSet partial = reducible(layout);
  if (partial != 0)
    add(partial);
  if (llvm::popcount(partial) > 1)
    for (uint8_t atom : listOf(partial))
      add(AtomSet(1) << atom);
  AtomSet missing = toLayout.unreduced & ~usedBy(layout);
  if (missing == 0 || !layout.hasTargetReducer)
    return;
  Layout next = layout;
  next.unreduced |= missing;
  visit({PlanStepKind::KeepFirst, 0, 0, listOf(missing)}, std::move(next));
}

void Space::forEachMove(const Layout &layout, Visitor visit) const {
  visitReductions(layout, visit);
  for (unsigned dim : activeDims) {
    visitSplits(layout, dim, visit);
    visitJoins(layout, dim, visit);
    visitRealigns(layout, dim, visit);
  }
}

//===----------------------------------------------------------------------===//
// Permutes
//===----------------------------------------------------------------------===//

namespace {

/// Deals atoms to dimensions so that each gets the count it has.
class Dealer {
public:
  Dealer(llvm::ArrayRef<AxisRef> atoms, llvm::ArrayRef<unsigned> dims,
         llvm::ArrayRef<int64_t> counts, int64_t partialCount,
         llvm::function_ref<void(const Layout &)> visit)
      : atoms(atoms), dims(dims), counts(counts), partialCount(partialCount),
        visit(visit) {}

  void deal(Layout &layout) { dealDim(layout, 0, 0); }

private:
  void dealDim(Layout &layout, size_t place, AtomSet used) {
    if (place == dims.size()) {
      layout.unreduced = 0;
      return dealPartial(layout, 0, partialCount, used);
    }
    layout.lists[dims[place]].clear();
    dealAtom(layout, place, counts[place], used);
  }

  void dealAtom(Layout &layout, size_t place, int64_t left, AtomSet used) {
    if (left == 1)
      return dealDim(layout, place + 1, used);
    for (uint8_t atom = 0; atom != atoms.size(); ++atom) {
      if (has(used, atom) || left % atoms[atom].size != 0)
        continue;
      layout.lists[dims[place]].push_back(atom);
      dealAtom(layout, place, left / atoms[atom].size,
               used | AtomSet(1) << atom);
      layout.lists[dims[place]].pop_back();
    }
  }

  /// The unreduced axes have no order.
  void dealPartial(Layout &layout, uint8_t first, int64_t left, AtomSet used) {
    if (left == 1)
      return visit(layout);
    for (uint8_t atom = first; atom != atoms.size(); ++atom) {
      if (has(used, atom) || left % atoms[atom].size != 0)
        continue;
      layout.unreduced |= AtomSet(1) << atom;
      dealPartial(layout, atom + 1, left / atoms[atom].size, used);
      layout.unreduced &= ~(AtomSet(1) << atom);
    }
  }

  llvm::ArrayRef<AxisRef> atoms;
  llvm::ArrayRef<unsigned> dims;
  llvm::ArrayRef<int64_t> counts;
  int64_t partialCount;
  llvm::function_ref<void(const Layout &)> visit;
};

} // namespace

void Space::forEachPermute(const Layout &layout, Visitor visit) const {
  llvm::SmallVector<int64_t, 4> counts;
  for (unsigned dim : activeDims)
    counts.push_back(product(layout.lists[dim]));
  Layout dealt = layout;
  auto visitOther = [&](const Layout &next) {
    if (!(next == layout))
      visit({PlanStepKind::Permute}, Layout(next));
  };
  Dealer dealer(atoms, activeDims, counts, product(listOf(layout.unreduced)),
                visitOther);
  dealer.deal(dealt);
}

namespace {

/// The atoms of both layouts that change places, as the two orders in which
/// they number the devices.
struct Orders {
  Atoms source, target;
};

} // namespace

/// What is left of two lists without what they begin and end with alike.
static void addChanged(Orders &orders, llvm::ArrayRef<uint8_t> from,
                       llvm::ArrayRef<uint8_t> to) {
  while (!from.empty() && !to.empty() && from.front() == to.front())
    from = from.drop_front(), to = to.drop_front();
  while (!from.empty() && !to.empty() && from.back() == to.back())
    from = from.drop_back(), to = to.drop_back();
  orders.source.append(from.begin(), from.end());
  orders.target.append(to.begin(), to.end());
}

/// Every place counts as many shards before as after, so a device needs the
/// shard whose number along the source's order is its own along the target's.
/// Atoms that only one end uses number copies at the other.
static Orders ordersOf(const Layout &from, const Layout &to) {
  Orders orders;
  for (auto [a, b] : llvm::zip(from.lists, to.lists))
    addChanged(orders, a, b);
  orders.source.append(listOf(from.unreduced & ~to.unreduced));
  orders.target.append(listOf(to.unreduced & ~from.unreduced));
  Atoms before = orders.source, after = orders.target;
  auto addMissing = [](Atoms &list, const Atoms &other) {
    for (uint8_t atom : other)
      if (!llvm::is_contained(list, atom))
        list.push_back(atom);
  };
  addMissing(orders.source, after);
  addMissing(orders.target, before);
  return orders;
}

llvm::SmallVector<AxisRef, 8> Space::permuted(const Layout &from,
                                              const Layout &to) const {
  llvm::SmallVector<AxisRef, 8> axes;
  for (uint8_t atom : ordersOf(from, to).source)
    axes.push_back(atoms[atom]);
  return axes;
}

PlanStep Space::describePermute(const Layout &from, const Layout &to) const {
  PlanStep step;
  Orders orders = ordersOf(from, to);
  step.axes = AxisList(refs(orders.source));
  step.targetAxes = AxisList(refs(orders.target));
  return step;
}

//===----------------------------------------------------------------------===//
// Costs and steps
//===----------------------------------------------------------------------===//

/// The bytes of a value that has the size `size` instead of `instead`.
static double scaled(double bytes, int64_t size, int64_t instead) {
  return instead == 0 ? 0 : bytes / double(instead) * double(size);
}

double Space::peakOf(const Layout &from, const Move &move,
                     const Layout &to) const {
  double bytes = bytesOf(to);
  if (move.kind == PlanStepKind::Realign)
    return std::max(bytes,
                    scaled(bytes, realignmentOf(from, move, to).bufferSize,
                           to.blocks[move.dim]));
  if (!needsResize(from, move, to))
    return bytes;
  unsigned dim =
      move.kind == PlanStepKind::AllToAll ? move.concatDim : move.dim;
  return scaled(bytes, from.blocks[dim] * product(move.atoms), to.blocks[dim]);
}

CollectiveCost Space::costOf(const Layout &from, const Move &move,
                             const Layout &to) const {
  double before = bytesOf(from), after = bytesOf(to);
  llvm::SmallVector<AxisRef, 4> axes = refs(move.atoms);
  switch (move.kind) {
  case PlanStepKind::AllGather:
    return cost.allGather(axes, before * product(move.atoms));
  case PlanStepKind::AllToAll:
    return cost.allToAll(axes, before);
  case PlanStepKind::AllReduce:
    return cost.allReduce(axes, before);
  case PlanStepKind::ReduceScatter:
    return cost.reduceScatter(axes, after * product(move.atoms));
  case PlanStepKind::Permute:
    return cost.permute(permuted(from, to), before);
  case PlanStepKind::Realign: {
    Realignment blocks = realignmentOf(from, move, to);
    CollectiveCost sum = cost.copy(after);
    llvm::SmallVector<AxisRef, 4> along(prefixes[move.dim].axes());
    along.append(refs(from.lists[move.dim]));
    for (const Realignment::Piece &piece : blocks.pieces)
      if (piece.source != 0)
        sum += cost.permute(
            along, scaled(before, piece.length, from.blocks[move.dim]));
    return sum;
  }
  default:
    return cost.copy(after);
  }
}

/// The sharding with the axes of a layout.
Sharding Space::shardingOf(const Layout &layout) const {
  Sharding sharding = Sharding::closed(shape.size());
  for (unsigned i = 0; i != shape.size(); ++i) {
    sharding.dims[i].axes = prefixes[i];
    sharding.dims[i].axes.append(refs(layout.lists[i]));
  }
  sharding.unreduced = AxisList(refs(listOf(layout.unreduced)));
  sharding.unreduced.sortAndMerge();
  if (layout.unreduced)
    sharding.unreducedKind = reducerOf(layout);
  return sharding;
}

void Space::describe(const Layout &from, const Move &move, const Layout &to,
                     llvm::SmallVectorImpl<PlanStep> &steps) const {
  PlanStep step;
  if (move.kind == PlanStepKind::Permute)
    step = describePermute(from, to);
  else
    step.axes = AxisList(refs(move.atoms));
  step.kind = move.kind;
  step.reducer = reducerOf(move.kind == PlanStepKind::KeepFirst ||
                                   move.kind == PlanStepKind::PadWhole
                               ? to
                               : from);
  step.dim = move.dim;
  step.concatDim = move.concatDim;
  step.before = from.blocks;
  step.after = to.blocks;
  step.temporaryBytes = peakOf(from, move, to);
  step.cost = costOf(from, move, to);
  if (move.kind == PlanStepKind::Realign) {
    step.axes = prefixes[move.dim];
    step.axes.append(refs(from.lists[move.dim]));
    step.realignment = realignmentOf(from, move, to);
    if (step.realignment.isLocal())
      step.kind = PlanStepKind::Resize;
  }
  bool resize = needsResize(from, move, to);
  unsigned dim =
      move.kind == PlanStepKind::AllToAll ? move.concatDim : move.dim;
  if (!resize) {
    step.sharding = shardingOf(to);
    steps.push_back(step);
    return;
  }
  step.after[dim] = from.blocks[dim] * product(move.atoms);
  steps.push_back(step);
  PlanStep cut;
  cut.before = steps.back().after;
  cut.after = to.blocks;
  cut.temporaryBytes = bytesOf(to);
  cut.cost = cost.copy(bytesOf(to));
  cut.sharding = shardingOf(to);
  steps.push_back(cut);
}
