//===- LayoutTable.cpp - shardings by number --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/LayoutTable.h"

#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"

#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace weft;

LayoutTable::LayoutTable(Operation *module) : module(module) {}

const Mesh *LayoutTable::getMesh(Attribute meshRef) {
  auto [known, isNew] = meshByRef.try_emplace(meshRef, nullptr);
  if (!isNew)
    return known->second;
  MeshAttr content = lookupMesh(module, meshRef).mesh;
  if (!content)
    return nullptr;
  const Mesh *&mesh = meshByContent[content];
  if (!mesh)
    mesh = &meshes.emplace_back(toMesh(content));
  return meshByRef[meshRef] = mesh;
}

static uint64_t hashAxes(const AxisList &axes) {
  llvm::hash_code code(axes.size());
  for (AxisRef axis : axes)
    code = llvm::hash_combine(code, axis.axis, axis.preSize, axis.size);
  return code;
}

static uint64_t hash(Attribute meshRef, const Sharding &sharding) {
  llvm::hash_code code = llvm::hash_combine(
      meshRef, hashAxes(sharding.replicated), hashAxes(sharding.unreduced),
      unsigned(sharding.unreducedKind));
  for (const DimSharding &dim : sharding.dims)
    code = llvm::hash_combine(code, hashAxes(dim.axes), dim.isOpen,
                              dim.priority.value_or(-1));
  // DenseMap keeps the two largest keys for itself.
  return uint64_t(code) >> 1;
}

LayoutId LayoutTable::intern(Attribute meshRef, Sharding sharding) {
  llvm::SmallVector<LayoutId, 1> &chain = idsByHash[hash(meshRef, sharding)];
  for (LayoutId id : chain)
    if ((*this)[id].meshRef == meshRef && (*this)[id].sharding == sharding)
      return id;
  layouts.push_back({meshRef, getMesh(meshRef), std::move(sharding)});
  attrs.emplace_back();
  chain.push_back(layouts.size());
  return layouts.size();
}

llvm::Expected<LayoutId> LayoutTable::intern(ShardingAttr attr) {
  LayoutId &id = idByAttr[attr];
  if (id != noLayout)
    return id;
  const Mesh *mesh = getMesh(attr.getMesh());
  if (!mesh)
    return llvm::createStringError("the mesh of this sharding is not declared");
  llvm::Expected<Sharding> sharding = toSharding(*mesh, attr);
  if (!sharding)
    return sharding.takeError();
  id = intern(attr.getMesh(), std::move(*sharding));
  attrs[id - 1] = attr;
  return id;
}

ShardingAttr LayoutTable::getAttr(LayoutId id) {
  ShardingAttr &attr = attrs[id - 1];
  if (!attr) {
    const Layout &layout = (*this)[id];
    attr = toAttr(layout.meshRef, *layout.mesh, layout.sharding);
  }
  return attr;
}
