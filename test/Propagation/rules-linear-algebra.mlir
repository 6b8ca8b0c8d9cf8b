// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of ops on matrices and of random numbers: batches pass through.

// CHECK-LABEL: @cholesky
// CHECK: #weft.rule<([i, j, k]) -> ([i, j, k]), [i = 8, j = 4 need_replication, k = 4 need_replication]>
func.func @cholesky(%x: tensor<8x4x4xf32>) -> tensor<8x4x4xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<8x4x4xf32>
  return %0 : tensor<8x4x4xf32>
}

// CHECK-LABEL: @solve_left
// CHECK: #weft.rule<([i, j, l], [i, j, k]) -> ([i, l, k]), [i = 8, j = 4 need_replication, k = 3 need_replication, l = 4 need_replication]>
func.func @solve_left(%a: tensor<8x4x4xf32>, %b: tensor<8x4x3xf32>) -> tensor<8x4x3xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<8x4x4xf32>, tensor<8x4x3xf32>) -> tensor<8x4x3xf32>
  return %0 : tensor<8x4x3xf32>
}

// CHECK-LABEL: @solve_right
// CHECK: #weft.rule<([i, l, k], [i, j, k]) -> ([i, j, l]), [i = 8, j = 3 need_replication, k = 4 need_replication, l = 4 need_replication]>
func.func @solve_right(%a: tensor<8x4x4xf32>, %b: tensor<8x3x4xf32>) -> tensor<8x3x4xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<8x4x4xf32>, tensor<8x3x4xf32>) -> tensor<8x3x4xf32>
  return %0 : tensor<8x3x4xf32>
}

// CHECK-LABEL: @fft
// CHECK: #weft.rule<([i, j, k]) -> ([i, j, k]), [i = 3, j = 16 need_replication, k = 16 need_replication]>
func.func @fft(%x: tensor<3x16x16xcomplex<f32>>) -> tensor<3x16x16xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [16, 16] : (tensor<3x16x16xcomplex<f32>>) -> tensor<3x16x16xcomplex<f32>>
  return %0 : tensor<3x16x16xcomplex<f32>>
}

// CHECK-LABEL: @real_fft
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 3, j = 16 need_replication blocked]>
func.func @real_fft(%x: tensor<3x16xf32>) -> tensor<3x9xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [16] : (tensor<3x16xf32>) -> tensor<3x9xcomplex<f32>>
  return %0 : tensor<3x9xcomplex<f32>>
}

// CHECK-LABEL: @rng
// CHECK: #weft.rule<([], [], [k]) -> ([i, j]), [i = 4, j = 8, k = 1]>
func.func @rng(%a: tensor<f32>, %shape: tensor<2xi64>) -> tensor<4x8xf32> {
  %0 = stablehlo.rng %a, %a, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: @rng_bit_generator
// CHECK: #weft.rule<([i]) -> ([i], [j, k]), [i = 2 need_replication blocked, j = 4, k = 1000]>
func.func @rng_bit_generator(%state: tensor<2xui64>) -> tensor<4x1000xui32> {
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x1000xui32>)
  return %1 : tensor<4x1000xui32>
}
