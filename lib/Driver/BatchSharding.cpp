//===- BatchSharding.cpp - data parallelism over the batch ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BatchSharding.h"

#include "weft/Dialect/Weft/IR/SpecResolution.h"
#include "weft/Support/Suggestion.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace weft;

/// The axes that the batch is split over, all of them in the mesh.
static llvm::Expected<SmallVector<AxisRefAttr>>
chooseAxes(MeshOp mesh, std::optional<StringRef> given) {
  SmallVector<AxisRefAttr> axes;
  SmallVector<StringRef> names;
  if (given)
    given->split(names, ',', -1, /*KeepEmpty=*/false);
  else if (mesh.getMesh().lookup("data"))
    names.push_back("data");
  SmallVector<StringRef> known;
  for (MeshAxisAttr axis : mesh.getMesh().getAxes())
    known.push_back(axis.getName());
  for (StringRef name : names) {
    auto axis = AxisRefAttr::get(mesh.getContext(), name);
    if (!mesh.getMesh().lookup(name))
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "option '--batch-axes': mesh @" + mesh.getSymName() +
              " has no axis '" + name + "'; it has " + listNames(known) +
              didYouMean(name, known));
    if (llvm::is_contained(axes, axis))
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "option '--batch-axes' has '" + name +
                                         "' twice");
    axes.push_back(axis);
  }
  return axes;
}

llvm::Error weft::shardBatch(FunctionOpInterface function,
                             ArrayRef<unsigned> arguments,
                             std::optional<StringRef> given) {
  SymbolTableCollection symbols;
  MeshOp mesh =
      lookupSpecScope(function->getParentOfType<ModuleOp>(), symbols).mesh;
  if (!mesh)
    return llvm::Error::success();
  llvm::Expected<SmallVector<AxisRefAttr>> axes = chooseAxes(mesh, given);
  if (!axes)
    return axes.takeError();
  MLIRContext *context = function.getContext();
  for (unsigned i : arguments) {
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[i]);
    if (!type || type.getRank() == 0 || axes->empty() ||
        function.getArgAttr(i, "weft.sharding"))
      continue;
    SmallVector<DimShardingAttr> dims(
        type.getRank(), DimShardingAttr::get(context, {}, /*isOpen=*/true));
    dims.front() = DimShardingAttr::get(context, *axes);
    function.setArgAttr(
        i, "weft.sharding",
        ShardingAttr::get(context,
                          FlatSymbolRefAttr::get(mesh.getSymNameAttr()), dims));
  }
  return llvm::Error::success();
}
