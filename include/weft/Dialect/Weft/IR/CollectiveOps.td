//===- CollectiveOps.td - collectives over named axes ------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All types here are local: what one device holds. The devices that take part
// are those that differ only in their coordinates along the axes; they are
// numbered 0 to n-1 by these coordinates, major axis first.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_COLLECTIVEOPS_TD
#define WEFT_DIALECT_WEFT_IR_COLLECTIVEOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "weft/Dialect/Weft/IR/AxesOpInterface.td"
include "weft/Dialect/Weft/IR/ShardingAttrs.td"

/// An op along axes of a mesh. The mesh may be left out if an enclosing op has
/// one, or if the module has a default mesh or only one.
class Weft_AxesOp<string mnemonic, list<Trait> traits = []>
    : Weft_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<SymbolUserOpInterface>,
        DeclareOpInterfaceMethods<Weft_AxesOpInterface>]>;

// The ops that communicate have no effect on memory, so that they can be merged
// and dropped, but are not speculatable: a device that runs one where others do
// not would wait for ever.

/// A collective from one tensor to another along one dimension or two.
class Weft_MovingOp<string mnemonic, list<Trait> traits = []>
    : Weft_AxesOp<mnemonic, traits> {
  let results = (outs AnyRankedTensor:$output);
  let hasCanonicalizeMethod = 1;
}

def Weft_AxisIndexOp : Weft_AxesOp<"axis_index", [Pure]> {
  let summary = "The number of the device along some axes";
  let description = [{
    The coordinates of the device along the axes as one number, major axis
    first: 0 to n-1 for n devices.

    ```mlir
    %0 = weft.axis_index over @mesh ["data", "model"] : tensor<i32>
    ```
  }];
  let arguments = (ins OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$axes);
  let results = (outs AnyTypeOf<[
      0DTensorOf<[AnyInteger]>, Index]>:$index);
  let assemblyFormat = [{
    `over` custom<MeshAxes>($mesh, $axes) attr-dict `:` type($index)
  }];
}

