//===- LeafPattern.h - which leaves a rule is for ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_LEAFPATTERN_H
#define WEFT_SHARDING_LEAFPATTERN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// Says of which leaves of a state a rule speaks: by path, and by what the leaf
/// is.
///
///   **/kernel:rank=2               every leaf called `kernel` with two
///                                  dimensions, however deep
///   blocks.*.mlp.{up,down}.*       both kernels and biases of every block
///   **:kind=embed                  everything that belongs to an embedding
///   **/kernel:shape=*x256          two dimensions, the second of size 256
///
/// A path is a list of names; `.` and `/` both separate them. `**` stands for
/// any number of names, also none; within a name `*`, `?`, `[0-3]` and `{a,b}`
/// have their usual meaning. After a colon follow conditions, all of which have
/// to hold.
class LeafPattern {
public:
  /// What a pattern looks at.
  struct Facts {
    llvm::StringRef path;
    llvm::ArrayRef<int64_t> shape;
    /// What it belongs to: `linear`, `layer_norm`, `param`; may be empty.
    llvm::StringRef kind;
  };

  /// Fails, saying what is wrong, if `text` is no pattern.
  static llvm::Expected<LeafPattern> parse(llvm::StringRef text);

  bool matches(const Facts &facts) const;

  llvm::StringRef getText() const { return *text; }

private:
  LeafPattern() = default;
  llvm::Error addCondition(llvm::StringRef condition);
  bool matchesPath(llvm::StringRef path) const;

  /// Globs refer to it.
  std::shared_ptr<const std::string> text;
  /// One per name of the path; none for `**`.
  std::vector<std::optional<llvm::GlobPattern>> names;
  std::optional<int64_t> rank;
  /// None for a dimension of any size.
  std::optional<llvm::SmallVector<std::optional<int64_t>>> shape;
  std::optional<llvm::StringRef> kind;
};

} // namespace weft

#endif // WEFT_SHARDING_LEAFPATTERN_H
