// REQUIRES: jax
// RUN: %jax_python %S/../compare_shardy.py --tool weft-opt --file %s
// RUN: %jax_python %S/../compare_pipeline.py --tool weft-opt --file %s

// Rules of ops, given ones and unknown ones. See axes.mlir.

// A rule that the program gives.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> tensor<4x2xf32> {
  %0 = stablehlo.custom_call @foo(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, j]) {i=4, j=2, k=4}, custom>} : (tensor<8x4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// One with a reduction, one with need_replication, one blocked.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @main(%x: tensor<8x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}, {"c", ?}]>}) -> (tensor<8x8xf32>, tensor<8x4x8xf32>) {
  %0 = stablehlo.custom_call @foo(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, k]) {i=8, j=4, k=8} reduction={j}, custom>} : (tensor<8x4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.custom_call @bar(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=8, j=4, k=8} need_replication={i} blocked_propagation={k}, custom>} : (tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x4x8xf32>
}

// -----

// A call that nobody knows.
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.custom_call @unknown(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @unknown(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A sum over a split dimension, a softmax, a contraction with itself.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> tensor<16x16xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<8x16xf32>
  %3 = stablehlo.exponential %2 : tensor<8x16xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %6 = stablehlo.divide %3, %5 : tensor<8x16xf32>
  %7 = stablehlo.dot_general %6, %6, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  return %7 : tensor<16x16xf32>
}

// -----

// Embedding lookup and its scatter, with a split vocabulary and batch.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%t: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}, %i: tensor<8x4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}, {?}]>}) -> tensor<64x16xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 16>}> : (tensor<64x16xf32>, tensor<8x4x1xi32>) -> tensor<8x4x16xf32>
  %1 = stablehlo.tanh %0 : tensor<8x4x16xf32>
  %2 = "stablehlo.scatter"(%t, %i, %1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %3 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<64x16xf32>, tensor<8x4x1xi32>, tensor<8x4x16xf32>) -> tensor<64x16xf32>
  return %2 : tensor<64x16xf32>
}

// -----

// Halves put together again, a window, a rotation.
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.slice %x [0:8, 0:8] : (tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.slice %x [8:16, 0:8] : (tensor<16x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.concatenate %1, %0, dim = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<16x8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.pad %3, %z, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<18x8xf32>
  %5 = "stablehlo.reduce_window"(%4, %z) <{window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %6 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }) : (tensor<18x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %5 : tensor<16x8xf32>
}

// -----

// Multi-headed attention by hand, tensor parallel over heads.
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%x: tensor<4x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {?}, {?}]>},
                %wq: tensor<32x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"model", ?}, {?}]>},
                %wk: tensor<32x8x4xf32>, %wo: tensor<8x4x32xf32>) -> tensor<4x16x32xf32> {
  %q = stablehlo.dot_general %x, %wq, contracting_dims = [2] x [0] : (tensor<4x16x32xf32>, tensor<32x8x4xf32>) -> tensor<4x16x8x4xf32>
  %k = stablehlo.dot_general %x, %wk, contracting_dims = [2] x [0] : (tensor<4x16x32xf32>, tensor<32x8x4xf32>) -> tensor<4x16x8x4xf32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<4x16x8x4xf32>, tensor<4x16x8x4xf32>) -> tensor<4x8x16x16xf32>
  %o = stablehlo.dot_general %s, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<4x8x16x16xf32>, tensor<4x16x8x4xf32>) -> tensor<4x8x16x4xf32>
  %y = stablehlo.dot_general %o, %wo, contracting_dims = [1, 3] x [0, 1] : (tensor<4x8x16x4xf32>, tensor<8x4x32xf32>) -> tensor<4x16x32xf32>
  return %y : tensor<4x16x32xf32>
}
