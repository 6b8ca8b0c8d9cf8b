//===- FactorPropagation.cpp - make the tensors of an op agree --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/FactorPropagation.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace weft;

//===----------------------------------------------------------------------===//
// ShardingProjection
//===----------------------------------------------------------------------===//

ShardingProjection::ShardingProjection(
    const FactorRule &rule, llvm::ArrayRef<const Sharding *> shardings)
    : rule(rule), shardings(shardings.begin(), shardings.end()),
      table(rule.getNumTensors() * rule.getNumFactors()) {
  static const DimSharding unknown{{}, /*isOpen=*/true, std::nullopt};
  for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor)
    for (unsigned dim = 0; dim != rule.getRank(tensor); ++dim)
      projectDim(tensor, dim,
                 shardings[tensor] ? shardings[tensor]->dims[dim] : unknown);
}

void ShardingProjection::projectDim(unsigned tensor, unsigned dim,
                                    const DimSharding &sharding) {
  llvm::SmallVector<AxisRef, 4> rest(sharding.axes.begin(),
                                     sharding.axes.end());
  std::reverse(rest.begin(), rest.end()); // the major-most is taken first
  llvm::ArrayRef<uint16_t> run = rule.getDim(tensor, dim);
  bool overflowed = false;
  for (auto [position, number] : llvm::enumerate(run)) {
    FactorSharding &factor = at(tensor, number);
    factor.held = true;
    factor.minorMost = position + 1 == run.size();
    factor.closed = !sharding.isOpen || overflowed;
    if (overflowed)
      continue;
    if (factor.minorMost) {
      // The last factor takes what is left, whether it divides or not.
      for (; !rest.empty(); rest.pop_back())
        factor.axes.append(rest.back());
      return;
    }
    int64_t room = rule.getFactors()[number].size;
    while (!rest.empty()) {
      AxisRef axis = rest.back();
      int64_t part = std::gcd(room, int64_t(axis.size));
      if (part == 1 && axis.size != 1)
        break;
      rest.pop_back();
      if (part < axis.size)
        rest.push_back(axis.suffix(part));
      factor.axes.append(axis.prefix(part));
      room /= part;
    }
    if (room > 1 && !rest.empty()) {
      overflowed = true;
      for (; !rest.empty(); rest.pop_back())
        factor.overflow.append(rest.back());
    }
  }
}

