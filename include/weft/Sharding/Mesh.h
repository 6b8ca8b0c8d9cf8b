//===- Mesh.h - devices along named axes ------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_MESH_H
#define WEFT_SHARDING_MESH_H

#include "weft/Sharding/AxisRef.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace weft {

/// A named axis and how many devices it has.
struct MeshAxis {
  llvm::StringRef name;
  int64_t size;
};

/// Devices arranged along named axes, major to minor.
///
/// The *position* of a device is the mixed-radix number of its coordinates; the
/// device at position `p` is `deviceIds[p]`, or `p` itself without an explicit
/// order. A mesh without axes is empty (stands for any mesh) or, with a single
/// device id, maximal (one device).
///
/// Names and device ids are borrowed: from attributes, which live as long as
/// their context, or from the caller. No question costs time or memory in
/// proportion to the number of devices unless an explicit order is given.
class Mesh {
public:
  Mesh() = default;

  /// Checks names, sizes, the number of devices and the order.
  static llvm::Expected<Mesh> create(llvm::ArrayRef<MeshAxis> axes,
                                     llvm::ArrayRef<int64_t> deviceIds = {});

  /// As `create`, for input that was checked before: the fields of a verified
  /// attribute.
  static Mesh createUnchecked(llvm::ArrayRef<MeshAxis> axes,
                              llvm::ArrayRef<int64_t> deviceIds = {});

  llvm::ArrayRef<MeshAxis> axes() const { return axisList; }
  llvm::ArrayRef<int64_t> deviceIds() const { return ids; }
  int64_t numDevices() const { return deviceCount; }
  bool isEmpty() const { return axisList.empty() && ids.empty(); }
  bool isMaximal() const { return axisList.empty() && !ids.empty(); }

  /// Whether the axes have the same names and sizes in the same order.
  bool hasSameAxes(const Mesh &other) const;

  /// The index of the axis called `name`.
  std::optional<int32_t> find(llvm::StringRef name) const;

  /// The whole axis with this index.
  AxisRef whole(int32_t axis) const {
    return {axis, 1, static_cast<int32_t>(axisList[axis].size)};
  }
  bool isWhole(AxisRef ref) const {
    return ref.preSize == 1 && ref.size == axisList[ref.axis].size;
  }

  /// The axis that a user wrote, `"x"` or `"x":(preSize)size`, or what is
  /// wrong with it.
  llvm::Expected<AxisRef> resolve(llvm::StringRef name) const;
  llvm::Expected<AxisRef> resolve(llvm::StringRef name, int64_t preSize,
                                  int64_t size) const;

  /// The axis as a user writes it: `"x"` or `"x":(2)4`.
  std::string toString(AxisRef axis) const;

  /// A list of axes as a user writes it: `"x", "y":(1)2`.
  std::string toString(llvm::ArrayRef<AxisRef> axes) const;

  /// The device at a position.
  int64_t deviceAt(int64_t position) const {
    return ids.empty() ? position : ids[position];
  }

  /// The position of a device, or none if the mesh does not have it. Linear in
  /// the number of devices if there is an explicit order.
  std::optional<int64_t> positionOf(int64_t device) const;

  /// The coordinate of a position along an axis or a part of one.
  int64_t coordinate(int64_t position, AxisRef axis) const;

  /// The coordinates of a position along all axes.
  llvm::SmallVector<int64_t> coordinates(int64_t position) const;

  /// The position with these coordinates, one per axis.
  int64_t positionAt(llvm::ArrayRef<int64_t> coordinates) const;

  /// The number that `axes`, read as a mixed-radix number major first, give
  /// the device at `position`: which shard of a dimension it holds.
  int64_t shardIndex(int64_t position, llvm::ArrayRef<AxisRef> axes) const;

private:
  llvm::SmallVector<MeshAxis, 4> axisList;
  llvm::ArrayRef<int64_t> ids;
  int64_t deviceCount = 1;
};

} // namespace weft

#endif // WEFT_SHARDING_MESH_H
