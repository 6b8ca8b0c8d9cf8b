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

static MeshBinding bindMesh(AxesOpInterface op, SymbolTableCollection *tables) {
  if (Attribute ref = op.getMeshAttr())
    return lookupMesh(op, ref, tables);
  return lookupImpliedMesh(op);
}

static LogicalResult reportNoMesh(AxesOpInterface op) {
  if (Attribute ref = op.getMeshAttr())
    return op->emitOpError() << "mesh " << ref << " is not declared";
  if (hasAnyMesh(op))
    return op->emitOpError() << "names no mesh, and the module has several; "
                                "name one after 'over', or mark one as default";
  return op->emitOpError() << "needs a mesh, but the module declares none";
}

/// In a manual region, values are local along its axes only, so there is
/// nothing to communicate along others.
static LogicalResult verifyManual(AxesOpInterface op,
                                  const ResolvedAxes &resolved) {
  auto innermost = op->getParentOfType<ManualOp>();
  if (!innermost)
    return success();
  SmallVector<StringRef> manual;
  for (ManualOp region = innermost; region;
       region = region->getParentOfType<ManualOp>())
    for (AxisRefAttr axis : region.getManualAxes())
      manual.push_back(axis.getName());
  for (AxisRef axis : resolved.axes) {
    StringRef name = resolved.mesh.axes()[axis.axis].name;
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

FailureOr<ResolvedAxes>
weft::resolveAndVerifyAxes(AxesOpInterface op, SymbolTableCollection *tables) {
  MeshBinding binding = bindMesh(op, tables);
  if (!binding)
    return reportNoMesh(op);
  ResolvedAxes resolved{binding, toMesh(binding.mesh), {}, 1};
  llvm::Expected<AxisList> axes =
      toAxisList(resolved.mesh, op.getAxes().getAxes());
  if (!axes)
    return binding.note(op->emitOpError() << llvm::toString(axes.takeError()));
  resolved.axes = *axes;
  resolved.count = axes->numShards();
  if (failed(verifyManual(op, resolved)))
    return failure();
  return resolved;
}

LogicalResult weft::verifyAxesOp(AxesOpInterface op,
                                 SymbolTableCollection &tables) {
  FailureOr<ResolvedAxes> resolved = resolveAndVerifyAxes(op, &tables);
  if (failed(resolved))
    return failure();
  return op.verifyAlongAxes(resolved->count);
}

std::optional<int64_t> weft::getDeviceCount(AxesOpInterface op) {
  MeshBinding binding = bindMesh(op, nullptr);
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
