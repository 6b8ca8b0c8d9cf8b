// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of ops that order elements: the ordered dimension is whole.

// CHECK-LABEL: @sort
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 8 need_replication, j = 4]>
func.func @sort(%x: tensor<8x4xi32>) -> tensor<8x4xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8x4xi32>) -> tensor<8x4xi32>
  return %0 : tensor<8x4xi32>
}

// Nothing else to split: the sharding stays on its side.
// CHECK-LABEL: @sort_alone
// CHECK: #weft.rule<([i, j], [i, j]) -> ([i, j], [i, j]), [i = 1, j = 4 need_replication blocked]>
func.func @sort_alone(%x: tensor<1x4xi32>, %y: tensor<1x4xf32>) -> tensor<1x4xi32> {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = -1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<1x4xi32>, tensor<1x4xf32>) -> (tensor<1x4xi32>, tensor<1x4xf32>)
  return %0#0 : tensor<1x4xi32>
}

// CHECK-LABEL: @top_k
// CHECK: #weft.rule<([i, j]) -> ([i, j], [i, j]), [i = 3, j = 4 need_replication blocked]>
func.func @top_k(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %values : tensor<3x2xf32>
}
