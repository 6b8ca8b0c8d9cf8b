//===- Entry.h - functions that begin with a state --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_STATE_ENTRY_H
#define WEFT_LIB_STATE_ENTRY_H

#include "weft/State/StateLayout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

class ProgramSplitter;

/// Writes on an argument of `function` which leaf it is.
void annotateArgument(mlir::func::FuncOp function, unsigned argument,
                      const StateLayout &layout, const PlacedLeaf &leaf);

/// The same for a result.
void annotateResult(mlir::func::FuncOp function, unsigned result,
                    const StateLayout &layout, const PlacedLeaf &leaf);

/// Makes `@Module.init`, from a seed to all leaves of the module. Without an
/// initialiser for every leaf there is none, which is a remark.
mlir::LogicalResult makeInitFunction(ProgramSplitter &program,
                                     const StateLayout &layout);

} // namespace weft

#endif // WEFT_LIB_STATE_ENTRY_H
