// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @constant_is_static() {
  // expected-error-re@+1 {{'stablehlo.constant' op result #0 must be statically shaped tensor of {{.*}} values, but got 'tensor<?xi32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<?xi32>
  return
}

// -----

func.func @constant_of_another_type() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi64>
  return
}

// -----

func.func @constant_of_another_shape() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

func.func @constant_vector() {
  // expected-error-re@+1 {{'stablehlo.constant' op result #0 must be statically shaped tensor of {{.*}} values, but got 'vector<2xi32>'}}
  %0 = stablehlo.constant dense<1> : vector<2xi32>
  return
}

// -----

func.func @constant_of_indices() {
  // expected-error-re@+1 {{'stablehlo.constant' op result #0 must be statically shaped tensor of {{.*}} values, but got 'tensor<2xindex>'}}
  %0 = stablehlo.constant dense<1> : tensor<2xindex>
  return
}

// -----

func.func @constant_not_stored_so() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi16>' are incompatible with return type(s) of operation 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = stablehlo.constant() {value = dense<1> : tensor<2xi16>} : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @constant_without_value() {
  // expected-error@+1 {{'stablehlo.constant' op requires attribute 'value'}}
  %0 = stablehlo.constant() : () -> tensor<2xi32>
  return
}

// -----

func.func @constant_is_no_list() {
  // expected-error@+1 {{custom op 'stablehlo.constant' invalid kind of attribute specified}}
  %0 = stablehlo.constant [1, 2]
  return
}

// -----

func.func @iota_beyond_rank() {
  // expected-error@+1 {{'stablehlo.iota' op iota_dimension is 2, but the tensor has rank 2}}
  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>
  return
}

// -----

func.func @iota_of_scalar() {
  // expected-error@+1 {{'stablehlo.iota' op iota_dimension is 0, but the tensor has rank 0}}
  %0 = stablehlo.iota dim = 0 : tensor<i32>
  return
}

// -----

func.func @iota_negative() {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = stablehlo.iota dim = -1 : tensor<2x3xi32>
  return
}

// -----

func.func @iota_of_pred() {
  // expected-error-re@+1 {{'stablehlo.iota' op result #0 must be statically shaped tensor of {{.*}} values, but got 'tensor<2xi1>'}}
  %0 = stablehlo.iota dim = 0 : tensor<2xi1>
  return
}

// -----

func.func @iota_is_static() {
  // expected-error-re@+1 {{'stablehlo.iota' op result #0 must be statically shaped tensor of {{.*}} values, but got 'tensor<?xi32>'}}
  %0 = stablehlo.iota dim = 0 : tensor<?xi32>
  return
}

// -----

func.func @bitcast_real_and_complex(%x: tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op cannot convert between the real and the complex type of 'tensor<2xf64>' and 'tensor<2xcomplex<f32>>'}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @bitcast_changes_shape(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op the shapes of 'tensor<2xf32>' and 'tensor<3xi32>' are incompatible}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @bitcast_rank(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op the narrow side 'tensor<2xi16>' must have one dimension more than the wide side 'tensor<2xf32>'}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xi16>
  return
}

// -----

func.func @bitcast_leading_sizes(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op dimension 0 differs between 'tensor<2xf32>' and 'tensor<3x2xi16>'}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<3x2xi16>
  return
}

// -----

func.func @bitcast_last_size(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op the last dimension of 'tensor<2x3xi16>' holds 3 elements of 16 bits, which is not one element of 32 bits}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x3xi16>
  return
}

// -----

func.func @bitcast_to_wide(%x: tensor<2x3xi8>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op the last dimension of 'tensor<2x3xi8>' holds 3 elements of 8 bits, which is not one element of 16 bits}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2x3xi8>) -> tensor<2xi16>
  return
}

// -----

func.func @broadcast_negative(%x: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.broadcast' op the broadcast size -2 is negative}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %0 = stablehlo.broadcast %x, sizes = [-2] : (tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @broadcast_result(%x: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.broadcast' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %0 = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_count(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions has 2 entries, but the tensor has rank 1}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_beyond_rank(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions contains 2, but the tensor has rank 2}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_twice(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions contains dimension 0 twice}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_size(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op dimension 0 of size 2 cannot become dimension 1 of size 3; the sizes must agree or the first be 1}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_elements(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op the element types 'f32' of the operand and 'f64' of the result are incompatible}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_in_dim_dynamic(%x: tensor<2xf32>) {
  // expected-error-re@+1 {{'stablehlo.broadcast_in_dim' op result #0 must be tensor with a static shape or a single, bounded dynamic dimension of {{.*}} values, but got 'tensor<2x?xf32>'}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @broadcast_in_dim_axis(%x: tensor<2x!quant.uniform<i8:f32:0, {1.0,2.0}>>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op the result is quantized along dimension 0, but the quantized dimension of the operand becomes dimension 1}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {1.0,2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0,2.0}>>
  return
}

// -----

func.func @broadcast_in_dim_requantizes(%x: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op cannot change the quantization from '!quant.uniform<i8:f32, 1.000000e+00>' to '!quant.uniform<i8:f32, 2.000000e+00>'}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @reshape_count(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op the operand has 6 elements, but the result has 5}}
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @reshape_elements(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op the element types 'f32' of the operand and 'i32' of the result are incompatible}}
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xi32>
  return
}

