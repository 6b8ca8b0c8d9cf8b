// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// Updates of one element are combined in their order: ((1 * 2 + 3) * 2 + 4).
// CHECK: @duplicates_in_order: tensor<2xi32> [14, 1]
func.func @duplicates_in_order() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  %1 = stablehlo.constant dense<0> : tensor<2x1xi32>
  %2 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %4 = stablehlo.multiply %old, %two : tensor<i32>
    %5 = stablehlo.add %4, %new : tensor<i32>
    stablehlo.return %5 : tensor<i32>
  }) : (tensor<2xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %3 : tensor<2xi32>
}

// A window that is partly outside is left out as a whole.
// CHECK: @windows_outside: tensor<4xf32> [0, 1, 2, 0]
func.func @windows_outside() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<4xf32>
  %1 = stablehlo.constant dense<[[1], [3], [-1]]> : tensor<3x1xi8>
  %2 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<4xf32>, tensor<3x1xi8>, tensor<3x2xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// Several inputs share one body; a constant result is one, too.
// CHECK: @several_inputs: tensor<3xi64> [5, 0, 5]
// CHECK: @several_inputs: tensor<3xf64> [1, 1, 1.5]
func.func @several_inputs() -> (tensor<3xi64>, tensor<3xf64>) {
  %0 = stablehlo.constant dense<0> : tensor<3xi64>
  %1 = stablehlo.constant dense<1.0> : tensor<3xf64>
  %2 = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi32>
  %3 = stablehlo.constant dense<7> : tensor<2xi64>
  %4 = stablehlo.constant dense<[0.0, 0.5]> : tensor<2xf64>
  %5:2 = "stablehlo.scatter"(%0, %1, %2, %3, %4) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<f64>, %c: tensor<i64>, %d: tensor<f64>):
    %five = stablehlo.constant dense<5> : tensor<i64>
    %6 = stablehlo.add %b, %d : tensor<f64>
    stablehlo.return %five, %6 : tensor<i64>, tensor<f64>
  }) : (tensor<3xi64>, tensor<3xf64>, tensor<2x1xi32>, tensor<2xi64>, tensor<2xf64>) -> (tensor<3xi64>, tensor<3xf64>)
  return %5#0, %5#1 : tensor<3xi64>, tensor<3xf64>
}
