//===- ReshardSpace.cpp - layouts between two shardings ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshardSpace.h"

#include "weft/Sharding/LocalShape.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace weft;
using namespace weft::reshard;

/// More than this, and sets of atoms would not fit.
static constexpr size_t maxAtoms = 24;

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

/// All axes that a sharding names, one by one.
static llvm::SmallVector<AxisRef, 8> usesOf(const Sharding &sharding) {
  llvm::SmallVector<AxisRef, 8> uses;
  for (const DimSharding &dim : sharding.dims)
    llvm::append_range(uses, dim.axes);
  llvm::append_range(uses, sharding.unreduced);
  return uses;
}

/// Adds where the prime parts of the stretch from `begin` to `end` end.
static void cutToPrimes(std::set<int64_t> &cuts, int64_t begin, int64_t end) {
  for (int64_t rest = end / begin, p = 2; rest > 1; ++p) {
    if (p * p > rest)
      p = rest;
    for (; rest % p == 0; rest /= p)
      cuts.insert(begin *= p);
  }
}

/// Where the parts of one axis begin and end; empty if they do not fit.
static std::set<int64_t> cutsOf(llvm::ArrayRef<AxisRef> parts, bool fine) {
  std::set<int64_t> cuts;
  for (AxisRef part : parts)
    cuts.insert({part.preSize, part.end()});
  llvm::SmallVector<int64_t> coarse(cuts.begin(), cuts.end());
  for (size_t i = 1; i < coarse.size(); ++i) {
    if (coarse[i] % coarse[i - 1] != 0)
      return {};
    if (fine)
      cutToPrimes(cuts, coarse[i - 1], coarse[i]);
  }
  return cuts;
}

bool Space::cutAxes(const Sharding &from, const Sharding &to, bool fine) {
  std::map<int32_t, llvm::SmallVector<AxisRef, 4>> parts;
  for (const Sharding *end : {&from, &to})
    for (AxisRef use : usesOf(*end))
      if (use.size > 1)
        parts[use.axis].push_back(use);
  for (auto &[axis, uses] : parts) {
    std::set<int64_t> cuts = cutsOf(uses, fine);
    if (cuts.empty())
      return false;
    for (auto it = cuts.begin(); std::next(it) != cuts.end(); ++it) {
      AxisRef atom{axis, static_cast<int32_t>(*it),
                   static_cast<int32_t>(*std::next(it) / *it)};
      if (llvm::any_of(uses, [&](AxisRef use) { return use.contains(atom); }))
        atoms.push_back(atom);
    }
  }
  return atoms.size() <= maxAtoms;
}

//===----------------------------------------------------------------------===//
// Both ends
//===----------------------------------------------------------------------===//

Layout Space::layoutOf(const Sharding &sharding) const {
  Layout layout;
  layout.blocks = localShape(shape, sharding);
  for (auto [dim, prefix] : llvm::zip(sharding.dims, prefixes)) {
    Atoms &list = layout.lists.emplace_back();
    for (AxisRef axis : dim.axes.withoutPrefix(prefix))
      for (auto [i, atom] : llvm::enumerate(atoms))
        if (axis.contains(atom))
          list.push_back(i);
  }
  for (auto [i, atom] : llvm::enumerate(atoms))
    if (sharding.unreduced.contains(atom))
      layout.unreduced |= AtomSet(1) << i;
  return layout;
}

/// A dimension that keeps its axes can still hold others for a while, which
/// lets two dimensions swap axes of different sizes. Worth its time only while
/// there are few atoms.
void Space::chooseDims() {
  std::optional<unsigned> spare;
  for (unsigned i = 0, e = shape.size(); i != e; ++i) {
    if (!fromLayout.lists[i].empty() || !toLayout.lists[i].empty())
      activeDims.push_back(i);
    else if (!spare || fromLayout.blocks[i] > fromLayout.blocks[*spare])
      spare = i;
  }
  if (activeDims.size() < 2 || atoms.size() > 4 || !spare)
    return;
  activeDims.push_back(*spare);
  llvm::sort(activeDims);
}

bool Space::init(const Sharding &from, const Sharding &to, bool fine) {
  for (auto [a, b] : llvm::zip(from.dims, to.dims)) {
    prefixes.push_back(a.axes.commonPrefix(b.axes));
    prefixCounts.push_back(prefixes.back().numShards());
  }
  // What stays need not be searched for.
  auto dropPrefixes = [&](Sharding sharding) {
    for (auto [dim, prefix] : llvm::zip(sharding.dims, prefixes))
      dim.axes = dim.axes.withoutPrefix(prefix);
    return sharding;
  };
  if (!cutAxes(dropPrefixes(from), dropPrefixes(to), fine))
    return false;
  fromLayout = layoutOf(from);
  toLayout = layoutOf(to);
  fromReducer = toReducer = from.unreducedKind;
  if (toLayout.unreduced != 0)
    toReducer = to.unreducedKind;
  fromLayout.hasTargetReducer =
      fromLayout.unreduced == 0 || fromReducer == toReducer;
  chooseDims();
  return true;
}

//===----------------------------------------------------------------------===//
// Questions about a layout
//===----------------------------------------------------------------------===//

int64_t Space::product(llvm::ArrayRef<uint8_t> list) const {
  int64_t count = 1;
  for (uint8_t atom : list)
    count *= atoms[atom].size;
  return count;
}

