//===- LeafTable.cpp - what each device holds of a state --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/State/LeafTable.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Sharding/LocalShape.h"
#include "weft/State/StateLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

/// Adds a row for a tensor split into `shardCounts`, and its bytes.
static LogicalResult addRow(LeafTable &table, LeafRow row,
                            ArrayRef<int64_t> shardCounts, Operation *at) {
  if (auto tensor = dyn_cast<RankedTensorType>(row.type)) {
    for (auto [size, count] : llvm::zip(tensor.getShape(), shardCounts))
      row.shardShape.push_back(
          ShapedType::isDynamic(size) ? size : localSize(size, count));
    row.bytes = getTensorBytes(tensor.getShape(), tensor.getElementType());
    row.bytesPerDevice =
        getTensorBytes(row.shardShape, tensor.getElementType());
    bool tooLarge = tensor.hasStaticShape() &&
                    getElementBytes(tensor.getElementType()) &&
                    !(row.bytes && row.bytesPerDevice);
    if (tooLarge ||
        llvm::AddOverflow(table.bytes, row.bytes.value_or(0), table.bytes) ||
        llvm::AddOverflow(table.bytesPerDevice, row.bytesPerDevice.value_or(0),
                          table.bytesPerDevice))
      return at->emitError()
             << table.title << " takes more than 2^63 bytes, as of " << row.path
             << " (" << tensor << ")";
  }
  table.rows.push_back(std::move(row));
  return success();
}

static SpecAttr getWholeSpec(MLIRContext *context, int64_t rank) {
  return SpecAttr::get(context, SmallVector<DimShardingAttr>(
                                    rank, DimShardingAttr::get(context)));
}

FailureOr<LeafTable> weft::tabulateModule(ModuleDefOp module) {
  SymbolTableCollection symbols;
  FailureOr<StateLayout> layout = StateLayout::get(module, symbols);
  if (failed(layout))
    return failure();
  LeafTable table;
  table.title = "module @" + module.getSymName().str();
  if (layout->mesh) {
    table.mesh = layout->mesh.getMesh();
    table.meshName = layout->mesh.getSymName();
  }
  for (const SpecRule &rule : layout->rules)
    table.rules.push_back({rule.getText(), rule.uses});
  for (const PlacedLeaf &placed : layout->leaves) {
    LeafRow row;
    row.path = placed.leaf.path;
    row.type = placed.leaf.type;
    row.spec = placed.resolved.spec;
    if (placed.written && placed.written != row.spec)
      row.logicalSpec = placed.written;
    row.rule = placed.rule;
    row.hasSpec = placed.written != nullptr;
    if (failed(addRow(table, std::move(row), placed.resolved.shardCounts,
                      placed.leaf.owner)))
      return failure();
  }
  return table;
}

std::string weft::normalizePath(StringRef name) {
  std::string path;
  for (char c : name) {
    bool separator = c == '[' || c == '.';
    if (c == ']' || c == '\'' || c == '"')
      continue;
    if (!separator)
      path += c;
    else if (!path.empty() && path.back() != '.')
      path += '.';
  }
  return path;
}

std::string weft::getArgumentPath(FunctionOpInterface function, unsigned i) {
  if (auto path = function.getArgAttrOfType<StringAttr>(i, "weft.path"))
    return path.str();
  if (auto info = function.getArgAttrOfType<StringAttr>(i, "jax.arg_info"))
    return normalizePath(info);
  if (!function.isExternal()) {
    // A location of the file may surround or be surrounded by the name.
    NameLoc name = function.getArgument(i).getLoc()->findInstanceOf<NameLoc>();
    if (name && !name.getName().getValue().empty())
      return normalizePath(name.getName());
  }
  return "arg" + std::to_string(i);
}

FailureOr<LeafTable> weft::tabulateArguments(FunctionOpInterface function) {
  SymbolTableCollection symbols;
  LeafTable table;
  table.title = "function @" + function.getName().str();
  MLIRContext *context = function.getContext();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    LeafRow row;
    row.path = getArgumentPath(function, i);
    row.type = type;
    auto tensor = dyn_cast<RankedTensorType>(type);
    int64_t rank = tensor ? tensor.getRank() : 0;
    row.spec = getWholeSpec(context, rank);
    SmallVector<int64_t, 4> shardCounts(rank, 1);
    auto attr = function.getArgAttrOfType<ShardingAttr>(i, "weft.sharding");
    MeshBinding mesh =
        attr ? lookupMesh(function, attr.getMesh(), &symbols) : MeshBinding();
    if (mesh && !mesh.mesh.isMaximal()) {
      llvm::Expected<Sharding> sharding = toSharding(toMesh(mesh.mesh), attr);
      if (!sharding)
        return function.emitError() << "argument " << i << ": "
                                    << llvm::toString(sharding.takeError());
      if (sharding->rank() == rank) {
        shardCounts = sharding->shardCounts();
        row.spec = SpecAttr::get(context, attr.getDims());
      }
      if (!table.mesh) {
        table.mesh = mesh.mesh;
        if (mesh.declaration)
          table.meshName = mesh.declaration.getSymName();
      }
    }
    if (failed(addRow(table, std::move(row), shardCounts, function)))
      return failure();
  }
  return table;
}
