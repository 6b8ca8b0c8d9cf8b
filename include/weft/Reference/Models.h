//===- Models.h - attaches the meaning of ops -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_REFERENCE_MODELS_H
#define WEFT_REFERENCE_MODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// Attaches ReferenceInterface to the ops of StableHLO, chlo, weft and of the
/// upstream dialects that the interpreter runs.
void registerReferenceModels(mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_REFERENCE_MODELS_H