int64_t Space::numShards(const Layout &layout, unsigned dim) const {
  return prefixCounts[dim] * product(layout.lists[dim]);
}

llvm::SmallVector<int64_t, 6> Space::countsOf(const Layout &layout) const {
  llvm::SmallVector<int64_t, 6> counts;
  for (const Atoms &list : layout.lists)
    counts.push_back(product(list));
  int64_t partial = 1;
  for (auto [i, atom] : llvm::enumerate(atoms))
    if (layout.unreduced >> i & 1)
      partial *= atom.size;
  counts.push_back(partial);
  return counts;
}

static AtomSet setOf(llvm::ArrayRef<uint8_t> list) {
  AtomSet set = 0;
  for (uint8_t atom : list)
    set |= AtomSet(1) << atom;
  return set;
}

AtomSet Space::usedBy(const Layout &layout) const {
  AtomSet used = layout.unreduced;
  for (const Atoms &list : layout.lists)
    used |= setOf(list);
  return used;
}

/// The atoms over which partial values must be combined sooner or later.
AtomSet Space::reducible(const Layout &layout) const {
  return layout.hasTargetReducer ? layout.unreduced & ~toLayout.unreduced
                                 : layout.unreduced;
}

llvm::SmallVector<AxisRef, 4> Space::refs(llvm::ArrayRef<uint8_t> list) const {
  llvm::SmallVector<AxisRef, 4> axes;
  for (uint8_t atom : list)
    axes.push_back(atoms[atom]);
  return axes;
}

double Space::bytesOf(const Layout &layout) const {
  double bytes = static_cast<double>(elementBytes);
  for (int64_t block : layout.blocks)
    bytes *= static_cast<double>(block);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Changing a layout
//===----------------------------------------------------------------------===//

/// Blocks can be split if they divide. Or if the first block holds all: the
/// parts of the others, wherever they begin, are beyond the end.
bool Space::canSplit(const Layout &layout, unsigned dim, int64_t count) const {
  int64_t block = layout.blocks[dim];
  return block % count == 0 || block >= shape[dim];
}

void Space::split(Layout &layout, unsigned dim,
                  llvm::ArrayRef<uint8_t> list) const {
  layout.blocks[dim] = localSize(layout.blocks[dim], product(list));
  layout.lists[dim].append(list.begin(), list.end());
}

/// Joins the `count` minor-most atoms of a dimension. What is certainly
/// padding is cut off.
void Space::join(Layout &layout, unsigned dim, size_t count) const {
  Atoms &list = layout.lists[dim];
  int64_t joined =
      layout.blocks[dim] * product(llvm::ArrayRef(list).take_back(count));
  layout.blocks[dim] = std::min(joined, shape[dim]);
  list.truncate(list.size() - count);
}

void Space::reduce(Layout &layout, AtomSet set) const {
  layout.unreduced &= ~set;
  if (layout.unreduced == 0)
    layout.hasTargetReducer = true;
}

/// Whether what the collective joins is longer than what is kept.
bool Space::needsResize(const Layout &from, const Move &move,
                        const Layout &to) const {
  unsigned dim =
      move.kind == PlanStepKind::AllToAll ? move.concatDim : move.dim;
  return (move.kind == PlanStepKind::AllGather ||
          move.kind == PlanStepKind::AllToAll) &&
         localSize(to.blocks[dim], product(move.atoms)) != from.blocks[dim];
}

Realignment Space::realignmentOf(const Layout &from, const Move &move,
                                 const Layout &to) const {
  return realign(shape[move.dim], from.blocks[move.dim], to.blocks[move.dim]);
}

//===----------------------------------------------------------------------===//
// The way that always exists
//===----------------------------------------------------------------------===//

void Space::forEachFallback(Visitor visit) const {
  Layout layout = fromLayout;
  auto step = [&](Move move, auto change) {
    Layout next = layout;
    change(next);
    layout = next;
    visit(move, std::move(next));
  };
  if (AtomSet set = reducible(layout)) {
    Atoms list;
    for (uint8_t i = 0; i != atoms.size(); ++i)
      if (set >> i & 1)
        list.push_back(i);
    step({PlanStepKind::AllReduce, 0, 0, list},
         [&](Layout &next) { reduce(next, set); });
  }
  for (unsigned dim : activeDims)
    if (Atoms list = layout.lists[dim]; !list.empty())
      step({PlanStepKind::AllGather, uint8_t(dim), 0, list},
           [&](Layout &next) { join(next, dim, list.size()); });
  for (unsigned dim : activeDims) {
    int64_t block = toLayout.blocks[dim] * product(toLayout.lists[dim]);
    if (layout.blocks[dim] != block && prefixCounts[dim] != 1)
      step({PlanStepKind::Realign, uint8_t(dim), 0, {}},
           [&](Layout &next) { next.blocks[dim] = block; });
    if (const Atoms &list = toLayout.lists[dim]; !list.empty())
      step({PlanStepKind::AllSlice, uint8_t(dim), 0, list},
           [&](Layout &next) { split(next, dim, list); });
  }
  Atoms list;
  for (uint8_t i = 0; i != atoms.size(); ++i)
    if ((toLayout.unreduced & ~layout.unreduced) >> i & 1)
      list.push_back(i);
  if (!list.empty())
    step({PlanStepKind::KeepFirst, 0, 0, list},
         [&](Layout &next) { next.unreduced = toLayout.unreduced; });
}
