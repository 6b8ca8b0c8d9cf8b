//===- MeshGroups.cpp - devices along the axes of a mesh --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshGroups.h"

#include "weft/Sharding/DeviceGroups.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

int64_t ManualGrid::getPosition(unsigned device) const {
  return moveAlong(mesh, 0, axes, device);
}

/// The position of this device on `mesh`.
static Expected<int64_t> getPosition(Evaluation &evaluation, const Mesh &mesh,
                                     const AxisList &axes) {
  const unsigned device = evaluation.getDevice().getId();
  if (const ManualGrid *grid = evaluation.getGrid()) {
    if (!grid->getMesh().hasSameAxes(mesh))
      return evaluation.error("the mesh is another one than that of the manual "
                              "region around");
    for (AxisRef axis : axes)
      if (!grid->getAxes().contains(axis))
        return evaluation.error("axis {0} is not manual here",
                                mesh.toString(axis));
    return grid->getPosition(device);
  }
  const int64_t numDevices = evaluation.getDevice().getNumDevices();
  if (mesh.numDevices() != numDevices)
    return evaluation.error(
        "the mesh has {0} devices, but the program runs on {1}",
        mesh.numDevices(), numDevices);
  std::optional<int64_t> position = mesh.positionOf(device);
  if (!position)
    return evaluation.error("the mesh has no device {0}", device);
  return *position;
}

Expected<AxisMember> weft::reference::getMember(Evaluation &evaluation,
                                                Attribute meshRef,
                                                ArrayRef<AxisRefAttr> axes) {
  Operation *op = evaluation.getOp();
  MeshBinding binding =
      meshRef ? lookupMesh(op, meshRef) : lookupImpliedMesh(op);
  if (!binding)
    return evaluation.error("the mesh of the op is not declared");
  Mesh mesh = toMesh(binding.mesh);
  Expected<AxisList> list = toAxisList(mesh, axes);
  if (!list)
    return evaluation.error("{0}", llvm::toString(list.takeError()));
  Expected<int64_t> position = getPosition(evaluation, mesh, *list);
  if (!position)
    return position.takeError();
  const int64_t index = mesh.shardIndex(*position, *list);
  const int64_t count = list->numShards();
  return AxisMember{std::move(mesh), std::move(*list), *position, index, count};
}

SmallVector<unsigned> weft::reference::getDevices(Evaluation &evaluation,
                                                  const AxisMember &member) {
  SmallVector<unsigned> devices;
  const ManualGrid *grid = evaluation.getGrid();
  for (int64_t i = 0; i < member.count; ++i) {
    const int64_t position =
        moveAlong(member.mesh, member.position, member.axes, i);
    devices.push_back(grid ? grid->getDevice(position)
                           : member.mesh.deviceAt(position));
  }
  return devices;
}
