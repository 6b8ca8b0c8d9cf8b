//===- ContractionOps.td - products and convolutions -------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_CONTRACTIONOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_CONTRACTIONOPS_TD

include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

/// The precision of each operand, `[DEFAULT, HIGHEST]`.
def Stablehlo_PrecisionConfigAttr
    : TypedArrayAttrBase<Stablehlo_PrecisionAttr, "precision config attribute">;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

def Stablehlo_DotGeneralOp : Stablehlo_Op<"dot_general", [Stablehlo_PureIfStatic]> {
  let summary = "Product of two tensors over any dimensions";
  let description = [{
    Sums the products of the elements over the contracting dimensions. The
    result has the batching dimensions first, then the remaining ones of the
    left, then those of the right side. Precision and algorithm say how exactly
    it is to be computed.

    ```mlir
    %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0],
           contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT]
         : (tensor<8x32x64xf32>, tensor<8x64x16xf32>) -> tensor<8x32x16xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      Stablehlo_DotDimensionNumbersAttr:$dot_dimension_numbers,
      OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config,
      OptionalAttr<Stablehlo_DotAlgorithmAttr>:$algorithm);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotParameters>($dot_dimension_numbers,
      $precision_config, $algorithm) attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DotOp : Stablehlo_Op<"dot", [Stablehlo_PureIfStatic]> {
  let summary = "Product of vectors and matrices (deprecated)";
  let description = [{
    Contracts the last dimension of the left with the first of the right side;
    both have rank 1 or 2.

    ```mlir
    %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `precision` `=` custom<PrecisionConfig>($precision_config)^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_EinsumOp : Stablehlo_Op<"einsum", [Stablehlo_PureIfStatic]> {
  let summary = "Product of two tensors in Einstein's notation (deprecated)";
  let description = [{
    ```mlir
    %0 = stablehlo.einsum %a, %b, config = "ab,bc->ac"
         : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_UnaryEinsumOp : Stablehlo_Op<"unary_einsum", [Stablehlo_PureIfStatic]> {
  let summary = "Transposes and sums in Einstein's notation (deprecated)";
  let description = [{
    ```mlir
    %0 = stablehlo.unary_einsum %a, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// What both kinds of convolution know about their window, beside the padding.
defvar Stablehlo_ConvolutionArguments = (ins
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    Stablehlo_ConvDimensionNumbersAttr:$dimension_numbers,
    I64Attr:$feature_group_count, I64Attr:$batch_group_count,
    OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);

def Stablehlo_ConvolutionOp : Stablehlo_Op<"convolution", [Stablehlo_PureIfStatic]> {
  let summary = "Products of a kernel with the windows of an input";
  let description = [{
    The kernel moves over the padded and dilated input; every position gives one
    element per output feature. Feature groups split the features, batch groups
    the batch, into parts that do not see each other.

    ```mlir
    %0 = stablehlo.convolution(%x, %k)
           dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
           window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
           {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
         : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
    ```
  }];
  let arguments = !con((ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      OptionalAttr<I64ElementsAttr>:$padding), Stablehlo_ConvolutionArguments);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers)
    `,` `window` `=` custom<WindowAttributes>($window_strides, $padding,
      $lhs_dilation, $rhs_dilation, $window_reversal) attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicConvOp : Stablehlo_Op<"dynamic_conv", [Stablehlo_PureIfStatic]> {
  let summary = "Convolution whose padding is computed at run time";
  let description = [{
    ```mlir
    %0 = "stablehlo.dynamic_conv"(%x, %k, %padding) <{
           dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
           batch_group_count = 1 : i64, feature_group_count = 1 : i64}>
         : (tensor<1x8x3xf32>, tensor<3x3x16xf32>, tensor<1x2xi64>) -> tensor<1x?x16xf32>
    ```
  }];
  let arguments = !con((ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      Stablehlo_IntTensor:$padding), Stablehlo_ConvolutionArguments);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_CONTRACTIONOPS_TD
