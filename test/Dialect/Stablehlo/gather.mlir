// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @gather(
// CHECK: %{{.*}} = "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
func.func @gather(%o: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %0 = "stablehlo.gather"(%o, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// CHECK-LABEL: func.func @gather_batching(
// CHECK: %{{.*}} = "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<3x4x2xi32>, tensor<2x2x3xi32>) -> tensor<2x3xi32>
func.func @gather_batching(%o: tensor<3x4x2xi32>, %i: tensor<2x2x3xi32>) {
  %0 = "stablehlo.gather"(%o, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<3x4x2xi32>, tensor<2x2x3xi32>) -> tensor<2x3xi32>
  return
}

// The index vector is a scalar when its dimension is the rank of the indices.
// CHECK-LABEL: func.func @gather_scalar_index(
// CHECK: %{{.*}} = "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
// CHECK: %{{.*}} = "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<?xi32>) -> tensor<?x3xf32>
func.func @gather_scalar_index(%o: tensor<5x3xf32>, %i: tensor<2xi32>, %j: tensor<?xi32>) {
  %0 = "stablehlo.gather"(%o, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %1 = "stablehlo.gather"(%o, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<?xi32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func.func @dynamic_gather(
// CHECK: %{{.*}} = "stablehlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
func.func @dynamic_gather(%o: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_gather"(%o, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// CHECK-LABEL: func.func @scatter(
// CHECK: %{{.*}} = "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = true}> ({
// CHECK: stablehlo.return %{{.*}} : tensor<i64>
// CHECK: }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
func.func @scatter(%o: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  %0 = "stablehlo.scatter"(%o, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = true}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    stablehlo.return %y : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// CHECK-LABEL: func.func @scatter_pair_batching(
// CHECK: %{{.*}}:2 = "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>
// CHECK: }) : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
func.func @scatter_pair_batching(%o: tensor<3x4xf32>, %p: tensor<3x4xi32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>, %v: tensor<3xi32>) {
  %0:2 = "stablehlo.scatter"(%o, %p, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>, %z: tensor<f32>, %w: tensor<i32>):
    stablehlo.return %z, %w : tensor<f32>, tensor<i32>
  }) : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  return
}

// CHECK-LABEL: func.func @torch_index_select(
// CHECK: %{{.*}} = "stablehlo.torch_index_select"(%{{.*}}, %{{.*}}) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x2xi32>, tensor<5xi32>) -> tensor<3x5x2xi32>
func.func @torch_index_select(%o: tensor<3x4x2xi32>, %i: tensor<5xi32>) {
  %0 = "stablehlo.torch_index_select"(%o, %i) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x2xi32>, tensor<5xi32>) -> tensor<3x5x2xi32>
  return
}

// CHECK-LABEL: func.func @attributes(
// CHECK-SAME: attributes {any_order = #stablehlo.gather<offset_dims = [1], index_vector_dim = 2>, g = #stablehlo.gather<>, s = #stablehlo.scatter<>, zero = #stablehlo.scatter<>}
func.func @attributes() attributes {g = #stablehlo.gather<>, s = #stablehlo.scatter<>, any_order = #stablehlo.gather<index_vector_dim = 2, offset_dims = [1]>, zero = #stablehlo.scatter<index_vector_dim = 0>} {
  return
}
