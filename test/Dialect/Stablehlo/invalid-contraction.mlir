// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @batching_counts(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op there are 1 left and 0 right batching dimensions}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @contracting_counts(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{there are 2 left and 1 right contracting dimensions}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dimension_too_large(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the left batching and contracting list contains 2, but the tensor has rank 2}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dimension_negative(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the right batching and contracting list contains -1, but the tensor has rank 2}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [-1]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dimension_twice(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the left batching and contracting list contains dimension 1 twice}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @contracting_sizes(%a: tensor<2x3xf32>, %b: tensor<5x4xf32>) {
  // expected-error@+1 {{contracting dimension 1 of the left operand has size 3, but dimension 0 of the right one has size 5}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<5x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @batching_sizes(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{batching dimension 0 of the left operand has size 2, but dimension 0 of the right one has size 3}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @result_shape(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the result has type 'tensor<2x5xf32>', but 'tensor<2x4xf32>' is needed}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @result_rank(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the result has type 'tensor<2xf32>', but 'tensor<2x4xf32>' is needed}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @one_precision(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{precision_config has 1 entries; it must have one for each of the 2 operands}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @precision_of_wrong_kind(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{attribute 'precision_config' failed to satisfy constraint: precision config attribute}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [1, 2]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @algorithm_and_precision(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{has both an algorithm and a precision other than DEFAULT}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @unknown_precision(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{precision 'FAST' is not DEFAULT, HIGH or HIGHEST}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [FAST, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @missing_contracting_dims(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{expected ','}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @algorithm_components(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{lhs_component_count is 0; it must be positive}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @algorithm_type(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{accumulation_type is '!stablehlo.token'; it must be a float or integer type}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = !stablehlo.token, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @algorithm_bool(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+2 {{expected 'true' or 'false'}}
  // expected-error@+1 {{failed to parse Stablehlo_DotAlgorithmAttr parameter 'allow_imprecise_accumulation' which is to be a `bool`}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = maybe>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @quantized_left_only(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the right operand has element type 'f32'; it must be quantized since another tensor is}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @quantized_result_only(%a: tensor<2x3xf32>, %b: tensor<3x4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{both must be quantized, or neither}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @quantized_contracted(%a: tensor<2x2xf32>, %b: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{the right operand is quantized along dimension 0, which is contracted}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xf32>, tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x4xf32>
  return
}

// -----

