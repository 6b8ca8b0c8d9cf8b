//===- Passes.td - passes on the state of modules ----------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_PASSES_TD
#define WEFT_STATE_PASSES_TD

include "mlir/Pass/PassBase.td"

def Split : Pass<"weft-split", "::mlir::ModuleOp"> {
  let summary = "Turns the methods of modules into functions over their leaves";
  let description = [{
    Each method of the chosen modules becomes a function `@Module.method` that
    takes every leaf of the module, in the order of the state, then the
    arguments of the method, and returns what the method returns, then the
    leaves that it changes. What methods call becomes private functions of the
    same kind, one for all instances of a submodule; layers are written out.
    `weft.value_and_grad` then names positions of arguments, and
    `weft.apply_gradients` is a `weft.update` on tensors.

    An argument that is a leaf says so:

    - `weft.path`: its place in the state, `mlp.up.kernel`
    - `weft.sharding`: its layout, by its spec or a rule, if there is a mesh
    - `weft.init`: its initialiser, if it has one
    - `weft.metadata`: the further attributes of its parameter, if any
    - `tf.aliasing_output`: the result that is its new value, if it has one

    The results that are leaves have `weft.path` and `weft.sharding`, too.

    For each module there is also `@Module.init`, from a seed to all leaves,
    with the shardings on the results, provided every leaf has an initialiser.
    Leaf number k gets the key that flax's `nnx.Rngs(seed)` gives to the k-th
    parameter that is made.

    The modules stay as they are: they are the structure that `weft-merge` and
    `weft.update` refer to.

    ```mlir
    weft.module @M {
      weft.param @w : tensor<8xf32> init ones spec ["model"]
      weft.method @apply(%x: tensor<8xf32>) -> tensor<8xf32> {
        %w = weft.get @w : tensor<8xf32>
        %0 = stablehlo.multiply %w, %x : tensor<8xf32>
        weft.return %0 : tensor<8xf32>
      }
    }
    // becomes, beside the module
    func.func @M.apply(
        %w: tensor<8xf32> {weft.init = #weft.ones, weft.path = "w",
                           weft.sharding = #weft.sharding<@mesh, ["model"]>},
        %x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.multiply %w, %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```
  }];
  let options = [
    ListOption<"modules", "modules", "std::string",
      "The modules to split; without any, those that are part of no other">,
  ];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::weft::stablehlo::StablehloDialect"];
  let statistics = [
    Statistic<"numFunctions", "functions", "Public functions made">
  ];
}

def Merge : Pass<"weft-merge", "::mlir::ModuleOp"> {
  let summary = "Binds the arguments of functions to the leaves of a module";
  let description = [{
    Compares the arguments that are leaves, those with `weft.path`, with the
    leaves of the module that the function names in `weft.method`, or of
    `module`, and reports each leaf that is missing, each that the module does
    not have, and each of another shape or element type. A function that fits
    then has what `weft-split` would say about its arguments: layouts,
    initialisers and metadata are those of the module, whatever they were
    before.

    ```mlir
    // error: the state does not fit module @M:
    // note: up.kernel is missing: tensor<64x256xf32>
    // note: up.kernal is not a leaf of the module; did you mean up.kernel?
    ```
  }];
  let options = [
    Option<"module", "module", "std::string", /*default=*/"\"\"",
      "The module, for functions that do not name one: their arguments are "
      "leaves by the paths that specs shows">,
  ];
}

def DropModules : Pass<"weft-drop-modules", "::mlir::ModuleOp"> {
  let summary = "Removes the modules after they were split and lowered";
  let description = [{
    Functions over leaves do not need them any more. Reports a function that
    does, as one with a `weft.update`.
  }];
}

#endif // WEFT_STATE_PASSES_TD
