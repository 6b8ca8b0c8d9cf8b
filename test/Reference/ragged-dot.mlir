// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// Rows 0 and 1 meet the first matrix, row 2 the third; row 3 is in no group.
// CHECK: @free: tensor<4x2xf32> {{\[}}[1, 2], [1, 2], [5, 6], [0, 0]]
func.func @free() -> tensor<4x2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<4x1xf32>
  %1 = stablehlo.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]], [[5.0, 6.0]]]> : tensor<3x1x2xf32>
  %2 = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x1xf32>, tensor<3x1x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}

// Sizes of their own for each batch.
// CHECK: @free_batched: tensor<2x2x1xi32> {{\[}}{{\[}}[10], [20]], {{\[}}[200], [200]]]
func.func @free_batched() -> tensor<2x2x1xi32> {
  %0 = stablehlo.constant dense<1> : tensor<2x2x1xi32>
  %1 = stablehlo.constant dense<[[[[10]], [[100]]], [[[20]], [[200]]]]> : tensor<2x2x1x1xi32>
  %2 = stablehlo.constant dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x2x1xi32>, tensor<2x2x1x1xi32>, tensor<2x2xi64>) -> tensor<2x2x1xi32>
  return %3 : tensor<2x2x1xi32>
}

// CHECK: @contracting: tensor<3x1x2xf32> {{\[}}{{\[}}[4, 6]], {{\[}}[0, 0]], {{\[}}[5, 6]]]
func.func @contracting() -> tensor<3x1x2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<1x4xf32>
  %1 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %2 = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<1x4xf32>, tensor<4x2xf32>, tensor<3xi32>) -> tensor<3x1x2xf32>
  return %3 : tensor<3x1x2xf32>
}

// CHECK: @batch: tensor<2x1x1xf32> {{\[}}{{\[}}[3]], {{\[}}[8]]]
func.func @batch() -> tensor<2x1x1xf32> {
  %0 = stablehlo.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %1 = stablehlo.constant dense<[[[3.0]], [[4.0]]]> : tensor<2x1x1xf32>
  %2 = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x1x1xf32>, tensor<2x1x1xf32>, tensor<2xi32>) -> tensor<2x1x1xf32>
  return %3 : tensor<2x1x1xf32>
}