// -----

func.func @reshape_overflow(%x: tensor<4294967296x4294967296xi8>) {
  // expected-error@+1 {{'stablehlo.reshape' op the number of elements overflows 64 bits}}
  %0 = stablehlo.reshape %x : (tensor<4294967296x4294967296xi8>) -> tensor<1xi8>
  return
}

// -----

func.func @reshape_dynamic(%x: tensor<2x3xf32>) {
  // expected-error-re@+1 {{'stablehlo.reshape' op result #0 must be tensor with a static shape or a single, bounded dynamic dimension of {{.*}} values, but got 'tensor<?x?xf32>'}}
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_axis(%x: tensor<2x3x!quant.uniform<i8:f32:0, {1.0,2.0}>>) {
  // expected-error@+1 {{'stablehlo.reshape' op the quantized dimension 0 of the operand does not become dimension 1 of the result}}
  %0 = stablehlo.reshape %x : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0,2.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0,2.0}>>
  return
}

// -----

func.func @reverse_beyond_rank(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op dimensions contains 2, but the tensor has rank 2}}
  %0 = stablehlo.reverse %x, dims = [2] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_negative(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op dimensions contains -1, but the tensor has rank 2}}
  %0 = stablehlo.reverse %x, dims = [-1] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_twice(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op dimensions contains dimension 1 twice}}
  %0 = stablehlo.reverse %x, dims = [1, 1] : tensor<2x3xf32>
  return
}

// -----

func.func @transpose_count(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.transpose' op permutation has 1 entries, but the tensor has rank 2}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %x, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_twice(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.transpose' op permutation contains dimension 0 twice}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_beyond_rank(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.transpose' op permutation contains 2, but the tensor has rank 2}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_result(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_axis(%x: tensor<2x2x!quant.uniform<i8:f32:0, {1.0,2.0}>>) {
  // expected-error@+1 {{'stablehlo.transpose' op the result is quantized along dimension 0, but the quantized dimension of the operand becomes dimension 1}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0,2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0,2.0}>>
  return
}

// -----

func.func @concatenate_nothing() {
  // expected-error@+2 {{'stablehlo.concatenate' op needs at least one operand}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_beyond_rank(%x: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op dimension is 1, but the tensor has rank 1}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_negative(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = stablehlo.concatenate %x, %x, dim = -1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_ranks(%x: tensor<2xf32>, %y: tensor<2x1xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op operand 0 has rank 1, but operand 1 has rank 2}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_other_sizes(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op the shapes of 'tensor<?x3xf32>' and 'tensor<?x4xf32>' are incompatible in dimension 1: 3 and 4}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_elements(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op the element types 'f32' of operand 0 and 'i32' of operand 1 are incompatible}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_result(%x: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @concatenate_overflow(%x: tensor<9223372036854775807xi8>) {
  // expected-error@+2 {{'stablehlo.concatenate' op the size of dimension 0 overflows 64 bits}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<9223372036854775807xi8>, tensor<9223372036854775807xi8>) -> tensor<?xi8>
  return
}

// -----

func.func @dynamic_slice_indices(%x: tensor<2x3xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op start_indices has 1 entries, but the tensor has rank 2}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @dynamic_slice_index_types(%x: tensor<2x3xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op the start indices have different types, 'tensor<i32>' and 'tensor<i64>'}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<1x1xf32>
  return
}

// -----

