// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error-re@+1 {{'stablehlo.abs' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<*xf32>'}}
  %0 = stablehlo.abs %x : tensor<*xf32>
  return
}

// -----

func.func @not_an_element_type(%x: tensor<4xi3>) {
  // expected-error-re@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi3>'}}
  %0 = stablehlo.add %x, %x : tensor<4xi3>
  return
}

// -----

func.func @index_elements(%x: tensor<4xindex>) {
  // expected-error-re@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xindex>'}}
  %0 = stablehlo.add %x, %x : tensor<4xindex>
  return
}

// -----

func.func @signed_integer_type(%x: tensor<4xsi8>) {
  // expected-error-re@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xsi8>'}}
  %0 = stablehlo.add %x, %x : tensor<4xsi8>
  return
}

// -----

func.func @complex_of_half(%x: tensor<4xcomplex<f16>>) {
  // expected-error-re@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xcomplex<f16>>'}}
  %0 = stablehlo.add %x, %x : tensor<4xcomplex<f16>>
  return
}

// -----

func.func @abs_of_unsigned(%x: tensor<4xui8>) {
  // expected-error-re@+1 {{'stablehlo.abs' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xui8>'}}
  %0 = stablehlo.abs %x : tensor<4xui8>
  return
}

// -----

func.func @abs_of_complex_is_real(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.abs' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  // expected-error@+1 {{'stablehlo.abs' op failed to infer returned types}}
  %0 = "stablehlo.abs"(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @negate_of_pred(%x: tensor<4xi1>) {
  // expected-error-re@+1 {{'stablehlo.negate' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi1>'}}
  %0 = stablehlo.negate %x : tensor<4xi1>
  return
}

// -----

func.func @subtract_of_pred(%x: tensor<4xi1>) {
  // expected-error-re@+1 {{'stablehlo.subtract' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi1>'}}
  %0 = stablehlo.subtract %x, %x : tensor<4xi1>
  return
}

// -----

func.func @floor_of_integer(%x: tensor<4xi32>) {
  // expected-error-re@+1 {{'stablehlo.floor' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi32>'}}
  %0 = stablehlo.floor %x : tensor<4xi32>
  return
}

// -----

func.func @sine_of_integer(%x: tensor<4xi32>) {
  // expected-error-re@+1 {{'stablehlo.sine' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi32>'}}
  %0 = stablehlo.sine %x : tensor<4xi32>
  return
}

// -----

func.func @and_of_float(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'stablehlo.and' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xf32>'}}
  %0 = stablehlo.and %x, %x : tensor<4xf32>
  return
}

// -----

func.func @shift_of_pred(%x: tensor<4xi1>) {
  // expected-error-re@+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi1>'}}
  %0 = stablehlo.shift_left %x, %x : tensor<4xi1>
  return
}

// -----

func.func @popcnt_of_float(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'stablehlo.popcnt' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xf32>'}}
  %0 = stablehlo.popcnt %x : tensor<4xf32>
  return
}

// -----

func.func @sign_of_unsigned(%x: tensor<4xui8>) {
  // expected-error-re@+1 {{'stablehlo.sign' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xui8>'}}
  %0 = stablehlo.sign %x : tensor<4xui8>
  return
}

// -----

func.func @shape_of_operand_and_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.negate' op operand 'tensor<4xf32>' and result 'tensor<5xf32>' are incompatible; operands and result must have the same type}}
  %0 = stablehlo.negate %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @shapes_of_operands(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+2 {{'stablehlo.add' op the shapes of 'tensor<4xf32>' and 'tensor<5xf32>' are incompatible in dimension 0: 4 and 5}}
  // expected-error@+1 {{'stablehlo.add' op failed to infer returned types}}
  %0 = stablehlo.add %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @ranks_of_operands(%x: tensor<4xf32>, %y: tensor<4x1xf32>) {
  // expected-error@+1 {{'stablehlo.add' op operand 'tensor<4x1xf32>' and result 'tensor<4xf32>' are incompatible; operands and result must have the same type}}
  %0 = stablehlo.add %x, %y : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @element_types_of_operands(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.add' op operand 'tensor<4xf64>' and result 'tensor<4xf32>' are incompatible; operands and result must have the same type}}
  %0 = stablehlo.add %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @size_above_bound(%x: tensor<?xf32, #stablehlo.bounds<3>>) {
  // expected-error@+1 {{'stablehlo.negate' op operand 'tensor<?xf32, #stablehlo.bounds<3>>' and result 'tensor<4xf32>' are incompatible; operands and result must have the same type}}
  %0 = stablehlo.negate %x : (tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xf32>
  return
}

// -----

func.func @bound_below_size(%x: tensor<?xf32, #stablehlo.bounds<3>>, %y: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.add' op the shapes of 'tensor<?xf32, #stablehlo.bounds<3>>' and 'tensor<4xf32>' are incompatible in dimension 0: 3 and 4}}
  // expected-error@+1 {{'stablehlo.add' op failed to infer returned types}}
  %0 = stablehlo.add %x, %y : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @storage_types_differ(%x: tensor<4x!quant.uniform<i8:f32, 1.0>>, %y: tensor<4x!quant.uniform<i16:f32, 1.0>>) {
  // expected-error@+1 {{'stablehlo.add' op operand 'tensor<4x!quant.uniform<i16:f32, 1.000000e+00>>' and result 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible; operands and result must have the same type}}
  %0 = stablehlo.add %x, %y : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i16:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @too_few_types(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.add' expected 2 operand types and 1 result type, but got 1 and 1}}
  %0 = stablehlo.add %x, %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @too_many_results(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.add' expected 2 operand types and 1 result type, but got 2 and 2}}
  %0 = stablehlo.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @limit_of_another_shape(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+2 {{'stablehlo.clamp' op min has type 'tensor<5xf32>'; it must be a scalar or have the shape of the operand, 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = stablehlo.clamp %y, %x, %x : (tensor<5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @limit_of_another_type(%x: tensor<4xf32>, %y: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.clamp' op the element types 'i32' of max and 'f32' of the operand are incompatible}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = stablehlo.clamp %x, %x, %y : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_changes_shape(%x: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.clamp' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = stablehlo.clamp %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @compare_unlike_types(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@+2 {{'stablehlo.compare' op the element types 'f32' and 'i32' are incompatible}}
  // expected-error@+1 {{'stablehlo.compare' op failed to infer returned types}}
  %0 = stablehlo.compare LT, %x, %y : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_gives_pred(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'stablehlo.compare' op result #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi8>'}}
  %0 = stablehlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

func.func @compare_floats_as_signed(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op compare_type SIGNED does not fit the element type 'f32'}}
  %0 = stablehlo.compare LT, %x, %x, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_unsigned_as_signed(%x: tensor<4xui32>) {
  // expected-error@+1 {{'stablehlo.compare' op compare_type SIGNED does not fit the element type 'ui32'}}
  %0 = stablehlo.compare LT, %x, %x, SIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_signed_as_unsigned(%x: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op compare_type UNSIGNED does not fit the element type 'i32'}}
  %0 = stablehlo.compare LT, %x, %x, UNSIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_integers_as_float(%x: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op compare_type FLOAT does not fit the element type 'i32'}}
  %0 = stablehlo.compare LT, %x, %x, FLOAT : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @complex_has_no_total_order(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.compare' op compare_type TOTALORDER does not fit the element type 'complex<f32>'}}
  %0 = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}

// -----

func.func @unknown_direction(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.compare' expected one of [EQ, NE, GE, GT, LE, LT] for comparison direction, got: UP}}
  %0 = stablehlo.compare UP, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @complex_of_integers(%x: tensor<4xi32>) {
  // expected-error-re@+1 {{'stablehlo.complex' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi32>'}}
  %0 = "stablehlo.complex"(%x, %x) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @complex_of_other_parts(%x: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.complex' op inferred type(s) 'tensor<4xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4xcomplex<f64>>'}}
  // expected-error@+1 {{'stablehlo.complex' op failed to infer returned types}}
  %0 = stablehlo.complex %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  return
}

// -----

func.func @complex_type_expected(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.complex' expected a tensor of complex numbers, but got 'tensor<4xf32>'}}
  %0 = stablehlo.complex %x, %x : tensor<4xf32>
  return
}

// -----

func.func @convert_changes_shape(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.convert' op the shapes of 'tensor<4xf32>' and 'tensor<5xi32>' are incompatible}}
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

func.func @convert_quantized(%x: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error-re@+1 {{'stablehlo.convert' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'}}
  %0 = stablehlo.convert %x : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xf32>
  return
}

// -----

func.func @imag_of_integer(%x: tensor<4xi32>) {
  // expected-error-re@+1 {{'stablehlo.imag' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi32>'}}
  %0 = stablehlo.imag %x : tensor<4xi32>
  return
}

// -----

func.func @real_of_wide(%x: tensor<4xcomplex<f64>>) {
  // expected-error@+2 {{'stablehlo.real' op inferred type(s) 'tensor<4xf64>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.real' op failed to infer returned types}}
  %0 = stablehlo.real %x : (tensor<4xcomplex<f64>>) -> tensor<4xf32>
  return
}

// -----

func.func @is_finite_gives_pred(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{'stablehlo.is_finite' op result #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xf32>'}}
  %0 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_exponent(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %0 = stablehlo.reduce_precision %x, format = e0m10 : tensor<4xf32>
  return
}

// -----

func.func @negative_mantissa(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @bad_format(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce_precision' expected a format such as e5m10, but got m10e5}}
  %0 = stablehlo.reduce_precision %x, format = m10e5 : tensor<4xf32>
  return
}

// -----

func.func @format_too_large(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce_precision' expected a format such as e5m10, but got e99999999999m5}}
  %0 = stablehlo.reduce_precision %x, format = e99999999999m5 : tensor<4xf32>
  return
}

// -----

func.func @predicate_of_another_shape(%p: tensor<5xi1>, %x: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.select' op the predicate has type 'tensor<5xi1>'; it must be a scalar or have the shape of the choices, 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = stablehlo.select %p, %x, %x : tensor<5xi1>, tensor<4xf32>
  return
}

// -----

func.func @predicate_is_pred(%p: tensor<4xi8>, %x: tensor<4xf32>) {
  // expected-error-re@+1 {{'stablehlo.select' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<4xi8>'}}
  %0 = stablehlo.select %p, %x, %x : tensor<4xi8>, tensor<4xf32>
  return
}

// -----

func.func @choices_of_other_types(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@+2 {{'stablehlo.select' op the element types 'f32' and 'i32' are incompatible}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_type_list(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.select' expected the type of the predicate and of the choices, or a function type with 3 operands and 1 result}}
  %0 = stablehlo.select %p, %x, %x : tensor<4xf32>
  return
}
