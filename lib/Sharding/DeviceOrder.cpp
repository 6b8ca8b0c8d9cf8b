//===- DeviceOrder.cpp - one mesh seen from another -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOrder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace weft;
using namespace weft::reshard;
using llvm::Twine;

static bool hasSameOrder(const Mesh &a, const Mesh &b) {
  return a.numDevices() == b.numDevices() && a.deviceIds() == b.deviceIds();
}

/// The position in `to` of each device of `from`, or -1.
static llvm::SmallVector<int64_t> positionsIn(const Mesh &from,
                                              const Mesh &to) {
  llvm::DenseMap<int64_t, int64_t> positions;
  for (int64_t p = 0; p != to.numDevices(); ++p)
    positions[to.deviceAt(p)] = p;
  llvm::SmallVector<int64_t> result;
  for (int64_t q = 0; q != from.numDevices(); ++q) {
    auto it = positions.find(from.deviceAt(q));
    result.push_back(it == positions.end() ? -1 : it->second);
  }
  return result;
}

llvm::Error weft::reshard::checkDevices(const Mesh &from, const Mesh &to) {
  if (from.isEmpty() || to.isEmpty() || hasSameOrder(from, to))
    return llvm::Error::success();
  if (from.isMaximal() || to.isMaximal()) {
    const Mesh &one = from.isMaximal() ? from : to;
    const Mesh &all = from.isMaximal() ? to : from;
    if (all.positionOf(one.deviceAt(0)))
      return llvm::Error::success();
    return llvm::createStringError(
        "device " + Twine(one.deviceAt(0)) +
        (all.isMaximal() ? " is not device " + Twine(all.deviceAt(0)) +
                               ", and no mesh has both"
                         : Twine(" is not in the mesh of the other end")));
  }
  if (from.numDevices() != to.numDevices())
    return llvm::createStringError(
        "the source is on " + Twine(from.numDevices()) +
        " devices, but the target on " + Twine(to.numDevices()));
  for (auto [q, p] : llvm::enumerate(positionsIn(from, to)))
    if (p == -1)
      return llvm::createStringError("device " + Twine(from.deviceAt(q)) +
                                     " of the source is not in the target's "
                                     "mesh");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//
//
// All positions of a mesh of N devices are one line from 1 to N, of which its
// axes, and their parts, are stretches; see AxisRef. If the map from positions
// of one mesh to those of the other only moves stretches, axes of one are axes
// of the other.

namespace {

/// A stretch of the line, and where it goes.
struct Stretch {
  int64_t begin, size;
  int64_t newBegin = 1;
};

using Stretches = llvm::SmallVector<Stretch, 4>;

} // namespace

/// Cuts a stretch where `others`, which cover the line, end. False if they do
/// not fit together.
static bool cut(Stretch stretch, llvm::ArrayRef<Stretch> others,
                llvm::function_ref<void(Stretch, Stretch)> visit) {
  int64_t begin = stretch.begin, end = stretch.begin * stretch.size;
  for (Stretch other : others) {
    int64_t otherEnd = other.begin * other.size;
    int64_t low = std::max(begin, other.begin), high = std::min(end, otherEnd);
    if (low >= high)
      continue;
    if (low % other.begin || otherEnd % high || high % low || low % begin ||
        end % high)
      return false;
    visit({low, high / low}, other);
  }
  return true;
}

/// Where each stretch of the line of positions goes, given where each position
/// goes. Minor-most first, each as long as positions follow each other with
/// one stride. Empty if the map is not of that kind.
static Stretches stretchesOf(llvm::ArrayRef<int64_t> map) {
  int64_t total = map.size();
  Stretches found;
  llvm::SmallVector<int64_t, 4> strides;
  for (int64_t unit = 1; unit < total;) {
    int64_t stride = map[unit] - map[0], most = total / unit, size = 1;
    for (int64_t run = 1; run < most && map[run * unit] == run * stride;)
      if (most % ++run == 0)
        size = run;
    if (map[0] != 0 || size == 1 || total % (stride * size) != 0)
      return {};
    found.push_back({total / (unit * size), size, total / (stride * size)});
    strides.push_back(stride);
    unit *= size;
  }
  for (int64_t q = 0; q != total; ++q) {
    int64_t rest = q, position = 0;
    for (auto [stretch, stride] : llvm::zip(found, strides)) {
      position += rest % stretch.size * stride;
      rest /= stretch.size;
    }
    if (position != map[q])
      return {};
  }
  std::reverse(found.begin(), found.end());
  return found;
}

/// The axes of a mesh as stretches of the line of its positions.
static Stretches axesOf(const Mesh &mesh) {
  Stretches axes;
  int64_t begin = 1;
  for (const MeshAxis &axis : mesh.axes()) {
    axes.push_back({begin, axis.size});
    begin *= axis.size;
  }
  return axes;
}

namespace {

/// From axes of one mesh to axes of another.
class Translator {
public:
  Translator(const Mesh &from, const Mesh &to)
      : fromAxes(axesOf(from)), toAxes(axesOf(to)) {
    if (hasSameOrder(from, to))
      map.push_back({1, from.numDevices(), 1});
    else
      map = stretchesOf(positionsIn(from, to));
  }

  bool isPossible() const { return !map.empty(); }

  bool translate(AxisList &list) const {
    AxisList result;
    for (AxisRef axis : list) {
      Stretch stretch{fromAxes[axis.axis].begin * axis.preSize, axis.size};
      bool fits = true;
      auto place = [&](Stretch part, Stretch by) {
        Stretch moved{by.newBegin * (part.begin / by.begin), part.size};
        fits &= cut(moved, toAxes, [&](Stretch own, Stretch axis) {
          result.append({indexOf(axis),
                         static_cast<int32_t>(own.begin / axis.begin),
                         static_cast<int32_t>(own.size)});
        });
      };
      if (!cut(stretch, map, place) || !fits)
        return false;
    }
    list = result;
    return true;
  }

private:
  /// An axis of size 1 begins where another does, but is never cut.
  int32_t indexOf(Stretch axis) const {
    for (auto [i, own] : llvm::enumerate(toAxes))
      if (own.begin == axis.begin && own.size == axis.size)
        return i;
    return -1;
  }

  Stretches fromAxes, toAxes, map;
};

} // namespace

std::optional<Sharding> weft::reshard::translate(const Mesh &from,
                                                 const Sharding &sharding,
                                                 const Mesh &to) {
  if (hasSameOrder(from, to) && from.hasSameAxes(to))
    return sharding;
  Translator translator(from, to);
  if (!translator.isPossible())
    return std::nullopt;
  Sharding result = sharding;
  result.replicated.clear();
  for (DimSharding &dim : result.dims)
    if (!translator.translate(dim.axes))
      return std::nullopt;
  if (!translator.translate(result.unreduced))
    return std::nullopt;
  result.unreduced.sortAndMerge();
  return result;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// Whether the map leaves the coordinate along an axis alone, and does the same
/// whatever it is.
static bool isInert(const Mesh &mesh, int32_t axis,
                    llvm::ArrayRef<int64_t> map) {
  for (auto [q, p] : llvm::enumerate(map)) {
    llvm::SmallVector<int64_t> source = mesh.coordinates(q);
    llvm::SmallVector<int64_t> target = mesh.coordinates(p);
    if (source[axis] != target[axis])
      return false;
    source[axis] = target[axis] = 0;
    if (map[mesh.positionAt(source)] != mesh.positionAt(target))
      return false;
  }
  return true;
}

static bool holdsTheSame(const Mesh &mesh, const Sharding &sharding, int64_t a,
                         int64_t b) {
  auto same = [&](const AxisList &axes) {
    return mesh.shardIndex(a, axes) == mesh.shardIndex(b, axes);
  };
  return same(sharding.unreduced) &&
         llvm::all_of(sharding.dims,
                      [&](const DimSharding &dim) { return same(dim.axes); });
}

DevicePairs weft::reshard::pairsBetween(const Mesh &from, const Mesh &to,
                                        const Sharding &sharding) {
  // The device at position q of `to` needs what position q of `from` holds.
  llvm::SmallVector<int64_t> map = positionsIn(to, from);
  DevicePairs result;
  auto needs = [&](auto pair) {
    return !holdsTheSame(from, sharding, pair.index(), pair.value());
  };
  if (llvm::none_of(llvm::enumerate(map), needs))
    return result;
  llvm::SmallVector<int32_t> inert;
  for (size_t axis = 0; axis != from.axes().size(); ++axis)
    if (isInert(from, axis, map))
      inert.push_back(axis);
    else
      result.axes.append(from.whole(axis));
  for (auto [q, p] : llvm::enumerate(map)) {
    llvm::SmallVector<int64_t> rest = from.coordinates(q);
    if (llvm::all_of(inert, [&](int32_t axis) { return rest[axis] == 0; }))
      result.pairs.append(
          {from.shardIndex(q, result.axes), from.shardIndex(p, result.axes)});
  }
  return result;
}
