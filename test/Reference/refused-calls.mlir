// RUN: weft-opt --weft-evaluate -o /dev/null --split-input-file --verify-diagnostics %s

func.func @unknown_target() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{the interpreter does not know the custom call target 'my_kernel'}}
  %1 = stablehlo.custom_call @my_kernel(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @wrong_type() -> (tensor<2x2xf32>, tensor<i32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  // expected-error @+1 {{type tensor<2x2xf32> does not fit; expected T[n,n] of element type f64 after the batch dimensions}}
  %1:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%0) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %1#0, %1#1 : tensor<2x2xf32>, tensor<i32>
}

// -----

func.func @wrong_flag() -> (tensor<2x2xf32>, tensor<i32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  // expected-error @+1 {{the call needs 'uplo' in its configuration, one of the letters 'LU'}}
  %1:2 = stablehlo.custom_call @lapack_spotrf_ffi(%0) {mhlo.backend_config = {uplo = 77 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %1#0, %1#1 : tensor<2x2xf32>, tensor<i32>
}

// -----

func.func @wrong_sizes() -> (tensor<3x3xf32>, tensor<i32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  // expected-error @+1 {{type tensor<3x3xf32> does not fit; expected T[n,n] of element type f32}}
  %1:2 = stablehlo.custom_call @lapack_spotrf_ffi(%0) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return %1#0, %1#1 : tensor<3x3xf32>, tensor<i32>
}

// -----

func.func @marks_only() -> tensor<1xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{a call that only marks its operands has to give them back, but the types differ}}
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) : (tensor<2xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