Sharding ShardingProjection::unproject(unsigned tensor) const {
  Sharding result;
  for (unsigned dim = 0; dim != rule.getRank(tensor); ++dim) {
    DimSharding sharding{{}, /*isOpen=*/true, std::nullopt};
    for (uint16_t number : rule.getDim(tensor, dim)) {
      const FactorSharding &factor = at(tensor, number);
      sharding.isOpen &= !factor.closed;
      sharding.axes.append(factor.axes.axes());
      sharding.axes.append(factor.overflow.axes());
      if (!factor.overflow.empty() ||
          factor.axes.numShards() < rule.getFactors()[number].size)
        break;
    }
    result.dims.push_back(std::move(sharding));
  }
  if (const Sharding *old = shardings[tensor]) {
    result.replicated = old->replicated;
    result.unreduced = old->unreduced;
    result.unreducedKind = old->unreducedKind;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Common axes of a factor
//===----------------------------------------------------------------------===//

/// Whether `list` continues `prefix` and is longer.
static bool extends(const AxisList &list, const AxisList &prefix) {
  return !(list == prefix) && list.startsWith(prefix);
}

/// The axes on which `a` and `b` agree. Unlike a prefix of numbers, two
/// sub-axes agree only if one is a prefix of the other.
static AxisList agreement(const AxisList &a, const AxisList &b) {
  AxisList result;
  for (auto [left, right] : llvm::zip(a, b)) {
    if (left == right) {
      result.append(left);
      continue;
    }
    if (left.isPrefixOf(right))
      result.append(left);
    else if (right.isPrefixOf(left))
      result.append(right);
    break;
  }
  return result;
}

/// The longest list of axes that the tensors agree on for `factor`: each
/// tensor's list is a prefix of it. The first disagreement cuts the list and
/// keeps it from growing. Tensors against the direction cut, but do not grow.
static AxisList commonAxes(const ShardingProjection &projection,
                           unsigned factor, Direction direction) {
  const FactorRule &rule = projection.getRule();
  AxisList common;
  bool mayGrow = true;
  auto join = [&](unsigned begin, unsigned end) {
    for (unsigned tensor = begin; tensor != end; ++tensor) {
      const FactorSharding &sharding = projection.at(tensor, factor);
      if (!sharding.held || common.startsWith(sharding.axes))
        continue;
      if (sharding.axes.startsWith(common)) {
        if (mayGrow)
          common = sharding.axes;
        continue;
      }
      common = agreement(common, sharding.axes);
      mayGrow = false;
    }
  };
  unsigned middle = rule.getNumOperands(), end = rule.getNumTensors();
  switch (direction) {
  case Direction::None:
    break;
  case Direction::Both:
    join(0, end);
    break;
  case Direction::Forward:
    join(0, middle);
    mayGrow = false;
    join(middle, end);
    break;
  case Direction::Backward:
    join(middle, end);
    mayGrow = false;
    join(0, middle);
    break;
  }
  return common;
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

namespace {
/// Propagates over one projection, in place.
class Propagator {
public:
  Propagator(ShardingProjection &projection, const Mesh &mesh,
             llvm::ArrayRef<Direction> directions,
             llvm::ArrayRef<int64_t> numElements,
             const FactorPropagationOptions &options)
      : projection(projection), rule(projection.getRule()), mesh(mesh),
        directions(directions), numElements(numElements), options(options),
        touched(rule.getNumTensors()) {}

  /// Whether a factor of the tensor took an axis, even if the tensor does not
  /// show it: what follows a factor that is not split all the way is dropped.
  bool isTouched(unsigned tensor) const { return touched[tensor]; }

  void basic();
  void aggressive();

private:
  using Cut = llvm::function_ref<std::optional<AxisRef>(AxisRef, int64_t)>;

  AxisList truncate(const AxisList &axes, Cut cut) const;
  std::optional<AxisRef> cutAcross(AxisRef axis, unsigned tensor,
                                   unsigned factor) const;
  std::optional<AxisRef> cutWithin(AxisRef axis, unsigned tensor,
                                   unsigned factor, int64_t numShards) const;
  llvm::SmallVector<unsigned, 6>
  orderFactors(llvm::ArrayRef<AxisList> common) const;
  void assign(unsigned tensor, unsigned factor, const AxisList &common);

  ShardingProjection &projection;
  const FactorRule &rule;
  const Mesh &mesh;
  llvm::ArrayRef<Direction> directions;
  llvm::ArrayRef<int64_t> numElements;
  const FactorPropagationOptions &options;
  llvm::SmallVector<bool, 8> touched;
};
} // namespace

static std::optional<AxisRef> prefixBefore(std::optional<AxisRef> axis,
                                           const AxisList &others) {
  for (AxisRef other : others) {
    if (!axis)
      return std::nullopt;
    if (axis->axis == other.axis)
      axis = axis->prefixBefore(other);
  }
  return axis;
}

/// Keeps the axes up to the first that `cut` shortens or refuses. `cut` is told
/// how many shards the axes make, up to and with its own.
AxisList Propagator::truncate(const AxisList &axes, Cut cut) const {
  AxisList result;
  int64_t numShards = 1;
  for (AxisRef axis : axes) {
    numShards *= axis.size;
    std::optional<AxisRef> kept = cut(axis, numShards);
    if (!kept || (options.conservative && !mesh.isWhole(*kept)))
      break;
    result.append(*kept);
    if (*kept != axis)
      break;
  }
  return result;
}

/// What is left of `axis` for `factor`, next to the other factors of `tensor`.
std::optional<AxisRef> Propagator::cutAcross(AxisRef axis, unsigned tensor,
                                             unsigned factor) const {
  std::optional<AxisRef> result = axis;
  for (unsigned other = 0; result && other != rule.getNumFactors(); ++other) {
    if (other == factor)
      continue;
    const FactorSharding &sharding = projection.at(tensor, other);
    result =
        prefixBefore(prefixBefore(result, sharding.overflow), sharding.axes);
  }
  return result;
}

/// What is left of `axis` for `factor` of `tensor` by the tensor's own rights:
/// its replicated and unreduced axes, closed dimensions, and divisibility.
std::optional<AxisRef> Propagator::cutWithin(AxisRef axis, unsigned tensor,
                                             unsigned factor,
                                             int64_t numShards) const {
  std::optional<AxisRef> result = axis;
  if (const Sharding *sharding = projection.getSharding(tensor))
    result = prefixBefore(prefixBefore(result, sharding->replicated),
                          sharding->unreduced);
  if (!result)
    return result;
  const FactorSharding &own = projection.at(tensor, factor);
  if (own.axes.contains(*result))
    return result;
  if (!own.closed && own.overflow.empty()) {
    int64_t size = rule.getFactors()[factor].size;
    if (own.minorMost || size % numShards == 0)
      return result;
    // A factor before the last must be split evenly: take the part of the axis
    // that divides what is left of it.
    int64_t before = numShards / axis.size;
    int64_t part = size % before ? 1 : std::gcd(size / before, axis.size);
    part = std::gcd(part, int64_t(result->size));
    if (part > 1)
      return result->prefix(part);
  }
  if (!own.axes.empty() && own.axes.back().isPrefixOf(*result))
    return own.axes.back();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

void Propagator::basic() {
  for (unsigned factor = 0; factor != rule.getNumFactors(); ++factor) {
    AxisList common = commonAxes(projection, factor, directions[factor]);
    if (common.empty())
      continue;
    common = truncate(common, [&](AxisRef axis, int64_t numShards) {
      std::optional<AxisRef> kept = axis;
      for (unsigned t = 0; kept && t != rule.getNumTensors(); ++t) {
        kept = cutAcross(*kept, t, factor);
        if (kept && projection.at(t, factor).held)
          kept = cutWithin(*kept, t, factor, numShards);
      }
      return kept;
    });
    for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor) {
      FactorSharding &sharding = projection.at(tensor, factor);
      if (sharding.held && extends(common, sharding.axes)) {
        sharding.axes = common;
        touched[tensor] = true;
      }
    }
  }
}

/// The factors that have something to give, those from the largest tensor
/// first. Between tensors of one size an elementwise op prefers the factor that
/// is split the most.
llvm::SmallVector<unsigned, 6>
Propagator::orderFactors(llvm::ArrayRef<AxisList> common) const {
  /// A smaller key comes first.
  using Key = std::tuple<int64_t, int64_t, unsigned>;
  llvm::SmallVector<unsigned, 6> order;
  llvm::SmallVector<Key, 6> keys(common.size());
  for (unsigned factor = 0; factor != common.size(); ++factor) {
    std::optional<Key> best;
    if (common[factor].empty())
      continue;
    for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor) {
      const FactorSharding &sharding = projection.at(tensor, factor);
      if (!sharding.held || !(sharding.axes == common[factor]))
        continue;
      Key key{-numElements[tensor],
              options.elementwise ? -common[factor].numShards() : 0, tensor};
      if (!best || key < *best)
        best = key;
    }
    keys[factor] = best.value_or(Key{0, 0, ~0u});
    order.push_back(factor);
  }
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::tie(keys[a], a) < std::tie(keys[b], b);
  });
  return order;
}

