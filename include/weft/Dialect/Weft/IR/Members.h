//===- Members.h - names inside modules -------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A symbol that a module does not define is looked up in the module around it:
// `@Block` and `@mesh` are commonly declared beside the module that uses them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MEMBERS_H
#define WEFT_DIALECT_WEFT_IR_MEMBERS_H

#include "weft/Dialect/Weft/IR/ModuleOps.h"

#include <optional>
#include <string>

namespace weft {

/// The op that `symbol` means at `from`: that of the nearest symbol table
/// around `from` that has it, or null.
mlir::Operation *lookupOutward(mlir::Operation *from,
                               mlir::SymbolRefAttr symbol,
                               mlir::SymbolTableCollection &symbols);

/// As above, for a particular kind of op; null for any other.
template <typename OpT>
OpT lookupOutward(mlir::Operation *from, mlir::SymbolRefAttr symbol,
                  mlir::SymbolTableCollection &symbols) {
  return llvm::dyn_cast_or_null<OpT>(lookupOutward(from, symbol, symbols));
}

/// The name of an op that is a symbol, else null.
mlir::StringAttr getMemberName(mlir::Operation *op);

/// Whether the attributes of an op are of the kinds that its accessors expect.
/// Verifying one module looks at others, which may be verified later, or at the
/// same time; the one that is wrong reports it itself.
bool isSound(mlir::Operation *op);

/// What a path such as `@encoder::@attention::@query` leads to.
struct Member {
  /// The last op on the way that is neither an alias nor a submodule that the
  /// path goes into.
  mlir::Operation *op = nullptr;
  /// The submodules that the path goes into, then `op`; aliases are replaced by
  /// what they stand for.
  llvm::SmallVector<mlir::Operation *> way;
  /// What of the path is left: a part of that op, `query`.
  llvm::SmallVector<llvm::StringRef> rest;
  /// The repeated submodules on the way, `op` included.
  llvm::SmallVector<SubmoduleOp> repeated;

  /// The path of a member in the state of the module it was looked up in:
  /// `encoder.blocks.3.attention.query`. `index` is that of the repeated
  /// submodule that the way goes through, if it does; a repeated submodule
  /// without one means all its instances.
  std::string getPath(std::optional<int64_t> index = std::nullopt) const;
};

/// Follows `path`, seen from the module around `from`. Reports an unknown name,
/// with those there are, through `emitError`.
mlir::FailureOr<Member>
resolveMember(mlir::Operation *from, mlir::SymbolRefAttr path,
              llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
              mlir::SymbolTableCollection &symbols);

/// The leaf that `path` names: a parameter, or a part of a layer.
mlir::FailureOr<mlir::RankedTensorType>
resolveLeaf(mlir::Operation *from, mlir::SymbolRefAttr path,
            llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
            mlir::SymbolTableCollection &symbols);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_MEMBERS_H
