//===- GraphWriter.cpp - layouts back to attributes -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/SignatureAttrs.h"
#include "weft/Propagation/PropagationGraph.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

namespace {
/// Sets `weft.shardings` on ops. Most ops of a program have the same other
/// attributes (none), so each different dictionary is built once.
class ShardingsWriter {
public:
  explicit ShardingsWriter(MLIRContext *context)
      : name(StringAttr::get(context, "weft.shardings")) {}

  void set(Operation *op, ShardingsAttr shardings) {
    DictionaryAttr before = op->getDiscardableAttrDictionary();
    DictionaryAttr &after = dictionaries[{before, shardings}];
    if (!after) {
      NamedAttrList list(before);
      list.set(name, shardings);
      after = list.getDictionary(op->getContext());
    }
    if (after != before)
      op->setDiscardableAttrs(after);
  }

private:
  StringAttr name;
  llvm::DenseMap<std::pair<Attribute, Attribute>, DictionaryAttr> dictionaries;
};
} // namespace

/// The shardings of an op's results, or null if none is known. A result about
/// which nothing is known among others is open.
static ShardingsAttr getShardings(ArrayRef<LayoutId> ids, ResultRange results,
                                  LayoutTable &layouts) {
  const LayoutId *known =
      llvm::find_if(ids, [](LayoutId id) { return id != noLayout; });
  if (known == ids.end())
    return {};
  Attribute mesh = layouts[*known].meshRef;
  SmallVector<ShardingAttr> shardings;
  for (auto [id, result] : llvm::zip_equal(ids, results)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    shardings.push_back(layouts.getAttr(
        id != noLayout
            ? id
            : layouts.intern(mesh, Sharding::open(type ? type.getRank() : 0))));
  }
  return ShardingsAttr::get(mesh.getContext(), shardings);
}

void PropagationGraph::write(ArrayRef<LayoutId> current, LayoutTable &layouts) {
  ShardingsWriter writer(module.getContext());
  auto layoutOf = [&](Value value) {
    VariableId variable = lookup(value);
    return variable == noVariable ? noLayout : current[variable];
  };
  auto writeOp = [&](Operation *op) {
    if (op->getNumResults() == 0)
      return;
    if (auto carrier = dyn_cast<ShardingCarrierInterface>(op)) {
      if (keptElsewhere.contains(op->getResult(0)))
        return;
      if (LayoutId id = layoutOf(op->getResult(0)); id != noLayout)
        carrier.setCarriedSharding(layouts.getAttr(id));
      return;
    }
    auto stated = op->getAttrOfType<ShardingsAttr>("weft.shardings");
    if (stated && llvm::any_of(op->getResults(), [&](Value result) {
          return keptElsewhere.contains(result);
        })) {
      // What stands behind a keeper of its own stays as it was.
      SmallVector<ShardingAttr> list(stated.begin(), stated.end());
      for (auto [sharding, result] : llvm::zip(list, op->getResults()))
        if (LayoutId id = layoutOf(result);
            id != noLayout && !keptElsewhere.contains(result))
          sharding = layouts.getAttr(id);
      return writer.set(op, ShardingsAttr::get(op->getContext(), list));
    }
    SmallVector<LayoutId, 4> ids;
    for (Value result : op->getResults())
      ids.push_back(keptElsewhere.contains(result) ? noLayout
                                                   : layoutOf(result));
    if (ShardingsAttr shardings = getShardings(ids, op->getResults(), layouts))
      writer.set(op, shardings);
  };
  for (Operation *op : ops)
    writeOp(op);
  // The results of a function stand together.
  llvm::DenseMap<Operation *, ArrayRef<FunctionResult>> resultsOf;
  for (ArrayRef<FunctionResult> rest = results; !rest.empty();) {
    Operation *function = rest.front().function;
    ArrayRef<FunctionResult> own = rest.take_while(
        [&](const FunctionResult &each) { return each.function == function; });
    resultsOf[function] = own;
    rest = rest.drop_front(own.size());
  }
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    SignatureAttrs attrs(function);
    for (BlockArgument argument : function.getArguments())
      if (LayoutId id = layoutOf(argument); id != noLayout)
        attrs.setArg(argument.getArgNumber(), "weft.sharding",
                     layouts.getAttr(id));
    for (const FunctionResult &result : resultsOf.lookup(function))
      if (LayoutId id = current[result.declared]; id != noLayout)
        attrs.setResult(result.index, "weft.sharding", layouts.getAttr(id));
  }
  for (const OwnedFlow &owned : ownedFlows)
    if (LayoutId id = current[owned.variable]; id != noLayout)
      cast<DataFlowInterface>(owned.op).setFlowSharding(owned.flow,
                                                        layouts.getAttr(id));
}
