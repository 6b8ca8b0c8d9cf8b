// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// The last dimensions are aligned.
// CHECK: @aligned: tensor<2x3xf32> {{\[}}[2, 3, 4], [3, 4, 5]]
// CHECK: @aligned: tensor<2x3xi1> {{\[}}[false, true, true], [false, false, true]]
// CHECK: @aligned: tensor<2x3xcomplex<f32>> {{\[}}[(1, 1), (1, 2), (1, 3)], [(2, 1), (2, 2), (2, 3)]]
func.func @aligned() -> (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xcomplex<f32>>) {
  %0 = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %1 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %2 = chlo.broadcast_add %0, %1 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = chlo.broadcast_compare %0, %1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %4 = chlo.broadcast_complex %0, %1 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
  return %2, %3, %4 : tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xcomplex<f32>>
}

// CHECK: @stated: tensor<2x3xi32> {{\[}}[9, 8, 7], [16, 15, 14]]
func.func @stated() -> tensor<2x3xi32> {
  %0 = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %1 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %2 = chlo.broadcast_subtract %0, %1 {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return %2 : tensor<2x3xi32>
}

// A scalar and an empty tensor.
// CHECK: @extremes: tensor<2xi32> [3, 4]
// CHECK: @extremes: tensor<0x2xi32> []
func.func @extremes() -> (tensor<2xi32>, tensor<0x2xi32>) {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %2 = stablehlo.constant dense<> : tensor<0x2xi32>
  %3 = chlo.broadcast_add %0, %1 : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %4 = chlo.broadcast_multiply %1, %2 : (tensor<2xi32>, tensor<0x2xi32>) -> tensor<0x2xi32>
  return %3, %4 : tensor<2xi32>, tensor<0x2xi32>
}

// CHECK: @select: tensor<2x2xi32> {{\[}}[1, 9], [2, 9]]
func.func @select() -> tensor<2x2xi32> {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %2 = stablehlo.constant dense<9> : tensor<i32>
  %3 = chlo.broadcast_select %0, %1, %2 : (tensor<2xi1>, tensor<2x1xi32>, tensor<i32>) -> tensor<2x2xi32>
  return %3 : tensor<2x2xi32>
}

// CHECK: @constants: tensor<2xf8E4M3FN> [1.5, 1.5]
// CHECK: @constants: tensor<1x2xi4> {{\[}}[-3, -3]]
// CHECK: @constants: tensor<2xi1> [true, false]
func.func @constants() -> (tensor<2xf8E4M3FN>, tensor<1x2xi4>, tensor<2xi1>) {
  %0 = chlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %2 = "chlo.constant_like"(%0) <{value = 1.5 : f8E4M3FN}> : (tensor<2xi1>) -> tensor<2xf8E4M3FN>
  %3 = "chlo.constant_like"(%1) <{value = -3 : i4}> : (tensor<1x2xi32>) -> tensor<1x2xi4>
  return %2, %3, %0 : tensor<2xf8E4M3FN>, tensor<1x2xi4>, tensor<2xi1>
}
