// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of products: batch and free dimensions pass through, contracted
// dimensions leave partial sums.

// CHECK-LABEL: @dot_general
// CHECK: #weft.rule<([i, j, l], [i, l, k]) -> ([i, j, k]), [i = 2, j = 8, k = 4, l = 16 reduction]>
func.func @dot_general(%x: tensor<2x8x16xf32>, %y: tensor<2x16x4xf32>) -> tensor<2x8x4xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x16xf32>, tensor<2x16x4xf32>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}

// CHECK-LABEL: @several_contracted
// CHECK: #weft.rule<([i, k, l], [l, j, k]) -> ([i, j]), [i = 8, j = 4, k = 3 reduction, l = 16 reduction]>
func.func @several_contracted(%x: tensor<8x3x16xf32>, %y: tensor<16x4x3xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1, 2] x [2, 0] : (tensor<8x3x16xf32>, tensor<16x4x3xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: @dot_of_vectors
// CHECK: #weft.rule<([i], [i]) -> ([]), [i = 8 reduction]>
func.func @dot_of_vectors(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<f32> {
  %0 = stablehlo.dot %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @einsum
// CHECK: #weft.rule<([i, j, k], [i, k, l]) -> ([i, l, j]), [i = 2, j = 8, k = 16 reduction, l = 4]>
func.func @einsum(%x: tensor<2x8x16xf32>, %y: tensor<2x16x4xf32>) -> tensor<2x4x8xf32> {
  %0 = stablehlo.einsum %x, %y, config = "bij,bjk->bki" : (tensor<2x8x16xf32>, tensor<2x16x4xf32>) -> tensor<2x4x8xf32>
  return %0 : tensor<2x4x8xf32>
}

// A diagonal is taken from a matrix that is whole.
// CHECK-LABEL: @unary_einsum
// CHECK: #weft.rule<([i, j, l]) -> ([k]), [i = 8 need_replication, j = 8 need_replication, k = 8 need_replication, l = 3 reduction]>
func.func @unary_einsum(%x: tensor<8x8x3xf32>) -> tensor<8xf32> {
  %0 = stablehlo.unary_einsum %x, config = "iij->i" : (tensor<8x8x3xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @convolution
// CHECK: #weft.rule<([i, (j, k), (l, m), n], [k, m, n, o]) -> ([i, j, l, o]), [i = 8, j = 112 permutation, k = 2 reduction, l = 112 permutation, m = 2 reduction, n = 192 reduction, o = 64]>
func.func @convolution(%x: tensor<8x224x224x192xf32>, %k: tensor<3x3x192x64xf32>) -> tensor<8x112x112x64xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x224x224x192xf32>, tensor<3x3x192x64xf32>) -> tensor<8x112x112x64xf32>
  return %0 : tensor<8x112x112x64xf32>
}

// CHECK-LABEL: @feature_groups
// CHECK: #weft.rule<([i, j, (k, l)], [n, l, (k, m)]) -> ([i, j, (k, m)]), [i = 8, j = 220 permutation, k = 3, l = 64 reduction, m = 22, n = 1]>
func.func @feature_groups(%x: tensor<8x224x192xf32>, %k: tensor<5x64x66xf32>) -> tensor<8x220x66xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<8x224x192xf32>, tensor<5x64x66xf32>) -> tensor<8x220x66xf32>
  return %0 : tensor<8x220x66xf32>
}

// More places in a window than windows: the places are the major part.
// CHECK-LABEL: @batch_groups
// CHECK: #weft.rule<([(i, j), k, l], [k, l, (i, m)]) -> ([j, n, (i, m)]), [i = 4, j = 2, k = 8 reduction, l = 192 reduction, m = 16, n = 1]>
func.func @batch_groups(%x: tensor<8x9x192xf32>, %k: tensor<8x192x64xf32>) -> tensor<2x2x64xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<8x9x192xf32>, tensor<8x192x64xf32>) -> tensor<2x2x64xf32>
  return %0 : tensor<2x2x64xf32>
}

// CHECK-LABEL: @ragged_rows
// CHECK: #weft.rule<([i, k], [l, k, j], [l]) -> ([i, j]), [i = 11, j = 7, k = 5 reduction, l = 3 reduction]>
func.func @ragged_rows(%x: tensor<11x5xf32>, %w: tensor<3x5x7xf32>, %sizes: tensor<3xi32>) -> tensor<11x7xf32> {
  %0 = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return %0 : tensor<11x7xf32>
}

// CHECK-LABEL: @ragged_contraction
// CHECK: #weft.rule<([i, k], [k, j], [l]) -> ([l, i, j]), [i = 5, j = 7, k = 11 reduction, l = 3]>
func.func @ragged_contraction(%x: tensor<5x11xf32>, %w: tensor<11x7xf32>, %sizes: tensor<3xi32>) -> tensor<3x5x7xf32> {
  %0 = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<5x11xf32>, tensor<11x7xf32>, tensor<3xi32>) -> tensor<3x5x7xf32>
  return %0 : tensor<3x5x7xf32>
}
