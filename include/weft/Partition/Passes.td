//===- Passes.td - passes of partitioning ------------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PARTITION_PASSES_TD
#define WEFT_PARTITION_PASSES_TD

include "mlir/Pass/PassBase.td"

def InlineScopes : Pass<"weft-inline-scopes", "::mlir::ModuleOp"> {
  let summary = "Puts the bodies of scopes where the scopes are";
  let description = [{
    Expects the shardings of values, as propagation leaves them. Where a scope
    keeps an operand or a result in a sharding that the value does not have,
    there is a `weft.reshard` instead. Reshards and reductions can then move out
    of what was a function once.
  }];
  let dependentDialects = ["::weft::WeftDialect"];
}

def SwapProducts : Pass<"weft-swap-products", "::mlir::ModuleOp"> {
  let summary = "Computes transposed products without a transpose";
  let description = [{
    A `stablehlo.transpose` that exchanges the two sides of a product which
    nobody else uses becomes the product of the exchanged operands. Shardings
    are kept: the new product has that of the transpose.

    ```mlir
    %0 = stablehlo.dot_general %dy, %x, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
    // becomes
    %1 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x2xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let statistics = [Statistic<"numSwapped", "swapped", "Products turned around">];
}

def ChooseLayouts : Pass<"weft-choose-layouts", "::mlir::ModuleOp"> {
  let summary = "Chooses how each op is computed on shards";
  let description = [{
    Expects the shardings of values, as propagation leaves them; a value without
    one is whole on every device. Afterwards each op that computes on tensors
    has `weft.layout`: the sharding in which it takes each operand, then the
    sharding in which it leaves each result. Of the layouts that the op can be
    computed under, it is the one that costs least, counting the bytes that have
    to be moved before and after.

    An op that cannot be split as its tensors are is computed on whole tensors,
    with a remark.

    ```mlir
    %0 = stablehlo.add %a, %b {weft.shardings = #weft.shardings<[<@mesh, ["x"]>]>} : tensor<8xf32>
    // becomes
    %0 = stablehlo.add %a, %b {weft.layout = #weft.shardings<[<@mesh, ["x"]>, <@mesh, ["x"]>, <@mesh, ["x"]>]>, ...
    ```
  }];
}

def InsertReshards : Pass<"weft-insert-reshards", "::mlir::ModuleOp"> {
  let summary = "Makes every change of sharding explicit";
  let description = [{
    Expects `weft.layout` on the ops (`weft-choose-layouts`) and removes it.
    Afterwards only `weft.reshard` changes a sharding: every op takes its
    operands as they are and states the sharding of its results, values enter
    loops, branches and calls as these keep them, and functions return what they
    declare. Constraints have become reshards.
  }];
  let dependentDialects = ["::weft::WeftDialect"];
  let statistics = [Statistic<"numReshards", "reshards", "Reshards inserted">];
}

def HoistReshards : Pass<"weft-hoist-reshards", "::mlir::ModuleOp"> {
  let summary = "Moves reshards of what a loop does not change out of it";
  let description = [{
    Expects that only `weft.reshard` changes a sharding, and keeps it so. A
    reshard in a loop of a value that is the same in every turn moves before the
    loop, together with the ops that make the value.

    ```mlir
    %1 = stablehlo.while(%v = %0) : tensor<8x8xf32> ... do {
      %w = weft.reshard %weight <@mesh, [_, _]> : tensor<8x8xf32>
      ...
    // becomes
    %w = weft.reshard %weight <@mesh, [_, _]> : tensor<8x8xf32>
    %1 = stablehlo.while(%v = %0) : tensor<8x8xf32> ... do {
      ...
    ```
  }];
  let dependentDialects = ["::weft::WeftDialect"];
  let statistics = [Statistic<"numHoisted", "hoisted", "Reshards moved">];
}

def PlaceReductions : Pass<"weft-place-reductions", "::mlir::ModuleOp"> {
  let summary = "Reduces partial sums late, and together";
  let description = [{
    Expects that only `weft.reshard` changes a sharding, and keeps it so.
    Reshards that sum partial values move behind the ops that can work on the
    parts, as long as no more has to be reduced there, and behind loops that
    only accumulate.

    ```mlir
    %0 = weft.reshard %a <@mesh, [_]> : tensor<8xf32>   // unreduced over "x" before
    %1 = weft.reshard %b <@mesh, [_]> : tensor<8xf32>
    %2 = stablehlo.add %0, %1 : tensor<8xf32>
    // becomes
    %0 = stablehlo.add %a, %b {weft.shardings = #weft.shardings<[<@mesh, [_], unreduced = ["x"]>]>} : tensor<8xf32>
    %1 = weft.reshard %0 <@mesh, [_]> : tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::weft::WeftDialect"];
  let statistics = [Statistic<"numMoved", "moved", "Reductions moved">];
}

def NarrowReshards : Pass<"weft-narrow-reshards", "::mlir::ModuleOp"> {
  let summary = "Sends values in the smaller of two types";
  let description = [{
    Expects that only `weft.reshard` changes a sharding, and keeps it so. A
    reshard next to a conversion moves to the side with fewer bytes per element,
    unless it sums partial values.

    ```mlir
    %0 = weft.reshard %w <@mesh, [_]> : tensor<8xf32>
    %1 = stablehlo.convert %0 : (tensor<8xf32>) -> tensor<8xbf16>
    // becomes
    %0 = stablehlo.convert %w : (tensor<8xf32>) -> tensor<8xbf16>
    %1 = weft.reshard %0 <@mesh, [_]> : tensor<8xbf16>
    ```
  }];
  let dependentDialects = ["::weft::WeftDialect"];
  let statistics = [Statistic<"numNarrowed", "narrowed", "Reshards moved">];
}

def LowerReshards : Pass<"weft-lower-reshards", "::mlir::ModuleOp"> {
  let summary = "Turns reshards into collectives";
  let description = [{
    Expects that only `weft.reshard` changes a sharding, and keeps it so.
    Afterwards each reshard is one collective, named with `via`, and a change
    that takes several is a chain of them. Types are still whole, so this is the
    program that `weft-export-sdy` writes with Shardy's collectives.

    The chain is the plan that costs least (docs/Rationale/Resharding.md). A
    reshard stays as it is, without `via`, where no chain of shardings is as
    cheap as the plan: between two device orders, and for some uneven sizes,
    where what devices hold on the way is no shard of the tensor.

    A remark tells of every plan in which a device has to hold more than the
    larger of its two shards.

    ```mlir
    %1 = weft.reshard %0 <@mesh, [_, "x"]> : tensor<8x8xf32>      // ["x", "y"] before
    // becomes
    %1 = weft.reshard %0 <@mesh, ["x", _]> via all_gather [_, "y"] : tensor<8x8xf32>
    %2 = weft.reshard %1 <@mesh, [_, "x"]> via all_to_all ["x"] 0 -> 1 : tensor<8x8xf32>
    ```
  }];
  let dependentDialects = ["::weft::WeftDialect"];
  let statistics = [Statistic<"numSteps", "steps", "Collectives written">];
}

def Localise : Pass<"weft-localise", "::mlir::ModuleOp"> {
  let summary = "Turns whole tensors into shards";
  let description = [{
    Expects that only `weft.reshard` changes a sharding. Afterwards all types are
    local, reshards are collectives on them, and functions are marked `weft.local`; their
    arguments and results keep their sharding, and with `weft.whole` the type of
    all shards together.
  }];
  let dependentDialects = ["::weft::WeftDialect",
                           "::weft::stablehlo::StablehloDialect"];
}

def CombineReductions : Pass<"weft-combine-reductions", "::mlir::ModuleOp"> {
  let summary = "Makes one collective of many";
  let description = [{
    Expects local types. All-reduces over the same axes by the same reducer that
    do not depend on each other become one, where the first of their results is
    needed: a train step reduces all its gradients together.

    ```mlir
    %1 = weft.all_reduce add %a over ["data"] : tensor<8xf32>
    %2 = weft.all_reduce add %b over ["data"] : tensor<4xf32>
    // becomes
    %1:2 = weft.all_reduce add %a, %b over ["data"] : tensor<8xf32>, tensor<4xf32>
    ```
  }];
  let options = [Option<"maxBytes", "max-bytes", "int64_t",
                        /*default=*/"int64_t(128) << 20",
                        "The most that one collective reduces">];
  let dependentDialects = ["::weft::WeftDialect"];
  let statistics = [Statistic<"numCombined", "combined",
                              "All-reduces that became part of another">];
}

def Recompute : Pass<"weft-recompute", "::mlir::ModuleOp"> {
  let summary = "Computes cheap values again instead of holding them";
  let description = [{
    Expects local types. An elementwise op that is cheap, and whose readers are
    far from each other, is repeated for each of them, if what it reads is there
    anyway: a device then holds its operands, but not its result. What is made
    of nothing, such as a constant, is repeated for those who need it stored.

    ```mlir
    %1 = stablehlo.multiply %0, %0 : tensor<8xf32>
    %2 = stablehlo.tanh %1 : tensor<8xf32>
    ...
    %9 = stablehlo.add %1, %8 : tensor<8xf32>
    // becomes
    %1 = stablehlo.multiply %0, %0 : tensor<8xf32>
    %2 = stablehlo.tanh %1 : tensor<8xf32>
    ...
    %again = stablehlo.multiply %0, %0 : tensor<8xf32>
    %9 = stablehlo.add %again, %8 : tensor<8xf32>
    ```
  }];
  let statistics = [Statistic<"numRepeated", "repeated", "Ops repeated">];
}

def Schedule : Pass<"weft-schedule", "::mlir::ModuleOp"> {
  let summary = "Reorders ops so that less is held at once";
  let description = [{
    Expects local types. Ops that make more than they free run right before what
    they are made for, and ops that free more than they make as soon as they
    can; or in whatever other order was found to have the lowest peak under the
    model that `weft plan` counts memory by. Ops with side effects keep their
    order. A block of which no better order is found stays as it is.

    ```mlir
    %0 = weft.all_gather %a [0] over ["x"] ...    // not needed yet
    %1 = stablehlo.dot_general %b, %c ...
    %2 = stablehlo.reduce(%1 ...
    %3 = stablehlo.dot_general %0, %2 ...
    // becomes
    %1 = stablehlo.dot_general %b, %c ...
    %2 = stablehlo.reduce(%1 ...
    %0 = weft.all_gather %a [0] over ["x"] ...
    %3 = stablehlo.dot_general %0, %2 ...
    ```
  }];
  let statistics = [Statistic<"numReordered", "reordered",
                              "Blocks whose ops have another order">];
}

def TileFills : Pass<"weft-tile-fills"> {
  let summary = "Makes large results that come from nothing tile by tile";
  let description = [{
    Expects local types. A result of the function that is computed index by
    index from counters, constants and scalars, such as the random numbers of a
    parameter, and that has more elements than a tile, is afterwards made in a
    loop that fills one tile after the other. A device then holds the result and
    some tiles, and not every step of the computation for the whole result. No
    bit of it changes.

    ```mlir
    %0 = stablehlo.iota dim = 0 : tensor<8x4096xui32>
    %1 = stablehlo.multiply %0, %0 : tensor<8x4096xui32>
    return %1 : tensor<8x4096xui32>
    // becomes, with tiles of 4096 elements
    %1:2 = stablehlo.while(%i = %c0, %all = %blank) ... do {
      ...
      %3 = stablehlo.multiply %2, %2 : tensor<1x4096xui32>
      %4 = stablehlo.dynamic_update_slice %all, %3, %start, %c0 ...
      stablehlo.return %next, %4
    }
    return %1#1 : tensor<8x4096xui32>
    ```
  }];
  let options = [Option<"maxElements", "max-elements", "int64_t",
                        /*default=*/"4096", "The elements of a tile">];
  let dependentDialects = ["::weft::stablehlo::StablehloDialect"];
  let statistics = [Statistic<"numTiled", "tiled", "Results made in tiles">];
}

def MarkAsked : Pass<"weft-mark-asked", "::mlir::ModuleOp"> {
  let summary = "Marks the ops whose layout the user wrote";
  let description = [{
    Expects a program as the user wrote it, before propagation. Afterwards
    `weft.asked` is on every op whose communication an annotation asks for:

    - a constraint, a reshard, a manual region and what it sends by itself;
    - an op whose every result is laid out by the user: by `weft.shardings`, by
      a constraint or reshard of the result, or by returning it where the
      function declares a sharding.

    The reading is that of an output sharding: who says how the result of an op
    lies asks for what has to be sent to make it so from its operands. A
    sharding of the operands alone asks for nothing. Results of functions with a
    sharding are marked as well.

    ```mlir
    %0 = stablehlo.dot_general ... {weft.asked}     // its all_reduce is asked for
    %1 = weft.constrain %0 <@mesh, ["data", _]> {weft.asked} : tensor<8x8xf32>
    ```
  }];
}

def CheckExplicit : Pass<"weft-check-explicit", "::mlir::ModuleOp"> {
  let summary = "Refuses collectives that no annotation asks for";
  let description = [{
    Expects a program that `weft-mark-asked` has marked, after
    `weft-place-reductions` or after `weft-localise`. Every reshard and every
    collective that sends something and is not marked is an error that names the
    op it is for, the axes, the bytes, and the layout of its operand under which
    it would not be there. The program does not change.
  }];
}

#endif // WEFT_PARTITION_PASSES_TD
