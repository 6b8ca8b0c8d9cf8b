//===- ModuleInterfaces.h - what members of a module answer -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MODULEINTERFACES_H
#define WEFT_DIALECT_WEFT_IR_MODULEINTERFACES_H

#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeRange.h"

#include <optional>

namespace weft {

/// Receives what an op contributes to the state of a module. Paths are relative
/// to the op that is visited.
class LeafVisitor {
public:
  virtual ~LeafVisitor() = default;

  /// One tensor. `init` and `spec` may be null.
  virtual void leaf(llvm::StringRef path, mlir::RankedTensorType type,
                    InitializerAttrInterface init, SpecAttr spec) = 0;

  /// All leaves of `module`, once, or `count` times below `0`, `1`, ...
  virtual void submodule(mlir::SymbolRefAttr module,
                         std::optional<int64_t> count) = 0;

  /// The leaves of the member `target` once more, below `path`: the state that
  /// an optimiser keeps, without an initialiser other than zeros.
  /// `elementType`, if not null, replaces that of every leaf; `specs`, if not
  /// null, holds the specs that replace those of single leaves, by their path.
  virtual void mirror(llvm::StringRef path, mlir::SymbolRefAttr target,
                      mlir::Type elementType, mlir::DictionaryAttr specs) = 0;

  /// A random key that the op draws for something that is no leaf. It counts
  /// when keys are handed out to the leaves that follow.
  virtual void otherKey() {}
};

} // namespace weft

#include "weft/Dialect/Weft/IR/ModuleInterfaces.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_MODULEINTERFACES_H
