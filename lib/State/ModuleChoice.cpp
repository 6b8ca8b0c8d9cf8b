//===- ModuleChoice.cpp - which module of a program is meant ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/State/ModuleChoice.h"

using namespace mlir;
using namespace weft;

SmallVector<ModuleDefOp> weft::listModules(ModuleOp program) {
  SmallVector<ModuleDefOp> modules;
  program.walk([&](ModuleDefOp op) { modules.push_back(op); });
  return modules;
}

SmallVector<ModuleDefOp> weft::findRootModules(ModuleOp program) {
  SmallVector<ModuleDefOp> modules = listModules(program), roots;
  llvm::DenseSet<StringAttr> parts;
  for (ModuleDefOp module : modules)
    for (SubmoduleOp part : module.getBody().getOps<SubmoduleOp>())
      parts.insert(part.getModuleAttr().getLeafReference());
  for (ModuleDefOp module : modules)
    if (!parts.contains(module.getSymNameAttr()) &&
        !module->getParentOfType<ModuleDefOp>())
      roots.push_back(module);
  return roots;
}
