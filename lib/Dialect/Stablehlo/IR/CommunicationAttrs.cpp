//===- CommunicationAttrs.cpp - channels and groups of devices --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace weft::stablehlo {

LogicalResult
SubAxisInfoAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        int64_t preSize, int64_t size) {
  if (preSize < 1)
    return emitError() << "sub-axis has pre-size " << preSize
                       << "; it must be at least 1";
  if (size < 2)
    return emitError() << "sub-axis has size " << size
                       << "; it must be at least 2";
  return success();
}

LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef name, int64_t size) {
  if (size < 1)
    return emitError() << "mesh axis \"" << name << "\" has size " << size
                       << "; it must be positive";
  return success();
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               DenseIntElementsAttr deviceIds) {
  if (axes.empty())
    return emitError() << "mesh has no axes";
  llvm::StringSet<> names;
  std::optional<int64_t> size = 1;
  for (MeshAxisAttr axis : axes) {
    if (!names.insert(axis.getName()).second)
      return emitError() << "mesh has two axes named \"" << axis.getName()
                         << "\"";
    size = llvm::checkedMul(*size, axis.getSize());
    if (!size)
      return emitError() << "mesh has more devices than 64 bits can count";
  }
  if (deviceIds && deviceIds.getNumElements() != *size)
    return emitError() << "mesh has " << *size << " devices, but "
                       << deviceIds.getNumElements() << " device ids";
  return success();
}

/// The size of the mesh axis (or the part of it) that `ref` names.
static FailureOr<int64_t>
getAxisSize(MeshAttr mesh, AxisRefAttr ref,
            function_ref<InFlightDiagnostic()> emitError) {
  auto axis = llvm::find_if(mesh.getAxes(), [&](MeshAxisAttr entry) {
    return entry.getName() == ref.getName();
  });
  if (axis == mesh.getAxes().end())
    return emitError() << "axis \"" << ref.getName() << "\" is not in the mesh";
  SubAxisInfoAttr part = ref.getSubAxisInfo();
  if (!part)
    return axis->getSize();
  std::optional<int64_t> used =
      llvm::checkedMul(part.getPreSize(), part.getSize());
  if (!used || axis->getSize() % *used != 0)
    return emitError() << "sub-axis (" << part.getPreSize() << ")"
                       << part.getSize() << " does not divide axis \""
                       << ref.getName() << "\" of size " << axis->getSize();
  return part.getSize();
}

LogicalResult
ReplicaGroupMeshAxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Attribute mesh, ArrayAttr axes) {
  auto inlineMesh = dyn_cast<MeshAttr>(mesh);
  if (!inlineMesh && !isa<FlatSymbolRefAttr>(mesh))
    return emitError() << "the mesh is " << mesh
                       << "; it must be a symbol or a #stablehlo.mesh";
  for (auto [index, axis] : llvm::enumerate(axes)) {
    auto ref = dyn_cast<AxisRefAttr>(axis);
    if (!ref)
      return emitError() << "axis " << index << " is " << axis
                         << "; it must be a #stablehlo.axis_ref";
    if (llvm::is_contained(axes.getValue().take_front(index), axis))
      return emitError() << "axis \"" << ref.getName() << "\" appears twice";
    if (inlineMesh && failed(getAxisSize(inlineMesh, ref, emitError)))
      return failure();
  }
  return success();
}

MeshAttr ReplicaGroupMeshAxesAttr::getInlineMesh() {
  return dyn_cast<MeshAttr>(getMesh());
}

std::optional<int64_t> ReplicaGroupMeshAxesAttr::getGroupSize() {
  MeshAttr mesh = getInlineMesh();
  if (!mesh)
    return std::nullopt;
  std::optional<int64_t> size = 1;
  for (auto ref : getAxes().getAsRange<AxisRefAttr>()) {
    FailureOr<int64_t> axisSize =
        getAxisSize(mesh, ref, [] { return InFlightDiagnostic(); });
    if (failed(axisSize))
      return std::nullopt;
    size = llvm::checkedMul(*size, *axisSize);
    if (!size)
      return std::nullopt;
  }
  return size;
}

} // namespace weft::stablehlo
