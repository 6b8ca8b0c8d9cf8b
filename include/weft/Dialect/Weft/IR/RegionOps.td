//===- RegionOps.td - regions with their own view of devices --*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_REGIONOPS_TD
#define WEFT_DIALECT_WEFT_IR_REGIONOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "weft/Dialect/Weft/IR/ShardedOpInterface.td"
include "weft/Dialect/Weft/IR/ShardingAttrs.td"

def Weft_ManualOp : Weft_Op<"manual", [IsolatedFromAbove,
    RecursiveMemoryEffects, SingleBlock,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<Weft_ShardedOpInterface>]> {
  let summary = "Runs its region once per device along some axes";
  let description = [{
    Inside the region, values are local along the manual axes: the block
    arguments are shards of the operands by `in`, the returned values are
    shards of the results by `out`. Along all other axes the region is still a
    program for the whole mesh. Communication along the manual axes is written
    as collectives.

    In each dimension the manual axes come before others, and their number of
    shards divides the size. Manual regions may be nested, on other axes; inside
    no sharding may mention a manual axis. The mesh is the one of the shardings;
    it is written before the axes if there are none.

    ```mlir
    %0 = weft.manual over ["model"] (%x) in [<@mesh, ["data", "model"]>] out [<@mesh, ["data", _]>]
        (%local: tensor<8x4xf32>) {
      %1 = weft.all_gather %local over ["model"] dim 1 : tensor<8x4xf32> -> tensor<8x16xf32>
      weft.return %1 : tensor<8x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$manual_axes,
                       Weft_ShardingsAttr:$in_shardings,
                       Weft_ShardingsAttr:$out_shardings);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `over` custom<MeshAxes>($mesh, $manual_axes) ` ` `(` $inputs `)`
    `in` custom<ShardingList>($in_shardings)
    `out` custom<ShardingList>($out_shardings)
    custom<RegionWithArguments>($body) attr-dict `:`
    functional-type($inputs, $outputs)
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The mesh of the manual axes: the one that is written, or the one of the
    /// first sharding. Null if there is neither.
    ::mlir::Attribute getMeshRef();
  }];
}

def Weft_ScopeOp : Weft_Op<"scope", [IsolatedFromAbove, RecursiveMemoryEffects,
    SingleBlock,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<Weft_ShardedOpInterface>]> {
  let summary = "A named part of a program, such as an inlined call";
  let description = [{
    The block arguments are the operands, and the returned values the results.
    `in` and `out` may give their shardings.

    ```mlir
    %0 = weft.scope "ffn" (%x) in [<@mesh, ["data", _]>] (%arg: tensor<8x16xf32>) {
      weft.return %arg : tensor<8x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$name,
                       OptionalAttr<Weft_ShardingsAttr>:$in_shardings,
                       OptionalAttr<Weft_ShardingsAttr>:$out_shardings);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name ` ` `(` $inputs `)` (`in` custom<ShardingList>($in_shardings)^)?
    (`out` custom<ShardingList>($out_shardings)^)?
    custom<RegionWithArguments>($body) attr-dict `:`
    functional-type($inputs, $outputs)
  }];
  let hasRegionVerifier = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_REGIONOPS_TD
