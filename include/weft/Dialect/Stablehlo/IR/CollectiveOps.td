//===- CollectiveOps.td - communication between devices ----*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

// These ops have no `Pure` trait: what one device does must be matched by what
// the others do, so a pass must not drop or move one without thought.

/// A collective whose groups may be named by a mesh.
defvar Stablehlo_UsesMesh = DeclareOpInterfaceMethods<SymbolUserOpInterface>;

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

def Stablehlo_AllGatherOp : Stablehlo_Op<"all_gather", [Stablehlo_UsesMesh]> {
  let summary = "Concatenates the operands of a group";
  let description = [{
    ```mlir
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64,
           replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}>
      : (tensor<8x2xf32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
      I64Attr:$all_gather_dim, Stablehlo_ReplicaGroups:$replica_groups,
      OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle,
      UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let hasVerifier = 1;
}

def Stablehlo_AllReduceOp : Stablehlo_Op<"all_reduce", [SingleBlock,
    Stablehlo_UsesMesh]> {
  let summary = "Combines the operands of a group, elementwise";
  let description = [{
    ```mlir
    %0 = "stablehlo.all_reduce"(%x) <{
           replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
      Stablehlo_ReplicaGroups:$replica_groups,
      OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle,
      UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
}

def Stablehlo_AllToAllOp : Stablehlo_Op<"all_to_all", [Stablehlo_UsesMesh]> {
  let summary = "Splits along one dimension, exchanges, joins along another";
  let description = [{
    ```mlir
    %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64,
           concat_dimension = 0 : i64, split_count = 2 : i64,
           replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}>
      : (tensor<2x4xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
      I64Attr:$split_dimension, I64Attr:$concat_dimension,
      I64Attr:$split_count, Stablehlo_ReplicaGroups:$replica_groups,
      OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let hasVerifier = 1;
}

def Stablehlo_CollectiveBroadcastOp
    : Stablehlo_SameTypesOp<"collective_broadcast", [Stablehlo_UsesMesh]> {
  let summary = "Gives every member of a group the operand of its first";
  let description = [{
    ```mlir
    %0 = "stablehlo.collective_broadcast"(%x) <{
           replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}>
      : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      Stablehlo_ReplicaGroups:$replica_groups,
      OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_CollectivePermuteOp
    : Stablehlo_SameTypesOp<"collective_permute"> {
  let summary = "Sends from sources to targets";
  let description = [{
    A device that is no target gets zeros.

    ```mlir
    %0 = "stablehlo.collective_permute"(%x) <{
           source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}>
      : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      I64ElementsAttr:$source_target_pairs,
      OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_CrossReplicaSumOp
    : Stablehlo_SameTypesOp<"cross-replica-sum"> {
  let summary = "Sums the operands of a group (deprecated)";
  let description = [{
    ```mlir
    %0 = "stablehlo.cross-replica-sum"(%x) <{
           replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
      : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      I64ElementsAttr:$replica_groups);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_ReduceScatterOp : Stablehlo_Op<"reduce_scatter", [SingleBlock,
    Stablehlo_UsesMesh]> {
  let summary = "Combines the operands of a group and splits the result";
  let description = [{
    ```mlir
    %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64,
           replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$scatter_dimension,
      Stablehlo_ReplicaGroups:$replica_groups,
      OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle,
      UnitAttr:$use_global_device_ids);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Who am I
//===----------------------------------------------------------------------===//

def Stablehlo_PartitionIdOp : Stablehlo_InferredOp<"partition_id", [Pure]> {
  let summary = "The number of this partition";
  let description = [{
    ```mlir
    %0 = stablehlo.partition_id : tensor<ui32>
    ```
  }];
  let results = (outs RankedTensorOf<[UI32]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Stablehlo_ReplicaIdOp : Stablehlo_InferredOp<"replica_id", [Pure]> {
  let summary = "The number of this replica";
  let description = [{
    ```mlir
    %0 = stablehlo.replica_id : tensor<ui32>
    ```
  }];
  let results = (outs RankedTensorOf<[UI32]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Asynchronous collectives
//===----------------------------------------------------------------------===//

def Stablehlo_AsyncStartOp : Stablehlo_Op<"async_start", [SingleBlock]> {
  let summary = "Starts a collective and goes on";
  let description = [{
    The body is one op and a return; its results are in the future.

    ```mlir
    %0 = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<8xf32>):
      %1 = "stablehlo.collective_permute"(%a) <{
             source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}>
        : (tensor<8xf32>) -> tensor<8xf32>
      stablehlo.return %1 : tensor<8xf32>
    }) : (tensor<8xf32>) -> !stablehlo.future<tensor<8xf32>>
    ```
  }];
  let arguments = (ins Variadic<AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token,
      Stablehlo_Future]>>:$operands);
  let results = (outs Stablehlo_Future:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
}

def Stablehlo_AsyncDoneOp : Stablehlo_InferredOp<"async_done"> {
  let summary = "Waits for a collective";
  let description = [{
    ```mlir
    %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Future:$operand);
  let results = (outs Variadic<AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token]>>);
}

#endif // WEFT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD
