//===- DropModules.cpp - functions without their modules --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ModuleOps.h"
#include "weft/State/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace weft {
#define GEN_PASS_DEF_DROPMODULES
#include "weft/State/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct DropModules : weft::impl::DropModulesBase<DropModules> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

void DropModules::runOnOperation() {
  ModuleOp program = getOperation();
  // Which method a function was is history from here on.
  for (auto function : program.getOps<func::FuncOp>())
    function->removeAttr("weft.method");
  SmallVector<Operation *> dropped;
  for (Operation &op : *program.getBody())
    if (isa<ModuleDefOp, SpecRulesOp, AxisRulesOp>(op))
      dropped.push_back(&op);
  for (Operation *op : dropped) {
    StringAttr name =
        op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (!name)
      continue;
    for (auto function : program.getOps<func::FuncOp>())
      if (auto uses = SymbolTable::getSymbolUses(name, function);
          uses && !uses->empty()) {
        uses->begin()->getUser()->emitOpError()
            << "needs module @" << name.getValue()
            << "; lower it before the modules are dropped";
        return signalPassFailure();
      }
  }
  for (Operation *op : dropped)
    op->erase();
}
