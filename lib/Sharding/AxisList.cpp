//===- AxisList.cpp - axes that split a dimension, in order -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/AxisList.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft;

int64_t AxisList::numShards() const {
  int64_t count = 1;
  for (AxisRef axis : list)
    count *= axis.size;
  return count;
}

void AxisList::append(AxisRef axis) {
  if (!list.empty() && list.back().touches(axis))
    list.back() = list.back().mergedWith(axis);
  else
    list.push_back(axis);
}

bool AxisList::overlaps(AxisRef axis) const {
  return llvm::any_of(list,
                      [&](const AxisRef &own) { return own.overlaps(axis); });
}

bool AxisList::overlaps(const AxisList &other) const {
  return llvm::any_of(other,
                      [&](const AxisRef &axis) { return overlaps(axis); });
}

bool AxisList::fitsWith(AxisRef axis) const {
  return llvm::all_of(list, [&](const AxisRef &own) {
    return own.axis != axis.axis || own.fitsWith(axis);
  });
}

bool AxisList::contains(AxisRef axis) const {
  return llvm::any_of(list,
                      [&](const AxisRef &own) { return own.contains(axis); });
}

bool AxisList::startsWith(const AxisList &prefix) const {
  if (prefix.size() > size())
    return false;
  if (prefix.empty())
    return true;
  // Lists are merged, so only the last axis of the prefix may be cut short.
  size_t last = prefix.size() - 1;
  return prefix.axes().drop_back() == axes().take_front(last) &&
         prefix[last].isPrefixOf(list[last]);
}

AxisList AxisList::commonPrefix(const AxisList &other) const {
  AxisList common;
  for (auto [a, b] : llvm::zip(list, other.list)) {
    if (a == b) {
      common.list.push_back(a);
      continue;
    }
    if (std::optional<AxisRef> cut = a.commonPrefix(b))
      common.list.push_back(*cut);
    break;
  }
  return common;
}

AxisList AxisList::withoutPrefix(const AxisList &prefix) const {
  assert(startsWith(prefix) && "the list must start with the prefix");
  AxisList rest;
  if (prefix.empty())
    return *this;
  size_t last = prefix.size() - 1;
  if (prefix[last] != list[last])
    rest.list.push_back(list[last].suffix(prefix[last].size));
  rest.list.append(list.begin() + prefix.size(), list.end());
  return rest;
}

bool AxisList::removeSuffix(const AxisList &suffix) {
  if (suffix.size() > size())
    return false;
  if (suffix.empty())
    return true;
  // Only the first axis of the suffix may begin inside one of the list.
  size_t first = size() - suffix.size();
  AxisRef cut = list[first], begin = suffix[0];
  if (suffix.axes().drop_front() != axes().drop_front(first + 1) ||
      !cut.contains(begin) || cut.end() != begin.end())
    return false;
  list.resize(first);
  if (cut != begin)
    list.push_back(cut.prefix(begin.preSize / cut.preSize));
  return true;
}

void AxisList::sortAndMerge() {
  llvm::SmallVector<AxisRef, 2> sorted;
  std::swap(sorted, list);
  llvm::sort(sorted);
  append(sorted);
}
