//===- WeftDialect.cpp - weft dialect ---------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/WeftDialect.h"

using namespace mlir;
using namespace weft;

#include "weft/Dialect/Weft/IR/WeftDialect.cpp.inc"

void WeftDialect::initialize() {
  registerAttributes();
  registerCollectiveOps();
  registerLayerOps();
  registerMeshOps();
  registerModuleOps();
  registerRegionOps();
  registerShardingOps();
  registerTrainingOps();
}
