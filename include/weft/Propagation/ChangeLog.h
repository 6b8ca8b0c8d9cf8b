//===- ChangeLog.h - what propagation did, in order -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explanations are not kept while the engine runs: it notes each change in one
// line, and everything else (where an axis came from, what stopped it) is read
// off that list when somebody asks. Values change about as often as there are
// values, so the list is short, and without one the engine only tests a
// pointer.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_CHANGELOG_H
#define WEFT_PROPAGATION_CHANGELOG_H

#include "weft/Propagation/Rounds.h"

#include "llvm/ADT/STLExtras.h"

#include <compare>
#include <vector>

namespace weft {

/// One change of a variable's layout.
struct LayoutChange {
  /// In place of a node: the result of a function and the value that it
  /// returns exchanged layouts, or members of a group did.
  static constexpr uint32_t exchange = ~0u;
  /// In place of a node: the turn of a dimension's priority came.
  static constexpr uint32_t release = ~0u - 1;

  uint32_t variable;
  /// The node that was visited.
  uint32_t node;
  LayoutId before, after;
};

/// What the engine was doing: the user's priority, and the round in it. An
/// earlier phase wins over a later one.
struct Phase {
  int64_t priority = 0;
  Round round = Round::SingleUse;

  friend bool operator==(const Phase &, const Phase &) = default;
  friend auto operator<=>(const Phase &, const Phase &) = default;
};

/// All changes of a run, in order; a change is known by its number, its time.
class ChangeLog {
public:
  void beginPhase(Phase phase) {
    phases.push_back({uint32_t(changes.size()), phase});
  }
  void add(const LayoutChange &change) { changes.push_back(change); }

  uint32_t size() const { return changes.size(); }
  const LayoutChange &operator[](uint32_t time) const { return changes[time]; }
  llvm::ArrayRef<LayoutChange> getChanges() const { return changes; }

  /// The phase in which the change of that time was made.
  Phase getPhase(uint32_t time) const {
    auto next = llvm::upper_bound(phases, time,
                                  [](uint32_t time, const PhaseStart &start) {
                                    return time < start.time;
                                  });
    return next == phases.begin() ? Phase() : std::prev(next)->phase;
  }

private:
  struct PhaseStart {
    uint32_t time;
    Phase phase;
  };
  std::vector<LayoutChange> changes;
  std::vector<PhaseStart> phases;
};

} // namespace weft

#endif // WEFT_PROPAGATION_CHANGELOG_H
