// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// Ops that are told sizes at run time, where the type states them too.

// CHECK: @reshape: tensor<3x2xi32> {{\[}}[0, 1], [2, 3], [4, 5]]
func.func @reshape() -> tensor<3x2xi32> {
  %0 = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %1 = stablehlo.iota dim = 0 : tensor<6xi32>
  %2 = stablehlo.dynamic_reshape %1, %0 : (tensor<6xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %2 : tensor<3x2xi32>
}

// CHECK: @broadcast_in_dim: tensor<2x3xi32> {{\[}}[7, 7, 7], [8, 8, 8]]
func.func @broadcast_in_dim() -> tensor<2x3xi32> {
  %0 = stablehlo.constant dense<[2, 3]> : tensor<2xi16>
  %1 = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %0, dims = [0] : (tensor<2xi32>, tensor<2xi16>) -> tensor<2x3xi32>
  return %2 : tensor<2x3xi32>
}

// CHECK: @iota: tensor<2x3xf16> {{\[}}[0, 1, 2], [0, 1, 2]]
func.func @iota() -> tensor<2x3xf16> {
  %0 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %1 = stablehlo.dynamic_iota %0, dim = 1 : (tensor<2xi64>) -> tensor<2x3xf16>
  return %1 : tensor<2x3xf16>
}

// CHECK: @pad: tensor<6xi32> [9, 1, 9, 2, 9, 3]
// CHECK: @pad: tensor<1xi32> [2]
func.func @pad() -> (tensor<6xi32>, tensor<1xi32>) {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.constant dense<0> : tensor<1xi64>
  %3 = stablehlo.constant dense<1> : tensor<1xi64>
  %4 = stablehlo.constant dense<-1> : tensor<1xi64>
  %5 = stablehlo.dynamic_pad %0, %1, %3, %2, %3 : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi32>
  %6 = stablehlo.dynamic_pad %0, %1, %4, %4, %2 : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi32>
  return %5, %6 : tensor<6xi32>, tensor<1xi32>
}

// CHECK: @slice: tensor<2x2xi32> {{\[}}[1, 3], [6, 8]]
func.func @slice() -> tensor<2x2xi32> {
  %0 = stablehlo.constant dense<[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]> : tensor<2x5xi32>
  %1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %2 = stablehlo.constant dense<[2, 5]> : tensor<2xi32>
  %3 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %4 = stablehlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<2x5xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  return %4 : tensor<2x2xi32>
}

// CHECK: @set_dimension_size: tensor<2x2xi32> {{\[}}[1, 2], [3, 4]]
// CHECK: @set_dimension_size: tensor<i32> 2
func.func @set_dimension_size() -> (tensor<2x2xi32>, tensor<i32>) {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = stablehlo.constant dense<2> : tensor<i32>
  %2 = stablehlo.set_dimension_size %0, %1, dim = 0 : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %3 = stablehlo.get_dimension_size %2, dim = 0 : (tensor<2x2xi32>) -> tensor<i32>
  return %2, %3 : tensor<2x2xi32>, tensor<i32>
}

// CHECK: @conv: tensor<1x3x1xf32> {{\[}}{{\[}}[3], [5], [3]]]
func.func @conv() -> tensor<1x3x1xf32> {
  %0 = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<2x1x1xf32>
  %2 = stablehlo.constant dense<[[0, 1]]> : tensor<1x2xi64>
  %3 = "stablehlo.dynamic_conv"(%0, %1, %2) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    batch_group_count = 1 : i64, feature_group_count = 1 : i64}>
    : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x3x1xf32>
  return %3 : tensor<1x3x1xf32>
}
