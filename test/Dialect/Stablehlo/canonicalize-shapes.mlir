// RUN: weft-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @reduce_of_nothing(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3xf32>
// CHECK-NEXT: return %[[X]]
func.func @reduce_of_nothing(%x: tensor<2x3xf32>, %i: tensor<f32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @gather_of_all(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3xf32>
// CHECK-NEXT: return %[[X]]
func.func @gather_of_all(%x: tensor<2x3xf32>, %i: tensor<1xi32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, slice_sizes = array<i64: 2, 3>}> : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// A batch of one slice has one more dimension than the operand.
// CHECK-LABEL: func.func @gather_of_batch(
// CHECK: stablehlo.gather
func.func @gather_of_batch(%x: tensor<2x3xf32>, %i: tensor<1x1xi32>) -> tensor<1x2x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>}> : (tensor<2x3xf32>, tensor<1x1xi32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @static_after_all(
// CHECK-NOT: dynamic
// CHECK-DAG: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
// CHECK-DAG: stablehlo.iota dim = 1 : tensor<2x4xi32>
// CHECK-DAG: stablehlo.reshape %{{.*}} : (tensor<4xf32>) -> tensor<2x2xf32>
func.func @static_after_all(%x: tensor<4xf32>, %s: tensor<2xi64>) -> (tensor<2x4xf32>, tensor<2x4xi32>, tensor<2x2xf32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<2x4xi32>
  %2 = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0, %1, %2 : tensor<2x4xf32>, tensor<2x4xi32>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @still_dynamic(
// CHECK: stablehlo.dynamic_reshape
func.func @still_dynamic(%x: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<2x2xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
