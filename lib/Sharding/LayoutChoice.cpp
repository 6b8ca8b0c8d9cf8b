//===- LayoutChoice.cpp - the cheapest way to compute an op -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/LayoutChoice.h"

#include "weft/Sharding/FactorPropagation.h"
#include "weft/Sharding/LocalShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <numeric>

using namespace weft;

PartitionWay PartitionWay::of(FactorRule rule, llvm::ArrayRef<FactorKind> kinds,
                              std::optional<ReducerKind> reducer) {
  llvm::SmallVector<bool, 8> splittable;
  for (const Factor &factor : rule.getFactors())
    splittable.push_back(llvm::is_contained(kinds, factor.kind));
  return {std::move(rule), std::move(splittable), reducer};
}

PartitionWay PartitionWay::passThrough(FactorRule rule) {
  return of(std::move(rule), FactorKind::PassThrough);
}

PartitionWay PartitionWay::shared(FactorRule rule) {
  PartitionWay way = passThrough(std::move(rule));
  unsigned numOperands = way.rule.getNumOperands();
  for (unsigned factor = 0; factor != way.rule.getNumFactors(); ++factor) {
    auto hasFactor = [&](unsigned tensor) {
      return way.rule.hasFactor(tensor, factor);
    };
    way.splittable[factor] &=
        llvm::any_of(llvm::seq(numOperands), hasFactor) &&
        llvm::any_of(llvm::seq(numOperands, way.rule.getNumTensors()),
                     hasFactor);
  }
  return way;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {
/// The axes of each factor.
using FactorAxes = llvm::SmallVector<AxisList, 8>;

/// The choice under one way.
class WayChooser {
public:
  WayChooser(const PartitionWay &way, llvm::ArrayRef<PlacedTensor> tensors);

  /// The layouts that the tensors suggest, without repetition.
  llvm::SmallVector<FactorAxes, 8> suggest(bool mayMove) const;

  /// How `tensor` lies under a layout.
  Sharding getSharding(const FactorAxes &layout, unsigned tensor) const;

  /// Seconds that a device computes under a layout.
  double getComputeCost(const FactorAxes &layout) const;

private:
  void adopt(FactorAxes &layout, unsigned tensor) const;
  bool isFree(const FactorAxes &layout, AxisRef axis) const;
  AxisList getHomeless() const;
  bool hasOwnFactor(unsigned tensor, unsigned other) const;
  FactorAxes getAgreed() const;
  void fit(FactorAxes &layout) const;
  bool fitDim(FactorAxes &layout, unsigned tensor, unsigned dim) const;

  const PartitionWay &way;
  const FactorRule &rule;
  llvm::ArrayRef<PlacedTensor> tensors;
  ShardingProjection projection;
  /// Per factor: may be split, and every dimension that has it has elements.
  llvm::SmallVector<bool, 8> splittable;
  /// Some factor is summed over pairs of elements: the work is the product of
  /// all factors, not the size of the tensors.
  bool multiplies = false;
  /// Two operands bring factors that the other does not have: products of
  /// matrices, and whatever looks up rows by index.
  bool combines = false;
};
} // namespace

static llvm::SmallVector<const Sharding *, 6>
getShardings(llvm::ArrayRef<PlacedTensor> tensors) {
  llvm::SmallVector<const Sharding *, 6> result;
  for (const PlacedTensor &tensor : tensors)
    result.push_back(tensor.sharding);
  return result;
}

WayChooser::WayChooser(const PartitionWay &way,
                       llvm::ArrayRef<PlacedTensor> tensors)
    : way(way), rule(way.rule), tensors(tensors),
      projection(rule, getShardings(tensors)), splittable(way.splittable) {
  for (auto [number, factor] : llvm::enumerate(rule.getFactors())) {
    // A factor of size 1 is also what a dimension without a factor has.
    if (factor.size <= 1)
      splittable[number] = false;
    unsigned numOperands = 0;
    for (unsigned t = 0; t != rule.getNumOperands(); ++t)
      numOperands += rule.hasFactor(t, number);
    multiplies |= factor.kind == FactorKind::Reduction && numOperands > 1;
  }
  for (unsigned t = 0; t != rule.getNumOperands(); ++t)
    for (unsigned other = 0; other != t; ++other)
      combines |= hasOwnFactor(t, other) && hasOwnFactor(other, t);
  for (unsigned t = 0; t != rule.getNumTensors(); ++t)
    for (unsigned dim = 0; dim != rule.getRank(t); ++dim)
      if (tensors[t].shape[dim] == 0)
        for (uint16_t factor : rule.getDim(t, dim))
          splittable[factor] = false;
}

/// Whether `tensor` has a factor to split that `other` does not have.
bool WayChooser::hasOwnFactor(unsigned tensor, unsigned other) const {
  return llvm::any_of(llvm::seq(rule.getNumFactors()), [&](unsigned factor) {
    return splittable[factor] && rule.hasFactor(tensor, factor) &&
           !rule.hasFactor(other, factor);
  });
}

/// Takes over what `tensor` says about factors, as far as no other factor has
/// the axis already.
void WayChooser::adopt(FactorAxes &layout, unsigned tensor) const {
  for (unsigned factor = 0; factor != rule.getNumFactors(); ++factor) {
    const FactorSharding &sharding = projection.at(tensor, factor);
    if (!sharding.held || !splittable[factor] ||
        !sharding.axes.startsWith(layout[factor]))
      continue;
    for (AxisRef axis : sharding.axes.withoutPrefix(layout[factor])) {
      if (!isFree(layout, axis))
        break;
      layout[factor].append(axis);
    }
  }
}

/// Whether no factor has a part of the axis.
bool WayChooser::isFree(const FactorAxes &layout, AxisRef axis) const {
  return llvm::none_of(layout, [&](const AxisList &axes) {
    return axes.overlaps(axis) || !axes.fitsWith(axis);
  });
}

/// The axes of factors that cannot be split: a sort is along its dimension.
AxisList WayChooser::getHomeless() const {
  AxisList homeless;
  for (unsigned t = 0; t != rule.getNumTensors(); ++t)
    for (unsigned factor = 0; factor != rule.getNumFactors(); ++factor)
      if (projection.at(t, factor).held && !splittable[factor])
        for (AxisRef axis : projection.at(t, factor).axes)
          if (!homeless.overlaps(axis) && homeless.fitsWith(axis))
            homeless.append(axis);
  return homeless;
}

/// The axes of factors that all their tensors hold alike: the work of the op
/// already lies on these devices, and nothing has to move for it to stay there.
/// Of an axis that two factors claim, neither has it.
FactorAxes WayChooser::getAgreed() const {
  FactorAxes agreed(rule.getNumFactors());
  for (unsigned factor = 0; factor != rule.getNumFactors(); ++factor) {
    std::optional<AxisList> common;
    bool differ = !splittable[factor];
    for (unsigned t = 0; t != rule.getNumTensors(); ++t) {
      const FactorSharding &sharding = projection.at(t, factor);
      if (!sharding.held)
        continue;
      differ |= common && !(*common == sharding.axes);
      common = sharding.axes;
    }
    if (!differ && common && llvm::all_of(*common, [&](AxisRef axis) {
          return isFree(agreed, axis);
        }))
      agreed[factor] = *common;
  }
  return agreed;
}

/// The major axes of `axes` that split `size` evenly.
static AxisList evenPrefix(const AxisList &axes, int64_t size) {
  AxisList result;
  for (AxisRef axis : axes) {
    int64_t part = std::gcd(size, int64_t(axis.size));
    if (part > 1)
      result.append(axis.prefix(part));
    if (part < axis.size)
      break;
    size /= part;
  }
  return result;
}

/// The shards of a dimension of several factors are shards of the factors only
/// if the major ones are split to the last element and the next one evenly.
bool WayChooser::fitDim(FactorAxes &layout, unsigned tensor,
                        unsigned dim) const {
  llvm::ArrayRef<uint16_t> run = rule.getDim(tensor, dim);
  if (run.size() == 1)
    return false;
  bool changed = false, ended = false;
  for (uint16_t factor : run) {
    int64_t size = rule.getFactors()[factor].size;
    AxisList kept = ended ? AxisList() : evenPrefix(layout[factor], size);
    changed |= !(kept == layout[factor]);
    ended |= kept.numShards() < size;
    layout[factor] = std::move(kept);
  }
  return changed;
}

void WayChooser::fit(FactorAxes &layout) const {
  bool changed;
  do {
    changed = false;
    for (unsigned t = 0; t != rule.getNumTensors(); ++t)
      for (unsigned dim = 0; dim != rule.getRank(t); ++dim)
        changed |= fitDim(layout, t, dim);
  } while (changed);
}

llvm::SmallVector<FactorAxes, 8> WayChooser::suggest(bool mayMove) const {
  llvm::SmallVector<FactorAxes, 8> layouts;
  auto add = [&](FactorAxes layout) {
    fit(layout);
    if (!llvm::is_contained(layouts, layout))
      layouts.push_back(std::move(layout));
  };
  // With axes on one more factor, on each in turn.
  auto addMoved = [&](const FactorAxes &settled, const AxisList &axes) {
    for (auto [number, factor] : llvm::enumerate(rule.getFactors())) {
      if (axes.empty() || !splittable[number] ||
          factor.kind != FactorKind::PassThrough)
        continue;
      FactorAxes moved = settled;
      for (AxisRef axis : axes)
        if (isFree(moved, axis) &&
            moved[number].numShards() * axis.size <= factor.size)
          moved[number].append(axis);
      add(std::move(moved));
    }
  };
  unsigned numOperands = rule.getNumOperands();
  // Results come first among equals; larger operands before smaller ones.
  llvm::SmallVector<unsigned, 6> order;
  for (unsigned t = numOperands; t != rule.getNumTensors(); ++t)
    order.push_back(t);
  for (unsigned t = 0; t != numOperands; ++t)
    order.push_back(t);
  auto numElements = [&](unsigned t) {
    double count = 1;
    for (int64_t size : tensors[t].shape)
      count *= size;
    return count;
  };
  llvm::sort(llvm::MutableArrayRef(order).drop_front(rule.getNumResults()),
             [&](unsigned a, unsigned b) {
               double left = numElements(a), right = numElements(b);
               return left != right ? left > right : a < b;
             });
  // Each tensor may have the first word. Ops with very many operands ask only
  // some of them, so that the work stays linear.
  unsigned numSeeds = std::min<size_t>(order.size(), 4);
  for (unsigned seed = 0; seed != numSeeds; ++seed) {
    FactorAxes layout(rule.getNumFactors());
    adopt(layout, order[seed]);
    FactorAxes alone = layout;
    for (unsigned t : order)
      adopt(layout, t);
    add(layout);
    add(std::move(alone));
    // Splitting a factor that is reduced or exchanged costs something by
    // itself; perhaps less is moved without.
    for (unsigned factor = 0; factor != rule.getNumFactors(); ++factor) {
      if (layout[factor].empty() ||
          rule.getFactors()[factor].kind == FactorKind::PassThrough)
        continue;
      FactorAxes without = layout;
      without[factor].clear();
      for (unsigned t : order) {
        FactorAxes adopted = without;
        adopt(adopted, t);
        adopted[factor].clear();
        without = std::move(adopted);
      }
      // A product along which axes are free can be split elsewhere: to move an
      // axis sends little, and each device computes less.
      if (multiplies)
        addMoved(without, layout[factor]);
      add(std::move(without));
    }
  }
  // What is split where the op cannot be may be split elsewhere instead: moving
  // an axis to another dimension sends less than joining its shards.
  addMoved(FactorAxes(layouts.front()), getHomeless());
  add(FactorAxes(rule.getNumFactors()));
  if (!combines)
    return layouts;
  // The work stays where the tensors agree that it is. Under data parallelism
  // the gradient of a kernel is then summed over the batch where the batch is,
  // however small that is, and a kernel that is split over the same devices
  // comes to the batch, not the batch to it: the other way may send less for
  // one op, but makes every device do the work of all, or moves every
  // activation twice.
  // If `mayMove`, an axis can go to another factor: the work is split all the
  // same.
  FactorAxes agreed = getAgreed();
  auto keeps = [&](const FactorAxes &layout) {
    return llvm::all_of(llvm::zip_equal(layout, agreed), [&](const auto &pair) {
      const auto &[axes, expected] = pair;
      return axes.startsWith(expected) ||
             (mayMove && llvm::all_of(expected, [&](AxisRef axis) {
                return llvm::any_of(layout, [&](const AxisList &list) {
                  return llvm::is_contained(list, axis);
                });
              }));
    });
  };
  if (llvm::any_of(layouts, keeps))
    llvm::erase_if(layouts,
                   [&](const FactorAxes &layout) { return !keeps(layout); });
  return layouts;
}

Sharding WayChooser::getSharding(const FactorAxes &layout,
                                 unsigned tensor) const {
  Sharding sharding = Sharding::closed(rule.getRank(tensor));
  llvm::SmallVector<bool, 8> held(rule.getNumFactors());
  for (unsigned dim = 0; dim != rule.getRank(tensor); ++dim)
    for (uint16_t factor : rule.getDim(tensor, dim)) {
      sharding.dims[dim].axes.append(layout[factor].axes());
      held[factor] = true;
    }
  if (tensor < rule.getNumOperands() || !way.reducer)
    return sharding;
  for (auto [number, factor] : llvm::enumerate(rule.getFactors()))
    if (factor.kind == FactorKind::Reduction && !held[number])
      sharding.unreduced.append(layout[number].axes());
  sharding.unreduced.sortAndMerge();
  if (!sharding.unreduced.empty())
    sharding.unreducedKind = *way.reducer;
  return sharding;
}

double WayChooser::getComputeCost(const FactorAxes &layout) const {
  // Rough figures of a present accelerator: what counts is that computing less
  // is better than computing more when nothing has to be moved for it, and that
  // a product of large matrices is worth moving something for.
  constexpr double secondsPerByte = 1e-12, secondsPerMultiply = 1e-14;
  double bytes = 0;
  for (auto [t, tensor] : llvm::enumerate(tensors)) {
    double size = tensor.elementBytes;
    Sharding sharding = getSharding(layout, t);
    for (int64_t local : localShape(tensor.shape, sharding))
      size *= local;
    bytes += size;
  }
  double work = multiplies ? 1 : 0;
  for (auto [number, factor] : llvm::enumerate(rule.getFactors()))
    work *= localSize(factor.size, layout[number].numShards());
  return bytes * secondsPerByte + work * secondsPerMultiply;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

LayoutChoice weft::chooseLayout(llvm::ArrayRef<PartitionWay> ways,
                                llvm::ArrayRef<PlacedTensor> tensors,
                                ReshardCost reshardCost, bool mayMove) {
  LayoutChoice best;
  best.cost = std::numeric_limits<double>::infinity();
  for (auto [number, way] : llvm::enumerate(ways)) {
    WayChooser chooser(way, tensors);
    for (const FactorAxes &layout : chooser.suggest(mayMove)) {
      LayoutChoice choice;
      choice.way = number;
      choice.cost = chooser.getComputeCost(layout);
      for (auto [t, tensor] : llvm::enumerate(tensors)) {
        Sharding sharding = chooser.getSharding(layout, t);
        if (tensor.sharding) {
          bool isResult = t >= way.rule.getNumOperands();
          choice.cost += isResult ? reshardCost(t, sharding, *tensor.sharding)
                                  : reshardCost(t, *tensor.sharding, sharding);
        }
        choice.shardings.push_back(std::move(sharding));
      }
      // The first layout is kept even if no cost is finite.
      if (best.shardings.empty() || choice.cost < best.cost)
        best = std::move(choice);
    }
  }
  return best;
}
