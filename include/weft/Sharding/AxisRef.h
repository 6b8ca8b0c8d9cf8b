//===- AxisRef.h - an axis of a mesh, or a part of one ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_AXISREF_H
#define WEFT_SHARDING_AXISREF_H

#include <cstdint>
#include <optional>
#include <tuple>

namespace weft {

/// An axis of a mesh, or a part of one, as three numbers.
///
/// An axis of size 8 can be seen as `[2, 4]`, `[2, 2, 2]`, and so on, major
/// part first. A part is known by the product of the parts major to it (the
/// pre-size) and its own size: in `[2, 2, 2]` the middle one is `(2)2`. Think
/// of the numbers 1 to 8 as a line: `(2)2` is the stretch from 2 to 4, the
/// whole axis `(1)8` the stretch from 1 to 8. Two parts overlap if their
/// stretches do, and touch if one ends where the other begins.
///
///     1       2       4       8
///     |--(1)2-|--(2)2-|--(4)2-|
///     |----(1)4-------|
///
/// The whole axis is the part with pre-size 1 and the size of the axis, so no
/// question below needs the mesh. Twelve bytes, trivially copied: lists of
/// axes are compared and cut on every visit of propagation.
struct AxisRef {
  int32_t axis = 0;    ///< index into the axes of the mesh
  int32_t preSize = 1; ///< where the part begins
  int32_t size = 1;    ///< how many shards it makes

  /// Where the part ends; also the pre-size of the part that follows it.
  int64_t end() const { return int64_t(preSize) * size; }

  friend bool operator==(const AxisRef &, const AxisRef &) = default;

  /// By axis, then major to minor.
  friend bool operator<(const AxisRef &a, const AxisRef &b) {
    return std::tie(a.axis, a.preSize, a.size) <
           std::tie(b.axis, b.preSize, b.size);
  }

  /// Whether some part of the axis belongs to both. A part of size 1 has no
  /// extent, but overlaps itself: an axis of size 1 is used once as well.
  bool overlaps(const AxisRef &other) const;

  /// Whether `other` is a part of this one.
  bool contains(const AxisRef &other) const;

  /// Whether both are parts of one factorisation of the axis: `(1)2` and
  /// `(3)2` of an axis of size 12 are not, since 2 does not divide 3.
  bool fitsWith(const AxisRef &other) const;

  /// Whether `other` begins with this one: `(2)2` is a prefix of `(2)4`.
  bool isPrefixOf(const AxisRef &other) const;

  /// Whether `next` begins where this one ends, so that the two, in this
  /// order, are one larger part.
  bool touches(const AxisRef &next) const;

  /// This one and the part `next` that touches it.
  AxisRef mergedWith(const AxisRef &next) const;

  /// The major part of size `major`, which must divide the size.
  AxisRef prefix(int32_t major) const;

  /// What is left after the major part of size `major`, which must divide the
  /// size.
  AxisRef suffix(int32_t major) const;

  /// The largest common prefix: of `(1)4` and `(1)6` it is `(1)2`.
  std::optional<AxisRef> commonPrefix(const AxisRef &other) const;

  /// The part that both hold, if they overlap and fit.
  std::optional<AxisRef> intersection(const AxisRef &other) const;

  /// The largest prefix that does not overlap `other`; none if they begin
  /// together or are no parts of one factorisation.
  std::optional<AxisRef> prefixBefore(const AxisRef &other) const;
};

} // namespace weft

#endif // WEFT_SHARDING_AXISREF_H
