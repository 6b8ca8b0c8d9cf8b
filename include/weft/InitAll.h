//===- InitAll.h - everything a tool registers ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INITALL_H
#define WEFT_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace weft {

/// Registers Weft's dialects, the upstream dialects they meet, and all external
/// models. Every tool starts with this call.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers Weft's passes and pipelines, and the upstream passes that are
/// useful between them.
void registerAllPasses();

} // namespace weft

#endif // WEFT_INITALL_H
