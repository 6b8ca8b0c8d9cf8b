// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of the custom calls that compilers and JAX emit.

// CHECK-LABEL: @elementwise
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 6, j = 4]>
func.func @elementwise(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<6x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: @qr
// CHECK: #weft.rule<([i, j, k]) -> ([i, j, k], [i, l]), [i = 6, j = 5 need_replication, k = 4 need_replication, l = 4 need_replication]>
func.func @qr(%x: tensor<6x5x4xf32>) -> tensor<6x5x4xf32> {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<6x5x4xf32>) -> (tensor<6x5x4xf32>, tensor<6x4xf32>)
  return %0#0 : tensor<6x5x4xf32>
}

// A matrix that is split is no input for a factorisation, whatever its target.
// CHECK-LABEL: @cholesky
// CHECK: #weft.rule<([i, j, k]) -> ([i, j, k]), [i = 6, j = 4 need_replication, k = 4 need_replication]>
func.func @cholesky(%x: tensor<6x4x4xf32>) -> tensor<6x4x4xf32> {
  %0 = stablehlo.custom_call @Cholesky(%x) : (tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  return %0 : tensor<6x4x4xf32>
}

// CHECK-LABEL: @tridiagonal_solve
// CHECK: #weft.rule<([i, j], [i, j], [i, j], [i, k, l]) -> ([i, j], [i, j], [i, j], [i, k, l], [i]), [i = 6, j = 4 need_replication, k = 4 need_replication, l = 2 need_replication]>
func.func @tridiagonal_solve(%d: tensor<6x4xf32>, %b: tensor<6x4x2xf32>) -> tensor<6x4x2xf32> {
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%d, %d, %d, %b) : (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4x2xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4x2xf32>, tensor<6xi32>)
  return %0#3 : tensor<6x4x2xf32>
}

// CHECK-LABEL: @top_k
// CHECK: #weft.rule<([i, j]) -> ([i, j], [i, j]), [i = 6, j = 5 need_replication blocked]>
func.func @top_k(%x: tensor<6x5xf32>) -> tensor<6x2xf32> {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) : (tensor<6x5xf32>) -> (tensor<6x2xf32>, tensor<6x2xi32>)
  return %0#0 : tensor<6x2xf32>
}

// CHECK-LABEL: @approx_top_k
// CHECK: #weft.rule<([i, j], [i, j], [], []) -> ([i, k], [i, k]), [i = 6, j = 5 need_replication, k = 2 need_replication blocked]>
func.func @approx_top_k(%x: tensor<6x5xf32>, %i: tensor<6x5xi32>, %a: tensor<f32>, %b: tensor<i32>) -> tensor<6x2xf32> {
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %a, %b) : (tensor<6x5xf32>, tensor<6x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<6x2xf32>, tensor<6x2xi32>)
  return %0#0 : tensor<6x2xf32>
}

// The two halves of a generator's state stay whole.
// CHECK-LABEL: @combined_state
// CHECK: #weft.rule<([i], [i]) -> ([i]), [i = 2 need_replication blocked]>
// CHECK: #weft.rule<([i]) -> ([i], [j]), [i = 2 need_replication blocked, j = 8]>
func.func @combined_state(%x: tensor<2xui32>) -> tensor<8xui32> {
  %0 = stablehlo.custom_call @X64Combine(%x, %x) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
  %1, %2 = stablehlo.rng_bit_generator %0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  return %2 : tensor<8xui32>
}

// A rule that the program states is kept.
// CHECK-LABEL: @stated
// CHECK: #weft.rule<([a, b]) -> ([b, a]), [a = 6, b = 4]>
func.func @stated(%x: tensor<6x4xf32>) -> tensor<4x6xf32> {
  %0 = stablehlo.custom_call @user(%x) {weft.rule = #weft.rule<([a, b]) -> ([b, a]), [a = 6, b = 4]>} : (tensor<6x4xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: @unknown
// CHECK-NOT: weft.rule
func.func @unknown(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = stablehlo.custom_call @unknown(%x) : (tensor<6x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
