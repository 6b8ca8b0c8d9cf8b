//===- DeviceAxes.cpp - axes that explain orders of devices -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/SdyToWeft/DeviceAxes.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft;

namespace {
/// A digit of a device number: it counts to `size` in steps of `stride`.
struct Digit {
  int64_t stride, size;
};
using Digits = llvm::SmallVector<Digit, 4>;
} // namespace

/// The digits of an iota, major to minor in the order of tile positions.
static Digits digitsOfIota(llvm::ArrayRef<int64_t> dims,
                           llvm::ArrayRef<int64_t> permutation) {
  llvm::SmallVector<int64_t, 4> strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;)
    strides[i - 1] = strides[i] * dims[i];
  Digits digits;
  for (int64_t dim : permutation)
    digits.push_back({strides[dim], dims[dim]});
  return digits;
}

/// The digits of devices listed one by one, if there are any: looks for the
/// longest run of equal steps, takes it as the minor-most digit, and goes on
/// with every size-th device. Linear in the number of devices.
static std::optional<Digits> digitsOfList(llvm::ArrayRef<int64_t> devices) {
  if (devices.front() != 0)
    return std::nullopt;
  Digits minorFirst;
  int64_t count = devices.size(), known = 1;
  while (known < count) {
    int64_t stride = devices[known], size = 1;
    while (size * known < count && devices[size * known] == size * stride)
      ++size;
    if (count % (known * size) != 0)
      return std::nullopt;
    minorFirst.push_back({stride, size});
    known *= size;
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t device = 0, position = i;
    for (Digit digit : minorFirst) {
      device += position % digit.size * digit.stride;
      position /= digit.size;
    }
    if (device != devices[i])
      return std::nullopt;
  }
  return Digits(llvm::reverse(minorFirst));
}

/// Joins stretches that follow each other: cuts that say nothing would split
/// the mesh into more axes than needed.
static llvm::SmallVector<Stretch, 2> joined(llvm::ArrayRef<Stretch> stretches) {
  llvm::SmallVector<Stretch, 2> result;
  for (Stretch stretch : stretches) {
    if (!result.empty() && result.back().end == stretch.begin)
      result.back().end = stretch.end;
    else
      result.push_back(stretch);
  }
  return result;
}

/// Deals the digits out to the dimensions of the tile, from the minor-most. A
/// digit may be cut where a dimension ends inside it.
static std::optional<TileStretches> deal(llvm::ArrayRef<int64_t> tile,
                                         Digits digits, int64_t numDevices) {
  TileStretches result(tile.size());
  for (size_t dim = tile.size(); dim-- > 0;) {
    for (int64_t left = tile[dim]; left > 1;) {
      while (!digits.empty() && digits.back().size == 1)
        digits.pop_back();
      if (digits.empty())
        return std::nullopt;
      Digit &digit = digits.back();
      int64_t taken = std::min(left, digit.size);
      if (left % taken != 0 || digit.size % taken != 0)
        return std::nullopt;
      int64_t end = numDevices / digit.stride;
      result[dim].push_back({end / taken, end});
      digit = {digit.stride * taken, digit.size / taken};
      left /= taken;
    }
    result[dim] = joined(llvm::to_vector(llvm::reverse(result[dim])));
  }
  return result;
}

/// Only strides that divide the number of devices give stretches.
static bool areStridesValid(const Digits &digits, int64_t numDevices) {
  return llvm::all_of(digits, [&](Digit digit) {
    return digit.stride > 0 && numDevices % digit.stride == 0 &&
           numDevices / digit.stride % digit.size == 0;
  });
}

std::optional<TileStretches> weft::explainTile(const HloSharding &sharding) {
  int64_t numDevices = sharding.numDevices();
  std::optional<Digits> digits =
      sharding.devices.empty()
          ? digitsOfIota(sharding.iotaDims, sharding.permutation)
          : digitsOfList(sharding.devices);
  if (!digits || !areStridesValid(*digits, numDevices))
    return std::nullopt;
  return deal(sharding.tile, *digits, numDevices);
}

TileStretches weft::explainTileByItself(const HloSharding &sharding) {
  TileStretches result;
  int64_t begin = 1;
  for (int64_t size : sharding.tile) {
    auto &stretches = result.emplace_back();
    if (size > 1)
      stretches.push_back({begin, begin * size});
    begin *= size;
  }
  return result;
}

llvm::SmallVector<int64_t, 0> weft::listDevices(const HloSharding &sharding) {
  if (!sharding.devices.empty())
    return sharding.devices;
  Digits digits = digitsOfIota(sharding.iotaDims, sharding.permutation);
  llvm::SmallVector<int64_t, 0> devices;
  for (int64_t i = 0, count = sharding.numDevices(); i < count; ++i) {
    int64_t device = 0, position = i;
    for (Digit digit : llvm::reverse(digits)) {
      device += position % digit.size * digit.stride;
      position /= digit.size;
    }
    devices.push_back(device);
  }
  return devices;
}

bool AxisCuts::add(const TileStretches &tile) {
  llvm::SmallVector<int64_t, 8> grown = cuts;
  for (const auto &stretches : tile)
    for (Stretch stretch : stretches)
      for (int64_t cut : {stretch.begin, stretch.end}) {
        auto *next = llvm::lower_bound(grown, cut);
        if (next != grown.end() && *next == cut)
          continue;
        if (next == grown.end() || *next % cut != 0 || cut % *(next - 1) != 0)
          return false;
        grown.insert(next, cut);
      }
  cuts = std::move(grown);
  return true;
}

llvm::SmallVector<int64_t, 4> AxisCuts::axisSizes() const {
  llvm::SmallVector<int64_t, 4> sizes;
  for (size_t i = 1; i < cuts.size(); ++i)
    sizes.push_back(cuts[i] / cuts[i - 1]);
  return sizes;
}

std::pair<size_t, size_t> AxisCuts::axesOf(Stretch stretch) const {
  size_t begin = llvm::lower_bound(cuts, stretch.begin) - cuts.begin();
  size_t end = llvm::lower_bound(cuts, stretch.end) - cuts.begin();
  return {begin, end - begin};
}
