//===- Mesh.cpp - devices along named axes ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/Mesh.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace weft;
using llvm::Twine;

static llvm::Error error(const Twine &message) {
  return llvm::createStringError(message);
}

static std::string quoted(llvm::StringRef name) {
  return ("\"" + name + "\"").str();
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static llvm::Error checkAxis(const MeshAxis &axis) {
  if (axis.name.empty())
    return error("the name of a mesh axis must not be empty");
  if (axis.size < 1)
    return error("axis " + quoted(axis.name) + " has size " + Twine(axis.size) +
                 "; it must be at least 1");
  if (axis.size > INT32_MAX)
    return error("axis " + quoted(axis.name) + " has size " + Twine(axis.size) +
                 "; the largest is " + Twine(INT32_MAX));
  return llvm::Error::success();
}

/// An order must name every device of the mesh once.
static llvm::Error checkOrder(int64_t numDevices,
                              llvm::ArrayRef<int64_t> deviceIds) {
  if (static_cast<int64_t>(deviceIds.size()) != numDevices)
    return error("device_ids lists " + Twine(deviceIds.size()) +
                 " devices, but the axes of the mesh make " +
                 Twine(numDevices));
  llvm::BitVector seen(deviceIds.size());
  for (int64_t id : deviceIds) {
    if (id < 0 || id >= numDevices)
      return error("device_ids holds " + Twine(id) + "; the devices are 0 to " +
                   Twine(numDevices - 1));
    if (seen.test(id))
      return error("device_ids holds device " + Twine(id) + " twice");
    seen.set(id);
  }
  return llvm::Error::success();
}

static llvm::Error checkWithoutAxes(llvm::ArrayRef<int64_t> deviceIds) {
  if (deviceIds.size() > 1)
    return error("a mesh without axes holds one device, but device_ids lists " +
                 Twine(deviceIds.size()));
  if (!deviceIds.empty() && deviceIds.front() < 0)
    return error("device id " + Twine(deviceIds.front()) + " is negative");
  return llvm::Error::success();
}

llvm::Expected<Mesh> Mesh::create(llvm::ArrayRef<MeshAxis> axes,
                                  llvm::ArrayRef<int64_t> deviceIds) {
  int64_t numDevices = 1;
  llvm::SmallSet<llvm::StringRef, 8> names;
  for (const MeshAxis &axis : axes) {
    if (llvm::Error failure = checkAxis(axis))
      return failure;
    if (!names.insert(axis.name).second)
      return error("the mesh has two axes called " + quoted(axis.name));
    if (llvm::MulOverflow(numDevices, axis.size, numDevices))
      return error("the mesh has more than 2^63 devices");
  }
  llvm::Error failure = axes.empty()        ? checkWithoutAxes(deviceIds)
                        : deviceIds.empty() ? llvm::Error::success()
                                            : checkOrder(numDevices, deviceIds);
  if (failure)
    return failure;
  return createUnchecked(axes, deviceIds);
}

Mesh Mesh::createUnchecked(llvm::ArrayRef<MeshAxis> axes,
                           llvm::ArrayRef<int64_t> deviceIds) {
  Mesh mesh;
  mesh.axisList.assign(axes.begin(), axes.end());
  mesh.ids = deviceIds;
  for (const MeshAxis &axis : axes)
    mesh.deviceCount *= axis.size;
  return mesh;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool Mesh::hasSameAxes(const Mesh &other) const {
  return llvm::equal(axisList, other.axisList,
                     [](const MeshAxis &a, const MeshAxis &b) {
                       return a.name == b.name && a.size == b.size;
                     });
}

std::optional<int32_t> Mesh::find(llvm::StringRef name) const {
  for (auto [i, axis] : llvm::enumerate(axisList))
    if (axis.name == name)
      return static_cast<int32_t>(i);
  return std::nullopt;
}

llvm::Expected<AxisRef> Mesh::resolve(llvm::StringRef name) const {
  if (std::optional<int32_t> axis = find(name))
    return whole(*axis);
  if (axisList.empty())
    return error("axis " + quoted(name) +
                 " is not in the mesh, which has no axes");
  std::string names;
  llvm::raw_string_ostream stream(names);
  llvm::interleaveComma(axisList, stream, [&](const MeshAxis &axis) {
    stream << quoted(axis.name);
  });
  return error("axis " + quoted(name) + " is not in the mesh; its axes are " +
               names);
}

llvm::Expected<AxisRef> Mesh::resolve(llvm::StringRef name, int64_t preSize,
                                      int64_t size) const {
  llvm::Expected<AxisRef> axis = resolve(name);
  if (!axis)
    return axis;
  std::string text = quoted(name) + ":(" + std::to_string(preSize) + ")" +
                     std::to_string(size);
  if (preSize < 1 || size < 2)
    return error("sub-axis " + text +
                 " must have a pre-size of at least 1 and a size of at least "
                 "2");
  int64_t covered;
  if (llvm::MulOverflow(preSize, size, covered) || axis->size % covered != 0)
    return error("sub-axis " + text + " does not fit: " + Twine(preSize) +
                 " * " + Twine(size) + " does not divide the size " +
                 Twine(axis->size) + " of axis " + quoted(name));
  if (size == axis->size)
    return error("sub-axis " + text + " is the whole axis; write " +
                 quoted(name));
  return AxisRef{axis->axis, static_cast<int32_t>(preSize),
                 static_cast<int32_t>(size)};
}

std::string Mesh::toString(AxisRef axis) const {
  std::string text = quoted(axisList[axis.axis].name);
  if (!isWhole(axis))
    text +=
        ":(" + std::to_string(axis.preSize) + ")" + std::to_string(axis.size);
  return text;
}

std::string Mesh::toString(llvm::ArrayRef<AxisRef> axes) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(axes, stream,
                        [&](AxisRef axis) { stream << toString(axis); });
  return text;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

std::optional<int64_t> Mesh::positionOf(int64_t device) const {
  if (ids.empty())
    return device >= 0 && device < deviceCount ? std::optional(device)
                                               : std::nullopt;
  const int64_t *found = llvm::find(ids, device);
  if (found == ids.end())
    return std::nullopt;
  return found - ids.begin();
}

int64_t Mesh::coordinate(int64_t position, AxisRef axis) const {
  for (const MeshAxis &minor : llvm::drop_begin(axisList, axis.axis + 1))
    position /= minor.size;
  int64_t belowPart = axisList[axis.axis].size / axis.end();
  return position % axisList[axis.axis].size / belowPart % axis.size;
}

llvm::SmallVector<int64_t> Mesh::coordinates(int64_t position) const {
  llvm::SmallVector<int64_t> result(axisList.size());
  for (size_t i = axisList.size(); i-- > 0;) {
    result[i] = position % axisList[i].size;
    position /= axisList[i].size;
  }
  return result;
}

int64_t Mesh::positionAt(llvm::ArrayRef<int64_t> coordinates) const {
  int64_t position = 0;
  for (auto [coordinate, axis] : llvm::zip_equal(coordinates, axisList))
    position = position * axis.size + coordinate;
  return position;
}

int64_t Mesh::shardIndex(int64_t position, llvm::ArrayRef<AxisRef> axes) const {
  int64_t index = 0;
  for (AxisRef axis : axes)
    index = index * axis.size + coordinate(position, axis);
  return index;
}
