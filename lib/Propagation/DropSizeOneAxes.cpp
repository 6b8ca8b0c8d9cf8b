//===- DropSizeOneAxes.cpp - shardings without axes of size one -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingRewriter.h"

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Propagation/Passes.h"

#include "llvm/ADT/DenseSet.h"

namespace weft {
#define GEN_PASS_DEF_DROPSIZEONEAXES
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// The axes to drop, by the symbol or the content of their mesh.
class SizeOneAxes {
public:
  explicit SizeOneAxes(ModuleOp module) {
    for (auto mesh : module.getOps<MeshOp>())
      addMesh(FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getMesh());
    if (axes.empty())
      return;
    llvm::DenseSet<StringRef> manual;
    module.walk([&](ManualOp op) {
      for (AxisRefAttr axis : op.getManualAxes())
        manual.insert(axis.getName());
    });
    for (auto &[mesh, names] : axes)
      llvm::erase_if(names,
                     [&](StringRef name) { return manual.contains(name); });
  }

  bool empty() const { return axes.empty(); }

  SmallVector<AxisRefAttr> withoutThem(Attribute mesh,
                                       ArrayRef<AxisRefAttr> list) const {
    auto it = axes.find(mesh);
    SmallVector<AxisRefAttr> result(list);
    if (it == axes.end())
      return result;
    llvm::erase_if(result, [&](AxisRefAttr axis) {
      return llvm::is_contained(it->second, axis.getName());
    });
    return result.size() == list.size() ? result : merged(mesh, result);
  }

private:
  /// Parts of an axis that are neighbours now are one.
  SmallVector<AxisRefAttr> merged(Attribute ref,
                                  ArrayRef<AxisRefAttr> list) const {
    const Mesh mesh = toMesh(meshes.lookup(ref));
    SmallVector<AxisRef> resolved;
    if (llvm::Error error = resolveAxes(mesh, list, resolved)) {
      llvm::consumeError(std::move(error)); // the verifier says so
      return SmallVector<AxisRefAttr>(list);
    }
    return toAttrs(ref.getContext(), mesh, AxisList(resolved));
  }

  void addMesh(Attribute ref, MeshAttr mesh) {
    meshes[ref] = mesh;
    for (MeshAxisAttr axis : mesh.getAxes())
      if (axis.getSize() == 1)
        axes[ref].push_back(axis.getName());
  }

  llvm::DenseMap<Attribute, SmallVector<StringRef>> axes;
  llvm::DenseMap<Attribute, MeshAttr> meshes;
};

struct DropSizeOneAxes : weft::impl::DropSizeOneAxesBase<DropSizeOneAxes> {
  using Base::Base;

  void runOnOperation() override {
    SizeOneAxes axes(getOperation());
    if (axes.empty())
      return;
    ShardingRewriter rewriter(
        [&](ShardingAttr sharding) { return drop(sharding, axes); });
    rewriter.rewriteAll(getOperation());
  }

  ShardingAttr drop(ShardingAttr sharding, const SizeOneAxes &axes) {
    auto keep = [&](ArrayRef<AxisRefAttr> list) {
      SmallVector<AxisRefAttr> kept =
          axes.withoutThem(sharding.getMesh(), list);
      numAxes += list.size() - kept.size();
      return kept;
    };
    SmallVector<DimShardingAttr> dims;
    for (DimShardingAttr dim : sharding.getDims()) {
      SmallVector<AxisRefAttr> kept = keep(dim.getAxes());
      // A closed dimension that is not split has nothing to put off.
      bool isIdle = kept.empty() && !dim.getIsOpen();
      dims.push_back(
          DimShardingAttr::get(&getContext(), kept, dim.getIsOpen(),
                               isIdle ? std::nullopt : dim.getPriority()));
    }
    return ShardingAttr::get(
        &getContext(), sharding.getMesh(), dims, keep(sharding.getReplicated()),
        keep(sharding.getUnreduced()), sharding.getUnreducedKind());
  }
};
} // namespace
