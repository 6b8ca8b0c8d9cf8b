//===- SdyCollectiveOps.td - collectives on whole tensors --*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYCOLLECTIVEOPS_TD
#define WEFT_DIALECT_SDY_IR_SDYCOLLECTIVEOPS_TD

include "weft/Dialect/Sdy/IR/SdyOpBase.td"

/// One step of data movement. The types are those of the whole tensor on both
/// sides; the step must lead from the operand's sharding to `out_sharding`.
class Sdy_CollectiveOp<string mnemonic, dag axes, string axesFormat>
    : Sdy_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let arguments = !con((ins AnyTensor:$tensor), axes,
                       (ins Sdy_TensorShardingAttr:$out_sharding));
  let results = (outs AnyTensor:$result);
  let assemblyFormat = axesFormat # [{
    $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Sdy_AllGatherOp : Sdy_CollectiveOp<"all_gather",
    (ins Sdy_ListOfAxisRefListsAttr:$gathering_axes), "$gathering_axes"> {
  let summary = "Collects the shards along axes of each dimension";
  let description = [{
    Removes `gathering_axes` from the end of each dimension's axes.

    ```mlir
    %1 = sdy.all_gather [{"b"}, {} ] %0 out_sharding=<@grid, [{"a"}, {} ]> : tensor<8x8xf32>
    ```
  }];
}

def Sdy_AllSliceOp : Sdy_CollectiveOp<"all_slice",
    (ins Sdy_ListOfAxisRefListsAttr:$slicing_axes), "$slicing_axes"> {
  let summary = "Keeps one shard along axes of each dimension";
  let description = [{
    Appends `slicing_axes` to each dimension's axes.

    ```mlir
    %1 = sdy.all_slice [{"b"}, {} ] %0 out_sharding=<@grid, [{"a", "b"}, {} ]> : tensor<8x8xf32>
    ```
  }];
}

def Sdy_ReduceScatterOp : Sdy_CollectiveOp<"reduce_scatter",
    (ins OptionalAttr<Sdy_ReductionKind>:$reduction_op,
         Sdy_ListOfAxisRefListsAttr:$reduce_scatter_axes),
    "(custom<Reduction>($reduction_op)^)? $reduce_scatter_axes"> {
  let summary = "Combines pending parts and keeps one shard of the result";
  let description = [{
    An all-reduce over all listed axes, then an all-slice along them.

    ```mlir
    %1 = sdy.reduce_scatter [{"b"}, {} ] %0 out_sharding=<@grid, [{"a", "b"}, {} ]> : tensor<8x8xf32>
    %2 = sdy.reduce_scatter max [{"b"}, {} ] %0 out_sharding=<@grid, [{"a", "b"}, {} ]> : tensor<8x8xf32>
    ```
  }];
}

def Sdy_ShardedToUnreducedOp : Sdy_CollectiveOp<"sharded_to_unreduced",
    (ins Sdy_ListOfAxisRefListsAttr:$axes), "$axes"> {
  let summary = "Turns shards along axes into parts of a sum";
  let description = [{
    Each device holds its shard with zeros around it. Removes the axes from the
    end of each dimension and makes them unreduced.

    ```mlir
    %1 = sdy.sharded_to_unreduced [{"b"}, {} ] %0 out_sharding=<@grid, [{"a"}, {} ], unreduced={"b"}> : tensor<8x8xf32>
    ```
  }];
}

def Sdy_AllReduceOp : Sdy_CollectiveOp<"all_reduce",
    (ins OptionalAttr<Sdy_ReductionKind>:$reduction_op,
         Sdy_AxisRefListAttr:$reduction_axes),
    "(custom<Reduction>($reduction_op)^)? $reduction_axes"> {
  let summary = "Combines pending parts along axes";
  let description = [{
    ```mlir
    %1 = sdy.all_reduce {"b"} %0 out_sharding=<@grid, [{"a"}, {} ]> : tensor<8x8xf32>
    ```
  }];
}

def Sdy_ReplicatedToUnreducedOp : Sdy_CollectiveOp<"replicated_to_unreduced",
    (ins Sdy_AxisRefListAttr:$axes), "$axes"> {
  let summary = "Turns equal copies along axes into parts of a sum";
  let description = [{
    ```mlir
    %1 = sdy.replicated_to_unreduced {"b"} %0 out_sharding=<@grid, [{"a"}, {} ], unreduced={"b"}> : tensor<8x8xf32>
    ```
  }];
}

def Sdy_AllToAllOp : Sdy_CollectiveOp<"all_to_all",
    (ins Sdy_AllToAllParamListAttr:$params), "$params"> {
  let summary = "Moves axes from dimensions to other dimensions";
  let description = [{
    Source dimensions ascend, and no dimension is named twice.

    ```mlir
    %1 = sdy.all_to_all [{"b"}: 0->1] %0 out_sharding=<@grid, [{"a"}, {"b"} ]> : tensor<8x8xf32>
    ```
  }];
}

def Sdy_CollectivePermuteOp : Sdy_CollectiveOp<"collective_permute",
    (ins), ""> {
  let summary = "Sends each shard to one other device";
  let description = [{
    Replaces axes by others, or one order of devices by another. Each dimension
    stays split in as many parts as before.

    ```mlir
    %1 = sdy.collective_permute %0 out_sharding=<@grid, [{"b"}, {"a"} ]> : tensor<8x8xf32>
    ```
  }];
}

#endif // WEFT_DIALECT_SDY_IR_SDYCOLLECTIVEOPS_TD
