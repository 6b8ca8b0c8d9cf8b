//===- MeshOps.cpp - mesh declarations --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "AxesOps.h"

#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace weft;

/// A module has one default at most.
LogicalResult MeshOp::verify() {
  Block *block = getIsDefault() ? (*this)->getBlock() : nullptr;
  if (!block)
    return success();
  for (MeshOp other : block->getOps<MeshOp>()) {
    if (other == *this)
      break;
    if (!other.getIsDefault())
      continue;
    InFlightDiagnostic diagnostic =
        emitOpError() << "is the second default mesh of the module";
    diagnostic.attachNote(other.getLoc()) << "the first is here";
    return diagnostic;
  }
  return success();
}

LogicalResult MeshOp::verifySymbolUses(SymbolTableCollection &) {
  // Only the first mesh of the module looks, so that all looking is linear.
  for (MeshOp first : (*this)->getBlock()->getOps<MeshOp>())
    return first == *this ? verifyImpliedUses(*this) : success();
  return success();
}

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/MeshOps.cpp.inc"

void WeftDialect::registerMeshOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/MeshOps.cpp.inc"
      >();
}
