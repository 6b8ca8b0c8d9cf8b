//===- ExportStablehlo.cpp - weft-export-stablehlo --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectivePatterns.h"

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/IR/AxisText.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/SignatureAttrs.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_EXPORTSTABLEHLO
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

class StablehloExporter {
public:
  explicit StablehloExporter(ModuleOp module)
      : module(module), builder(module.getContext()) {}

  LogicalResult run();

private:
  LogicalResult checkFunctions();
  LogicalResult countDevices();
  LogicalResult convertCollectives();
  LogicalResult checkOps();
  DictionaryAttr describeMesh(MeshAttr mesh);
  DictionaryAttr describeShards(FunctionOpInterface function, Type local,
                                DictionaryAttr attrs);
  void convertSignature(FunctionOpInterface function);
  void describeMeshes();
  void enterShards(FunctionOpInterface function);
  Value cross(Value value, StringRef target, StringRef sharding);
  void markManual(Operation *op);

  ModuleOp module;
  OpBuilder builder;
  int64_t numDevices = 1;
};

struct ExportStablehlo : weft::impl::ExportStablehloBase<ExportStablehlo> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(StablehloExporter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// What can be written
//===----------------------------------------------------------------------===//

LogicalResult StablehloExporter::checkFunctions() {
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    if (!function->hasAttr("weft.local"))
      return function.emitError()
             << "@" << function.getName()
             << " works on whole tensors; partition it first "
                "(--weft-pipeline)";
    if (function.isPublic() &&
        !SymbolTable::symbolKnownUseEmpty(function.getNameAttr(), module))
      return function.emitError()
             << "@" << function.getName()
             << " is public and also called; what the caller of a program "
                "gives it are shards that only an entry takes: make it private "
                "or call a copy";
  }
  return success();
}

LogicalResult StablehloExporter::countDevices() {
  MeshOp first;
  for (auto op : module.getOps<MeshOp>()) {
    Mesh mesh = toMesh(op.getMesh());
    if (mesh.axes().empty())
      continue;
    if (first && mesh.numDevices() != numDevices) {
      InFlightDiagnostic diagnostic =
          op.emitError() << "mesh @" << op.getSymName() << " has "
                         << mesh.numDevices() << " devices, mesh @"
                         << first.getSymName() << " has " << numDevices
                         << "; a program runs on one set of devices";
      diagnostic.attachNote(first.getLoc()) << "the other mesh is here";
      return diagnostic;
    }
    first = op;
    numDevices = mesh.numDevices();
  }
  return success();
}

