//===- ShardingValues.cpp - between attributes and values -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShardingValues.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// From attributes to values
//===----------------------------------------------------------------------===//

Mesh weft::toMesh(MeshAttr mesh) {
  SmallVector<MeshAxis, 4> axes;
  for (MeshAxisAttr axis : mesh.getAxes())
    axes.push_back({axis.getName(), axis.getSize()});
  return Mesh::createUnchecked(axes, mesh.getDeviceIds());
}

llvm::Expected<AxisRef> weft::resolveAxis(const Mesh &mesh, AxisRefAttr axis) {
  if (SubAxisAttr part = axis.getSubAxis())
    return mesh.resolve(axis.getName(), part.getPreSize(), part.getSize());
  return mesh.resolve(axis.getName());
}

llvm::Error weft::resolveAxes(const Mesh &mesh, ArrayRef<AxisRefAttr> axes,
                              SmallVectorImpl<AxisRef> &resolved) {
  for (AxisRefAttr axis : axes) {
    llvm::Expected<AxisRef> value = resolveAxis(mesh, axis);
    if (!value)
      return value.takeError();
    resolved.push_back(*value);
  }
  return llvm::Error::success();
}

llvm::Expected<AxisList> weft::toAxisList(const Mesh &mesh,
                                          ArrayRef<AxisRefAttr> axes) {
  SmallVector<AxisRef, 4> resolved;
  if (llvm::Error failure = resolveAxes(mesh, axes, resolved))
    return failure;
  if (llvm::Error failure = checkAxes(mesh, resolved))
    return failure;
  return AxisList(resolved);
}

llvm::Expected<Sharding> weft::toSharding(const Mesh &mesh,
                                          ShardingAttr sharding) {
  // All axes in one array, so that the lists of dimensions can refer to it.
  SmallVector<AxisRef, 8> resolved;
  SmallVector<size_t, 8> ends;
  auto add = [&](ArrayRef<AxisRefAttr> axes) {
    llvm::Error failure = resolveAxes(mesh, axes, resolved);
    ends.push_back(resolved.size());
    return failure;
  };
  for (DimShardingAttr dim : sharding.getDims())
    if (llvm::Error failure = add(dim.getAxes()))
      return failure;
  if (llvm::Error failure = add(sharding.getReplicated()))
    return failure;
  if (llvm::Error failure = add(sharding.getUnreduced()))
    return failure;

  auto list = [&](size_t i) {
    size_t begin = i ? ends[i - 1] : 0;
    return ArrayRef(resolved).slice(begin, ends[i] - begin);
  };
  SmallVector<WrittenDim, 6> dims;
  for (auto [i, dim] : llvm::enumerate(sharding.getDims()))
    dims.push_back({list(i), dim.getIsOpen(), dim.getPriority()});
  ArrayRef<AxisRef> replicated = list(dims.size());
  ArrayRef<AxisRef> unreduced = list(dims.size() + 1);
  if (llvm::Error failure = checkAxes(mesh, dims, replicated, unreduced))
    return failure;

  Sharding value;
  for (const WrittenDim &dim : dims)
    value.dims.push_back({AxisList(dim.axes), dim.isOpen, dim.priority});
  value.replicated = AxisList(replicated);
  value.replicated.sortAndMerge();
  value.unreduced = AxisList(unreduced);
  value.unreduced.sortAndMerge();
  value.unreducedKind = sharding.getUnreducedKind();
  return value;
}

llvm::Expected<ReshardStep> weft::toStep(const Mesh &mesh, StepAttr step) {
  ReshardStep value;
  value.kind = step.getKind();
  value.reducer = step.getReducer();
  for (auto [i, axes] : llvm::enumerate(step.getLists())) {
    llvm::Expected<AxisList> list = toAxisList(mesh, axes.getAxes());
    if (!list)
      return list.takeError();
    if (hasAxesPerDimension(value.kind))
      value.dims.push_back(*list);
    else if (hasFlatAxes(value.kind))
      value.axes = *list;
    else
      value.moves.push_back(
          {*list, step.getMoves()[2 * i], step.getMoves()[2 * i + 1]});
  }
  return value;
}

//===----------------------------------------------------------------------===//
// From values to attributes
//===----------------------------------------------------------------------===//

AxisRefAttr weft::toAttr(MLIRContext *context, const Mesh &mesh, AxisRef axis) {
  SubAxisAttr part;
  if (!mesh.isWhole(axis))
    part = SubAxisAttr::get(context, axis.preSize, axis.size);
  return AxisRefAttr::get(context, mesh.axes()[axis.axis].name, part);
}

SmallVector<AxisRefAttr> weft::toAttrs(MLIRContext *context, const Mesh &mesh,
                                       ArrayRef<AxisRef> axes) {
  return llvm::map_to_vector(
      axes, [&](AxisRef axis) { return toAttr(context, mesh, axis); });
}

DimShardingAttr weft::toAttr(MLIRContext *context, const Mesh &mesh,
                             const DimSharding &dim) {
  return DimShardingAttr::get(context, toAttrs(context, mesh, dim.axes),
                              dim.isOpen, dim.priority);
}

ShardingAttr weft::toAttr(Attribute meshRef, const Mesh &mesh,
                          const Sharding &sharding) {
  MLIRContext *context = meshRef.getContext();
  SmallVector<DimShardingAttr> dims;
  for (const DimSharding &dim : sharding.dims)
    dims.push_back(toAttr(context, mesh, dim));
  return ShardingAttr::get(
      context, meshRef, dims, toAttrs(context, mesh, sharding.replicated),
      toAttrs(context, mesh, sharding.unreduced), sharding.unreducedKind);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::optional<ArrayRef<int64_t>> weft::getShardedShape(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return ArrayRef<int64_t>();
  if (!shaped.hasRank())
    return std::nullopt;
  return shaped.getShape();
}
