// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of indexed reads and writes.

// Dimensions 0, 1 and 5 are dropped, 2 is whole, 3 gives one of six and 4 three
// of seven elements.
// CHECK-LABEL: @gather
// CHECK: #weft.rule<([o, p, k, l, n, q], [i, j, r]) -> ([i, j, k, m, n]), [i = 8, j = 2, k = 5, l = 6 reduction, m = 1 need_replication, n = 7 need_replication blocked, o = 4 reduction, p = 3 reduction, q = 2 reduction, r = 3 need_replication]>
func.func @gather(%x: tensor<4x3x5x6x7x2xf32>, %i: tensor<8x2x3xi64>) -> tensor<8x2x5x1x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3, 4], collapsed_slice_dims = [0, 1, 5], start_index_map = [0, 1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 5, 1, 3, 1>}> : (tensor<4x3x5x6x7x2xf32>, tensor<8x2x3xi64>) -> tensor<8x2x5x1x3xf32>
  return %0 : tensor<8x2x5x1x3xf32>
}

// CHECK-LABEL: @batched_gather
// CHECK: #weft.rule<([k, l, i, m], [j, k, n]) -> ([i, j, k]), [i = 5, j = 8, k = 4, l = 3 reduction, m = 1 need_replication, n = 1 need_replication]>
func.func @batched_gather(%x: tensor<4x3x5x1xf32>, %i: tensor<8x4x1xi64>) -> tensor<5x8x4xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 3], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 5, 1>}> : (tensor<4x3x5x1xf32>, tensor<8x4x1xi64>) -> tensor<5x8x4xf32>
  return %0 : tensor<5x8x4xf32>
}

// CHECK-LABEL: @dynamic_gather
// CHECK: #weft.rule<([k, j], [i], [l]) -> ([i, j]), [i = 8, j = 3, k = 4 reduction, l = 1]>
func.func @dynamic_gather(%x: tensor<4x3xf32>, %i: tensor<8xi64>, %sizes: tensor<2xi64>) -> tensor<8x3xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x3xf32>, tensor<8xi64>, tensor<2xi64>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-LABEL: @torch_index_select
// CHECK: #weft.rule<([i, j, l], [i, k]) -> ([i, k, l]), [i = 2, j = 8 reduction, k = 3, l = 4]>
func.func @torch_index_select(%x: tensor<2x8x4xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x4xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x8x4xf32>, tensor<2x3xi32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// Sums may come in any order, so the updates can be split.
// CHECK-LABEL: @scatter_add
// CHECK: #weft.rule<([m, n, j, k], [i, o], [i, j, l]) -> ([m, n, j, k]), [i = 8 reduction, j = 5, k = 7 need_replication, l = 2 need_replication, m = 4, n = 3, o = 2 need_replication]>
func.func @scatter_add(%x: tensor<4x3x5x7xf32>, %i: tensor<8x2xi64>, %u: tensor<8x5x2xf32>) -> tensor<4x3x5x7xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x3x5x7xf32>, tensor<8x2xi64>, tensor<8x5x2xf32>) -> tensor<4x3x5x7xf32>
  return %0 : tensor<4x3x5x7xf32>
}

// The last update wins, so their order must be kept.
// CHECK-LABEL: @scatter_set
// CHECK: #weft.rule<([j, l, k], [i, j, m], [i, j, k]) -> ([j, l, k]), [i = 8 need_replication, j = 4, k = 5, l = 3, m = 1 need_replication]>
func.func @scatter_set(%x: tensor<4x3x5xf32>, %i: tensor<8x4x1xi64>, %u: tensor<8x4x5xf32>) -> tensor<4x3x5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x3x5xf32>, tensor<8x4x1xi64>, tensor<8x4x5xf32>) -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}

// CHECK-LABEL: @dynamic_slice
// CHECK: #weft.rule<([i, j], [], []) -> ([i, j]), [i = 8 need_replication blocked, j = 16]>
func.func @dynamic_slice(%x: tensor<8x16xf32>, %i: tensor<i32>) -> tensor<2x16xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 16] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// CHECK-LABEL: @dynamic_update_slice
// CHECK: #weft.rule<([i, k], [j, k], [], []) -> ([i, k]), [i = 8, j = 2 need_replication, k = 16]>
func.func @dynamic_update_slice(%x: tensor<8x16xf32>, %u: tensor<2x16xf32>, %i: tensor<i32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<8x16xf32>, tensor<2x16xf32>, tensor<i32>, tensor<i32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
