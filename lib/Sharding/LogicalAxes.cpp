//===- LogicalAxes.cpp - from logical axes to mesh axes ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/LogicalAxes.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace weft;

bool NamedAxis::overlaps(const NamedAxis &other) const {
  if (name != other.name)
    return false;
  if (isWhole() || other.isWhole())
    return true;
  // x < p * s, without the product, which may overflow.
  return preSize / other.size < other.preSize && other.preSize / size < preSize;
}

namespace {
/// One name of the spec on its way to mesh axes.
struct Entry {
  unsigned dim;
  NamedAxis axis;
  NamedAxes resolved;
  bool hasRule = false;
  bool done = false;
};
} // namespace

static SmallVector<Entry> listEntries(ArrayRef<NamedAxes> spec) {
  SmallVector<Entry> entries;
  for (auto [dim, axes] : enumerate(spec))
    for (const NamedAxis &axis : axes)
      entries.push_back({static_cast<unsigned>(dim), axis, {}});
  return entries;
}

static bool isFree(ArrayRef<Entry> entries, ArrayRef<NamedAxis> axes) {
  return none_of(entries, [&](const Entry &entry) {
    return any_of(entry.resolved, [&](const NamedAxis &used) {
      return any_of(axes,
                    [&](const NamedAxis &axis) { return axis.overlaps(used); });
    });
  });
}

LogicalResolution
weft::resolveLogicalAxes(ArrayRef<NamedAxes> spec,
                         ArrayRef<LogicalAxisRule> rules,
                         function_ref<bool(StringRef)> isMeshAxis) {
  LogicalResolution result;
  SmallVector<Entry> entries = listEntries(spec);
  for (Entry &entry : entries) {
    entry.hasRule =
        entry.axis.isWhole() && any_of(rules, [&](const LogicalAxisRule &rule) {
          return rule.logical == entry.axis.name;
        });
    if (entry.hasRule || !isMeshAxis(entry.axis.name))
      continue;
    entry.resolved.push_back(entry.axis);
    entry.done = true;
  }

  for (auto [index, rule] : enumerate(rules)) {
    bool used = false;
    for (Entry &entry : entries) {
      if (entry.done || !entry.hasRule || entry.axis.name != rule.logical ||
          !isFree(entries, rule.axes))
        continue;
      entry.resolved = rule.axes;
      entry.done = used = true;
    }
    if (used)
      result.rulesUsed.push_back(index);
  }

  result.dims.resize(spec.size());
  for (Entry &entry : entries) {
    append_range(result.dims[entry.dim], entry.resolved);
    if (!entry.done)
      result.unresolved.push_back({entry.dim, entry.axis.name, entry.hasRule});
  }
  return result;
}
