//===- Passes.td - passes of propagation ----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_PASSES_TD
#define WEFT_PROPAGATION_PASSES_TD

include "mlir/Pass/PassBase.td"

def Propagate : Pass<"weft-propagate", "::mlir::ModuleOp"> {
  let summary = "Gives every value a sharding";
  let description = [{
    Extends the shardings that the program states to the values around them, op
    by op, until nothing changes. Only open dimensions grow, and they stay open;
    nothing but shardings is written.

    Values flow through loops, branches and manual regions where the program
    has a `weft.data_flow_edge`; `--weft-propagation-pipeline` does without.

    ```mlir
    func.func @main(%x: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _]>}) {
      %0 = stablehlo.negate %x : tensor<8x16xf32>
    // becomes
      %0 = stablehlo.negate %x {weft.shardings = #weft.shardings<[<@mesh, [("a", ?), ?]>]>} : tensor<8x16xf32>
    ```
  }];
  let options = [
    Option<"strategy", "strategy", "::weft::PropagationStrategy",
      "::weft::PropagationStrategy::UserPriority",
      "How far to go; each includes the ones before it", [{
        ::llvm::cl::values(
          clEnumValN(::weft::PropagationStrategy::Basic, "basic",
            "a conflict stops an axis for all tensors of an op"),
          clEnumValN(::weft::PropagationStrategy::Aggressive, "aggressive",
            "conflicts are settled tensor by tensor"),
          clEnumValN(::weft::PropagationStrategy::OpPriority, "op-priority",
            "cheap ops first"),
          clEnumValN(::weft::PropagationStrategy::UserPriority, "user-priority",
            "the priorities of dimensions, strongest first"))
      }]>,
    Option<"conservative", "conservative", "bool", "false",
      "Create no sub-axes, and nothing that needs a halo">,
  ];
  let statistics = [
    Statistic<"numVariables", "variables", "Values with a sharding of their own">,
    Statistic<"numVisits", "visits", "Visits of an op">,
    Statistic<"numComputed", "computed", "Visits that were not known before">,
    Statistic<"numUpdates", "updates", "Shardings that grew">,
  ];
}

def AnnotateRules : Pass<"weft-annotate-rules", "::mlir::ModuleOp"> {
  let summary = "Writes the factor rule of every op as an attribute";
  let description = [{
    Sets `weft.rule` on every op that has a rule and states none.
  }];
  let options = [
    Option<"conservative", "conservative", "bool", "false",
      "The rules of conservative propagation">,
  ];
}

#endif // WEFT_PROPAGATION_PASSES_TD
