//===- DeviceGroups.cpp - devices along the axes of a mesh ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/DeviceGroups.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft;

/// Minor to major, each part takes its digit of the index.
int64_t weft::moveAlong(const Mesh &mesh, int64_t position,
                        llvm::ArrayRef<AxisRef> axes, int64_t index) {
  llvm::SmallVector<int64_t> coordinates = mesh.coordinates(position);
  for (AxisRef axis : llvm::reverse(axes)) {
    const int64_t digit = index % axis.size;
    index /= axis.size;
    // One step along the part is `stride` steps along its axis.
    const int64_t stride = mesh.axes()[axis.axis].size / axis.end();
    coordinates[axis.axis] +=
        (digit - mesh.coordinate(position, axis)) * stride;
  }
  return mesh.positionAt(coordinates);
}
