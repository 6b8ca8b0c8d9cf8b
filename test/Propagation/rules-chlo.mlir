// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of chlo ops.

// CHECK-LABEL: @unary
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 6, j = 4]>
func.func @unary(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = chlo.erf_inv %x : tensor<6x4xf32> -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: @broadcast
// CHECK: #weft.rule<([i, j], [j]) -> ([i, j]), [i = 6, j = 4]>
func.func @broadcast(%x: tensor<6x4xf32>, %y: tensor<4xf32>) -> tensor<6x4xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// A repeated dimension has nothing in common with its copies.
// CHECK-LABEL: @broadcast_one
// CHECK: #weft.rule<([i, k], [i, j]) -> ([i, j]), [i = 6, j = 4, k = 1]>
func.func @broadcast_one(%x: tensor<6x1xf32>, %y: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = chlo.broadcast_multiply %x, %y : (tensor<6x1xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: @scan
// CHECK: #weft.rule<([j, i], [i]) -> ([j, i], [i]), [i = 3, j = 4 need_replication]>
// CHECK: #weft.rule<([i], [i]) -> ([i]), [i = 3]>
func.func @scan(%x: tensor<4x3xf32>, %init: tensor<3xf32>) -> tensor<4x3xf32> {
  %0:2 = chlo.scan(%x) inits (%init) dimension=0 {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    %sum = stablehlo.add %input, %carry : tensor<3xf32>
    stablehlo.return %sum, %sum : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0 : tensor<4x3xf32>
}
