//===- Passes.td - passes of differentiation ---------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIFFERENTIATION_PASSES_TD
#define WEFT_DIFFERENTIATION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ValueAndGrad : Pass<"weft-value-and-grad", "::mlir::ModuleOp"> {
  let summary = "Expands value_and_grad into a backward pass";
  let description = [{
    Replaces every `weft.value_and_grad` of a function by the call of a new
    function, which computes the results of the given one and then, in reverse
    order of its ops, the gradients. The function itself stays. Expects that
    modules are split into functions and layers and losses are lowered; what is
    in a `weft.module` is left alone.

    ```mlir
    %v, %dx = weft.value_and_grad @f(%x) wrt [0] : (tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>)
    // becomes
    %v, %dx = call @f.value_and_grad(%x) : (tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>)
    ```

    A function that is called gets two more, `@g.forward` and `@g.backward`,
    built once for all its calls. The first also returns what the second needs.
    With the attribute `weft.remat` the second computes it again from the
    arguments, behind an optimization barrier. With `weft.vjp = [@fwd, @bwd]` the
    program gives both: `@fwd` takes the arguments and returns the results and
    what is to be kept; `@bwd` takes that and the cotangents of the results that
    are floats, and returns those of the arguments that are floats. Methods may
    carry both attributes: `weft-split` hands them to the functions it makes,
    which take the leaves of the module before the arguments.

    Gradients have the sharding of their argument. A value_and_grad in a function
    that is differentiated itself is expanded first, so higher derivatives are
    those of the expansion.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::weft::stablehlo::StablehloDialect",
                           "::weft::chlo::ChloDialect", "::weft::WeftDialect"];
  let statistics = [
    Statistic<"numExpanded", "expanded", "Derivatives expanded">,
  ];
}

#endif // WEFT_DIFFERENTIATION_PASSES_TD
