//===- Split.cpp - methods as functions over leaves -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "MethodSplitter.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/State/ModuleChoice.h"
#include "weft/State/Passes.h"
#include "weft/Support/Suggestion.h"

namespace weft {
#define GEN_PASS_DEF_SPLIT
#include "weft/State/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct Split : weft::impl::SplitBase<Split> {
  using Base::Base;
  void runOnOperation() override;

private:
  FailureOr<SmallVector<ModuleDefOp>> chooseModules();
  LogicalResult splitModule(ProgramSplitter &program, ModuleDefOp module);
  LogicalResult makeEntry(const SplitMethod &split, MethodOp method,
                          const StateLayout &layout);
};
} // namespace

FailureOr<SmallVector<ModuleDefOp>> Split::chooseModules() {
  if (modules.empty())
    return findRootModules(getOperation());
  SmallVector<ModuleDefOp> known = listModules(getOperation());
  SmallVector<ModuleDefOp> chosen;
  for (StringRef name : modules) {
    SmallVector<StringRef> names;
    for (ModuleDefOp module : known)
      names.push_back(module.getSymName());
    auto found = llvm::find_if(
        known, [&](ModuleDefOp module) { return module.getSymName() == name; });
    if (found == known.end())
      return getOperation().emitError() << "there is no module @" << name
                                        << didYouMean(name, names, "@", "");
    chosen.push_back(*found);
  }
  return chosen;
}

/// A function that is called from outside: its arguments and results say which
/// leaves they are.
LogicalResult Split::makeEntry(const SplitMethod &split, MethodOp method,
                               const StateLayout &layout) {
  func::FuncOp function = split.function;
  Builder builder(&getContext());
  std::string name = getFunctionName(layout.module, method.getSymName());
  if (function.getSymName() != name)
    return method.emitOpError()
           << "becomes function @" << name << ", but there is a @" << name
           << " already; rename one of the two";
  function.setPublic();
  ++numFunctions;
  function->setAttr(
      "weft.method",
      SymbolRefAttr::get(ModuleDefOp(layout.module).getSymNameAttr(),
                         FlatSymbolRefAttr::get(method.getSymNameAttr())));
  for (auto [i, placed] : llvm::enumerate(layout.leaves))
    annotateArgument(function, i, layout, placed);
  size_t firstLeaf = function.getNumResults() - split.changed.size();
  for (auto [i, leaf] : llvm::enumerate(split.changed)) {
    annotateResult(function, firstLeaf + i, layout, layout.leaves[leaf]);
    function.setArgAttr(leaf, "tf.aliasing_output",
                        builder.getI32IntegerAttr(firstLeaf + i));
  }
  return success();
}

LogicalResult Split::splitModule(ProgramSplitter &program, ModuleDefOp module) {
  FailureOr<StateLayout> layout =
      StateLayout::get(module, program.getSymbols());
  if (failed(layout))
    return failure();
  for (auto method : module.getBody().getOps<MethodOp>()) {
    FailureOr<const SplitMethod *> split = program.split(method);
    if (failed(split) || failed(makeEntry(**split, method, *layout)))
      return failure();
  }
  // A method called init stands for itself.
  if (program.hasSymbol(getFunctionName(module, "init")))
    return success();
  return makeInitFunction(program, *layout);
}

void Split::runOnOperation() {
  FailureOr<SmallVector<ModuleDefOp>> chosen = chooseModules();
  if (failed(chosen))
    return signalPassFailure();
  ProgramSplitter program(getOperation());
  for (ModuleDefOp module : *chosen)
    if (failed(splitModule(program, module)))
      return signalPassFailure();
}
