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

// -----

func.func @ragged_rows() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %1 = stablehlo.constant dense<3> : tensor<1xi32>
  // expected-error @+1 {{3 rows from row 3 of 4 do not fit at row 3 of 4}}
  %2 = stablehlo.custom_call @ragged_all_to_all(%0, %0, %1, %1, %1, %1) {api_version = 4 : i32, backend_config = {replica_groups = dense<0> : tensor<1x1xi64>}} : (tensor<4xf32>, tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @ragged_groups() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %1 = stablehlo.constant dense<3> : tensor<1xi32>
  // expected-error @+1 {{the call needs 'replica_groups' in its configuration, as a matrix of i64}}
  %2 = stablehlo.custom_call @ragged_all_to_all(%0, %0, %1, %1, %1, %1) : (tensor<4xf32>, tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @ragged_lists() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %1 = stablehlo.constant dense<3> : tensor<2xi32>
  // expected-error @+1 {{expected rows to send, rows to receive into, which are also the result, and four lists of 1 integers}}
  %2 = stablehlo.custom_call @ragged_all_to_all(%0, %0, %1, %1, %1, %1) {api_version = 4 : i32, backend_config = {replica_groups = dense<0> : tensor<1x1xi64>}} : (tensor<4xf32>, tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
