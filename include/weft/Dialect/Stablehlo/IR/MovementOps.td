//===- MovementOps.td - movement ops ----------------------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that make tensors from nothing or put the elements of a tensor in other
// places without computing on them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD

include "mlir/IR/OpAsmInterface.td"
include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

def Stablehlo_ConstantOp : Stablehlo_InferredOp<"constant", [ConstantLike, Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "A tensor known at compile time";
  let description = [{
    The elements of a quantized tensor are given as they are stored; its type is
    then written apart.

    ```mlir
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %q = stablehlo.constant() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_StaticTensor:$output);
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual);
  }];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
}

def Stablehlo_IotaOp : Stablehlo_Op<"iota", [Pure]> {
  let summary = "The position of each element along one dimension";
  let description = [{
    ```mlir
    // [[0, 0, 0], [1, 1, 1]]
    %r = stablehlo.iota dim = 0 : tensor<2x3xi32>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$iota_dimension);
  let results = (outs Stablehlo_StaticIntOrFpOrComplexOrQuantizedTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

def Stablehlo_BitcastConvertOp : Stablehlo_Op<"bitcast_convert",
    [Stablehlo_PureIfStatic]> {
  let summary = "Reads the bits of each element as another type";
  let description = [{
    A wide element becomes a row of narrow ones in a new last dimension, and the
    reverse; the first of the row holds the lowest bits.

    ```mlir
    %r = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x2xui16>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Stablehlo_BroadcastOp : Stablehlo_InferredOp<"broadcast",
    [Stablehlo_PureIfStatic]> {
  let summary = "Repeats a tensor along new leading dimensions";
  let description = [{
    ```mlir
    %r = stablehlo.broadcast %x, sizes = [2, 3] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict
      `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Stablehlo_BroadcastInDimOp : Stablehlo_Op<"broadcast_in_dim",
    [Stablehlo_PureIfStatic]> {
  let summary = "Repeats a tensor along new dimensions and those of size 1";
  let description = [{
    Dimension i of the operand becomes dimension `dims[i]` of the result.

    ```mlir
    %r = stablehlo.broadcast_in_dim %x, dims = [2, 1] : (tensor<1x3xf32>) -> tensor<2x3x5xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Stablehlo_StaticOrBoundedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Stablehlo_ReshapeOp : Stablehlo_Op<"reshape", [Stablehlo_PureIfStatic]> {
  let summary = "The same elements, in the same order, in another shape";
  let description = [{
    ```mlir
    %r = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_StaticOrBoundedTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Stablehlo_ReverseOp : Stablehlo_SameTypesOp<"reverse",
    [Stablehlo_PureIfStatic]> {
  let summary = "Reverses the order of the elements along some dimensions";
  let description = [{
    ```mlir
    %r = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PerTensorTensor:$operand,
      DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_PerTensorTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:`
      custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Stablehlo_TransposeOp : Stablehlo_InferredOp<"transpose",
    [Stablehlo_PureIfStatic]> {
  let summary = "Permutes the dimensions";
  let description = [{
    Dimension `dims[i]` of the operand becomes dimension i of the result.

    ```mlir
    %r = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      DenseI64ArrayAttr:$permutation);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

def Stablehlo_ConcatenateOp : Stablehlo_InferredOp<"concatenate",
    [Stablehlo_PureIfStatic]> {
  let summary = "Puts tensors one after the other along a dimension";
  let description = [{
    ```mlir
    %r = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_PerTensorTensor>:$inputs,
      ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs Stablehlo_PerTensorTensor:$result);
  let assemblyFormat = [{
    custom<OperandsAndComma>($inputs) `dim` `=` $dimension attr-dict
      `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Stablehlo_DynamicSliceOp : Stablehlo_InferredOp<"dynamic_slice",
    [Stablehlo_PureIfStatic]> {
  let summary = "A block whose position is known at run time";
  let description = [{
    The start indices are moved so that the block lies inside the operand.

    ```mlir
    %r = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PerTensorTensor:$operand,
      Variadic<Stablehlo_ScalarIntTensor>:$start_indices,
      DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Stablehlo_PerTensorTensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsAndComma>($start_indices)
      `sizes` `=` $slice_sizes attr-dict
      `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Stablehlo_DynamicUpdateSliceOp : Stablehlo_InferredOp<
    "dynamic_update_slice", [Stablehlo_PureIfStatic]> {
  let summary = "Replaces a block whose position is known at run time";
  let description = [{
    The start indices are moved so that the block lies inside the operand.

    ```mlir
    %r = stablehlo.dynamic_update_slice %x, %block, %i, %j : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PerTensorTensor:$operand,
      Stablehlo_PerTensorTensor:$update,
      Variadic<Stablehlo_ScalarIntTensor>:$start_indices);
  let results = (outs Stablehlo_PerTensorTensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

def Stablehlo_PadOp : Stablehlo_InferredOp<"pad", [Stablehlo_PureIfStatic]> {
  let summary = "Puts a value around and between the elements";
  let description = [{
    Per dimension `low` elements before, `high` after (a negative number removes
    elements), `interior` between neighbours.

    ```mlir
    %r = stablehlo.pad %x, %v, low = [1], high = [-1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PerTensorTensor:$operand,
      Stablehlo_PerTensorTensor:$padding_value,
      DenseI64ArrayAttr:$edge_padding_low, DenseI64ArrayAttr:$edge_padding_high,
      DenseI64ArrayAttr:$interior_padding);
  let results = (outs Stablehlo_PerTensorTensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,`
      `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
      attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

def Stablehlo_SliceOp : Stablehlo_InferredOp<"slice",
    [Stablehlo_PureIfStatic]> {
  let summary = "A block, or every n-th element of it";
  let description = [{
    Per dimension `start:limit`, or `start:limit:stride`.

    ```mlir
    %r = stablehlo.slice %x [0:2, 1:4:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PerTensorTensor:$operand,
      DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
      DenseI64ArrayAttr:$strides);
  let results = (outs Stablehlo_PerTensorTensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
      attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

def Stablehlo_GetDimensionSizeOp : Stablehlo_InferredOp<"get_dimension_size",
    [Pure]> {
  let summary = "The size of a dimension at run time";
  let description = [{
    ```mlir
    %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs Stablehlo_ScalarI32Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict
      `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

def Stablehlo_SetDimensionSizeOp : Stablehlo_InferredOp<"set_dimension_size",
    [Stablehlo_PureIfStatic]> {
  let summary = "Cuts a dimension at a size known at run time";
  let description = [{
    The size before is the bound of the size after.

    ```mlir
    %r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<8x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
      Stablehlo_ScalarI32Tensor:$size,
      ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict
      `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

def Stablehlo_UniformQuantizeOp : Stablehlo_Op<"uniform_quantize",
    [Stablehlo_PureIfStatic]> {
  let summary = "Rounds to a quantized type";
  let description = [{
    From floats, or from another quantization of the same expressed type.

    ```mlir
    %r = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
    ```
  }];
  let arguments = (ins Stablehlo_FpOrAnyQuantizedTensor:$operand);
  let results = (outs Stablehlo_QuantizedTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:`
      custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_UniformDequantizeOp : Stablehlo_InferredOp<"uniform_dequantize",
    [Stablehlo_PureIfStatic]> {
  let summary = "The floats that a quantized tensor stands for";
  let description = [{
    ```mlir
    %r = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_QuantizedTensor:$operand);
  let results = (outs Stablehlo_FpTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:`
      custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

#endif // WEFT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD
