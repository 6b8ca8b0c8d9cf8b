//===- ShardingOps.td - ops that state or change a sharding --*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SHARDINGOPS_TD
#define WEFT_DIALECT_WEFT_IR_SHARDINGOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "weft/Dialect/Weft/IR/ShardedOpInterface.td"
include "weft/Dialect/Weft/IR/ShardingAttrs.td"

def Weft_SymbolUser : DeclareOpInterfaceMethods<SymbolUserOpInterface>;
def Weft_ShardedOp : DeclareOpInterfaceMethods<Weft_ShardedOpInterface>;

//===----------------------------------------------------------------------===//
// Constraints and reshards
//===----------------------------------------------------------------------===//

def Weft_ConstrainOp : Weft_Op<"constrain", [Pure, SameOperandsAndResultType,
    Weft_SymbolUser, Weft_ShardedOp]> {
  let summary = "Requires a sharding at one point of the program";
  let description = [{
    Returns its operand unchanged. Propagation starts from the sharding: what is
    closed stays, what is open may be split further.

    ```mlir
    %1 = weft.constrain %0 <@mesh, ["data", _]> : tensor<64x512xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Weft_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$output);
  let assemblyFormat = "$input $sharding attr-dict `:` type($output)";
  let hasFolder = 1;
}

def Weft_ReshardOp : Weft_Op<"reshard", [Pure, SameOperandsAndResultType,
    Weft_SymbolUser, Weft_ShardedOp]> {
  let summary = "Changes the sharding of a value";
  let description = [{
    The result has the value of the operand and the given sharding. The types
    are whole.

    With `via` the change is one collective, written as what it does to the
    axes (see `#weft.step`). If the program states the sharding of the operand,
    the step must lead from there to the sharding of the result.

    ```mlir
    %1 = weft.reshard %0 <@mesh, [_, "model"]> : tensor<8x8xf32>
    %2 = weft.reshard %1 <@mesh, [_, _]> via all_gather [_, "model"] : tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Weft_ShardingAttr:$sharding,
                       OptionalAttr<Weft_StepAttr>:$via);
  let results = (outs AnyRankedTensor:$output);
  let assemblyFormat = [{
    $input $sharding (`via` custom<Step>($via)^)? attr-dict `:` type($output)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::weft::ShardingAttr":$sharding), [{
      build($_builder, $_state, input.getType(), input, sharding,
            ::weft::StepAttr());
    }]>
  ];
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

//===----------------------------------------------------------------------===//
// What propagation may do
//===----------------------------------------------------------------------===//

def Weft_ShardingGroupOp : Weft_Op<"sharding_group"> {
  let summary = "Puts a value into a group with one sharding";
  let description = [{
    All values of a group have the same shape, and propagation gives them the
    same sharding.

    ```mlir
    weft.sharding_group %0 group 7 : tensor<8x2xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `group` $group_id attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Weft_BarrierOp : Weft_Op<"barrier", [Pure, SameOperandsAndResultType]> {
  let summary = "Stops propagation, in one direction or both";
  let description = [{
    Returns its operand unchanged. Shardings pass only in the allowed direction:
    `forward` from operand to result, `backward` from result to operand, or
    `none`.

    ```mlir
    %1 = weft.barrier %0 forward : tensor<8x2xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       Weft_PropagationDirectionAttr:$allowed);
  let results = (outs AnyRankedTensor:$output);
  let assemblyFormat = "$input custom<Direction>($allowed) attr-dict `:` type($output)";
  let hasCanonicalizeMethod = 1;
}

def Weft_DataFlowEdgeOp : Weft_Op<"data_flow_edge", [Pure,
    SameOperandsAndResultType, Weft_SymbolUser, Weft_ShardedOp]> {
  let summary = "Joins the ways that a value takes through an op with regions";
  let description = [{
    Between the result (or block argument) that owns a data flow edge, such as a
    variable carried by a loop, and its uses. Its sharding stands for the
    sharding of all sources and targets of the edge. The operand is used by the
    edge alone. Where folding took away the op that joined the ways,
    canonicalisation turns the edge into a constraint, or into nothing if it has
    no sharding.

    ```mlir
    %1 = weft.data_flow_edge %0 sharding <@mesh, ["data"]> : tensor<8xf32>
    %2 = weft.data_flow_edge %arg : tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyType:$input,
                       OptionalAttr<Weft_ShardingAttr>:$sharding);
  let results = (outs AnyType:$output);
  let assemblyFormat = "$input (`sharding` $sharding^)? attr-dict `:` type($output)";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Weft_FuncDataFlowEdgeOp : Weft_Op<"func_data_flow_edge", [Pure,
    SameOperandsAndResultType]> {
  let summary = "Joins the arguments that calls give to a function";
  let description = [{
    As `weft.data_flow_edge`, for an argument of a function or a result of a
    call; the sharding is that of the function's argument or result.

    ```mlir
    %1 = weft.func_data_flow_edge %arg : tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$output);
  let assemblyFormat = "$input attr-dict `:` type($output)";
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_SHARDINGOPS_TD
