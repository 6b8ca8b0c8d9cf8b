//===- MeshGroups.h - devices along the axes of a mesh ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_MESHGROUPS_H
#define WEFT_LIB_REFERENCE_MESHGROUPS_H

#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Reference/Evaluation.h"
#include "weft/Sharding/Mesh.h"

namespace weft::reference {

/// The devices that run a manual region of a whole program: one for each place
/// along the manual axes, numbered major axis first.
class ManualGrid {
public:
  ManualGrid(Mesh mesh, AxisList axes)
      : mesh(std::move(mesh)), axes(std::move(axes)) {}

  const Mesh &getMesh() const { return mesh; }
  const AxisList &getAxes() const { return axes; }

  /// The place of a device on the mesh; 0 along all other axes.
  int64_t getPosition(unsigned device) const;
  unsigned getDevice(int64_t position) const {
    return mesh.shardIndex(position, axes);
  }

private:
  Mesh mesh;
  AxisList axes;
};

/// A device among those that an op along axes brings together.
struct AxisMember {
  Mesh mesh;
  AxisList axes;
  /// Where this device is on the mesh.
  int64_t position;
  /// Its number along the axes, and how many there are.
  int64_t index, count;
};

/// Finds the mesh and the axes of an op, and this device among them. Fails when
/// the devices of the run are not those of the mesh.
llvm::Expected<AxisMember> getMember(Evaluation &evaluation,
                                     mlir::Attribute meshRef,
                                     llvm::ArrayRef<AxisRefAttr> axes);

/// The devices that differ from this one along the axes only, in order.
llvm::SmallVector<unsigned> getDevices(Evaluation &evaluation,
                                       const AxisMember &member);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_MESHGROUPS_H
