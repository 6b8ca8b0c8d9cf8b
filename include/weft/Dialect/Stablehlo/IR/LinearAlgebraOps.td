//===- LinearAlgebraOps.td - linear algebra, random numbers -*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD

include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

def Stablehlo_CholeskyOp : Stablehlo_SameTypesOp<"cholesky", [Stablehlo_PureIfStatic]> {
  let summary = "Factors positive definite matrices";
  let description = [{
    The last two dimensions are the matrices, the others a batch. `lower` says
    which triangle is read and returned.

    ```mlir
    %0 = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FpOrComplexTensor:$a,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs Stablehlo_FpOrComplexTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:`
      custom<SameOperandsAndResultType>(type($a), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_TriangularSolveOp
    : Stablehlo_InferredOp<"triangular_solve", [Stablehlo_PureIfStatic]> {
  let summary = "Solves linear systems with triangular matrices";
  let description = [{
    Solves `op(a) x = b`, or `x op(a) = b` with `left_side = false`.

    ```mlir
    %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true,
           unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
      : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FpOrComplexTensor:$a,
      Stablehlo_FpOrComplexTensor:$b, BoolAttr:$left_side, BoolAttr:$lower,
      BoolAttr:$unit_diagonal, Stablehlo_TransposeAttr:$transpose_a);
  let results = (outs Stablehlo_FpOrComplexTensor:$result);
}

def Stablehlo_FftOp : Stablehlo_InferredOp<"fft", [Stablehlo_PureIfStatic]> {
  let summary = "Fourier transforms over the last dimensions";
  let description = [{
    ```mlir
    %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
    ```
  }];
  let arguments = (ins Stablehlo_FpOrComplexTensor:$operand,
      Stablehlo_FftTypeAttr:$fft_type, DenseI64ArrayAttr:$fft_length);
  let results = (outs Stablehlo_FpOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` custom<FftType>($fft_type) `,` `length` `=`
    custom<DenseI64Array>($fft_length) attr-dict
    `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

def Stablehlo_RngOp : Stablehlo_InferredOp<"rng"> {
  let summary = "Random numbers from a hidden state";
  let description = [{
    Uniform in [a, b), or normal with mean a and standard deviation b.

    ```mlir
    %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM
      : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$a, Stablehlo_Tensor:$b,
      Stablehlo_DimensionTensor:$shape,
      Stablehlo_RngDistributionAttr:$rng_distribution);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` custom<RngDistribution>($rng_distribution)
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_RngBitGeneratorOp : Stablehlo_Op<"rng_bit_generator", [Stablehlo_PureIfStatic]> {
  let summary = "Random bits as a function of a state";
  let description = [{
    ```mlir
    %state, %bits = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY
      : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    ```
  }];
  let arguments = (ins Stablehlo_RngAlgorithmAttr:$rng_algorithm,
      Stablehlo_Tensor:$initial_state);
  let results = (outs Stablehlo_Tensor:$output_state,
      RankedTensorOf<[Stablehlo_Int, Stablehlo_Float]>:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` custom<RngAlgorithm>($rng_algorithm)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD
