// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @matrices(
// CHECK: %{{.*}} = stablehlo.cholesky %{{.*}}, lower = true : tensor<2x4x4xf32>
// CHECK: %{{.*}} = stablehlo.cholesky %{{.*}} : tensor<?x4xcomplex<f64>>
// CHECK: %{{.*}} = "stablehlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
func.func @matrices(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>, %d: tensor<?x4xcomplex<f64>>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf32>
  %1 = stablehlo.cholesky %d : tensor<?x4xcomplex<f64>>
  %2 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// CHECK-LABEL: func.func @fft(
// CHECK: %{{.*}} = stablehlo.fft %{{.*}}, type = FFT, length = [8] : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xcomplex<f32>>
// CHECK: %{{.*}} = stablehlo.fft %{{.*}}, type = IRFFT, length = [14] : (tensor<2x8xcomplex<f32>>) -> tensor<2x14xf32>
// CHECK: %{{.*}} = stablehlo.fft %{{.*}}, type = RFFT, length = [3, 8] : (tensor<3x8xf64>) -> tensor<3x5xcomplex<f64>>
// CHECK: %{{.*}} = stablehlo.fft %{{.*}}, type = RFFT, length = [8] {mhlo.note} : (tensor<?x?xf32>) -> tensor<?x5xcomplex<f32>>
// CHECK: %{{.*}} = stablehlo.fft %{{.*}}, type = RFFT, length = [0] : (tensor<0xf32>) -> tensor<0xcomplex<f32>>
func.func @fft(%c: tensor<2x8xcomplex<f32>>, %r: tensor<3x8xf64>, %d: tensor<?x?xf32>, %z: tensor<0xf32>) {
  %0 = stablehlo.fft %c, type = FFT, length = [8] : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xcomplex<f32>>
  %1 = stablehlo.fft %c, type = IRFFT, length = [14] : (tensor<2x8xcomplex<f32>>) -> tensor<2x14xf32>
  %2 = stablehlo.fft %r, type = RFFT, length = [3, 8] : (tensor<3x8xf64>) -> tensor<3x5xcomplex<f64>>
  %3 = stablehlo.fft %d, type = RFFT, length = [8] {mhlo.note} : (tensor<?x?xf32>) -> tensor<?x5xcomplex<f32>>
  %4 = stablehlo.fft %z, type = RFFT, length = [0] : (tensor<0xf32>) -> tensor<0xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @random(
// CHECK: %{{.*}}, %{{.*}} = stablehlo.rng_bit_generator %{{.*}}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
// CHECK: %{{.*}} = stablehlo.rng %{{.*}}, %{{.*}}, %{{.*}}, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK: %{{.*}} = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %{{.*}} = stablehlo.rng %{{.*}}, %{{.*}}, %{{.*}}, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
func.func @random(%s: tensor<2xui64>, %z: tensor<f32>, %n: tensor<2xi64>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  %2 = stablehlo.rng %z, %z, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %3 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %4 = stablehlo.rng %z, %z, %3, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}
