//===- AxesOps.cpp - what the ops along axes share --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxesOps.h"

#include "weft/Dialect/Weft/IR/RegionOps.h"

using namespace mlir;
using namespace weft;

#include "weft/Dialect/Weft/IR/AxesOpInterface.cpp.inc"

/// In a manual region, values are local along its axes only, so there is
/// nothing to communicate along others.
static LogicalResult verifyManual(AxesOpInterface op, const Mesh &mesh,
                                  const AxisList &axes) {
  auto innermost = op->getParentOfType<ManualOp>();
  if (!innermost)
    return success();
  SmallVector<StringRef> manual;
  for (ManualOp region = innermost; region;
       region = region->getParentOfType<ManualOp>())
    for (AxisRefAttr axis : region.getManualAxes())
      manual.push_back(axis.getName());
  for (AxisRef axis : axes) {
    StringRef name = mesh.axes()[axis.axis].name;
    if (llvm::is_contained(manual, name))
      continue;
    InFlightDiagnostic diagnostic =
        op->emitOpError() << "axis \"" << name
                          << "\" is not manual here; the manual axes are ";
    llvm::interleaveComma(manual, diagnostic, [&](StringRef other) {
      diagnostic << "\"" << other << "\"";
    });
    diagnostic.attachNote(innermost.getLoc()) << "the manual region is here";
    return diagnostic;
  }
  return success();
}

/// Verifies the op once its mesh is known.
static LogicalResult verifyWithMesh(AxesOpInterface op, MeshBinding binding) {
  Mesh mesh = toMesh(binding.mesh);
  llvm::Expected<AxisList> axes = toAxisList(mesh, op.getAxes().getAxes());
  if (!axes)
    return binding.note(op->emitOpError() << llvm::toString(axes.takeError()));
  if (failed(verifyManual(op, mesh, *axes)))
    return failure();
  return op.verifyAlongAxes(axes->numShards());
}

LogicalResult weft::verifyAxesOp(AxesOpInterface op,
                                 SymbolTableCollection &tables) {
  Attribute ref = op.getMeshAttr();
  MeshBinding binding =
      ref ? lookupMesh(op, ref, &tables) : lookupEnclosingMesh(op);
  if (binding)
    return verifyWithMesh(op, binding);
  if (ref)
    return op->emitOpError() << "mesh " << ref << " is not declared";
  if (!hasAnyMesh(op))
    return op->emitOpError() << "needs a mesh, but the module declares none";
  return success();
}

LogicalResult weft::verifyImpliedUses(MeshOp first) {
  Operation *table = first->getParentOp();
  MeshBinding binding = lookupImpliedMesh(first);
  WalkResult result = table->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // A symbol table with meshes of its own looks after itself.
    if (op != table && op->hasTrait<OpTrait::SymbolTable>() &&
        !op->getRegion(0).getOps<MeshOp>().empty())
      return WalkResult::skip();
    auto user = dyn_cast<AxesOpInterface>(op);
    if (!user || user.getMeshAttr() || lookupEnclosingMesh(op))
      return WalkResult::advance();
    if (binding)
      return WalkResult(verifyWithMesh(user, binding));
    op->emitOpError() << "names no mesh, and the module has several; name one "
                         "after 'over', or mark one as default";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

std::optional<int64_t> weft::getDeviceCount(AxesOpInterface op) {
  Attribute ref = op.getMeshAttr();
  MeshBinding binding = ref ? lookupMesh(op, ref) : lookupImpliedMesh(op);
  if (!binding)
    return std::nullopt;
  llvm::Expected<AxisList> axes =
      toAxisList(toMesh(binding.mesh), op.getAxes().getAxes());
  if (!axes) {
    llvm::consumeError(axes.takeError());
    return std::nullopt;
  }
  return axes->numShards();
}
