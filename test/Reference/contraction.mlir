// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// CHECK: @matrices: tensor<2x2xf32> {{\[\[}}22, 28], [49, 64]]
func.func @matrices() -> tensor<2x2xf32> {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// Batching dimensions come first in the result, wherever they are.
// CHECK: @batches: tensor<2x1x1xi32> {{\[\[\[}}23]], {{\[\[}}28]]]
func.func @batches() -> tensor<2x1x1xi32> {
  %0 = stablehlo.constant dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xi32>
  %1 = stablehlo.constant dense<[[[5, 6]], [[6, 4]]]> : tensor<2x1x2xi32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [2] x [2], contracting_dims = [1] x [0] : (tensor<1x2x2xi32>, tensor<2x1x2xi32>) -> tensor<2x1x1xi32>
  return %2 : tensor<2x1x1xi32>
}

// The sum is made in the result's type: no overflow of i8 here.
// CHECK: @preferred_type: tensor<i32> 32258
func.func @preferred_type() -> tensor<i32> {
  %0 = stablehlo.constant dense<[127, 127]> : tensor<2xi8>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi8>) -> tensor<i32>
  return %1 : tensor<i32>
}

// CHECK: @integers_wrap: tensor<i8> 2
func.func @integers_wrap() -> tensor<i8> {
  %0 = stablehlo.constant dense<[127, 127]> : tensor<2xi8>
  %1 = stablehlo.dot %0, %0 : (tensor<2xi8>, tensor<2xi8>) -> tensor<i8>
  return %1 : tensor<i8>
}

// 256 + 1 + ... would stay at 256 if each sum were rounded to bf16.
// CHECK: @rounds_once: tensor<bf16> 272
func.func @rounds_once() -> tensor<bf16> {
  %0 = stablehlo.constant dense<1.0> : tensor<272xbf16>
  %1 = stablehlo.dot %0, %0 : (tensor<272xbf16>, tensor<272xbf16>) -> tensor<bf16>
  return %1 : tensor<bf16>
}

// CHECK: @booleans: tensor<2xi1> [true, false]
func.func @booleans() -> tensor<2xi1> {
  %0 = stablehlo.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %2 = stablehlo.dot %0, %1 : (tensor<2x2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return %2 : tensor<2xi1>
}

// CHECK: @complex: tensor<complex<f32>> (-4, 4)
func.func @complex() -> tensor<complex<f32>> {
  %0 = stablehlo.constant dense<[(1.0, 1.0), (0.0, 2.0)]> : tensor<2xcomplex<f32>>
  %1 = stablehlo.constant dense<[(1.0, 1.0), (1.0, 2.0)]> : tensor<2xcomplex<f32>>
  %2 = stablehlo.dot %0, %1 : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<complex<f32>>
  return %2 : tensor<complex<f32>>
}

// CHECK: @f8: tensor<f32> 3.5
func.func @f8() -> tensor<f32> {
  %0 = stablehlo.constant dense<[1.5, 0.5]> : tensor<2xf8E5M2>
  %1 = stablehlo.constant dense<[2.0, 1.0]> : tensor<2xf8E4M3FN>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<2xf8E5M2>, tensor<2xf8E4M3FN>) -> tensor<f32>
  return %2 : tensor<f32>
}

// The sides are rounded as the algorithm says: 1 + 2^-10 is no bf16.
// CHECK: @algorithm: tensor<f32> 1
func.func @algorithm() -> tensor<f32> {
  %0 = stablehlo.constant dense<[1.0009765625]> : tensor<1xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// Summing over no elements gives zero; a dimension of size 0 stays.
// CHECK: @empty: tensor<2x1xf32> {{\[\[}}0], [0]]
// CHECK: @empty: tensor<0x1xf32> []
func.func @empty() -> (tensor<2x1xf32>, tensor<0x1xf32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<2x0xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<0x1xf32>
  %2 = stablehlo.dot %0, %1 : (tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xf32>
  %3 = stablehlo.constant dense<0.0> : tensor<0x2xf32>
  %4 = stablehlo.dot %3, %2 : (tensor<0x2xf32>, tensor<2x1xf32>) -> tensor<0x1xf32>
  return %2, %4 : tensor<2x1xf32>, tensor<0x1xf32>
}
