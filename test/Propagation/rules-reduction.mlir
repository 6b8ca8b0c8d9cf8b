// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of reductions and of batch normalisation.

// CHECK-LABEL: @reduce
// CHECK: #weft.rule<([i, j, k], []) -> ([i, k]), [i = 8, j = 16 reduction, k = 4]>
func.func @reduce(%x: tensor<8x16x4xf32>, %init: tensor<f32>) -> tensor<8x4xf32> {
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [1] : (tensor<8x16x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: @two_inputs
// CHECK: #weft.rule<([i, j], [i, j], [], []) -> ([i], [i]), [i = 8, j = 16 reduction]>
func.func @two_inputs(%x: tensor<8x16xf32>, %y: tensor<8x16xi32>, %a: tensor<f32>, %b: tensor<i32>) -> tensor<8xf32> {
  %0:2 = "stablehlo.reduce"(%x, %y, %a, %b) <{dimensions = array<i64: 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<i32>, %r: tensor<f32>, %s: tensor<i32>):
    stablehlo.return %r, %s : tensor<f32>, tensor<i32>
  }) : (tensor<8x16xf32>, tensor<8x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %0#0 : tensor<8xf32>
}

// CHECK-LABEL: @batch_norm_inference
// CHECK: #weft.rule<([i, j], [j], [j], [j], [j]) -> ([i, j]), [i = 8, j = 4]>
func.func @batch_norm_inference(%x: tensor<8x4xf32>, %v: tensor<4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: @batch_norm_training
// CHECK: #weft.rule<([i, j], [j], [j]) -> ([i, j], [j], [j]), [i = 8, j = 4]>
func.func @batch_norm_training(%x: tensor<8x4xf32>, %v: tensor<4xf32>) -> tensor<8x4xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %v, %v) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<8x4xf32>
}

// CHECK-LABEL: @batch_norm_grad
// CHECK: #weft.rule<([i, j], [j], [j], [j], [i, j]) -> ([i, j], [j], [j]), [i = 8, j = 4]>
func.func @batch_norm_grad(%x: tensor<8x4xf32>, %v: tensor<4xf32>) -> tensor<8x4xf32> {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %v, %v, %v, %x) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<8x4xf32>
}
