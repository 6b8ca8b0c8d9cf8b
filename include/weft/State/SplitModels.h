//===- SplitModels.h - what uses of the state become ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_SPLITMODELS_H
#define WEFT_STATE_SPLITMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// Attaches `SplitInterface` to the ops that use the state of a module.
void registerSplitModels(mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_STATE_SPLITMODELS_H
