// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @cholesky_rank(%a: tensor<4xf32>) {
  // expected-error@+1 {{the operand has rank 1; a matrix needs at least 2}}
  %0 = stablehlo.cholesky %a : tensor<4xf32>
  return
}

// -----

func.func @cholesky_square(%a: tensor<4x3xf32>) {
  // expected-error@+1 {{the matrices have 4 rows and 3 columns; these must be as many}}
  %0 = stablehlo.cholesky %a : tensor<4x3xf32>
  return
}

// -----

func.func @cholesky_type(%a: tensor<4x4xi32>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of}}
  %0 = stablehlo.cholesky %a : tensor<4x4xi32>
  return
}

// -----

func.func @solve_element_types(%a: tensor<4x4xf32>, %b: tensor<4x3xf64>) {
  // expected-error@+2 {{a and b have the element types 'f32' and 'f64'; these must be the same}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x3xf64>) -> tensor<4x3xf64>
  return
}

// -----

func.func @solve_ranks(%a: tensor<4x4xf32>, %b: tensor<2x4x3xf32>) {
  // expected-error@+2 {{a and b have the ranks 2 and 3; these must be the same}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @solve_batch(%a: tensor<2x4x4xf32>, %b: tensor<3x4x3xf32>) {
  // expected-error@+2 {{batch dimension 0 has size 2 in a, but 3 in b}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<3x4x3xf32>) -> tensor<3x4x3xf32>
  return
}

// -----

func.func @solve_left(%a: tensor<4x4xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+2 {{a has 4 columns, but dimension 0 of b has size 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @solve_right(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+2 {{a has 4 columns, but dimension 1 of b has size 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @solve_transpose(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+2 {{transpose_a is TRANSPOSE_INVALID; use NO_TRANSPOSE, TRANSPOSE or ADJOINT}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @solve_square(%a: tensor<4x5xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+2 {{the matrices have 4 rows and 5 columns; these must be as many}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x5xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @solve_result(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @fft_kind(%a: tensor<8xf32>) {
  // expected-error@+1 {{'DFT' is not known here}}
  %0 = stablehlo.fft %a, type = DFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @fft_no_length(%a: tensor<8xcomplex<f32>>) {
  // expected-error@+2 {{fft_length has 0 entries; it must have 1, 2 or 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = FFT, length = [] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_length_rank(%a: tensor<8xcomplex<f32>>) {
  // expected-error@+2 {{fft_length has 2 entries, but the operand has rank 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = FFT, length = [8, 8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_length_negative(%a: tensor<8xcomplex<f32>>) {
  // expected-error@+2 {{fft_length contains -8}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = FFT, length = [-8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_real(%a: tensor<8xf32>) {
  // expected-error@+2 {{FFT takes complex elements, not 'f32'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @rfft_complex(%a: tensor<8xcomplex<f32>>) {
  // expected-error@+2 {{RFFT takes f32 or f64 elements, not 'complex<f32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @rfft_half(%a: tensor<8xf16>) {
  // expected-error@+2 {{RFFT takes f32 or f64 elements, not 'f16'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xf16>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @rfft_size(%a: tensor<8xf32>) {
  // expected-error@+2 {{dimension 0 has size 8, but fft_length 6 needs 6}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = RFFT, length = [6] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @irfft_size(%a: tensor<5xcomplex<f32>>) {
  // expected-error@+2 {{dimension 0 has size 5, but fft_length 6 needs 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = IRFFT, length = [6] : (tensor<5xcomplex<f32>>) -> tensor<6xf32>
  return
}

// -----

func.func @rfft_result(%a: tensor<8xf32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<5xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<8xcomplex<f32>>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @rng_vector(%a: tensor<2xf32>, %s: tensor<1xi64>) {
  // expected-error@+2 {{a has type 'tensor<2xf32>', but 'tensor<f32>' is needed}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<2xf32>, tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @rng_types(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<1xi64>) {
  // expected-error@+2 {{a and b have the element types 'f32' and 'f64'; these must be the same}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @rng_normal_integers(%a: tensor<i32>, %s: tensor<1xi64>) {
  // expected-error@+2 {{cannot draw elements of type 'i32' from NORMAL}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<?xi32>
  return
}

// -----

func.func @rng_shape(%a: tensor<f32>, %s: tensor<?xi64>) {
  // expected-error@+2 {{the length of the shape must be known}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<?xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @rng_huge_rank(%a: tensor<f32>, %s: tensor<99999999999xi64>) {
  // expected-error@+2 {{the shape has 99999999999 entries; at most 65536 dimensions are supported}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<99999999999xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @rng_rank(%a: tensor<f32>, %s: tensor<2xi64>) {
  // expected-error@+2 {{inferred type(s) 'tensor<?x?xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @bits_state(%a: tensor<2xui64>) {
  // expected-error@+1 {{the initial state has type 'tensor<2xui64>', but the output state has type 'tensor<3xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @bits_shape(%a: tensor<2xui64>) {
  // expected-error@+1 {{the output has type 'tensor<?xui32>'; its shape must be static}}
  %0:2 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  return
}
