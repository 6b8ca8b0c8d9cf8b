// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// Padding holds the initial value, and so do the holes of dilation.
// CHECK: @padding: tensor<5xi32> [1, 3, 5, 7, 4]
// CHECK: @padding: tensor<3xi32> [1, 2, 3]
func.func @padding() -> (tensor<5xi32>, tensor<3xi32>) {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = "stablehlo.reduce_window"(%0, %zero) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<5xi32>
  %2 = "stablehlo.reduce_window"(%0, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  return %1, %2 : tensor<5xi32>, tensor<3xi32>
}

// A narrow float rounds once per op of the body: 2 + 0.25 is 2 in f8E5M2.
// CHECK: @narrow: tensor<1xf8E5M2> [2]
func.func @narrow() -> tensor<1xf8E5M2> {
  %0 = stablehlo.constant dense<[2.0, 0.25, 0.25]> : tensor<3xf8E5M2>
  %zero = stablehlo.constant dense<0.0> : tensor<f8E5M2>
  %1 = "stablehlo.reduce_window"(%0, %zero) <{window_dimensions = array<i64: 3>}> ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %3 = stablehlo.add %a, %b : tensor<f8E5M2>
    stablehlo.return %3 : tensor<f8E5M2>
  }) : (tensor<3xf8E5M2>, tensor<f8E5M2>) -> tensor<1xf8E5M2>
  return %1 : tensor<1xf8E5M2>
}

// Two windows choose the same element; their values are combined there.
// CHECK: @select_and_scatter: tensor<5xf32> [0, 0, 30, 0, 4]
func.func @select_and_scatter() -> tensor<5xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0, 9.0, 3.0, 7.0]> : tensor<5xf32>
  %1 = stablehlo.constant dense<[10.0, 20.0, 4.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = "stablehlo.select_and_scatter"(%0, %1, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<5xf32>, tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  return %2 : tensor<5xf32>
}
