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

#include "weft/Propagation/LayoutTable.h"

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

using ChangeLog = std::vector<LayoutChange>;

} // namespace weft

#endif // WEFT_PROPAGATION_CHANGELOG_H
