//===- AxisList.h - axes that split a dimension, in order -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_AXISLIST_H
#define WEFT_SHARDING_AXISLIST_H

#include "weft/Sharding/AxisRef.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace weft {

/// Axes in order, major to minor: what splits a dimension or a factor.
///
/// Neighbours that touch are kept merged, so equal layouts have equal lists:
/// appending `(2)2` to `[(1)2]` gives `[(1)4]`. Two axes fit inline; most
/// dimensions have at most one.
class AxisList {
public:
  AxisList() = default;
  AxisList(std::initializer_list<AxisRef> axes) {
    for (AxisRef axis : axes)
      append(axis);
  }
  explicit AxisList(llvm::ArrayRef<AxisRef> axes) {
    for (AxisRef axis : axes)
      append(axis);
  }

  llvm::ArrayRef<AxisRef> axes() const { return list; }
  operator llvm::ArrayRef<AxisRef>() const { return list; }
  bool empty() const { return list.empty(); }
  size_t size() const { return list.size(); }
  AxisRef operator[](size_t i) const { return list[i]; }
  AxisRef back() const { return list.back(); }
  auto begin() const { return list.begin(); }
  auto end() const { return list.end(); }
  friend bool operator==(const AxisList &a, const AxisList &b) {
    return a.list == b.list;
  }

  /// How many shards the axes make together.
  int64_t numShards() const;

  /// Adds the minor-most axis, merged with the last one if they touch.
  void append(AxisRef axis);
  void append(llvm::ArrayRef<AxisRef> axes) {
    for (AxisRef axis : axes)
      append(axis);
  }
  void clear() { list.clear(); }

  /// Whether `axis` overlaps one of the list.
  bool overlaps(AxisRef axis) const;
  bool overlaps(const AxisList &other) const;

  /// Whether each axis of the list is, with `axis`, part of one factorisation.
  bool fitsWith(AxisRef axis) const;

  /// Whether one axis of the list contains `axis`.
  bool contains(AxisRef axis) const;

  /// Whether the list continues `prefix`, which may end inside an axis.
  bool startsWith(const AxisList &prefix) const;

  /// The longest list that both start with; may end inside an axis.
  AxisList commonPrefix(const AxisList &other) const;

  /// What follows `prefix`, which the list must start with.
  AxisList withoutPrefix(const AxisList &prefix) const;

  /// Drops the minor-most axes that `suffix` names; false, with the list
  /// unchanged, if it does not end so.
  bool removeSuffix(const AxisList &suffix);

  /// Sorts by axis, then major to minor, merging what then touches: the form
  /// of lists whose order has no meaning (replicated, unreduced).
  void sortAndMerge();

private:
  llvm::SmallVector<AxisRef, 2> list;
};

} // namespace weft

#endif // WEFT_SHARDING_AXISLIST_H
