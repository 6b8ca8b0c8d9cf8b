// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of windows: dimensions with real windows need their neighbours.

// CHECK-LABEL: @reduce_window
// CHECK: #weft.rule<([i, j, k], []) -> ([i, j, k]), [i = 16 permutation, j = 48, k = 1 permutation]>
func.func @reduce_window(%x: tensor<48x48x3xf32>, %init: tensor<f32>) -> tensor<16x48x1xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 3, 1, 3>, window_strides = array<i64: 3, 1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<48x48x3xf32>, tensor<f32>) -> tensor<16x48x1xf32>
  return %0 : tensor<16x48x1xf32>
}

// Padding alone makes a window, too.
// CHECK-LABEL: @padded
// CHECK: #weft.rule<([i, j], []) -> ([i, j]), [i = 9 permutation, j = 8]>
func.func @padded(%x: tensor<8x8xf32>, %init: tensor<f32>) -> tensor<9x8xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<9x8xf32>
  return %0 : tensor<9x8xf32>
}

// CHECK-LABEL: @select_and_scatter
// CHECK: #weft.rule<([i, k], [i, j], []) -> ([i, k]), [i = 10, j = 12 need_replication, k = 24 permutation]>
func.func @select_and_scatter(%x: tensor<10x24xf32>, %source: tensor<10x12xf32>, %init: tensor<f32>) -> tensor<10x24xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<10x24xf32>, tensor<10x12xf32>, tensor<f32>) -> tensor<10x24xf32>
  return %0 : tensor<10x24xf32>
}
