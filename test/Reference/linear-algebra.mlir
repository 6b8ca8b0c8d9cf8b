// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// Only the named triangle is read, and the other one of the result is zero.
// CHECK: @cholesky: tensor<2x2xf32> [{{\[}}2, 0], [1, 3]]
// CHECK: @cholesky: tensor<2x2xf64> [{{\[}}2, 1], [0, 3]]
// CHECK: @cholesky: tensor<2x2xcomplex<f32>> [{{\[}}(2, 0), (0, 0)], [(0, 1), (3, 0)]]
// CHECK: @cholesky: tensor<2x2xf32> [{{\[}}nan, 0], [nan, nan]]
func.func @cholesky() -> (tensor<2x2xf32>, tensor<2x2xf64>, tensor<2x2xcomplex<f32>>, tensor<2x2xf32>) {
  %0 = stablehlo.constant dense<[[4.0, 99.0], [2.0, 10.0]]> : tensor<2x2xf32>
  %1 = stablehlo.cholesky %0, lower = true : tensor<2x2xf32>
  %2 = stablehlo.constant dense<[[4.0, 2.0], [99.0, 10.0]]> : tensor<2x2xf64>
  %3 = stablehlo.cholesky %2 : tensor<2x2xf64>
  %4 = stablehlo.constant dense<[[(4.0, 0.0), (9.0, 9.0)], [(0.0, 2.0), (10.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %5 = stablehlo.cholesky %4, lower = true : tensor<2x2xcomplex<f32>>
  %6 = stablehlo.constant dense<-1.0> : tensor<2x2xf32>
  %7 = stablehlo.cholesky %6, lower = true : tensor<2x2xf32>
  return %1, %3, %5, %7 : tensor<2x2xf32>, tensor<2x2xf64>, tensor<2x2xcomplex<f32>>, tensor<2x2xf32>
}

// CHECK: @triangular_solve: tensor<2x1xf32> [{{\[}}3], [1]]
// CHECK: @triangular_solve: tensor<2x1xf32> [{{\[}}6], [-2]]
// CHECK: @triangular_solve: tensor<1x2xf32> [{{\[}}2, 2]]
// CHECK: @triangular_solve: tensor<1x1xcomplex<f64>> [{{\[}}(0, -1)]]
func.func @triangular_solve() -> (tensor<2x1xf32>, tensor<2x1xf32>, tensor<1x2xf32>, tensor<1x1xcomplex<f64>>) {
  %0 = stablehlo.constant dense<[[2.0, 99.0], [4.0, 1.0]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<[[6.0], [13.0]]> : tensor<2x1xf32>
  %2 = "stablehlo.triangular_solve"(%0, %1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %3 = stablehlo.constant dense<[[-2.0], [-2.0]]> : tensor<2x1xf32>
  %4 = "stablehlo.triangular_solve"(%0, %3) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %5 = stablehlo.constant dense<[[12.0, 2.0]]> : tensor<1x2xf32>
  %6 = "stablehlo.triangular_solve"(%0, %5) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %7 = stablehlo.constant dense<(0.0, -1.0)> : tensor<1x1xcomplex<f64>>
  %8 = stablehlo.constant dense<(1.0, 0.0)> : tensor<1x1xcomplex<f64>>
  %9 = "stablehlo.triangular_solve"(%7, %8) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<1x1xcomplex<f64>>, tensor<1x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>>
  return %2, %4, %6, %9 : tensor<2x1xf32>, tensor<2x1xf32>, tensor<1x2xf32>, tensor<1x1xcomplex<f64>>
}

// CHECK: @fft: tensor<4xcomplex<f32>> [(10, 0), (-2, 2), (-2, 0), (-2, -2)]
// CHECK: @fft: tensor<3xcomplex<f64>> [(10, 0), (-2, 2), (-2, 0)]
// CHECK: @fft: tensor<4xf32> [1, 2, 3, 4]
func.func @fft() -> (tensor<4xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]> : tensor<4xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %2 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %3 = stablehlo.fft %2, type = RFFT, length = [4] : (tensor<4xf64>) -> tensor<3xcomplex<f64>>
  %4 = stablehlo.constant dense<[(10.0, 5.0), (-2.0, 2.0), (-2.0, 7.0)]> : tensor<3xcomplex<f32>>
  %5 = stablehlo.fft %4, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  return %1, %3, %5 : tensor<4xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<4xf32>
}

// CHECK: @batch_norm: tensor<2x2xf32> [{{\[}}-1, 1], [1, 3]]
// CHECK: @batch_norm: tensor<2xf32> [2, 4]
// CHECK: @batch_norm: tensor<2xf32> [1, 1]
// CHECK: @batch_norm: tensor<2x2xf32> [{{\[}}-1, 1], [1, 3]]
// CHECK: @batch_norm: tensor<2x2xf32> [{{\[}}0, 0], [0, 0]]
// CHECK: @batch_norm: tensor<2xf32> [2, 2]
// CHECK: @batch_norm: tensor<2xf32> [0, 4]
func.func @batch_norm() -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = stablehlo.constant dense<[[1.0, 3.0], [3.0, 5.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<1.0> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.0, 2.0]> : tensor<2xf32>
  %y, %mean, %variance = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %dy = stablehlo.constant dense<[[-1.0, 1.0], [1.0, 3.0]]> : tensor<2x2xf32>
  %1:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %dy) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %y, %mean, %variance, %0, %1#0, %1#1, %1#2 : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>
}