def Weft_AllGatherOp : Weft_MovingOp<"all_gather", [NoMemoryEffect]> {
  let summary = "Joins the shards of a dimension";
  let description = [{
    The operands of the n devices are joined along `dim`, in order. If the size
    does not divide, the last shards hold padding, which is dropped: the result
    may have any size whose n shards have the size of the operand.

    ```mlir
    %1 = weft.all_gather %0 over ["model"] dim 1 : tensor<8x4xf32> -> tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$axes, I64Attr:$dim);
  let assemblyFormat = [{
    $input `over` custom<MeshAxes>($mesh, $axes) `dim` $dim attr-dict `:`
    type($input) `->` type($output)
  }];
}

def Weft_AllSliceOp : Weft_MovingOp<"all_slice", [Pure]> {
  let summary = "Keeps the device's own shard of a dimension";
  let description = [{
    The operand, which is the same on the n devices, is split along `dim`; each
    device keeps its own shard of ceil(size / n). If the size does not divide,
    the last shards end in padding with unspecified values. No communication.

    ```mlir
    %1 = weft.all_slice %0 over ["model"] dim 1 : tensor<8x16xf32> -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$axes, I64Attr:$dim);
  let assemblyFormat = [{
    $input `over` custom<MeshAxes>($mesh, $axes) `dim` $dim attr-dict `:`
    type($input) `->` type($output)
  }];
}

def Weft_AllToAllOp : Weft_MovingOp<"all_to_all", [NoMemoryEffect]> {
  let summary = "Moves axes from one dimension to another";
  let description = [{
    The operand is split along dimension `split` into n shards, as by
    `weft.all_slice`; shard i goes to device i, which joins what it receives
    along `concat`, as by `weft.all_gather`.

    ```mlir
    %1 = weft.all_to_all %0 over ["model"] split 1 concat 0 : tensor<2x8xf32> -> tensor<8x2xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$axes,
                       I64Attr:$split_dim, I64Attr:$concat_dim);
  let assemblyFormat = [{
    $input `over` custom<MeshAxes>($mesh, $axes) `split` $split_dim
    `concat` $concat_dim attr-dict `:` type($input) `->` type($output)
  }];
}

def Weft_PermuteOp : Weft_MovingOp<"permute", [NoMemoryEffect,
    SameOperandsAndResultType]> {
  let summary = "Sends each device's value to one other device";
  let description = [{
    With `rotate k`, device i sends to device (i + k) mod n. With `shift k`, it
    sends to device i + k if there is one. With `pairs`, the targets are given.
    A device that receives nothing gets zeros.

    ```mlir
    %1 = weft.permute %0 over ["x"] rotate 1 : tensor<4xf32>
    %2 = weft.permute %0 over ["x"] shift -1 : tensor<4xf32>
    %3 = weft.permute %0 over ["x"] pairs [0 -> 1, 1 -> 0] : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$axes,
                       OptionalAttr<I64Attr>:$rotate,
                       OptionalAttr<I64Attr>:$shift,
                       OptionalAttr<DenseI64ArrayAttr>:$pairs);
  let assemblyFormat = [{
    $input `over` custom<MeshAxes>($mesh, $axes)
    custom<Targets>($rotate, $shift, $pairs) attr-dict `:` type($output)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Who sends to whom among `count` devices: source, target, source, ...
    ::llvm::SmallVector<int64_t> getPairsAlong(int64_t count);
  }];
}

def Weft_BroadcastOp : Weft_MovingOp<"broadcast", [NoMemoryEffect,
    SameOperandsAndResultType]> {
  let summary = "Gives all devices the value of one";
  let description = [{
    Every device gets the operand of the device with number `from`.

    ```mlir
    %1 = weft.broadcast %0 over ["x"] from 0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$axes, I64Attr:$source);
  let assemblyFormat = [{
    $input `over` custom<MeshAxes>($mesh, $axes) `from` $source attr-dict `:`
    type($output)
  }];
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// A collective that combines values: by a reducer with a name, or by a region.
class Weft_ReducingOp<string mnemonic, list<Trait> traits = []>
    : Weft_AxesOp<mnemonic, traits # [NoMemoryEffect, SingleBlock]> {
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Weft_AllReduceOp : Weft_ReducingOp<"all_reduce", [
    RangedTypesMatchWith<"results have the types of the operands", "inputs",
                         "outputs", "$_self">]> {
  let summary = "Combines the values of all devices, element by element";
  let description = [{
    Every device gets the combination of the operands of the n devices. The
    reducer is a word (`add`, `mul`, `max`, `min`, `and`, `or`, `xor`) or a
    region over scalars that combines two values; it must be associative and
    commutative. Several operands are reduced together. With a region they have
    one shape, the first half of its arguments is the left value of each
    operand, and the second half the right one.

    ```mlir
    %1 = weft.all_reduce add %0 over ["model"] : tensor<16x10xf32>
    %2:2 = weft.all_reduce %v, %i over ["model"]
        by (%a: tensor<f32>, %ai: tensor<i32>, %b: tensor<f32>, %bi: tensor<i32>) {
      weft.return %a, %ai : tensor<f32>, tensor<i32>
    } : tensor<4xf32>, tensor<4xi32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       OptionalAttr<Weft_ReducerAttr>:$reducer,
                       OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$axes);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region AnyRegion:$combiner);
  let assemblyFormat = [{
    custom<OptionalReducer>($reducer) $inputs
    `over` custom<MeshAxes>($mesh, $axes) `` custom<Combiner>($combiner)
    attr-dict `:` type($inputs)
  }];
}

def Weft_ReduceScatterOp : Weft_ReducingOp<"reduce_scatter"> {
  let summary = "Combines the values of all devices and splits the result";
  let description = [{
    As `weft.all_reduce` followed by `weft.all_slice` along `dim`.

    ```mlir
    %1 = weft.reduce_scatter add %0 over ["model"] dim 0 : tensor<16x10xf32> -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       OptionalAttr<Weft_ReducerAttr>:$reducer,
                       OptionalAttr<Weft_MeshRefAttr>:$mesh,
                       Weft_AxesAttr:$axes, I64Attr:$dim);
  let results = (outs AnyRankedTensor:$output);
  let regions = (region AnyRegion:$combiner);
  let assemblyFormat = [{
    custom<OptionalReducer>($reducer) $input
    `over` custom<MeshAxes>($mesh, $axes) `dim` $dim
    `` custom<Combiner>($combiner) attr-dict `:` type($input) `->` type($output)
  }];
}

#endif // WEFT_DIALECT_WEFT_IR_COLLECTIVEOPS_TD
