//===- Sharding.h - how a tensor is laid out over a mesh --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_SHARDING_H
#define WEFT_SHARDING_SHARDING_H

#include "weft/Sharding/AxisList.h"
#include "weft/Sharding/Mesh.h"
#include "weft/Sharding/Reducer.h"

namespace weft {

/// How one dimension is split.
struct DimSharding {
  AxisList axes;
  bool isOpen = false;
  std::optional<int64_t> priority;

  friend bool operator==(const DimSharding &, const DimSharding &) = default;
};

/// How a tensor is laid out over a mesh, with axes as indices into it.
///
/// The working form of `#weft.sharding`: passes read attributes into it once,
/// compute with it, and write attributes when they are done. A copy of one
/// with at most four dimensions of at most two axes each does not allocate.
///
/// `replicated` and `unreduced` are sets; they are kept sorted and merged.
struct Sharding {
  llvm::SmallVector<DimSharding, 4> dims;
  AxisList replicated;
  AxisList unreduced;
  ReducerKind unreducedKind = ReducerKind::Add;

  /// A tensor that nothing is known about: every dimension open.
  static Sharding open(unsigned rank);

  /// A tensor that every device holds whole, and that stays so.
  static Sharding closed(unsigned rank);

  unsigned rank() const { return dims.size(); }
  friend bool operator==(const Sharding &, const Sharding &) = default;

  /// Whether both lay a tensor out the same way; openness, priorities and
  /// explicit replication are not looked at.
  bool hasSameLayout(const Sharding &other) const;

  /// Whether each device holds the whole value.
  bool isReplicated() const;

  /// Whether `axis` is used by a dimension, replicated or unreduced.
  bool uses(AxisRef axis) const;

  /// Into how many shards each dimension is split.
  llvm::SmallVector<int64_t, 4> shardCounts() const;
};

/// Says what is wrong with lists of axes as a user wrote them, before they are
/// merged: an axis in two places, parts that overlap or do not fit, neighbours
/// that should be written as one, a priority without effect. `dims`, then
/// `replicated` and `unreduced`.
struct WrittenDim {
  llvm::ArrayRef<AxisRef> axes;
  bool isOpen;
  std::optional<int64_t> priority;
};
llvm::Error checkAxes(const Mesh &mesh, llvm::ArrayRef<WrittenDim> dims,
                      llvm::ArrayRef<AxisRef> replicated,
                      llvm::ArrayRef<AxisRef> unreduced);

/// Says what is wrong with a flat list of axes, such as the axes of a
/// collective.
llvm::Error checkAxes(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes);

/// The same for a sharding that is already a value.
llvm::Error check(const Mesh &mesh, const Sharding &sharding);

/// Says why `sharding`, itself valid, is not one of a tensor of `shape`: the
/// rank differs, or a dimension of size 0 is split. A maximal mesh takes any
/// shape, with no entries.
llvm::Error checkShape(const Mesh &mesh, const Sharding &sharding,
                       llvm::ArrayRef<int64_t> shape);

} // namespace weft

#endif // WEFT_SHARDING_SHARDING_H
