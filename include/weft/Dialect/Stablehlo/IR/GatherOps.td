//===- GatherOps.td - reads and writes at computed places --*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_GATHEROPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_GATHEROPS_TD

include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

def Stablehlo_GatherOp : Stablehlo_InferredOp<"gather", [Stablehlo_PureIfStatic]> {
  let summary = "Collects slices at computed places";
  let description = [{
    Each index vector of `start_indices` gives the place of one slice of the
    operand, moved into bounds where necessary. See `#stablehlo.gather`.

    ```mlir
    %rows = "stablehlo.gather"(%table, %ids) <{
        dimension_numbers = #stablehlo.gather<offset_dims = [1],
          collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = array<i64: 1, 64>}>
      : (tensor<1000x64xf32>, tensor<8x1xi32>) -> tensor<8x64xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      Stablehlo_IntTensor:$start_indices,
      Stablehlo_GatherDimensionNumbersAttr:$dimension_numbers,
      DenseI64ArrayAttr:$slice_sizes,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
  let hasFolder = 1;
}

def Stablehlo_DynamicGatherOp
    : Stablehlo_InferredOp<"dynamic_gather", [Stablehlo_PureIfStatic]> {
  let summary = "Collects slices whose sizes are computed at run time";
  let description = [{
    ```mlir
    %rows = "stablehlo.dynamic_gather"(%table, %ids, %sizes) <{
        dimension_numbers = #stablehlo.gather<offset_dims = [1],
          collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>
      : (tensor<1000x64xf32>, tensor<8x1xi32>, tensor<2xi32>) -> tensor<8x?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      Stablehlo_IntTensor:$start_indices, Stablehlo_DimensionTensor:$slice_sizes,
      Stablehlo_GatherDimensionNumbersAttr:$dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_ScatterOp : Stablehlo_Op<"scatter", [SingleBlock,
    SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let summary = "Combines windows into a tensor at computed places";
  let description = [{
    Each index vector of `scatter_indices` gives the place in the inputs of one
    window of the updates; the body combines old and new elements. Windows that
    are not wholly inside are left out. See `#stablehlo.scatter`.

    ```mlir
    %0 = "stablehlo.scatter"(%table, %ids, %rows) <{
        scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
          index_vector_dim = 1>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %1 = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1000x64xf32>, tensor<8x1xi32>, tensor<8x64xf32>) -> tensor<1000x64xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      Stablehlo_IntTensor:$scatter_indices,
      Variadic<Stablehlo_Tensor>:$updates,
      Stablehlo_ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$update_computation);
  let hasVerifier = 1;
}

def Stablehlo_TorchIndexSelectOp
    : Stablehlo_Op<"torch_index_select", [Stablehlo_PureIfStatic]> {
  let summary = "Collects slices of one dimension (deprecated)";
  let description = [{
    ```mlir
    %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}>
      : (tensor<3x4x2xf32>, tensor<5xi32>) -> tensor<3x5x2xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$index,
      I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_GATHEROPS_TD
