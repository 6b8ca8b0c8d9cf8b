// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @operand_rank(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{offset_dims, collapsed_slice_dims and operand_batching_dims have 1, 0 and 0 entries; together these must be the rank 2 of the operand}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collapsed_order(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{collapsed_slice_dims must ascend, but 0 follows 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collapsed_range(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{collapsed_slice_dims and operand_batching_dims contains 2, but the tensor has rank 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collapsed_and_batching(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{collapsed_slice_dims and operand_batching_dims contains dimension 0 twice}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @index_map_range(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{start_index_map and operand_batching_dims contains -1, but the tensor has rank 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [-1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @index_map_batching(%a: tensor<5x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+2 {{start_index_map and operand_batching_dims contains dimension 0 twice}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x3xf32>, tensor<5x1xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @index_vector_dim(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{index_vector_dim is 3; it must be at least 0 and at most the rank 2 of the indices}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @index_vector_dim_negative(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{index_vector_dim is -1; it must be at least 0 and at most the rank 2 of the indices}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @index_vector_size(%a: tensor<5x3xf32>, %i: tensor<2x2xi32>) {
  // expected-error@+2 {{start_index_map has 1 entries, but an index vector has 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @offset_order(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{offset_dims must ascend, but 0 follows 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x1x3xf32>
  return
}

// -----

func.func @offset_range(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{offset_dims contains 2, but the tensor has rank 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batching_counts(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{operand_batching_dims has 1 entries, but start_indices_batching_dims has 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @batching_sizes(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{batching dimension 0 of the operand has size 5, but dimension 0 of the indices has size 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @batching_range(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{start_indices_batching_dims contains 2, but the tensor has rank 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @batching_index_vector(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{start_indices_batching_dims contains index_vector_dim 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_count(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{slice_sizes has 0 entries, but the tensor has rank 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_too_large(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{the slice has size 4 along dimension 1 of the operand, which has size 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_negative(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{the slice has size -1 along dimension 1 of the operand, which has size 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, -1>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_collapsed(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{the slice has size 2 along dimension 0, which is in collapsed_slice_dims; it must be at most 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @result_type(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @duplicate_field(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+1 {{duplicate or unknown struct parameter name: offset_dims}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], offset_dims = [1]>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+1 {{duplicate or unknown struct parameter name: offsets}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offsets = [1]>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @attribute_of_wrong_kind(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error@+1 {{Invalid attribute `dimension_numbers` in property conversion: 3 : i64}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = 3, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_slice_sizes(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %s: tensor<3xi32>) {
  // expected-error@+2 {{slice_sizes has type 'tensor<3xi32>', but 'tensor<2xi32>' is needed}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @scatter_operands(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{has 1 operands; there must be as many inputs as updates, and at least one, beside the indices}}
  %0 = "stablehlo.scatter"(%i) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_even_operands(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{must be ranked tensor of 2/4/8/16/32/64-bit integer}}
  %0 = "stablehlo.scatter"(%a, %i) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_no_results(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{has 1 inputs, but 0 results}}
  "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @scatter_rank(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{update_window_dims, inserted_window_dims and input_batching_dims have 1, 0 and 0 entries; together these must be the rank 2 of the operand}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_window(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x4xf32>) {
  // expected-error@+1 {{the updates have windows of size 4 along dimension 1, but the inputs have room for 3}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_batch(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<3x3xf32>) {
  // expected-error@+1 {{the updates have size 3 along dimension 0, but the indices have size 2 there}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<3x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_update_rank(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) {
  // expected-error@+1 {{the updates have rank 1, but 2 is needed}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_update_type(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf64>) {
  // expected-error@+1 {{the update has element type 'f64', but 'f32' is needed}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2x3xf64>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_body(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{the update computation takes 1 arguments, but 2 are needed}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_result(%a: tensor<5x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{the result has type 'tensor<5x2xf32>', but 'tensor<5x3xf32>' is needed}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<5x2xf32>
  return
}

// -----

func.func @select_dim(%a: tensor<5x3xf32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{dim is 2, but the tensor has rank 2}}
  %0 = "stablehlo.torch_index_select"(%a, %i) <{dim = 2 : i64, batch_dims = 0 : i64}> : (tensor<5x3xf32>, tensor<2xi32>) -> tensor<5x2xf32>
  return
}

// -----

func.func @select_batch_dims(%a: tensor<5x3xf32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{batch_dims is 2; it must be at least 0 and at most dim 1 and the rank 1 of the index}}
  %0 = "stablehlo.torch_index_select"(%a, %i) <{dim = 1 : i64, batch_dims = 2 : i64}> : (tensor<5x3xf32>, tensor<2xi32>) -> tensor<5x2xf32>
  return
}

// -----

func.func @select_result(%a: tensor<5x3xf32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{the result has type 'tensor<5x3xf32>', but 'tensor<5x2xf32>' is needed}}
  %0 = "stablehlo.torch_index_select"(%a, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<5x3xf32>, tensor<2xi32>) -> tensor<5x3xf32>
  return
}
