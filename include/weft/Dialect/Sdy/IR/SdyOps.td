//===- SdyOps.td - meshes, constraints and regions ---------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYOPS_TD
#define WEFT_DIALECT_SDY_IR_SDYOPS_TD

include "weft/Dialect/Sdy/IR/SdyOpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "Declares a named mesh";
  let description = [{
    All meshes of a module have the same number of devices, except those that
    are empty or maximal.

    ```mlir
    sdy.mesh @grid = <["data"=2, "model"=4]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ShardingConstraintOp : Sdy_Op<"sharding_constraint",
    [SameOperandsAndResultType]> {
  let summary = "Requires a sharding at one point of the program";
  let description = [{
    Returns its operand. Without uses it still says how the operand itself is to
    be split, therefore it is not dead code.

    ```mlir
    %1 = sdy.sharding_constraint %0 <@grid, [{"data"}, {} ]> : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyType:$input, Sdy_TensorShardingAttr:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ReshardOp : Sdy_Op<"reshard", [Pure, SameOperandsAndResultType]> {
  let summary = "Changes the sharding of a tensor";
  let description = [{
    ```mlir
    %1 = sdy.reshard %0 <@grid, [{}, {"data"} ]> : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyType:$input, Sdy_TensorShardingAttr:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "Makes a tensor a member of a group with one sharding";
  let description = [{
    ```mlir
    sdy.sharding_group %0 group_id=7 : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = [{
    $input `group_id` `` `=` `` $group_id attr-dict `:` type($input)
  }];
}

def Sdy_PropagationBarrierOp : Sdy_Op<"propagation_barrier",
    [Pure, SameOperandsAndResultType]> {
  let summary = "Lets shardings pass in one direction, or not at all";
  let description = [{
    ```mlir
    %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
      Sdy_PropagationDirection:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:`
    type($input)
  }];
  let hasVerifier = 1;
}

def Sdy_DataFlowEdgeOp : Sdy_Op<"data_flow_edge", [SameOperandsAndResultType]> {
  let summary = "Joins the values that a control-flow op makes one";
  let description = [{
    Sits on a result or region argument of an op such as `while` and holds the
    sharding of all values that this op ties together. Its operand has no other
    use. Where folding took that op away, canonicalisation turns the edge into a
    constraint, or into nothing if it has no sharding.

    ```mlir
    %1 = sdy.data_flow_edge %0 sharding=<@grid, [{"data"}, {} ]> : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyShaped:$input,
      OptionalAttr<Sdy_TensorShardingAttr>:$sharding);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = [{
    $input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Sdy_FuncDataFlowEdgeOp : Sdy_Op<"func_data_flow_edge",
    [SameOperandsAndResultType]> {
  let summary = "Joins a function's argument or a call's result with its sources";
  let description = [{
    The operand is an argument of a function or a result of a call, and has no
    other use.

    ```mlir
    %1 = sdy.func_data_flow_edge %0 : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyShaped:$operand);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ConstantOp : Sdy_Op<"constant",
    [Pure, AllTypesMatch<["value", "output"]>]> {
  let summary = "A constant that is not merged with its equals";
  let description = [{
    Each use of a constant may want another sharding, so Shardy gives each its
    own copy, which no folder sees.

    ```mlir
    %0 = sdy.constant dense<1.0> : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
}

def Sdy_ManualComputationOp : Sdy_Op<"manual_computation",
    [RecursiveMemoryEffects, RecursivelySpeculatable, IsolatedFromAbove,
     SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "A region written per device on some axes";
  let description = [{
    Outside, tensors are whole; inside, they are the shards along the manual
    axes. In each dimension of a sharding the manual axes come first, and they
    divide the dimension. Inside, no sharding may name a manual axis.

    ```mlir
    %1 = sdy.manual_computation(%0) in_shardings=[<@grid, [{"data"}, {} ]>]
        out_shardings=[<@grid, [{"data"}, {} ]>] manual_axes={"data"}
        (%arg0: tensor<4x8xf32>) {
      sdy.return %arg0 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$tensors,
      Sdy_TensorShardingPerValueAttr:$in_shardings,
      Sdy_TensorShardingPerValueAttr:$out_shardings,
      Sdy_ManualAxesAttr:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `` `(` $tensors `)`
    `in_shardings` `` `=` `` custom<BareShardings>($in_shardings)
    `out_shardings` `` `=` `` custom<BareShardings>($out_shardings)
    `manual_axes` `` `=` `` $manual_axes
    custom<BodyRegion>($body) attr-dict
    `:` functional-type($tensors, results)
  }];
  let hasVerifier = 1;
}

def Sdy_NamedComputationOp : Sdy_Op<"named_computation",
    [RecursiveMemoryEffects, RecursivelySpeculatable, IsolatedFromAbove,
     SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "A region with a name, transparent to propagation";
  let description = [{
    ```mlir
    %1 = sdy.named_computation<"layer">(%0) (%arg0: tensor<8x8xf32>) {
      sdy.return %arg0 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$operands,
      OptionalAttr<Sdy_TensorShardingPerValueAttr>:$in_shardings,
      OptionalAttr<Sdy_TensorShardingPerValueAttr>:$out_shardings);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `` `<` $name `>` `` `(` $operands `)`
    (`in_shardings` `` `=` `` custom<BareShardings>($in_shardings)^)?
    (`out_shardings` `` `=` `` custom<BareShardings>($out_shardings)^)?
    custom<BodyRegion>($body) attr-dict
    `:` functional-type($operands, results)
  }];
  let hasVerifier = 1;
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, Terminator, ReturnLike]> {
  let summary = "Ends a manual or named computation";
  let description = [{
    ```mlir
    sdy.return %0, %1 : tensor<8xf32>, tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let builders = [OpBuilder<(ins),
      "build($_builder, $_state, ::mlir::ValueRange());">];
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_SDY_IR_SDYOPS_TD
