//===- LogicalAxes.h - from logical axes to mesh axes -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_LOGICALAXES_H
#define WEFT_SHARDING_LOGICALAXES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace weft {

/// An axis by its name, before it is known to which mesh it belongs. `size` 0
/// means the whole axis; else it is the sub-axis `(preSize)size`.
struct NamedAxis {
  llvm::StringRef name;
  int64_t preSize = 1;
  int64_t size = 0;

  bool isWhole() const { return size == 0; }
  bool operator==(const NamedAxis &) const = default;

  /// Whether a part of the axis belongs to both.
  bool overlaps(const NamedAxis &other) const;
};

/// The axes of one dimension, major to minor.
using NamedAxes = llvm::SmallVector<NamedAxis, 2>;

/// Where a logical axis goes; to no axis at all if `axes` is empty.
struct LogicalAxisRule {
  llvm::StringRef logical;
  NamedAxes axes;
};

/// What became of a spec.
struct LogicalResolution {
  /// A name that splits nothing, and why.
  struct Unresolved {
    unsigned dim;
    llvm::StringRef name;
    /// There are rules for the name, but other dimensions use their axes.
    bool taken;
  };

  /// Per dimension, the mesh axes.
  llvm::SmallVector<NamedAxes> dims;
  llvm::SmallVector<Unresolved> unresolved;
  /// The indices of the rules that were followed, in the order of the rules.
  llvm::SmallVector<unsigned> rulesUsed;
};

/// Replaces the logical axes of `spec`, one list per dimension, by mesh axes.
///
/// A mesh axis can split one dimension only, so the order of the rules is an
/// order of preference, as in Flax: first the names that no rule has keep
/// their mesh axis; then each rule in turn is followed for the dimension that
/// has its name, unless one of its axes is in use. With the rules
///   "batch" -> "data", "embed" -> "data", "embed" -> "model"
/// the spec ["embed", "batch"] becomes ["model", "data"].
/// A sub-axis is always one of the mesh.
LogicalResolution
resolveLogicalAxes(llvm::ArrayRef<NamedAxes> spec,
                   llvm::ArrayRef<LogicalAxisRule> rules,
                   llvm::function_ref<bool(llvm::StringRef)> isMeshAxis);

} // namespace weft

#endif // WEFT_SHARDING_LOGICALAXES_H
