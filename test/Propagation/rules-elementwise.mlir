// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of elementwise ops: one factor per dimension, none for scalars.

// CHECK-LABEL: @add
// CHECK: #weft.rule<([i, j], [i, j]) -> ([i, j]), [i = 8, j = 16]>
func.func @add(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// CHECK-LABEL: @scalar_predicate
// CHECK: #weft.rule<([], [i], [i]) -> ([i]), [i = 8]>
func.func @scalar_predicate(%p: tensor<i1>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.select %p, %x, %x : tensor<i1>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @scalar_bounds
// CHECK: #weft.rule<([], [i], []) -> ([i]), [i = 8]>
func.func @scalar_bounds(%b: tensor<f32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.clamp %b, %x, %b : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @map
// CHECK: #weft.rule<([i, j], [i, j]) -> ([i, j]), [i = 8, j = 4]>
func.func @map(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: @rank_0
// CHECK: #weft.rule<([]) -> ([]), []>
func.func @rank_0(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %x : tensor<f32>
  return %0 : tensor<f32>
}
