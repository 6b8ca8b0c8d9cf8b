// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @function_of_integer(%x: tensor<4xi32>) {
  // expected-error-re@+1 {{'chlo.erf' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi32>'}}
  %0 = chlo.erf %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @digamma_of_complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error-re@+1 {{'chlo.digamma' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = chlo.digamma %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @shape_of_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.tan' op operand 'tensor<4xf32>' and result 'tensor<5xf32>' are incompatible; operands and result must have the same type}}
  %0 = chlo.tan %x : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @kernel_of_real(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'chlo._asin_acos_kernel' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xf32>'}}
  %0 = chlo._asin_acos_kernel %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @predicate_type(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'chlo.is_inf' op result #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xf32>'}}
  %0 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @mulhi_of_float(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'chlo.mulhi' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xf32>'}}
  %0 = chlo.mulhi %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @operands_of_other_shapes(%x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error@+1 {{'chlo.zeta' op operand 'tensor<f32>' and result 'tensor<4xf32>' are incompatible; operands and result must have the same type}}
  %0 = chlo.zeta %x, %y : tensor<4xf32>, tensor<f32> -> tensor<4xf32>
  return
}

// -----

func.func @sizes_cannot_be_broadcast(%x: tensor<3x4xf32>, %y: tensor<3xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op the sizes 4 and 3 meet in dimension 1 and cannot be broadcast; they must agree or one be 1}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = chlo.broadcast_add %x, %y : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @elements_differ(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+2 {{'chlo.broadcast_add' op the element types 'f32' and 'f64' are incompatible}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @dimensions_count(%x: tensor<3x4xf32>, %y: tensor<3xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op broadcast_dimensions has 2 entries, but the tensor has rank 1}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0, 1>} : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @dimensions_beyond_rank(%x: tensor<3x4xf32>, %y: tensor<3xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op broadcast_dimensions contains 5, but the tensor has rank 2}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 5>} : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @dimensions_descend(%x: tensor<3x4xf32>, %y: tensor<4x3xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op broadcast_dimensions must ascend, but 0 follows 1}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 1, 0>} : (tensor<3x4xf32>, tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @broadcast_result(%x: tensor<3x4xf32>, %y: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op inferred type(s) 'tensor<3x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = chlo.broadcast_add %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_and_of_float(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'chlo.broadcast_and' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xf32>'}}
  %0 = chlo.broadcast_and %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_compare_result(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'chlo.broadcast_compare' op result #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xf32>'}}
  %0 = chlo.broadcast_compare %x, %x {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_compare_direction(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'chlo.broadcast_compare' 'chlo.broadcast_compare' op attribute 'comparison_direction' failed to satisfy constraint: comparison direction}}
  %0 = chlo.broadcast_compare %x, %x {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @broadcast_complex_result(%x: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.broadcast_complex' op inferred type(s) 'tensor<4xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4xcomplex<f64>>'}}
  // expected-error@+1 {{'chlo.broadcast_complex' op failed to infer returned types}}
  %0 = chlo.broadcast_complex %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  return
}

// -----

func.func @broadcast_select_choices(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@+2 {{'chlo.broadcast_select' op the element types 'f32' and 'i32' are incompatible}}
  // expected-error@+1 {{'chlo.broadcast_select' op failed to infer returned types}}
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_select_sizes(%p: tensor<3xi1>, %x: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.broadcast_select' op the sizes 3 and 4 meet in dimension 0 and cannot be broadcast; they must agree or one be 1}}
  // expected-error@+1 {{'chlo.broadcast_select' op failed to infer returned types}}
  %0 = chlo.broadcast_select %p, %x, %x : (tensor<3xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @constant_like_elements(%x: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.constant_like' op inferred type(s) 'tensor<4xi32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'chlo.constant_like' op failed to infer returned types}}
  %0 = "chlo.constant_like"(%x) <{value = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @constant_like_string(%x: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.constant_like' op the value has type 'none', which cannot be an element of a tensor}}
  // expected-error@+1 {{'chlo.constant_like' op failed to infer returned types}}
  %0 = "chlo.constant_like"(%x) <{value = "s"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @constant_like_shape(%x: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.constant_like' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'chlo.constant_like' op failed to infer returned types}}
  %0 = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @top_k_of_scalar(%x: tensor<f32>) {
  // expected-error@+2 {{'chlo.top_k' op needs an operand of rank 1 or more, but got 'tensor<f32>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = chlo.top_k(%x, k = 1) : tensor<f32> -> (tensor<f32>, tensor<i32>)
  return
}

// -----

func.func @top_k_too_large(%x: tensor<3x4xf32>) {
  // expected-error@+2 {{'chlo.top_k' op k is 5, but the last dimension of the operand has 4 elements}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = chlo.top_k(%x, k = 5) : tensor<3x4xf32> -> (tensor<3x5xf32>, tensor<3x5xi32>)
  return
}

// -----

func.func @top_k_negative(%x: tensor<?xf32>) {
  // expected-error@+2 {{'chlo.top_k' op k is -1; it cannot be negative}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = chlo.top_k(%x, k = -1) : tensor<?xf32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

func.func @top_k_indices(%x: tensor<3x4xf32>) {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<3x2xf32>', 'tensor<3x2xi32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>', 'tensor<3x2xi64>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = chlo.top_k(%x, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return
}

// -----

func.func @ragged_dimensions_count(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op lhs has 0 ragged dimensions; it must have 1}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dimension_beyond_rank(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op lhs_ragged_dimensions contains 3, but the tensor has rank 3}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [3], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @group_dimensions_count(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op rhs has 0 group dimensions; it must have 1 when the ragged dimension is free}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @group_dimension_of_contracting(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op rhs has 1 group dimensions; it must have 0 when the ragged dimension is batching or contracting}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @group_dimension_is_contracting(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op the rhs dimension numbers contains dimension 2 twice}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [2]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @contracting_sizes(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op the contracting dimensions 2 of lhs and 3 of rhs have the sizes 5 and 7}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @contracting_count(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op lhs has 1 contracting dimensions, but rhs has 2}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2, 3], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @batching_sizes(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op the batching dimensions 0 of lhs and 3 of rhs have the sizes 2 and 7}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @number_of_groups(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op the group dimension of rhs has size 3, but group_sizes has 4 groups}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @group_sizes_scalar(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<i32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op group_sizes is a scalar; it must have rank 1 or more}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<i32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @group_sizes_rank(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<2x11x3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op group_sizes has rank 3; it must have rank 1 or 2}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<2x11x3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @group_sizes_shape(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<4x3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op group_sizes has type 'tensor<4x3xi32>', but 'tensor<2x3xi32>' follows from lhs}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4x3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @group_sizes_elements(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xf32>) {
  // expected-error-re@+1 {{'chlo.ragged_dot' op operand #2 must be ranked tensor of {{.*}} values, but got 'tensor<3xf32>'}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xf32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_result(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op the result has type 'tensor<2x11x8xf32>', but 'tensor<2x11x7xf32>' follows from the operands}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x8xf32>
  return
}

// -----

func.func @ragged_dot_precision(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op precision_config has 3 entries; there are 2 operands}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>, #chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_unknown_list(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{unknown list of dimensions lhs_dims}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_dims = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}

// -----

func.func @ragged_dot_list_twice(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{lhs_ragged_dimensions is given twice}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}