func.func @dynamic_slice_index_shape(%x: tensor<2xf32>, %i: tensor<1xi32>) {
  // expected-error-re@+1 {{'stablehlo.dynamic_slice' op operand #1 must be variadic of 0D tensor of {{.*}} values, but got 'tensor<1xi32>'}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<2xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_sizes(%x: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op slice_sizes has 2 entries, but the tensor has rank 1}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1, 1] : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_too_large(%x: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op the slice size is 3 along dimension 0, but the operand has size 2 there}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<2xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_slice_negative(%x: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op the slice size is -1 along dimension 0; it cannot be negative}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [-1] : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_least_number(%x: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op the slice size along dimension 0 is out of range}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [-9223372036854775808] : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_slice_result(%x: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op inferred type(s) 'tensor<1xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @update_rank(%x: tensor<2xf32>, %u: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op the operand has rank 1, but the update has rank 0}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @update_too_large(%x: tensor<2xf32>, %u: tensor<3xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op the size of the update is 3 along dimension 0, but the operand has size 2 there}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<2xf32>, tensor<3xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @update_elements(%x: tensor<2xf32>, %u: tensor<1xf64>, %i: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op the element types 'f32' of the operand and 'f64' of the update are incompatible}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<2xf32>, tensor<1xf64>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @update_indices(%x: tensor<2xf32>, %u: tensor<1xf32>) {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op start_indices has 0 entries, but the tensor has rank 1}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %x, %u : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_count(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op edge_padding_low has 2 entries, but the tensor has rank 1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [1, 1], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_high_count(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op edge_padding_high has 0 entries, but the tensor has rank 1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [1], high = [], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_interior_count(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op interior_padding has 0 entries, but the tensor has rank 1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [1], high = [1], interior = [] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_value_shape(%x: tensor<2xf32>, %v: tensor<1xf32>) {
  // expected-error@+2 {{'stablehlo.pad' op the padding value has type 'tensor<1xf32>'; it must be a scalar}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<2xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_value_elements(%x: tensor<2xf32>, %v: tensor<f64>) {
  // expected-error@+2 {{'stablehlo.pad' op the element types 'f32' of the operand and 'f64' of the padding value are incompatible}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<2xf32>, tensor<f64>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_negative_interior(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op the interior padding of dimension 0 is -1; it cannot be negative}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [1], high = [1], interior = [-1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_to_negative(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op dimension 0 of size 2 is padded to the negative size -1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [-2], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @pad_overflow(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op the padded size of dimension 0 overflows 64 bits}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [9223372036854775807], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @pad_interior_overflow(%x: tensor<3xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op the padded size of dimension 0 overflows 64 bits}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [9223372036854775807] : (tensor<3xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @pad_result(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op inferred type(s) 'tensor<5xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %x, %v, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_count(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op start_indices has 1 entries, but the tensor has rank 2}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %x [0:1] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @slice_counts_differ(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op limit_indices has 1 entries, but the tensor has rank 2}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1>, strides = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @slice_negative_start(%x: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op the start of dimension 0 is -1; it cannot be negative}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %x [-1:2] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_limit_below_start(%x: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op the limit 1 of dimension 0 is below its start 2}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %x [2:1] : (tensor<3xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @slice_limit_beyond_size(%x: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op the limit 4 of dimension 0 exceeds its size 3}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %x [0:4] : (tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_stride_zero(%x: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op the stride of dimension 0 is 0; it must be positive}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %x [0:3:0] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_result(%x: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %x [0:3:2] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_syntax(%x: tensor<3xf32>) {
  // expected-error@+1 {{expected ':'}}
  %0 = stablehlo.slice %x [0] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @get_size_beyond_rank(%x: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.get_dimension_size' op dimension is 1, but the tensor has rank 1}}
  // expected-error@+1 {{'stablehlo.get_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<3xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_size_type(%x: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op result #0 must be 0D tensor of 32-bit signless integer values, but got 'tensor<i64>'}}
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<3xf32>) -> tensor<i64>
  return
}

// -----

func.func @set_size_beyond_rank(%x: tensor<3xf32>, %n: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.set_dimension_size' op dimension is 1, but the tensor has rank 1}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @set_size_type(%x: tensor<3xf32>, %n: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op operand #1 must be 0D tensor of 32-bit signless integer values, but got 'tensor<i64>'}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3xf32>, tensor<i64>) -> tensor<?xf32>
  return
}

// -----

func.func @set_size_result(%x: tensor<3xf32>, %n: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<3>>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @quantize_shape(%x: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op the shapes of 'tensor<3xf32>' and 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible}}
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @quantize_expressed(%x: tensor<3xf64>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op the operand expresses 'f64', but the result expresses 'f32'}}
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf64>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dequantize_expressed(%x: tensor<3x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+2 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xf64>'}}
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op failed to infer returned types}}
  %0 = stablehlo.uniform_dequantize %x : (tensor<3x!quant.uniform<i8:f32, 1.0>>) -> tensor<3xf64>
  return
}

// -----

func.func @dequantize_floats(%x: tensor<3xf32>) {
  // expected-error-re@+1 {{'stablehlo.uniform_dequantize' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<3xf32>'}}
  %0 = stablehlo.uniform_dequantize %x : tensor<3xf32>
  return
}
