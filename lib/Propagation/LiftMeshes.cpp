//===- LiftMeshes.cpp - give every mesh one name ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingRewriter.h"

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Propagation/Passes.h"

#include "mlir/IR/SymbolTable.h"

namespace weft {
#define GEN_PASS_DEF_LIFTMESHES
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// The meshes of a module by content and by name.
class MeshNames {
public:
  explicit MeshNames(ModuleOp module) : symbols(module) {
    for (auto mesh : module.getOps<MeshOp>()) {
      auto symbol = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
      first[symbol] =
          byContent.try_emplace(mesh.getMesh(), symbol).first->second;
    }
  }

  /// The one symbol for what `mesh`, a symbol or a mesh, means.
  Attribute getName(Attribute mesh) {
    if (auto content = dyn_cast<MeshAttr>(mesh))
      return declare(content);
    Attribute name = first.lookup(mesh);
    return name ? name : mesh;
  }

  unsigned getNumDeclared() const { return numDeclared; }

private:
  Attribute declare(MeshAttr content) {
    FlatSymbolRefAttr &symbol = byContent[content];
    if (symbol)
      return symbol;
    std::string name = "mesh";
    if (content.isMaximal())
      name = "maximal_mesh_" + std::to_string(content.getDeviceIds().front());
    else if (content.isEmpty())
      name = "empty_mesh";
    auto module = cast<ModuleOp>(symbols.getOp());
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    auto mesh = MeshOp::create(builder, module.getLoc(), name, content,
                               /*is_default=*/false);
    symbols.insert(mesh, module.getBody()->begin());
    ++numDeclared;
    return symbol = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
  }

  SymbolTable symbols;
  llvm::DenseMap<Attribute, FlatSymbolRefAttr> byContent, first;
  unsigned numDeclared = 0;
};

struct LiftMeshes : weft::impl::LiftMeshesBase<LiftMeshes> {
  using Base::Base;

  void runOnOperation() override {
    MeshNames names(getOperation());
    ShardingRewriter rewriter([&](ShardingAttr sharding) {
      Attribute mesh = names.getName(sharding.getMesh());
      if (mesh == sharding.getMesh())
        return sharding;
      return ShardingAttr::get(
          &getContext(), mesh, sharding.getDims(), sharding.getReplicated(),
          sharding.getUnreduced(), sharding.getUnreducedKind());
    });
    rewriter.rewriteAll(getOperation());
    numLifted += names.getNumDeclared();
  }
};
} // namespace
