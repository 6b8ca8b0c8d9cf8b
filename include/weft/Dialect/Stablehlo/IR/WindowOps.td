//===- WindowOps.td - ops on moving windows ----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_WINDOWOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_WINDOWOPS_TD

include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

def Stablehlo_ReduceWindowOp : Stablehlo_Op<"reduce_window", [SingleBlock,
    SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let summary = "Combines the elements of every window";
  let description = [{
    As `reduce`, over each position of a window that moves along all dimensions
    of the inputs. Padding and the holes of dilation hold the init value.

    ```mlir
    %0 = "stablehlo.reduce_window"(%x, %zero) <{
           window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      Variadic<Stablehlo_Tensor>:$init_values,
      DenseI64ArrayAttr:$window_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
      OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
      OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
}

def Stablehlo_SelectAndScatterOp : Stablehlo_Op<"select_and_scatter",
    [SingleBlock, RecursiveMemoryEffects]> {
  let summary = "Scatters a value to the element that every window selects";
  let description = [{
    For each position of the window, `select` picks one element of the operand,
    and `scatter` combines the value that `source` has for this position into
    the result there: the gradient of a max pool.

    ```mlir
    %0 = "stablehlo.select_and_scatter"(%x, %grad, %zero) <{
           window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$source,
      Stablehlo_Tensor:$init_value,
      OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_WINDOWOPS_TD