func.func @quantized_left_axis(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<3x4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{the left operand is quantized along an axis}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<3x4x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @quantized_result_axis(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{the result is quantized along an axis, but the right operand is not}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @quantized_expressed(%a: tensor<2x3xf16>, %b: tensor<3x4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{the operands and the result express 'f16', 'f32' and 'f16'; these must be the same}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf16>, tensor<3x4x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x4xf16>
  return
}

// -----

func.func @quantized_storage(%a: tensor<2x3x!quant.uniform<i16:f32, 1.0>>, %b: tensor<3x4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{the operands are stored as 'i16' and 'i8'; these must be the same}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i16:f32, 1.0>>, tensor<3x4x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dot_rank(%a: tensor<2x3x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{an operand has rank 3; it must be a vector or a matrix}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_sizes(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{contracting dimension 1 of the left operand has size 4, but dimension 0 of the right one has size 2}}
  %0 = stablehlo.dot %b, %a : (tensor<3x4xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @dot_result(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the result has type 'tensor<4x2xf32>', but 'tensor<2x4xf32>' is needed}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @einsum_no_arrow(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{einsum_config "ab,bc" has no ->}}
  %0 = stablehlo.einsum %a, %b, config = "ab,bc" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_terms(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{einsum_config "ab->ab" has 1 terms for 2 operands}}
  %0 = stablehlo.einsum %a, %b, config = "ab->ab" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_rank(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the term "b" has 1 letters for 'tensor<3x4xf32>'}}
  %0 = stablehlo.einsum %a, %b, config = "ab,b->a" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @einsum_sizes(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the letter 'a' stands for the sizes 2 and 3}}
  %0 = stablehlo.einsum %a, %b, config = "ab,ac->bc" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @einsum_letters(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{the term "a1" is not made of letters}}
  %0 = stablehlo.einsum %a, %b, config = "a1,1c->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_result(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{the letter 'c' of the result is in no operand}}
  %0 = stablehlo.unary_einsum %a, config = "ab->c" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @conv_rank(%a: tensor<f32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the input has rank 0; a batch and a feature dimension need 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<f32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_layout_rank(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the input layout has 4 entries, but the tensor has rank 3}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_layout_kernel(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the kernel layout has 4 entries, but the tensor has rank 3}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, 1, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_layout_output(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the output layout has 2 entries, but the tensor has rank 3}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_layout_repeated(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the input layout contains dimension 0 twice}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_layout_range(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the kernel layout contains -7, but the tensor has rank 3}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [-7], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_letter(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{expected 'b', 'f' or the number of a spatial dimension}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, x]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_letter_twice(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{expected 'b' and 'f' once each}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, b]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_spatial_twice(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{expected spatial dimension 0 once}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_spatial_gap(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{expected spatial dimension 0 once}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[9, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_spatial_negative(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{spatial dimension -1 is negative}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, -1, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_raw_field(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{unknown field 'batch'}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw batch = 0>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_raw_field_twice(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{field 'input_batch_dimension' appears twice}}
  %0 = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_batch_dimension = 1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_stride_zero(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the window stride is 0 along window dimension 0; it must be positive}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_stride_size(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the window stride has 2 entries, but the window has 1 dimensions}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_padding_size(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the padding has type 'tensor<2x2xi64>', but a tensor<1x2xi64> is needed}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_dilation(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the base dilation is -1 along window dimension 0; it must be positive}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [-1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_reversal(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the window reversal has 2 entries, but the window has 1 dimensions}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_overflow(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the window arithmetic of dimension 0 overflows 64 bits}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[9223372036854775807, 9223372036854775807]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_window_attribute(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{window attribute 'padding' is not stride, pad, lhs_dilate, rhs_dilate or reverse}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {padding = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_window_twice(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{window attribute 'stride' appears twice}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_groups_negative(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{there are -1 feature groups and 0 batch groups; both numbers must be positive}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 0 : i64, feature_group_count = -1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_groups_both(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{there are 2 feature groups and 2 batch groups; one of them must be 1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_groups_features(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the input feature dimension has size 4, which the 3 feature groups do not divide}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_groups_batch(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the input batch dimension has size 2, which the 3 batch groups do not divide}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_groups_kernel(%a: tensor<2x8x4xf32>, %b: tensor<3x1x6xf32>) {
  // expected-error@+1 {{the kernel output feature dimension has size 6, which the 4 feature groups do not divide}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x8x4xf32>, tensor<3x1x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_features(%a: tensor<2x8x4xf32>, %b: tensor<3x5x6xf32>) {
  // expected-error@+1 {{the input has 4 features in 1 groups, but the kernel takes 5}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x5x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_element_types(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf16>) {
  // expected-error@+1 {{the input has element type 'f32', but the kernel has 'f16'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf16>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @conv_result(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{the result has type 'tensor<2x7x6xf32>', but 'tensor<2x6x6xf32>' is needed}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x7x6xf32>
  return
}

// -----

func.func @conv_ranks(%a: tensor<2x8x4xf32>, %b: tensor<4x6xf32>) {
  // expected-error@+1 {{input, kernel and output have the ranks 3, 2 and 3; these must be the same}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_padding(%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>, %p: tensor<2xi64>) {
  // expected-error@+1 {{the padding has type 'tensor<2xi64>', but 'tensor<1x2xi64>' is needed}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x8x4xf32>, tensor<3x4x6xf32>, tensor<2xi64>) -> tensor<2x?x6xf32>
  return
}
