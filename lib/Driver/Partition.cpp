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
#include "weft/Pipelines/PartitionPipeline.h"
#include "weft/Support/Suggestion.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Passes by name. MLIR finds them among those that are registered, once and
/// for all.
static llvm::Error parsePasses(StringRef text, OpPassManager &passes) {
  static const bool registered = (registerAllPasses(), true);
  (void)registered;
  std::string message;
  llvm::raw_string_ostream os(message);
  if (failed(parsePassPipeline(text, passes, os)))
    return makeError("option '--pipeline': " + StringRef(message).trim());
  return llvm::Error::success();
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

namespace {
/// Calls back before the pass that makes types local.
struct BeforeLocalise : PassInstrumentation {
  explicit BeforeLocalise(std::function<void(ModuleOp)> callback)
      : callback(std::move(callback)) {}
  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == "weft-localise")
      callback(cast<ModuleOp>(op));
  }
  std::function<void(ModuleOp)> callback;
};
} // namespace

llvm::Expected<PartitionRequest>
weft::readPartitionRequest(const CommandLine &line) {
  PartitionRequest request;
  if (std::optional<StringRef> pipeline = line.get("pipeline"))
    request.pipeline = pipeline->str();
  if (std::optional<StringRef> after = line.get("after"))
    request.after = after->str();
  request.isExplicit = line.has("explicit");
  for (StringRef other : {"after", "explicit"})
    if (request.pipeline && line.has(other))
      return makeError("options '--pipeline' and '--" + other +
                       "' exclude each other");
  SmallVector<StringRef> stages;
  for (const PartitionStage &stage : getPartitionStages())
    stages.push_back(stage.name);
  if (request.after && !llvm::is_contained(stages, *request.after))
    return makeError("option '--after': there is no stage '" + *request.after +
                     "'; the stages are " + listNames(stages) +
                     didYouMean(*request.after, stages));
  return request;
}

llvm::Expected<LogicalResult>
weft::partitionModule(ModuleOp module, const PartitionRequest &request,
                      llvm::function_ref<bool(FunctionOpInterface)> isEntry) {
  for (auto function : module.getOps<FunctionOpInterface>())
    SymbolTable::setSymbolVisibility(
        function, isEntry(function) ? SymbolTable::Visibility::Public
                                    : SymbolTable::Visibility::Private);
  PassManager passes(module->getName(), PassManager::Nesting::Implicit);
  passes.addPass(createSymbolDCEPass());
  if (request.pipeline) {
    if (llvm::Error error = parsePasses(*request.pipeline, passes))
      return std::move(error);
  } else {
    PartitionPipelineOptions options;
    options.isExplicit = request.isExplicit;
    options.after = request.after.value_or("");
    buildWholePipeline(passes, options);
  }
  if (request.beforeLocalise)
    passes.addInstrumentation(
        std::make_unique<BeforeLocalise>(request.beforeLocalise));
  updateDeviceCount(module);
  // What propagation and partitioning have to tell is for `weft explain`.
  ScopedDiagnosticHandler quiet(
      module.getContext(), [](Diagnostic &diagnostic) {
        return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark);
      });
  return passes.run(module);
}