void Propagator::assign(unsigned tensor, unsigned factor,
                        const AxisList &common) {
  FactorSharding &sharding = projection.at(tensor, factor);
  if (!sharding.held)
    return;
  AxisList axes = truncate(common, [&](AxisRef axis, int64_t numShards) {
    return cutWithin(axis, tensor, factor, numShards);
  });
  // An operand split further than the result would only be gathered again.
  if (options.elementwise && tensor < rule.getNumOperands()) {
    const AxisList &result = projection.at(rule.getNumOperands(), factor).axes;
    if (extends(axes, result))
      axes = result;
  }
  if (!extends(axes, sharding.axes))
    return;
  axes = truncate(axes, [&](AxisRef axis, int64_t) {
    return cutAcross(axis, tensor, factor);
  });
  if (!extends(axes, sharding.axes))
    return;
  sharding.axes = axes;
  touched[tensor] = true;
}

void Propagator::aggressive() {
  llvm::SmallVector<AxisList, 6> common;
  for (unsigned factor = 0; factor != rule.getNumFactors(); ++factor)
    common.push_back(commonAxes(projection, factor, directions[factor]));
  llvm::SmallVector<unsigned, 6> order = orderFactors(common);
  unsigned numOperands = rule.getNumOperands();
  for (unsigned tensor = numOperands; tensor != rule.getNumTensors(); ++tensor)
    for (unsigned factor : order)
      assign(tensor, factor, common[factor]);
  for (unsigned tensor = 0; tensor != numOperands; ++tensor)
    for (unsigned factor : order)
      assign(tensor, factor, common[factor]);
}

llvm::SmallVector<std::optional<Sharding>, 6>
weft::propagateFactors(const FactorRule &rule, const Mesh &mesh,
                       llvm::ArrayRef<const Sharding *> shardings,
                       llvm::ArrayRef<Direction> directions,
                       llvm::ArrayRef<int64_t> numElements,
                       const FactorPropagationOptions &options) {
  ShardingProjection projection(rule, shardings);
  Propagator propagator(projection, mesh, directions, numElements, options);
  if (options.aggressive)
    propagator.aggressive();
  else
    propagator.basic();
  llvm::SmallVector<std::optional<Sharding>, 6> result(rule.getNumTensors());
  for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor) {
    // What a touched tensor stated loses its priorities, even if nothing shows.
    if (!propagator.isTouched(tensor))
      continue;
    Sharding updated = projection.unproject(tensor);
    const Sharding *old = shardings[tensor];
    if (old ? !(updated == *old) : !updated.isReplicated())
      result[tensor] = std::move(updated);
  }
  return result;
}
