//===- StateLayout.h - where each leaf of a state lies ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_STATELAYOUT_H
#define WEFT_STATE_STATELAYOUT_H

#include "weft/Dialect/Weft/IR/Leaves.h"
#include "weft/Dialect/Weft/IR/SpecResolution.h"
#include "weft/Sharding/LeafPattern.h"

#include "mlir/IR/BuiltinOps.h"

namespace weft {

/// A rule of `weft.spec_rules`, made ready.
struct SpecRule {
  LeafPattern pattern;
  SpecAttr spec;
  /// Whether it also replaces specs of the definition.
  bool override = false;
  /// Where it is written.
  mlir::Location location;
  /// How many leaves it decides.
  size_t uses = 0;

  /// `**/kernel:rank=2 -> [_, "model"]`.
  std::string getText() const;
};

/// Reads the form that `getText` gives. Fails, saying what is wrong, if `text`
/// is no rule.
llvm::Expected<SpecRuleAttr> parseSpecRule(mlir::MLIRContext *context,
                                           llvm::StringRef text);

/// A leaf and the layout it has in the end.
struct PlacedLeaf {
  Leaf leaf;
  /// The spec that counts, as it was written, be it at the definition, in a
  /// rule or at the parameter that an optimiser's state follows. May be null.
  SpecAttr written;
  /// The same in axes of the mesh. The spec is never null.
  ResolvedSpec resolved;
  /// The number of the rule that gave it; none for one of the definition.
  std::optional<size_t> rule = std::nullopt;
};

/// All leaves of a module, laid out over its mesh.
struct StateLayout {
  ModuleDefOp module;
  /// Null on a single device.
  MeshOp mesh;
  std::vector<PlacedLeaf> leaves;
  /// Those of the file, in its order. A rule that decides about no leaf has no
  /// uses.
  std::vector<SpecRule> rules;

  /// The layout of a leaf; null without a mesh.
  ShardingAttr getSharding(const PlacedLeaf &leaf) const;

  /// Lists the leaves of `module` and lays them out. Reports what is wrong:
  /// leaves that cannot be listed, a rule with the wrong number of entries for
  /// a leaf that it matches, an axis that the mesh does not have.
  static mlir::FailureOr<StateLayout> get(ModuleDefOp module,
                                          mlir::SymbolTableCollection &symbols);
};

} // namespace weft

#endif // WEFT_STATE_STATELAYOUT_H
