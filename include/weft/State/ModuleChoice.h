//===- ModuleChoice.h - which module of a program is meant ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_MODULECHOICE_H
#define WEFT_STATE_MODULECHOICE_H

#include "weft/Dialect/Weft/IR/ModuleOps.h"

#include "mlir/IR/BuiltinOps.h"

namespace weft {

/// All modules of a program, nested ones included.
llvm::SmallVector<ModuleDefOp> listModules(mlir::ModuleOp program);

/// Those that are no part of another one: the models that the file is about.
llvm::SmallVector<ModuleDefOp> findRootModules(mlir::ModuleOp program);

} // namespace weft

#endif // WEFT_STATE_MODULECHOICE_H
