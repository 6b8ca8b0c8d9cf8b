//===- ShardingRewriter.h - change every sharding of a module ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several passes change shardings wherever they are written: on ops, in the
// properties of constraints and regions, on function arguments and results.
// Most ops of a program carry the same few attributes, so each dictionary is
// looked at once.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PROPAGATION_SHARDINGREWRITER_H
#define WEFT_LIB_PROPAGATION_SHARDINGREWRITER_H

#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

namespace weft {

/// Replaces shardings by what `rewrite` makes of them, which may be the same.
class ShardingRewriter {
public:
  explicit ShardingRewriter(std::function<ShardingAttr(ShardingAttr)> rewrite);

  /// Rewrites what `op` itself states: its attributes and, for a function, its
  /// arguments and results. Not its regions.
  void rewrite(mlir::Operation *op);

  /// Rewrites all functions of `module`.
  void rewriteAll(mlir::ModuleOp module);

private:
  mlir::AttrTypeReplacer replacer;
};

/// Whether `value` can have a sharding stated for it: an argument of a
/// function, or a result of an op that does not state its sharding itself.
bool canStateSharding(mlir::Value value);

/// States `sharding` for a value that has none; the other results of its op
/// are open.
void stateSharding(mlir::Value value, ShardingAttr sharding);

} // namespace weft

#endif // WEFT_LIB_PROPAGATION_SHARDINGREWRITER_H
