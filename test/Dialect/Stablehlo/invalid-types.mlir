// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{1 bounds for a tensor of rank 2; one per dimension is needed}}
func.func @bounds_and_rank(%x: tensor<?x4xf32, #stablehlo.bounds<3>>) {
  
  return
}

// -----

// expected-error@+1 {{dimension 0 has the static size 4 and the bound 4; only a dynamic size can have a bound}}
func.func @bound_of_static_dimension(%x: tensor<4xf32, #stablehlo.bounds<4>>) {
  
  return
}

// -----

// expected-error@+1 {{bound -1 is negative; write ? for no bound}}
func.func @negative_bound(%x: tensor<?xf32, #stablehlo.bounds<-1>>) {
  
  return
}

// -----

// expected-error@+1 {{integer value too large}}
func.func @bound_too_large(%x: tensor<?xf32, #stablehlo.bounds<99999999999999999999>>) {
  
  return
}

// -----

// expected-error@+1 {{a future holds ranked tensors, but got '!stablehlo.token'}}
func.func @future_of_token(%x: !stablehlo.future<!stablehlo.token>) {
  
  return
}

// -----

// expected-error@+1 {{unknown  type `promise` in dialect `stablehlo`}}
func.func @unknown_type(%x: !stablehlo.promise) {
  
  return
}

// -----

func.func @tolerance_without_mode(%x: tensor<4xf32>) {
  // expected-error@+1 {{tolerances need the mode TOLERANCE, but the mode is HIGHEST}}
  %0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  return
}

// -----

func.func @negative_tolerance(%x: tensor<4xf32>) {
  // expected-error@+1 {{a tolerance is negative}}
  %0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<atol = -1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  return
}

// -----

func.func @no_mode(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected ','}}
  %0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 3>} : tensor<4xf32>
  return
}

// -----

func.func @accuracy_is_an_attribute_of_its_own(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.exponential' 'stablehlo.exponential' op attribute 'result_accuracy' failed to satisfy constraint: How exact a transcendental op must be}}
  %0 = stablehlo.exponential %x {result_accuracy = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @axis_beyond_rank(%x: tensor<2x!quant.uniform<i8:f32:1, {1.0,2.0}>>) {
  // expected-error-re@+1 {{'stablehlo.reshape' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>'}}
  %0 = stablehlo.reshape %x : (tensor<2x!quant.uniform<i8:f32:1, {1.0,2.0}>>) -> tensor<2x!quant.uniform<i8:f32:1, {1.0,2.0}>>
  return
}

// -----

func.func @scales_and_size(%x: tensor<3x!quant.uniform<i8:f32:0, {1.0,2.0}>>) {
  // expected-error-re@+1 {{'stablehlo.reshape' op operand #0 must be ranked tensor of {{.*}} values, but got 'tensor<3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>'}}
  %0 = stablehlo.reshape %x : (tensor<3x!quant.uniform<i8:f32:0, {1.0,2.0}>>) -> tensor<3x!quant.uniform<i8:f32:0, {1.0,2.0}>>
  return
}
