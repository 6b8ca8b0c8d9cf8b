// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @dot_general(
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] {mhlo.note = "kept"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [] : (tensor<2x3x5xbf16>, tensor<2x3x5xbf16>) -> tensor<2x3x3xf32>
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>
func.func @dot_general(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<2x3x5xbf16>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] {mhlo.note = "kept"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.dot_general %c, %c, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [] : (tensor<2x3x5xbf16>, tensor<2x3x5xbf16>) -> tensor<2x3x3xf32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>
  return
}

// CHECK-LABEL: func.func @dot_general_algorithm(
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func @dot_general_algorithm(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @dot_general_dynamic(
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @dot_general_dynamic(%a: tensor<?x3xf32>, %b: tensor<?x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}

// CHECK-LABEL: func.func @dot_general_quantized(
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>, tensor<3x4x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<2x4x!quant.uniform<i32:f32, 1.000000e+00>>
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<2x4xf32>
func.func @dot_general_quantized(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x4x!quant.uniform<i8:f32, 2.0>>, %f: tensor<2x3xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x4x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x4x!quant.uniform<i32:f32, 1.0>>
  %1 = stablehlo.dot_general %f, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @dot(
// CHECK: %{{.*}} = stablehlo.dot %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
// CHECK: %{{.*}} = stablehlo.dot %{{.*}}, %{{.*}}, precision = [HIGH, DEFAULT] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
func.func @dot(%a: tensor<2x3xf32>, %v: tensor<3xf32>) {
  %0 = stablehlo.dot %a, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %1 = stablehlo.dot %v, %v, precision = [HIGH, DEFAULT] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @einsum(
// CHECK: %{{.*}} = stablehlo.einsum %{{.*}}, %{{.*}}, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK: %{{.*}} = stablehlo.einsum %{{.*}}, %{{.*}}, config = "...b,bc->...c" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK: %{{.*}} = stablehlo.unary_einsum %{{.*}}, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
func.func @einsum(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.einsum %a, %b, config = "...b,bc->...c" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.unary_einsum %a, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @convolution(
// CHECK: %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x8x4xf32>
// CHECK: %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x6x6x4xf32>
// CHECK: %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 1, 0], window = {pad = {{\[\[}}1, 2], [0, -1]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, mhlo.note} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x4x3x9xf32>
func.func @convolution(%l: tensor<2x8x8x3xf32>, %r: tensor<3x3x3x4xf32>) {
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x8x4xf32>
  %1 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x6x6x4xf32>
  %2 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 1, 0], window = {pad = [[1, 2], [0, -1]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, mhlo.note} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x4x3x9xf32>
  return
}

// CHECK-LABEL: func.func @convolution_without_window(
// CHECK: %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func @convolution_without_window(%l: tensor<2x3xf32>, %r: tensor<3x4xf32>) {
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @convolution_groups(
// CHECK: %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x8x6xf32>, tensor<3x2x6xf32>) -> tensor<4x6x6xf32>
// CHECK: %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x6xf32>, tensor<3x6x8xf32>) -> tensor<2x6x8xf32>
func.func @convolution_groups(%l: tensor<4x8x6xf32>, %r: tensor<3x2x6xf32>, %s: tensor<3x6x8xf32>) {
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x8x6xf32>, tensor<3x2x6xf32>) -> tensor<4x6x6xf32>
  %1 = stablehlo.convolution(%l, %s) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x6xf32>, tensor<3x6x8xf32>) -> tensor<2x6x8xf32>
  return
}

// CHECK-LABEL: func.func @convolution_dynamic(
// CHECK: %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x3xf32>, tensor<?x3x4xf32>) -> tensor<?x7x4xf32>
func.func @convolution_dynamic(%l: tensor<?x?x3xf32>, %r: tensor<?x3x4xf32>, %s: tensor<3x3x4xf32>) {
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x3xf32>, tensor<?x3x4xf32>) -> tensor<?x7x4xf32>
  return
}

// CHECK-LABEL: func.func @convolution_quantized(
// CHECK: %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x3x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<3x3x2x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00}>>) -> tensor<2x6x2x!quant.uniform<i32:f32:2, {1.000000e+00,2.000000e+00}>>
func.func @convolution_quantized(%l: tensor<2x8x3x!quant.uniform<i8:f32, 1.0>>, %r: tensor<3x3x2x!quant.uniform<i8:f32:2, {1.0, 2.0}>>) {
  %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x3x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x2x!quant.uniform<i8:f32:2, {1.0, 2.0}>>) -> tensor<2x6x2x!quant.uniform<i32:f32:2, {1.0, 2.0}>>
  return
}

// CHECK-LABEL: func.func @dynamic_conv(
// CHECK: %{{.*}} = "stablehlo.dynamic_conv"(%{{.*}}, %{{.*}}, %{{.*}}) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<2x?x?x4xf32>
func.func @dynamic_conv(%l: tensor<2x8x8x3xf32>, %r: tensor<3x3x3x4xf32>, %p: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%l, %r, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<2x?x?x4xf32>
  return
}

// CHECK-LABEL: func.func @attributes(
// CHECK-SAME: attributes {dot = #stablehlo.dot<>, raw = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [-2, 9], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>, spelled = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, f, 0]>}
func.func @attributes() attributes {dot = #stablehlo.dot<>, spelled = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>, raw = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [-2, 9], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>} {
  return
}
