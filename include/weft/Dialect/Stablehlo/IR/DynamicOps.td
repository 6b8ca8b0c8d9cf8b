//===- DynamicOps.td - ops with shapes known at run time ---*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `dynamic_conv` and `dynamic_gather` are with their static kin.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_DYNAMICOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_DYNAMICOPS_TD

include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

def Stablehlo_DynamicBroadcastInDimOp
    : Stablehlo_Op<"dynamic_broadcast_in_dim", [Stablehlo_PureIfStatic]> {
  let summary = "Broadcasts to a shape computed at run time";
  let description = [{
    Which dimensions expand may be known before and is then listed.

    ```mlir
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 2]
      : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      Stablehlo_DimensionTensor:$output_dimensions,
      DenseI64ArrayAttr:$broadcast_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=`
    custom<DenseI64Array>($broadcast_dimensions) attr-dict
    `:` functional-type(operands, results)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def Stablehlo_DynamicIotaOp : Stablehlo_Op<"dynamic_iota", [Stablehlo_PureIfStatic]> {
  let summary = "Counts up along a dimension of a shape computed at run time";
  let description = [{
    ```mlir
    %0 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32>
    ```
  }];
  let arguments = (ins Stablehlo_DimensionTensor:$output_shape,
      I64Attr:$iota_dimension);
  let results = (outs Stablehlo_IntOrFpOrComplexOrQuantizedTensor:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict
    `:` functional-type(operands, results)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def Stablehlo_DynamicPadOp : Stablehlo_Op<"dynamic_pad", [Stablehlo_PureIfStatic]> {
  let summary = "Pads by amounts computed at run time";
  let description = [{
    ```mlir
    %0 = stablehlo.dynamic_pad %x, %zero, %low, %high, %interior
      : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
     -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      Stablehlo_Tensor:$padding_value,
      Stablehlo_DimensionTensor:$edge_padding_low,
      Stablehlo_DimensionTensor:$edge_padding_high,
      Stablehlo_DimensionTensor:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicReshapeOp : Stablehlo_Op<"dynamic_reshape", [Stablehlo_PureIfStatic]> {
  let summary = "Reshapes to a shape computed at run time";
  let description = [{
    ```mlir
    %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      Stablehlo_DimensionTensor:$output_shape);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def Stablehlo_RealDynamicSliceOp
    : Stablehlo_Op<"real_dynamic_slice", [Stablehlo_PureIfStatic]> {
  let summary = "A slice with limits and strides computed at run time";
  let description = [{
    ```mlir
    %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %stride
      : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      Stablehlo_DimensionTensor:$start_indices,
      Stablehlo_DimensionTensor:$limit_indices,
      Stablehlo_DimensionTensor:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_DYNAMICOPS_TD
