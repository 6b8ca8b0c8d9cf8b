//===- DimensionNumbers.td - which dimension plays which part -*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions, convolutions, gathers and scatters name the part that each
// dimension plays in one attribute. Lists that are empty are not printed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_TD
#define WEFT_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_TD

include "weft/Dialect/Stablehlo/IR/StablehloEnums.td"

/// A list of dimensions, `[0, 2]`.
class Stablehlo_Dims<string desc = ""> : ArrayRefParameter<"int64_t", desc> {
  let parser = "::weft::stablehlo::parseDimensionList($_parser)";
  let printer = "::weft::stablehlo::printDimensionList($_printer, $_self)";
}

/// The same, not printed when empty.
class Stablehlo_OptionalDims<string desc = ""> : Stablehlo_Dims<desc> {
  let defaultValue = cppStorageType # "()";
  let comparator = cppType # "($_lhs) == " # cppType # "($_rhs)";
}

/// `true` or `false`.
def Stablehlo_BoolParameter : AttrParameter<"bool", ""> {
  let parser = "::weft::stablehlo::parseBool($_parser)";
  let printer = [{ $_printer << ($_self ? "true" : "false") }];
}

class Stablehlo_DimensionNumbers<string name, string attrMnemonic>
    : AttrDef<Stablehlo_Dialect, name> {
  let mnemonic = attrMnemonic;
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

def Stablehlo_DotDimensionNumbersAttr
    : Stablehlo_DimensionNumbers<"DotDimensionNumbers", "dot"> {
  let summary = "The batching and contracting dimensions of a product";
  let description = [{
    The n-th batching dimensions of both sides belong together, as do the n-th
    contracting ones.

    ```mlir
    #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
    ```
  }];
  let parameters = (ins
    Stablehlo_OptionalDims<"batching dimensions of the left side">
        :$lhs_batching_dimensions,
    Stablehlo_OptionalDims<"batching dimensions of the right side">
        :$rhs_batching_dimensions,
    Stablehlo_OptionalDims<"contracting dimensions of the left side">
        :$lhs_contracting_dimensions,
    Stablehlo_OptionalDims<"contracting dimensions of the right side">
        :$rhs_contracting_dimensions);
}

def Stablehlo_DotAlgorithmAttr
    : Stablehlo_DimensionNumbers<"DotAlgorithm", "dot_algorithm"> {
  let summary = "How a product is computed on the hardware";
  let description = [{
    Both sides are rounded to their precision type, or split into several
    components of it, and `num_primitive_operations` products of components are
    summed in the accumulation type.

    ```mlir
    #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16,
      accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3,
      num_primitive_operations = 6, allow_imprecise_accumulation = false>
    ```
  }];
  let parameters = (ins
    "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
    "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count,
    "int64_t":$rhs_component_count, "int64_t":$num_primitive_operations,
    Stablehlo_BoolParameter:$allow_imprecise_accumulation);
  let genVerifyDecl = 1;
}

def Stablehlo_ConvDimensionNumbersAttr
    : AttrDef<Stablehlo_Dialect, "ConvDimensionNumbers"> {
  let mnemonic = "conv";
  let summary = "The layout of a convolution's input, kernel and output";
  let description = [{
    `b` is the batch and `f` the feature dimension of input and output, `i` and
    `o` the input and output feature dimensions of the kernel; numbers are the
    spatial dimensions. Dimensions that no such text can express are written
    one by one after the word `raw`.

    ```mlir
    #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
    #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>
    ```
  }];
  let parameters = (ins
    "int64_t":$input_batch_dimension, "int64_t":$input_feature_dimension,
    ArrayRefParameter<"int64_t">:$input_spatial_dimensions,
    "int64_t":$kernel_input_feature_dimension,
    "int64_t":$kernel_output_feature_dimension,
    ArrayRefParameter<"int64_t">:$kernel_spatial_dimensions,
    "int64_t":$output_batch_dimension, "int64_t":$output_feature_dimension,
    ArrayRefParameter<"int64_t">:$output_spatial_dimensions);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

def Stablehlo_GatherDimensionNumbersAttr
    : Stablehlo_DimensionNumbers<"GatherDimensionNumbers", "gather"> {
  let summary = "How the slices of a gather are found and put together";
  let description = [{
    `index_vector_dim` is the dimension of the indices that holds the
    coordinates of one slice, `start_index_map` says which dimensions of the
    operand these address. Of a slice, the collapsed and batching dimensions are
    dropped and the others become the `offset_dims` of the result.

    ```mlir
    #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
                      start_index_map = [0], index_vector_dim = 1>
    ```
  }];
  let parameters = (ins
    Stablehlo_OptionalDims<>:$offset_dims,
    Stablehlo_OptionalDims<>:$collapsed_slice_dims,
    Stablehlo_OptionalDims<>:$operand_batching_dims,
    Stablehlo_OptionalDims<>:$start_indices_batching_dims,
    Stablehlo_OptionalDims<>:$start_index_map,
    DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
}

def Stablehlo_ScatterDimensionNumbersAttr
    : Stablehlo_DimensionNumbers<"ScatterDimensionNumbers", "scatter"> {
  let summary = "Where the windows of a scatter go";
  let description = [{
    The mirror image of `#stablehlo.gather`: `update_window_dims` are the
    dimensions of the updates that lie in a window, the inserted and batching
    dimensions of the inputs have none of their own.

    ```mlir
    #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
                       scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
    ```
  }];
  let parameters = (ins
    Stablehlo_OptionalDims<>:$update_window_dims,
    Stablehlo_OptionalDims<>:$inserted_window_dims,
    Stablehlo_OptionalDims<>:$input_batching_dims,
    Stablehlo_OptionalDims<>:$scatter_indices_batching_dims,
    Stablehlo_OptionalDims<>:$scatter_dims_to_operand_dims,
    DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
}

#endif // WEFT_DIALECT_STABLEHLO_IR_DIMENSIONNUMBERS_TD
