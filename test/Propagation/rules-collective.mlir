// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of collectives: dimensions that are exchanged are whole.

// CHECK-LABEL: @all_gather
// CHECK: #weft.rule<([i, j]) -> ([i, k]), [i = 8, j = 4 need_replication, k = 8 need_replication]>
func.func @all_gather(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @all_to_all
// CHECK: #weft.rule<([l, j, i]) -> ([m, k, i]), [i = 2, j = 4 need_replication, k = 2 need_replication, l = 8 need_replication, m = 16 need_replication]>
func.func @all_to_all(%x: tensor<8x4x2xf32>) -> tensor<16x2x2xf32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4x2xf32>) -> tensor<16x2x2xf32>
  return %0 : tensor<16x2x2xf32>
}

// CHECK-LABEL: @reduce_scatter
// CHECK: #weft.rule<([i, j]) -> ([i, k]), [i = 8, j = 4 need_replication, k = 2 need_replication]>
func.func @reduce_scatter(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// CHECK-LABEL: @all_reduce
// CHECK: #weft.rule<([i, j], [k]) -> ([i, j], [k]), [i = 8, j = 4, k = 3]>
func.func @all_reduce(%x: tensor<8x4xf32>, %y: tensor<3xf32>) -> tensor<8x4xf32> {
  %0:2 = "stablehlo.all_reduce"(%x, %y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<3xf32>) -> (tensor<8x4xf32>, tensor<3xf32>)
  return %0#0 : tensor<8x4xf32>
}

// CHECK-LABEL: @collective_permute
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 8, j = 4]>
func.func @collective_permute(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
