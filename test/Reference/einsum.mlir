// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// CHECK: @product: tensor<2x2xi32> {{\[}}[22, 28], [49, 64]]
func.func @product() -> tensor<2x2xi32> {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %2 = stablehlo.einsum %0, %1, config = "ab,bc->ac" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  return %2 : tensor<2x2xi32>
}

// A letter of both sides and the result, one that only the left has.
// CHECK: @batch: tensor<2xf16> [60, 210]
func.func @batch() -> tensor<2xf16> {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16>
  %1 = stablehlo.constant dense<[10.0, 14.0]> : tensor<2xf16>
  %2 = stablehlo.einsum %0, %1, config = "ab, a -> a" : (tensor<2x3xf16>, tensor<2xf16>) -> tensor<2xf16>
  return %2 : tensor<2xf16>
}

// CHECK: @unary: tensor<2x2xi8> {{\[}}[1, 3], [2, 4]]
// CHECK: @unary: tensor<2xi8> [1, 4]
// CHECK: @unary: tensor<i8> 5
// CHECK: @unary: tensor<2xi8> [3, 7]
func.func @unary() -> (tensor<2x2xi8>, tensor<2xi8>, tensor<i8>, tensor<2xi8>) {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %1 = stablehlo.unary_einsum %0, config = "ab->ba" : (tensor<2x2xi8>) -> tensor<2x2xi8>
  %2 = stablehlo.unary_einsum %0, config = "aa->a" : (tensor<2x2xi8>) -> tensor<2xi8>
  %3 = stablehlo.unary_einsum %0, config = "aa->" : (tensor<2x2xi8>) -> tensor<i8>
  %4 = stablehlo.unary_einsum %0, config = "ab->a" : (tensor<2x2xi8>) -> tensor<2xi8>
  return %1, %2, %3, %4 : tensor<2x2xi8>, tensor<2xi8>, tensor<i8>, tensor<2xi8>
}

// CHECK: @empty_sum: tensor<2xf32> [0, 0]
func.func @empty_sum() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<> : tensor<2x0xf32>
  %1 = stablehlo.unary_einsum %0, config = "ab->a" : (tensor<2x0xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
