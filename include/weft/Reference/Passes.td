//===- Passes.td - passes of the interpreter ------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_REFERENCE_PASSES_TD
#define WEFT_REFERENCE_PASSES_TD

include "mlir/Pass/PassBase.td"

def Evaluate : Pass<"weft-evaluate", "::mlir::ModuleOp"> {
  let summary = "Runs the functions without arguments and prints their results";
  let description = [{
    Every public function that has a body and no arguments is run by the
    reference interpreter, in the order of the file, and its results are printed
    to standard output; the program itself is not changed. With more than one
    device, each runs the function, and the results of all are printed.

    Numbers are printed with as many digits as tell them apart from all others
    of their type.

    ```mlir
    func.func @main() -> tensor<2xf32> {
      %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = stablehlo.add %0, %0 : tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    prints `@main: tensor<2xf32> [2, 4]`.
  }];
  let options = [
    Option<"devices", "devices", "unsigned", "1",
      "How many devices run each function">,
  ];
}

#endif // WEFT_REFERENCE_PASSES_TD
