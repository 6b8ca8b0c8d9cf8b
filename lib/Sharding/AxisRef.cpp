//===- AxisRef.cpp - an axis of a mesh, or a part of one --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/AxisRef.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace weft;

bool AxisRef::overlaps(const AxisRef &other) const {
  if (axis != other.axis)
    return false;
  // Size 1 has no extent; it can only meet the same axis of size 1.
  if (size == 1 || other.size == 1)
    return *this == other;
  return preSize < other.end() && other.preSize < end();
}

bool AxisRef::contains(const AxisRef &other) const {
  return axis == other.axis && preSize <= other.preSize &&
         other.end() <= end() && fitsWith(other);
}

bool AxisRef::fitsWith(const AxisRef &other) const {
  if (axis != other.axis)
    return true;
  // The borders of the parts must divide each other in order.
  int64_t borders[] = {preSize, end(), other.preSize, other.end()};
  std::ranges::sort(borders);
  for (int i = 0; i != 3; ++i)
    if (borders[i + 1] % borders[i] != 0)
      return false;
  return true;
}

bool AxisRef::isPrefixOf(const AxisRef &other) const {
  return axis == other.axis && preSize == other.preSize &&
         other.size % size == 0;
}

bool AxisRef::touches(const AxisRef &next) const {
  return axis == next.axis && end() == next.preSize;
}

AxisRef AxisRef::mergedWith(const AxisRef &next) const {
  assert(touches(next) && "only parts that touch can be merged");
  return {axis, preSize, size * next.size};
}

AxisRef AxisRef::prefix(int32_t major) const {
  assert(size % major == 0 && "the major part must divide the axis");
  return {axis, preSize, major};
}

AxisRef AxisRef::suffix(int32_t major) const {
  assert(size % major == 0 && "the major part must divide the axis");
  return {axis, preSize * major, size / major};
}

std::optional<AxisRef> AxisRef::commonPrefix(const AxisRef &other) const {
  if (axis != other.axis || preSize != other.preSize)
    return std::nullopt;
  int32_t common = std::gcd(size, other.size);
  if (common == 1 && size != 1)
    return std::nullopt;
  return AxisRef{axis, preSize, common};
}

std::optional<AxisRef> AxisRef::intersection(const AxisRef &other) const {
  if (!overlaps(other) || !fitsWith(other))
    return std::nullopt;
  int32_t begin = std::max(preSize, other.preSize);
  int64_t last = std::min(end(), other.end());
  return AxisRef{axis, begin, static_cast<int32_t>(last / begin)};
}

std::optional<AxisRef> AxisRef::prefixBefore(const AxisRef &other) const {
  if (axis == other.axis && !fitsWith(other))
    return std::nullopt;
  if (!overlaps(other))
    return *this;
  if (other.preSize <= preSize)
    return std::nullopt;
  return AxisRef{axis, preSize, other.preSize / preSize};
}
