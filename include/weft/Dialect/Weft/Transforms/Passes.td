//===- Passes.td - passes within the weft dialect ----------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_TD
#define WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def Lint : Pass<"weft-lint", "::mlir::ModuleOp"> {
  let summary = "Warns about what is allowed but likely wrong";
  let description = [{
    Changes nothing. Each warning names the parameter by its path, the numbers,
    and what would fix it:

    - a kernel is split on a dimension that its bias is added to, and the bias
      is not split in the same way, or the reverse;
    - a large parameter has no spec, so every device holds all of it;
    - a spec names a logical axis that has no rule, or whose rules are all
      ruled out by other dimensions;
    - a rule for a logical axis is never followed;
    - the size of a dimension is not a multiple of the number of its shards;
    - the state of an optimiser is laid out differently from its parameter.

    ```mlir
    weft.mesh @mesh <"model" = 4>
    weft.module @Mlp {
      // warning: up.bias goes with dimension 1 of up.kernel, which is split over
      // "model", but its own dimension 0 is not split; the spec of up.bias would
      // be ["model"]
      weft.linear @up 64 -> 256 kernel_spec [_, "model"]
    }
    ```
  }];
  let options = [
    Option<"largeBytes", "large-bytes", "int64_t", /*default=*/"1 << 20",
           "Parameters of at least this many bytes should have a spec">
  ];
  let statistics = [Statistic<"numWarnings", "warnings", "Warnings given">];
}

#endif // WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_TD
