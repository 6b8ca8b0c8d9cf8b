//===- CloseShardings.cpp - every value has a closed sharding ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingRewriter.h"

#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/ShardedOpInterface.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Interfaces/ShardingRuleInterface.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_CLOSESHARDINGS
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
class ShardingCloser {
public:
  /// `mesh` lays out what has no sharding, or a sharding on no mesh at all.
  explicit ShardingCloser(Attribute mesh)
      : mesh(mesh), context(mesh.getContext()),
        shardings(StringAttr::get(context, "weft.shardings")),
        sharding(StringAttr::get(context, "weft.sharding")),
        rewriter([this](ShardingAttr attr) { return close(attr); }) {}

  void closeFunction(FunctionOpInterface function);
  uint64_t getNumWhole() const { return numWhole; }

private:
  ShardingAttr close(ShardingAttr attr);
  ShardingAttr getWhole(Type type);
  void closeBlock(Block &block);
  void closeOp(Operation *op);
  void replaceConstraint(ConstrainOp op);
  ArrayAttr complete(ArrayAttr dictionaries, ArrayRef<Type> types);

  Attribute mesh;
  MLIRContext *context;
  StringAttr shardings, sharding;
  ShardingRewriter rewriter;
  llvm::DenseMap<int64_t, ShardingAttr> whole;
  /// What ops without a sharding have before and after.
  llvm::DenseMap<std::pair<Attribute, Attribute>, DictionaryAttr> completed;
  uint64_t numWhole = 0;
};
} // namespace

/// Open dimensions end here; what only guided propagation goes.
ShardingAttr ShardingCloser::close(ShardingAttr attr) {
  SmallVector<DimShardingAttr> dims;
  for (DimShardingAttr dim : attr.getDims())
    dims.push_back(DimShardingAttr::get(context, dim.getAxes()));
  MeshAttr inlineMesh = attr.getInlineMesh();
  bool isNowhere = inlineMesh && inlineMesh.isEmpty();
  return ShardingAttr::get(context, isNowhere ? mesh : attr.getMesh(), dims,
                           /*replicated=*/{}, attr.getUnreduced(),
                           attr.getUnreducedKind());
}

ShardingAttr ShardingCloser::getWhole(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  int64_t rank = tensor ? tensor.getRank() : 0;
  ++numWhole;
  ShardingAttr &attr = whole[rank];
  if (!attr)
    attr = ShardingAttr::get(
        context, mesh,
        SmallVector<DimShardingAttr>(rank, DimShardingAttr::get(context)));
  return attr;
}

void ShardingCloser::closeOp(Operation *op) {
  rewriter.rewrite(op);
  if (op->getNumResults() == 0 || isa<ShardedOpInterface>(op) ||
      op->getDiscardableAttr(shardings))
    return;
  SmallVector<ShardingAttr> all;
  for (Type type : op->getResultTypes())
    all.push_back(getWhole(type));
  auto attr = ShardingsAttr::get(context, all);
  DictionaryAttr before = op->getDiscardableAttrDictionary();
  DictionaryAttr &after = completed[{before, attr}];
  if (!after) {
    NamedAttrList list(before);
    list.set(shardings, attr);
    after = list.getDictionary(context);
  }
  op->setDiscardableAttrs(after);
}

/// Regions of reducers and the like compute on scalars of one device.
/// What a constraint asked for has been settled; what is left of it is the
/// change of sharding, which nothing is moved to or from.
void ShardingCloser::replaceConstraint(ConstrainOp op) {
  OpBuilder builder(op);
  auto reshard = ReshardOp::create(builder, op.getLoc(), op.getInput(),
                                   close(op.getSharding()));
  reshard->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.replaceAllUsesWith(reshard.getOutput());
  op.erase();
}

void ShardingCloser::closeBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<ShardingGroupOp>(op)) {
      op.erase();
      continue;
    }
    if (auto constraint = dyn_cast<ConstrainOp>(op)) {
      replaceConstraint(constraint);
      continue;
    }
    closeOp(&op);
    if (isa<DataFlowInterface>(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          closeBlock(inner);
  }
}

ArrayAttr ShardingCloser::complete(ArrayAttr dictionaries,
                                   ArrayRef<Type> types) {
  SmallVector<Attribute> result;
  for (auto [index, type] : llvm::enumerate(types)) {
    NamedAttrList list;
    if (dictionaries)
      list = NamedAttrList(cast<DictionaryAttr>(dictionaries[index]));
    auto stated = dyn_cast_or_null<ShardingAttr>(list.get(sharding));
    list.set(sharding, stated ? close(stated) : getWhole(type));
    result.push_back(list.getDictionary(context));
  }
  return ArrayAttr::get(context, result);
}

void ShardingCloser::closeFunction(FunctionOpInterface function) {
  function.setArgAttrsAttr(
      complete(function.getArgAttrsAttr(), function.getArgumentTypes()));
  function.setResAttrsAttr(
      complete(function.getResAttrsAttr(), function.getResultTypes()));
  for (Block &block : function.getFunctionBody())
    closeBlock(block);
}

/// The mesh for what no annotation reaches: the default one, or the first.
static Attribute findMesh(ModuleOp module) {
  MeshOp chosen;
  for (auto mesh : module.getOps<MeshOp>())
    if (!chosen || (mesh.getIsDefault() && !chosen.getIsDefault()) ||
        (chosen.getMesh().getAxes().empty() && !chosen.getIsDefault()))
      chosen = mesh;
  return chosen ? FlatSymbolRefAttr::get(chosen.getSymNameAttr())
                : FlatSymbolRefAttr();
}

namespace {
struct CloseShardings : weft::impl::CloseShardingsBase<CloseShardings> {
  using Base::Base;

  void runOnOperation() override {
    Attribute mesh = findMesh(getOperation());
    if (!mesh)
      return;
    ShardingCloser closer(mesh);
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal())
        closer.closeFunction(function);
    numWhole += closer.getNumWhole();
  }
};
} // namespace
