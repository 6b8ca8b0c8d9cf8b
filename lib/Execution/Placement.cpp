//===- Placement.cpp - where the parts of an array lie ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/Placement.h"

#include "weft/Sharding/LocalShape.h"

#include "llvm/Support/FormatVariadic.h"

#include <cstring>

using namespace weft;
using namespace weft::execution;

Placement Placement::replicated(ArrayType type) {
  Sharding sharding = Sharding::closed(type.getRank());
  return Placement(type, type, Mesh(), std::move(sharding));
}

static llvm::Error makeError(std::string message) {
  return llvm::createStringError(
      std::make_error_code(std::errc::invalid_argument), llvm::Twine(message));
}

llvm::Expected<Placement> Placement::get(ArrayType whole, ArrayType local,
                                         Mesh mesh, Sharding sharding) {
  if (mesh.isMaximal())
    sharding = Sharding::closed(whole.getRank());
  if (sharding.rank() != whole.getRank())
    return makeError(llvm::formatv("the sharding has {0} dimensions, but {1} "
                                   "has {2}",
                                   sharding.rank(), whole.str(),
                                   whole.getRank()));
  llvm::Expected<ArrayType> expected = ArrayType::get(
      whole.getElementType(), localShape(whole.getDims(), sharding));
  if (!expected)
    return expected.takeError();
  if (!(*expected == local))
    return makeError(llvm::formatv("the shards of {0} are {1}, not {2}",
                                   whole.str(), expected->str(), local.str()));
  return Placement(std::move(whole), std::move(local), std::move(mesh),
                   std::move(sharding));
}

Box Placement::getBox(unsigned device) const {
  if (mesh.axes().empty())
    return Box::whole(whole);
  Box box;
  for (ShardExtent extent : shardExtents(whole.getDims(), mesh, sharding,
                                         mesh.positionOf(device).value_or(0))) {
    box.offsets.push_back(extent.offset);
    box.sizes.push_back(extent.size);
  }
  return box;
}

/// The device at the same place along all axes that matter, and at the first
/// along all others.
unsigned Placement::getLowest(unsigned device, bool keepUnreduced) const {
  if (mesh.isMaximal())
    return mesh.deviceAt(0);
  if (mesh.isEmpty())
    return 0;
  const int64_t position = mesh.positionOf(device).value_or(0);
  llvm::SmallVector<int64_t> coordinates(mesh.axes().size(), 0);
  auto keep = [&](llvm::ArrayRef<AxisRef> axes) {
    for (AxisRef axis : axes)
      coordinates[axis.axis] += mesh.coordinate(position, axis) *
                                (mesh.axes()[axis.axis].size / axis.end());
  };
  for (const DimSharding &dim : sharding.dims)
    keep(dim.axes);
  if (keepUnreduced)
    keep(sharding.unreduced);
  return mesh.deviceAt(mesh.positionAt(coordinates));
}

unsigned Placement::getHolder(unsigned device) const {
  return getLowest(device, /*keepUnreduced=*/true);
}

unsigned Placement::getOwner(unsigned device) const {
  return getLowest(device, /*keepUnreduced=*/false);
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

static int64_t product(llvm::ArrayRef<int64_t> dims) {
  int64_t result = 1;
  for (int64_t dim : dims)
    result *= dim;
  return result;
}

static void copyFrom(const BoxCopy &copy, size_t dim, size_t contiguous,
                     size_t width, const uint8_t *source, uint8_t *target) {
  const size_t sourceStride =
      product(copy.sourceDims.drop_front(dim + 1)) * width;
  const size_t targetStride =
      product(copy.targetDims.drop_front(dim + 1)) * width;
  source += copy.sourceOffsets[dim] * sourceStride;
  target += copy.targetOffsets[dim] * targetStride;
  if (dim == contiguous) {
    std::memcpy(target, source, copy.sizes[dim] * sourceStride);
    return;
  }
  for (int64_t i = 0; i < copy.sizes[dim]; ++i)
    copyFrom(copy, dim + 1, contiguous, width, source + i * sourceStride,
             target + i * targetStride);
}

void weft::execution::copyBox(const BoxCopy &copy, unsigned width,
                              const uint8_t *source, uint8_t *target) {
  if (llvm::is_contained(copy.sizes, 0))
    return;
  if (copy.sizes.empty()) {
    std::memcpy(target, source, width);
    return;
  }
  // Dimensions that are taken whole on both sides are one run with those
  // before them.
  size_t contiguous = copy.sizes.size() - 1;
  while (contiguous > 0 &&
         copy.sizes[contiguous] == copy.sourceDims[contiguous] &&
         copy.sizes[contiguous] == copy.targetDims[contiguous])
    --contiguous;
  copyFrom(copy, 0, contiguous, width, source, target);
}
