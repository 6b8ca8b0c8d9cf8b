//===- Leaves.h - the state of a module as a flat list ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_LEAVES_H
#define WEFT_DIALECT_WEFT_IR_LEAVES_H

#include "weft/Dialect/Weft/IR/ModuleOps.h"

#include <optional>
#include <string>
#include <vector>

namespace weft {

/// One tensor of the state of a module.
struct Leaf {
  /// Where it is, seen from the module: `blocks.3.attention.query.kernel`.
  std::string path;
  mlir::RankedTensorType type;
  /// May be null: the value comes from elsewhere.
  InitializerAttrInterface init;
  /// May be null: every device holds the whole leaf.
  SpecAttr spec;
  /// The parameter or layer it belongs to. Its further attributes are the
  /// metadata of the leaf, and its position decides which rules and which mesh
  /// hold for the spec.
  mlir::Operation *owner;
  /// Which of the keys that the module draws from its seed initialises it, in
  /// the order in which flax's `nnx.Rngs` hands them out; none for the state of
  /// an optimiser, which is not random.
  std::optional<int64_t> key = std::nullopt;
  /// The owner, or a submodule it is in, says `frozen`.
  bool frozen = false;
  /// For the state of an optimiser: the path of the parameter it belongs to,
  /// and whose layout it has unless it has a spec of its own.
  std::string mirrored = {};

  /// Whether it has a derivative and nobody has frozen it.
  bool isTrainable() const;

  /// The attributes of the owner that are none of the op's own.
  mlir::DictionaryAttr getMetadata() const;
};

/// More leaves than that are reported as an error: someone mistyped a count.
inline constexpr size_t kMaxLeaves = size_t(1) << 20;

/// Every leaf of `module`, in the order of its members, nested ones in place.
/// Fails with a diagnostic if a submodule is missing or contains itself, or if
/// there are too many.
mlir::FailureOr<std::vector<Leaf>>
collectLeaves(ModuleDefOp module, mlir::SymbolTableCollection &symbols);

/// The leaves of one member of a module, with paths relative to it.
mlir::FailureOr<std::vector<Leaf>>
collectLeaves(ParameterProviderInterface member,
              mlir::SymbolTableCollection &symbols);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_LEAVES_H
