//===- LeafTable.h - what each device holds of a state ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_LEAFTABLE_H
#define WEFT_STATE_LEAFTABLE_H

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/ModuleOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <optional>
#include <string>
#include <vector>

namespace weft {

/// One tensor and its share on a device.
struct LeafRow {
  /// `blocks.3.attention.query.kernel`, or the name of an argument.
  std::string path;
  mlir::Type type;
  /// One entry per dimension, in axes of the mesh.
  SpecAttr spec;
  /// As the user wrote it, if that was in logical axes; else null.
  SpecAttr logicalSpec;
  /// Whether anybody has said how it is split.
  bool hasSpec = true;
  /// The rule that said so; none for the definition.
  std::optional<size_t> rule = std::nullopt;
  /// The shape of each shard.
  llvm::SmallVector<int64_t> shardShape;
  /// Of the whole tensor and of one shard; none if the size is not static.
  std::optional<int64_t> bytes, bytesPerDevice;
};

/// The leaves of a module, or the arguments of a function.
struct LeafTable {
  /// A rule for specs and the number of leaves that it decides.
  struct Rule {
    std::string text;
    size_t uses;
  };

  /// What it shows: `module @Mlp`, `function @main`.
  std::string title;
  /// The mesh, null on a single device.
  MeshAttr mesh;
  llvm::StringRef meshName;
  std::vector<LeafRow> rows;
  std::vector<Rule> rules;
  /// Sums over the rows of known size.
  int64_t bytes = 0, bytesPerDevice = 0;
};

/// Tabulates every leaf of `module`. Fails with a diagnostic if the leaves
/// cannot be listed or their sizes do not fit 63 bits.
mlir::FailureOr<LeafTable> tabulateModule(ModuleDefOp module);

/// Tabulates the arguments of `function`, named after their locations, which
/// JAX sets to the path in the caller's data, or numbered.
mlir::FailureOr<LeafTable>
tabulateArguments(mlir::FunctionOpInterface function);

/// The path of an argument: what `weft.path` says, or the name that the
/// producer of the program gave to it, or `arg` and its number.
std::string getArgumentPath(mlir::FunctionOpInterface function, unsigned i);

/// `params['mlp'][0].kernel` as a path: `params.mlp.0.kernel`.
std::string normalizePath(llvm::StringRef name);

} // namespace weft

#endif // WEFT_STATE_LEAFTABLE_H
