//===- ValueNames.h - the names that a file gives to values -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DRIVER_VALUENAMES_H
#define WEFT_DRIVER_VALUENAMES_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace weft {

/// Parses the only file of `sources`. The location of every value of a text
/// file holds its name there, as in `loc("%12"("model.mlir":4:10))`, before
/// what it said already. Null, after a diagnostic, if the file is wrong.
/// `state` gets the places in the text, if it is given.
mlir::OwningOpRef<mlir::ModuleOp>
parseWithNames(llvm::SourceMgr &sources, mlir::MLIRContext &context,
               mlir::AsmParserState *state = nullptr);

} // namespace weft

#endif // WEFT_DRIVER_VALUENAMES_H
