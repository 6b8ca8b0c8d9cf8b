// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @broadcast_shape(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{output_dimensions has 2 entries, but the tensor has rank 3}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 2] : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x?x4xf32>
  return
}

// -----

func.func @broadcast_shape_length(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{output_dimensions has type 'tensor<?xi64>'; its length must be known}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %u, dims = [0, 2] : (tensor<?x4xf32>, tensor<?xi64>) -> tensor<?x?x4xf32>
  return
}

// -----

func.func @broadcast_dims(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{broadcast_dimensions has 1 entries, but the tensor has rank 2}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %t, dims = [0] : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x4xf32>
  return
}

// -----

func.func @broadcast_range(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{broadcast_dimensions contains 3, but the tensor has rank 3}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %t, dims = [0, 3] : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x4xf32>
  return
}

// -----

func.func @broadcast_twice(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{broadcast_dimensions contains dimension 0 twice}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %t, dims = [0, 0] : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x4xf32>
  return
}

// -----

func.func @broadcast_size(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{dimension 1 has size 4, which does not broadcast to the size 5 of dimension 2 of the result}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %t, dims = [0, 2] : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x5xf32>
  return
}

// -----

func.func @broadcast_type(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{the result has element type 'f64', but 'f32' is needed}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %t, dims = [0, 2] : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x4xf64>
  return
}

// -----

func.func @broadcast_known(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{known_expanding_dimensions and known_nonexpanding_dimensions contains dimension 0 twice}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %t, dims = [0, 2] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x4xf32>
  return
}

// -----

func.func @iota_dimension(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{iota_dimension is 2, but the tensor has rank 2}}
  %0 = stablehlo.dynamic_iota %s, dim = 2 : (tensor<2xi64>) -> tensor<?x?xi32>
  return
}

// -----

func.func @iota_shape(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{output_shape has 3 entries, but the tensor has rank 2}}
  %0 = stablehlo.dynamic_iota %t, dim = 0 : (tensor<3xi64>) -> tensor<?x?xi32>
  return
}

// -----

func.func @pad_value(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{the padding value has type 'tensor<?x4xf32>', but 'tensor<f32>' is needed}}
  %0 = stablehlo.dynamic_pad %a, %a, %s, %s, %s : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_low(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{edge_padding_low has 3 entries, but the tensor has rank 2}}
  %0 = stablehlo.dynamic_pad %a, %z, %t, %s, %s : (tensor<?x4xf32>, tensor<f32>, tensor<3xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_high(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{edge_padding_high has 3 entries, but the tensor has rank 2}}
  %0 = stablehlo.dynamic_pad %a, %z, %s, %t, %s : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<3xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_interior(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{interior_padding has 3 entries, but the tensor has rank 2}}
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %t : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_rank(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{the operand has rank 2, but the result has rank 1}}
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %s : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @reshape_shape(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{output_shape has 3 entries, but the tensor has rank 2}}
  %0 = stablehlo.dynamic_reshape %a, %t : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_count(%a: tensor<2x4xf32>, %s: tensor<1xi64>) {
  // expected-error@+1 {{the operand has 8 elements, but the result has 9}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x4xf32>, tensor<1xi64>) -> tensor<9xf32>
  return
}

// -----

func.func @reshape_type(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{the result has element type 'i32', but 'f32' is needed}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x?xi32>
  return
}

// -----

func.func @slice_start(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{start_indices has 3 entries, but the tensor has rank 2}}
  %0 = stablehlo.real_dynamic_slice %a, %t, %s, %s : (tensor<?x4xf32>, tensor<3xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_limit(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{limit_indices has 3 entries, but the tensor has rank 2}}
  %0 = stablehlo.real_dynamic_slice %a, %s, %t, %s : (tensor<?x4xf32>, tensor<2xi64>, tensor<3xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_strides(%a: tensor<?x4xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>, %u: tensor<?xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{strides has 3 entries, but the tensor has rank 2}}
  %0 = stablehlo.real_dynamic_slice %a, %s, %s, %t : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}
