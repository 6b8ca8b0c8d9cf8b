//===- ShardingVerifier.cpp - diagnostics about shardings on ops --*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardedOpInterface.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

#include "weft/Dialect/Weft/IR/ShardedOpInterface.cpp.inc"

//===----------------------------------------------------------------------===//
// One sharding
//===----------------------------------------------------------------------===//

/// The mesh is not there. A program without any mesh is for one device: its
/// annotations are kept and have no effect, except that a wrong rank is never
/// meant.
static LogicalResult verifyWithoutMesh(Operation *op, ShardingAttr sharding,
                                       Type type, const Twine &what) {
  if (hasAnyMesh(op))
    return op->emitOpError(what)
           << "mesh " << sharding.getMesh() << " is not declared";
  std::optional<ArrayRef<int64_t>> shape = getShardedShape(type);
  // An empty list may be meant for a single device, whatever the rank.
  if (!shape || sharding.getDims().empty() ||
      sharding.getDims().size() == shape->size())
    return success();
  return op->emitOpError(what)
         << "the sharding has " << sharding.getDims().size()
         << " dimensions, but the tensor has rank " << shape->size();
}

/// Inside a manual region, values are already local along its axes.
static LogicalResult verifyNotManual(Operation *op, const Mesh &mesh,
                                     const Sharding &sharding,
                                     const Twine &what) {
  for (auto manual = op->getParentOfType<ManualOp>(); manual;
       manual = manual->getParentOfType<ManualOp>()) {
    for (AxisRefAttr name : manual.getManualAxes()) {
      std::optional<int32_t> axis = mesh.find(name.getName());
      if (!axis || !sharding.uses(mesh.whole(*axis)))
        continue;
      InFlightDiagnostic diagnostic =
          op->emitOpError(what) << "axis " << toString(name)
                                << " is manual here, so a sharding cannot "
                                   "use it";
      diagnostic.attachNote(manual.getLoc()) << "the manual region is here";
      return diagnostic;
    }
  }
  return success();
}

LogicalResult weft::verifySharding(Operation *op, ShardingAttr sharding,
                                   Type type, const Twine &what,
                                   SymbolTableCollection *tables) {
  MeshBinding binding = lookupMesh(op, sharding.getMesh(), tables);
  if (!binding)
    return verifyWithoutMesh(op, sharding, type, what);
  auto report = [&](llvm::Error failure) -> LogicalResult {
    return binding.note(op->emitOpError(what)
                        << llvm::toString(std::move(failure)));
  };
  Mesh mesh = toMesh(binding.mesh);
  llvm::Expected<Sharding> value = toSharding(mesh, sharding);
  if (!value)
    return report(value.takeError());
  if (std::optional<ArrayRef<int64_t>> shape = getShardedShape(type))
    if (llvm::Error failure = checkShape(mesh, *value, *shape))
      return report(std::move(failure));
  return verifyNotManual(op, mesh, *value, what);
}

//===----------------------------------------------------------------------===//
// Several shardings
//===----------------------------------------------------------------------===//

LogicalResult weft::verifyOneMesh(Operation *op,
                                  ArrayRef<ShardingAttr> shardings,
                                  SymbolTableCollection *tables) {
  Attribute firstRef;
  MeshBinding first;
  for (ShardingAttr sharding : shardings) {
    if (sharding.getMesh() == firstRef)
      continue;
    MeshBinding binding = lookupMesh(op, sharding.getMesh(), tables);
    // An empty mesh goes with any, and one device is no mesh to speak of.
    if (!binding || binding.mesh.getAxes().empty())
      continue;
    if (!first) {
      first = binding;
      firstRef = sharding.getMesh();
    } else if (first.mesh.getAxes() != binding.mesh.getAxes()) {
      InFlightDiagnostic diagnostic =
          op->emitOpError()
          << "mixes shardings on meshes with different axes: " << first.mesh
          << " and " << binding.mesh;
      return binding.note(first.note(std::move(diagnostic)));
    }
  }
  return success();
}

LogicalResult weft::verifyShardings(Operation *op,
                                    ArrayRef<ShardingAttr> shardings,
                                    TypeRange types, StringRef what,
                                    SymbolTableCollection *tables) {
  if (shardings.size() != types.size())
    return op->emitOpError()
           << "has " << shardings.size() << " " << what << " shardings for "
           << types.size() << " " << what << "s";
  for (auto [i, sharding, type] : llvm::enumerate(shardings, types))
    if (failed(verifySharding(op, sharding, type, what + " " + Twine(i) + ": ",
                              tables)))
      return failure();
  return verifyOneMesh(op, shardings, tables);
}

//===----------------------------------------------------------------------===//
// What a program says about a value
//===----------------------------------------------------------------------===//

ShardingAttr weft::getStatedSharding(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast_or_null<FunctionOpInterface>(
        argument.getOwner()->getParentOp());
    if (!function || !argument.getOwner()->isEntryBlock())
      return {};
    return function.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                   "weft.sharding");
  }
  Operation *op = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto sharded = dyn_cast<ShardedOpInterface>(op))
    return sharded.getResultSharding(number);
  auto shardings = op->getAttrOfType<ShardingsAttr>("weft.shardings");
  if (!shardings || number >= shardings.size())
    return {};
  return shardings[number];
}
