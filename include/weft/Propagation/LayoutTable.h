//===- LayoutTable.h - shardings by number ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of tens of thousands of values has a few dozen different shardings.
// The engine gives each a number, so that a value's state is one integer, "did
// it change" is one comparison, and a visit of an op can be looked up by the
// numbers of its tensors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_LAYOUTTABLE_H
#define WEFT_PROPAGATION_LAYOUTTABLE_H

#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Sharding/Sharding.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>

namespace weft {

/// The number of a layout. 0 means that nothing is known about the value.
using LayoutId = uint32_t;
constexpr LayoutId noLayout = 0;

/// A sharding on one of the program's meshes.
struct Layout {
  /// How the program refers to the mesh: a symbol or an inline mesh.
  mlir::Attribute meshRef;
  const Mesh *mesh;
  Sharding sharding;
};

/// The meshes and layouts of one module.
class LayoutTable {
public:
  /// `module` holds the mesh symbols.
  explicit LayoutTable(mlir::Operation *module);

  const Layout &operator[](LayoutId id) const { return layouts[id - 1]; }

  LayoutId intern(mlir::Attribute meshRef, Sharding sharding);

  /// The number of a sharding that the program states, or an error if its
  /// mesh is not declared or an axis is not in it.
  llvm::Expected<LayoutId> intern(ShardingAttr sharding);

  /// The attribute that writes a layout, made once.
  ShardingAttr getAttr(LayoutId id);

  /// The mesh that `meshRef` means, or null.
  const Mesh *getMesh(mlir::Attribute meshRef);

  size_t size() const { return layouts.size(); }
  /// How many different meshes the layouts so far are on.
  size_t getNumMeshes() const { return meshes.size(); }

private:
  mlir::Operation *module;
  llvm::DenseMap<mlir::Attribute, const Mesh *> meshByRef;
  /// Meshes of equal content are one object, so that pointers compare.
  llvm::DenseMap<mlir::Attribute, const Mesh *> meshByContent;
  std::deque<Mesh> meshes;
  std::deque<Layout> layouts;
  llvm::SmallVector<ShardingAttr> attrs;
  llvm::DenseMap<mlir::Attribute, LayoutId> idByAttr;
  /// Layouts by hash; the rare collisions are chained.
  llvm::DenseMap<uint64_t, llvm::SmallVector<LayoutId, 1>> idsByHash;
};

} // namespace weft

#endif // WEFT_PROPAGATION_LAYOUTTABLE_H
