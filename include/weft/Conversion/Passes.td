//===- Passes.td - passes between dialects -----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PASSES_TD
#define WEFT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ImportSdy : Pass<"weft-import-sdy", "::mlir::ModuleOp"> {
  let summary = "Turns the shardings that JAX writes into Weft's";
  let description = [{
    Afterwards the module has no `sdy` op, sharding or rule: each has become its
    image in `weft`, and `weft-export-sdy` gives the module back as it was. (Only
    a collective over no axes comes back as an `sdy.reshard`.)

    | sdy | weft |
    |---|---|
    | `sdy.mesh` | `weft.mesh` |
    | `sdy.sharding` of arguments and results | `weft.sharding` |
    | `sdy.sharding`, `sdy.sharding_rule` of ops | `weft.shardings`, `weft.rule` |
    | `sdy.sharding_constraint`, `sdy.reshard` | `weft.constrain`, `weft.reshard` |
    | `sdy.all_gather` and the other collectives | `weft.reshard ... via all_gather ...` |
    | `sdy.manual_computation`, `sdy.named_computation` | `weft.manual`, `weft.scope` |
    | `sdy.sharding_group`, `sdy.propagation_barrier` | `weft.sharding_group`, `weft.barrier` |
    | `sdy.data_flow_edge`, `sdy.func_data_flow_edge` | `weft.data_flow_edge`, `weft.func_data_flow_edge` |
    | `sdy.constant` | `stablehlo.constant {weft.unmerged}` |

    Two older forms are read as well. One is what Shardy writes for a trip
    through HLO: `xla.sdy.*` strings in `mhlo.frontend_attributes`, and
    `xla.sdy.*` custom calls. The other are XLA's strings in `mhlo.sharding`,
    with the custom call `@Sharding`. These name devices, so a mesh is made
    whose axes (`axis_0`, ...) explain all of them:

    ```mlir
    func.func @f(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"})
    // becomes
    weft.mesh @mesh <"axis_0" = 2, "axis_1" = 4>
    func.func @f(%x: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["axis_0", _]>})
    ```

    A string without an equivalent stays where it is, with a warning that says
    why. A string that cannot be read is an error.

    The cost is linear in the number of ops; each distinct attribute is
    converted once.
  }];
  let dependentDialects = ["::weft::WeftDialect", "::weft::sdy::SdyDialect",
                           "::weft::stablehlo::StablehloDialect"];
}

def ExportSdy : Pass<"weft-export-sdy", "::mlir::ModuleOp"> {
  let summary = "Turns Weft's shardings into those that JAX and XLA read";
  let description = [{
    The inverse of `weft-import-sdy`. Ops of `weft` that have no image there
    (modules, collectives on local types, ...) are errors: lower them first.
    So are reducers other than `add`, `max` and `min`.
  }];
  let dependentDialects = ["::weft::sdy::SdyDialect"];
}

def LowerTraining : Pass<"weft-lower-training", "::mlir::ModuleOp"> {
  let summary = "Writes out losses and the steps of optimisers";
  let description = [{
    Expects modules to have been split (`weft-split`), so that every
    `weft.update` names the tensors of its optimiser. Afterwards
    `weft.softmax_cross_entropy`, `weft.mean_squared_error` and `weft.update` are
    StableHLO, with the numerics of optax:

    - the logit of a label is picked by comparing all classes with it, so a
      split of the classes needs a sum of one number per example and no gather
      of the logits; a label without a class gives NaN
    - a step is elementwise, save for the norm of all gradients under
      `clip_norm`: the state of an optimiser, the gradient and the parameter
      move together, and where their layouts differ (ZeRO) the partitioner
      splits the step and gathers the new parameter
    - the rate, and the powers of the decay, are computed in f32 at least

    ```mlir
    weft.sgd @sgd learning_rate 0.1
    func.func @step(%p: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
      %0 = weft.update @sgd params(%p : tensor<8xf32>) grads(%g : tensor<8xf32>)
      return %0 : tensor<8xf32>
    }
    // becomes p + g * -0.1
    ```
  }];
  let dependentDialects = ["::weft::chlo::ChloDialect",
                           "::weft::stablehlo::StablehloDialect"];
}

def ExportStablehlo : Pass<"weft-export-stablehlo", "::mlir::ModuleOp"> {
  let summary = "Writes a per-shard program as plain StableHLO";
  let description = [{
    Expects a partitioned program (`--weft-pipeline`): functions with
    `weft.local`. Afterwards there is no `weft` op or attribute of its own type
    left; jaxlib parses the module, and XLA runs it on as many devices as
    `mhlo.num_partitions` says.

    | weft | StableHLO |
    |---|---|
    | `all_gather`, `all_to_all`, `permute`, `reduce_scatter`, `all_reduce` | the op of that name, over groups of devices and with a channel |
    | `axis_index` | arithmetic on `partition_id` |
    | `all_slice` | `dynamic_slice` |
    | `broadcast` | `all_reduce` of the bits, which only the source has set |
    | reductions of several tensors together, by a region, of bits of integers, of floats of 8 bits and less | `all_gather`, then `reduce` |

    Uneven dimensions are padded before and cut after. Device number n of the
    mesh is partition n.

    *How to call it.* Arguments and results of a public function are those of
    one device. XLA takes them for replicated, so each device can be given its
    own: `weft.shards` says which. `sizes` are those of the whole tensor, and
    `axes` names what splits each dimension, major first (`"x:(1)2"` is a
    sub-axis), over a mesh that `weft.meshes` of the module describes. A
    dimension of size s that n devices split is padded to n * ceil(s / n); the
    device with number i along the axes gets the i-th of n equal parts. Of a
    result that is `unreduced` over some axes, each device has a part of a sum.
    A value without `weft.shards` is the same on all devices. Compile with
    `num_partitions` and `use_spmd_partitioning`; test/Interop/xla.py does.

    ```mlir
    func.func public @main(%x: tensor<8x8xf32> {weft.shards = {axes = [["data"], []], mesh = "mesh", sizes = array<i64: 16, 8>}})
    ```
  }];
  let dependentDialects = ["::weft::stablehlo::StablehloDialect"];
}

#endif // WEFT_CONVERSION_PASSES_TD