LogicalResult StablehloExporter::checkOps() {
  WalkResult result = module.walk([](Operation *op) -> WalkResult {
    if (!isa_and_present<WeftDialect>(op->getDialect()) || isa<MeshOp>(op))
      return WalkResult::advance();
    return op->emitOpError("has no StableHLO form; lower it first");
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult StablehloExporter::convertCollectives() {
  // A pattern that fails has said why.
  bool failed = false;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        failed |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
        return failure(); // on to the next handler
      });
  ChannelCounter channels(module);
  RewritePatternSet patterns(module.getContext());
  populateMovingPatterns(patterns, channels);
  populateReducingPatterns(patterns, channels);
  walkAndApplyPatterns(module, std::move(patterns));
  return success(!failed);
}

/// XLA's partitioner, which every program with more than one partition passes
/// through, asks of these whether they are about the whole or about a shard.
void StablehloExporter::markManual(Operation *op) {
  std::optional<Attribute> channel = op->getInherentAttr("channel_handle");
  if (isa<hlo::PartitionIdOp>(op) || channel.value_or(nullptr))
    op->setDiscardableAttr("mhlo.sharding", builder.getStringAttr("{manual}"));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

DictionaryAttr StablehloExporter::describeMesh(MeshAttr mesh) {
  SmallVector<StringRef> names;
  SmallVector<int64_t> sizes;
  for (MeshAxisAttr axis : mesh.getAxes()) {
    names.push_back(axis.getName());
    sizes.push_back(axis.getSize());
  }
  NamedAttrList entries;
  entries.set("names", builder.getStrArrayAttr(names));
  entries.set("sizes", builder.getDenseI64ArrayAttr(sizes));
  if (!mesh.getDeviceIds().empty())
    entries.set("device_ids",
                builder.getDenseI64ArrayAttr(mesh.getDeviceIds()));
  return entries.getDictionary(module.getContext());
}

/// `{sizes = [16, 8], axes = [["data"], []]}` for a shard of 8x8 on two
/// devices.
DictionaryAttr StablehloExporter::describeShards(FunctionOpInterface function,
                                                 Type local,
                                                 DictionaryAttr attrs) {
  auto sharding = attrs.getAs<ShardingAttr>("weft.sharding");
  if (!sharding)
    return {};
  MeshBinding binding = lookupMesh(function, sharding.getMesh());
  auto whole = attrs.getAs<TypeAttr>("weft.whole");
  auto type = cast<RankedTensorType>(whole ? whole.getValue() : local);
  auto write = [&](ArrayRef<AxisRefAttr> axes) -> Attribute {
    SmallVector<StringRef> names;
    SmallVector<std::string> texts;
    for (AxisRefAttr axis : axes)
      texts.push_back(toText(axis));
    llvm::append_range(names, texts);
    return builder.getStrArrayAttr(names);
  };
  SmallVector<Attribute> dims;
  for (DimShardingAttr dim : sharding.getDims())
    dims.push_back(write(dim.getAxes()));
  NamedAttrList entries;
  if (binding.declaration)
    entries.set("mesh", binding.declaration.getSymNameAttr());
  else
    entries.set("mesh", describeMesh(binding.mesh));
  entries.set("sizes", builder.getDenseI64ArrayAttr(type.getShape()));
  entries.set("axes", builder.getArrayAttr(dims));
  if (!sharding.getUnreduced().empty())
    entries.set("unreduced", write(sharding.getUnreduced()));
  return entries.getDictionary(module.getContext());
}

/// An argument whose memory a result was to take, and whose shard is not of its
/// type any more, is only given away.
static void adaptAliasing(FunctionOpInterface function, Type type,
                          NamedAttrList &attrs) {
  auto target =
      dyn_cast_if_present<IntegerAttr>(attrs.get("tf.aliasing_output"));
  if (!target || (target.getInt() < function.getNumResults() &&
                  function.getResultTypes()[target.getInt()] == type))
    return;
  attrs.erase("tf.aliasing_output");
  attrs.set("jax.buffer_donor", BoolAttr::get(function->getContext(), true));
}

/// Drops what only Weft can read; what the caller has to know stays as plain
/// attributes.
void StablehloExporter::convertSignature(FunctionOpInterface function) {
  auto convert = [&](Type type, DictionaryAttr attrs) {
    NamedAttrList plain;
    for (NamedAttribute attr : attrs)
      if (!isa_and_present<WeftDialect>(attr.getNameDialect()))
        plain.append(attr);
    if (DictionaryAttr shards = describeShards(function, type, attrs))
      plain.set("weft.shards", shards);
    adaptAliasing(function, type, plain);
    return plain.getDictionary(module.getContext());
  };
  SignatureAttrs attrs(function);
  for (unsigned i = 0; i != function.getNumArguments(); ++i)
    if (function.getArgAttrDict(i))
      attrs.setArg(i, convert(function.getArgumentTypes()[i], attrs.getArg(i)));
  for (unsigned i = 0; i != function.getNumResults(); ++i)
    if (function.getResultAttrDict(i))
      attrs.setResult(
          i, convert(function.getResultTypes()[i], attrs.getResult(i)));
}

void StablehloExporter::describeMeshes() {
  NamedAttrList meshes;
  for (auto op : llvm::make_early_inc_range(module.getOps<MeshOp>())) {
    meshes.set(op.getSymName(), describeMesh(op.getMesh()));
    op.erase();
  }
  if (!meshes.empty())
    module->setAttr("weft.meshes", meshes.getDictionary(module.getContext()));
  module->setAttr("mhlo.num_partitions", builder.getI32IntegerAttr(numDevices));
  if (!module->hasAttr("mhlo.num_replicas"))
    module->setAttr("mhlo.num_replicas", builder.getI32IntegerAttr(1));
}

Value StablehloExporter::cross(Value value, StringRef target,
                               StringRef sharding) {
  auto call = hlo::CustomCallOp::create(
      builder, value.getLoc(), TypeRange(value.getType()), ValueRange(value),
      builder.getStringAttr(target), BoolAttr(), Attribute(),
      hlo::CustomCallApiVersionAttr(), ArrayAttr(), ArrayAttr(), ArrayAttr(),
      ArrayAttr());
  call->setDiscardableAttr("mhlo.sharding", builder.getStringAttr(sharding));
  return call->getResult(0);
}

/// An entry takes the shard of the device that it runs on, so to XLA's
/// partitioner its arguments look replicated, all of their own shape; inside,
/// nothing is left to be partitioned.
void StablehloExporter::enterShards(FunctionOpInterface function) {
  Block &body = function.getFunctionBody().front();
  builder.setInsertionPointToStart(&body);
  for (BlockArgument argument : body.getArguments()) {
    if (!isa<RankedTensorType>(argument.getType()) || argument.use_empty())
      continue;
    Value shard = cross(argument, "SPMDFullToShardShape", "{manual}");
    argument.replaceAllUsesExcept(shard, shard.getDefiningOp());
  }
  Operation *end = body.getTerminator();
  builder.setInsertionPoint(end);
  for (OpOperand &operand : end->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      operand.set(cross(operand.get(), "SPMDShardToFullShape", "{replicated}"));
}

LogicalResult StablehloExporter::run() {
  if (failed(checkFunctions()) || failed(countDevices()) ||
      failed(convertCollectives()) || failed(checkOps()))
    return failure();
  for (auto function : module.getOps<FunctionOpInterface>()) {
    convertSignature(function);
    function->removeAttr("weft.local");
    if (function.isPublic() && !function.isExternal() && numDevices > 1)
      enterShards(function);
  }
  module.walk([&](Operation *op) {
    for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
      if (isa_and_present<WeftDialect>(attr.getNameDialect()))
        op->removeDiscardableAttr(attr.getName());
    if (numDevices > 1)
      markManual(op);
  });
  describeMeshes();
  return success();
}
