//===- ReductionOps.td - reductions and normalisations -----*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD

include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

def Stablehlo_ReduceOp : Stablehlo_Op<"reduce", [SingleBlock,
    SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let summary = "Combines all elements along some dimensions";
  let description = [{
    The body combines two partial results into one, for all inputs at once. The
    order in which it is applied is open, so it should be associative, and the
    init value neutral. A body of one commutative op is written after `applies`.

    ```mlir
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
         : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %1:2 = stablehlo.reduce(%x init: %zero), (%i init: %none) across dimensions = [1]
         : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>)  {
      stablehlo.return %a, %c : tensor<f32>, tensor<i32>
    }
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      Variadic<Stablehlo_Tensor>:$init_values, DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

def Stablehlo_BatchNormTrainingOp
    : Stablehlo_InferredOp<"batch_norm_training", [Stablehlo_PureIfStatic]> {
  let summary = "Normalises by the mean and variance of the batch";
  let description = [{
    Mean and variance are taken over all dimensions but the feature dimension,
    and are results too.

    ```mlir
    %output, %mean, %var = "stablehlo.batch_norm_training"(%x, %scale, %offset)
        <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}>
      : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
     -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
    ```
  }];
  let arguments = (ins Stablehlo_FpTensor:$operand, Stablehlo_FpTensor:$scale,
      Stablehlo_FpTensor:$offset, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs Stablehlo_FpTensor:$output,
      Stablehlo_FpTensor:$batch_mean, Stablehlo_FpTensor:$batch_var);
}

def Stablehlo_BatchNormInferenceOp
    : Stablehlo_InferredOp<"batch_norm_inference", [Stablehlo_PureIfStatic]> {
  let summary = "Normalises by a given mean and variance";
  let description = [{
    ```mlir
    %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance)
        <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}>
      : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
     -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FpTensor:$operand, Stablehlo_FpTensor:$scale,
      Stablehlo_FpTensor:$offset, Stablehlo_FpTensor:$mean,
      Stablehlo_FpTensor:$variance, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs Stablehlo_FpTensor:$result);
}

def Stablehlo_BatchNormGradOp
    : Stablehlo_InferredOp<"batch_norm_grad", [Stablehlo_PureIfStatic]> {
  let summary = "The gradient of batch_norm_training";
  let description = [{
    ```mlir
    %grad_x, %grad_scale, %grad_offset =
      "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %grad_output)
        <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}>
      : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x4xf32>)
     -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
    ```
  }];
  let arguments = (ins Stablehlo_FpTensor:$operand, Stablehlo_FpTensor:$scale,
      Stablehlo_FpTensor:$mean, Stablehlo_FpTensor:$variance,
      Stablehlo_FpTensor:$grad_output, F32Attr:$epsilon,
      I64Attr:$feature_index);
  let results = (outs Stablehlo_FpTensor:$grad_operand,
      Stablehlo_FpTensor:$grad_scale, Stablehlo_FpTensor:$grad_offset);
}

#endif // WEFT_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD
