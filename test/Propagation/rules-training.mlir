// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of losses: examples are summed, the classes of one are whole.

// CHECK-LABEL: @mean_loss
// CHECK: #weft.rule<([i, j], [i]) -> ([]), [i = 32 reduction, j = 10 need_replication]>
func.func @mean_loss(%x: tensor<32x10xf32>, %labels: tensor<32xi32>) -> tensor<f32> {
  %0 = weft.softmax_cross_entropy mean %x, %labels : (tensor<32x10xf32>, tensor<32xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @loss_of_each
// CHECK: #weft.rule<([i, j], [i]) -> ([i]), [i = 32, j = 10 need_replication]>
func.func @loss_of_each(%x: tensor<32x10xf32>, %labels: tensor<32xi32>) -> tensor<32xf32> {
  %0 = weft.softmax_cross_entropy none %x, %labels : (tensor<32x10xf32>, tensor<32xi32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: @squared_error
// CHECK: #weft.rule<([i, j], [i, j]) -> ([]), [i = 32 reduction, j = 2 reduction]>
func.func @squared_error(%x: tensor<32x2xf32>) -> tensor<f32> {
  %0 = weft.mean_squared_error sum %x, %x : (tensor<32x2xf32>, tensor<32x2xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
