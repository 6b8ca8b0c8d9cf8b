//===- MeshLookup.cpp - from a reference to the mesh it means ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"

using namespace mlir;
using namespace weft;

InFlightDiagnostic MeshBinding::note(InFlightDiagnostic diagnostic) const {
  if (declaration)
    diagnostic.attachNote(MeshOp(declaration).getLoc())
        << "mesh @" << MeshOp(declaration).getSymName() << " is declared here";
  return diagnostic;
}

/// The meshes that the symbol table `table` declares.
static auto meshesOf(Operation *table) {
  return table->getRegion(0).getOps<MeshOp>();
}

/// A mesh of `table` that `accept` accepts. Meshes are usually declared first,
/// sometimes last, so the search goes from both ends to the middle.
static MeshOp findMesh(Operation *table,
                       llvm::function_ref<bool(MeshOp)> accept) {
  for (Block &block : table->getRegion(0)) {
    auto front = block.begin(), back = block.end();
    while (front != back) {
      auto mesh = dyn_cast<MeshOp>(*front++);
      if (mesh && accept(mesh))
        return mesh;
      if (front == back)
        break;
      mesh = dyn_cast<MeshOp>(*--back);
      if (mesh && accept(mesh))
        return mesh;
    }
  }
  return {};
}

/// The next symbol table at or above `op`; null if there is none.
static Operation *enclosingTable(Operation *op) {
  while (op && !op->hasTrait<OpTrait::SymbolTable>())
    op = op->getParentOp();
  return op;
}

/// The mesh called `name` in one symbol table.
static MeshOp lookupIn(Operation *table, StringAttr name,
                       SymbolTableCollection *tables) {
  if (tables)
    return dyn_cast_or_null<MeshOp>(tables->getSymbolTable(table).lookup(name));
  return findMesh(table,
                  [&](MeshOp mesh) { return mesh.getSymNameAttr() == name; });
}

MeshBinding weft::lookupMesh(Operation *from, Attribute ref,
                             SymbolTableCollection *tables) {
  if (auto mesh = dyn_cast_or_null<MeshAttr>(ref))
    return {mesh, {}};
  auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(ref);
  if (!symbol)
    return {};
  // A module of weft is a symbol table too, so one level is not enough. Only
  // the nearest is worth a hash table: `tables` lives as long as its
  // verification, and building those further out each time would cost more.
  for (Operation *table = enclosingTable(from); table;
       table = enclosingTable(table->getParentOp())) {
    if (MeshOp mesh = lookupIn(table, symbol.getAttr(), tables))
      return {mesh.getMesh(), mesh};
    tables = nullptr;
  }
  return {};
}

/// The default mesh of a symbol table, or its only one.
static MeshOp impliedIn(Operation *table) {
  MeshOp only;
  bool several = false;
  for (MeshOp mesh : meshesOf(table)) {
    if (mesh.getIsDefault())
      return mesh;
    several |= static_cast<bool>(only);
    only = mesh;
  }
  return several ? MeshOp() : only;
}

MeshBinding weft::lookupEnclosingMesh(Operation *from) {
  for (auto manual = from->getParentOfType<ManualOp>(); manual;
       manual = manual->getParentOfType<ManualOp>())
    if (Attribute ref = manual.getMeshRef())
      return lookupMesh(manual, ref);
  return {};
}

MeshBinding weft::lookupImpliedMesh(Operation *from) {
  if (MeshBinding mesh = lookupEnclosingMesh(from))
    return mesh;
  for (Operation *table = enclosingTable(from); table;
       table = enclosingTable(table->getParentOp())) {
    if (MeshOp mesh = impliedIn(table))
      return {mesh.getMesh(), mesh};
    if (!meshesOf(table).empty())
      return {}; // several, and none is the default
  }
  return {};
}

bool weft::hasAnyMesh(Operation *from) {
  for (Operation *table = enclosingTable(from); table;
       table = enclosingTable(table->getParentOp()))
    if (findMesh(table, [](MeshOp) { return true; }))
      return true;
  return false;
}
