//===- Merge.cpp - a state back into its module -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "weft/State/LeafTable.h"
#include "weft/State/ModuleChoice.h"
#include "weft/State/Passes.h"
#include "weft/State/StateBinding.h"
#include "weft/Support/Suggestion.h"

namespace weft {
#define GEN_PASS_DEF_MERGE
#include "weft/State/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct Merge : weft::impl::MergeBase<Merge> {
  using Base::Base;
  void runOnOperation() override;

private:
  FailureOr<ModuleDefOp> findModule(func::FuncOp function,
                                    SymbolTableCollection &symbols);
};
} // namespace

static StateEntry makeEntry(StringRef path, Type type) {
  StateEntry entry;
  entry.path = path.str();
  llvm::raw_string_ostream element(entry.element);
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    entry.shape = llvm::to_vector(tensor.getShape());
    element << tensor.getElementType();
  } else {
    element << type;
  }
  return entry;
}

/// The module that a function is a method of; null if it is none.
FailureOr<ModuleDefOp> Merge::findModule(func::FuncOp function,
                                         SymbolTableCollection &symbols) {
  SymbolRefAttr name;
  if (auto method = function->getAttrOfType<SymbolRefAttr>("weft.method"))
    name = FlatSymbolRefAttr::get(method.getRootReference());
  else if (!module.empty() && function.isPublic())
    name = FlatSymbolRefAttr::get(&getContext(), module);
  if (!name)
    return ModuleDefOp();
  if (auto found =
          symbols.lookupNearestSymbolFrom<ModuleDefOp>(getOperation(), name))
    return found;
  SmallVector<StringRef> names;
  for (ModuleDefOp known : listModules(getOperation()))
    names.push_back(known.getSymName());
  return function.emitOpError()
         << "has the state of module " << name << ", which is not defined"
         << didYouMean(name.getLeafReference(), names, "@", "");
}

/// Gives the arguments of `function` what the leaves of `target` have.
static LogicalResult bind(func::FuncOp function, ModuleDefOp target,
                          SymbolTableCollection &symbols) {
  FailureOr<StateLayout> layout = StateLayout::get(target, symbols);
  if (failed(layout))
    return failure();
  std::vector<StateEntry> wanted, given;
  for (const PlacedLeaf &placed : layout->leaves)
    wanted.push_back(makeEntry(placed.leaf.path, placed.leaf.type));
  // Of a method only what says so is a leaf; of any other function the
  // arguments whose paths the module has.
  auto isLeaf = [&](unsigned argument, StringRef path) {
    if (function->hasAttr("weft.method"))
      return function.getArgAttr(argument, "weft.path") != nullptr;
    return llvm::any_of(
        wanted, [&](const StateEntry &leaf) { return leaf.path == path; });
  };
  SmallVector<unsigned> arguments;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    std::string path = getArgumentPath(function, i);
    if (!isLeaf(i, path))
      continue;
    arguments.push_back(i);
    given.push_back(makeEntry(path, type));
  }
  StateBinding binding = StateBinding::get(wanted, given);
  if (!binding.mismatches.empty()) {
    InFlightDiagnostic diag = function.emitOpError()
                              << "has a state that does not fit module @"
                              << target.getSymName();
    for (const std::string &mismatch : binding.mismatches)
      diag.attachNote(target.getLoc()) << mismatch;
    return diag;
  }
  for (auto [place, placed] : llvm::zip_equal(binding.places, layout->leaves))
    annotateArgument(function, arguments[place], *layout, placed);
  return success();
}

void Merge::runOnOperation() {
  SymbolTableCollection symbols;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    FailureOr<ModuleDefOp> target = findModule(function, symbols);
    if (failed(target) || (*target && failed(bind(function, *target, symbols))))
      return signalPassFailure();
  }
}
