// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @reduce_window(
// CHECK: %{{.*}} = "stablehlo.reduce_window"(%{{.*}}, %{{.*}}) <{base_dilations = array<i64: 2, 1>, padding = dense<{{\[\[}}2, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 3, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>}> ({
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<i64>
// CHECK: stablehlo.return %{{.*}} : tensor<i64>
// CHECK: }) : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
func.func @reduce_window(%a: tensor<3x2xi64>, %i: tensor<i64>) {
  %0 = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 2, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 3, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %1 = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  return
}

// CHECK-LABEL: func.func @reduce_window_pair(
// CHECK: %{{.*}}:2 = "stablehlo.reduce_window"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{window_dimensions = array<i64: 2, 2>}> ({
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>
// CHECK: }) : (tensor<?x4xf32>, tensor<?x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
func.func @reduce_window_pair(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>, %i: tensor<f32>, %j: tensor<i32>) {
  %0:2 = "stablehlo.reduce_window"(%a, %b, %i, %j) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>, %z: tensor<f32>, %w: tensor<i32>):
    stablehlo.return %x, %w : tensor<f32>, tensor<i32>
  }) : (tensor<?x4xf32>, tensor<?x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
  return
}

// CHECK-LABEL: func.func @window_larger_than_input(
// CHECK: %{{.*}} = "stablehlo.reduce_window"(%{{.*}}, %{{.*}}) <{window_dimensions = array<i64: 5>}> ({
// CHECK: stablehlo.return %{{.*}} : tensor<f32>
// CHECK: }) : (tensor<3xf32>, tensor<f32>) -> tensor<0xf32>
func.func @window_larger_than_input(%a: tensor<3xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 5>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// CHECK-LABEL: func.func @select_and_scatter(
// CHECK: %{{.*}} = "stablehlo.select_and_scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{padding = dense<{{\[\[}}0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
// CHECK: %{{.*}} = stablehlo.compare GE, %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK: stablehlo.return %{{.*}} : tensor<i1>
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<i64>
// CHECK: stablehlo.return %{{.*}} : tensor<i64>
// CHECK: }) : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>
func.func @select_and_scatter(%o: tensor<4x2xi64>, %s: tensor<2x2xi64>, %i: tensor<i64>) {
  %0 = "stablehlo.select_and_scatter"(%o, %s, %i) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %1 = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  return
}
