//===- Partition.cpp - from whole programs to per-shard ones ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Driver/Program.h"
#include "weft/InitAll.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace weft;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// MLIR finds passes by name among those that are registered, for good and for
/// all; once is enough.
static void registerPassesOnce() {
  static const bool done = (registerAllPasses(), true);
  (void)done;
}

/// JAX writes the number of devices next to the mesh. If that was changed by
/// `--mesh`, the number is out of date.
static void updateDeviceCount(ModuleOp module) {
  constexpr StringLiteral name = "mhlo.num_partitions";
  auto meshes = module.getOps<MeshOp>();
  if (!module->hasAttr(name) || meshes.empty())
    return;
  Mesh mesh = toMesh((*meshes.begin()).getMesh());
  if (mesh.axes().empty())
    return;
  auto type = IntegerType::get(module.getContext(), 32);
  module->setAttr(name, IntegerAttr::get(type, mesh.numDevices()));
}

llvm::Expected<LogicalResult> weft::partition(ModuleOp module,
                                              StringRef pipeline) {
  registerPassesOnce();
  if (pipeline == partitionPipeline && !PassPipelineInfo::lookup(pipeline))
    return makeError("this build has no partitioner yet; per-shard programs "
                     "(functions with 'weft.local') run, and whole ones with "
                     "--whole");
  PassManager passes(module->getName());
  std::string message;
  llvm::raw_string_ostream os(message);
  passes.setNesting(PassManager::Nesting::Implicit);
  if (failed(parsePassPipeline(pipeline, passes, os)))
    return makeError("option '--pipeline': " + StringRef(message).trim());
  updateDeviceCount(module);
  // What propagation and partitioning have to tell is for `weft explain`.
  ScopedDiagnosticHandler quiet(
      module.getContext(), [](Diagnostic &diagnostic) {
        return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark);
      });
  return passes.run(module);
}
