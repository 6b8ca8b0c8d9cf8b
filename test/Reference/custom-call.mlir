// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// CHECK: @identity: tensor<2xi8> [1, 2]
func.func @identity() -> tensor<2xi8> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %1 = stablehlo.custom_call @Sharding(%0) : (tensor<2xi8>) -> tensor<2xi8>
  %2 = stablehlo.custom_call @annotate_device_placement(%1) : (tensor<2xi8>) -> tensor<2xi8>
  return %2 : tensor<2xi8>
}

// CHECK: @top_k: tensor<2xf32> [3, 2]
// CHECK: @top_k: tensor<2xi32> [2, 1]
func.func @top_k() -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%0) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<3xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %1#0, %1#1 : tensor<2xf32>, tensor<2xi32>
}

// CHECK: @cholesky: tensor<2x2xf64> [{{\[}}2, 2], [1, 3]]
// CHECK: @cholesky: tensor<i32> 0
func.func @cholesky() -> (tensor<2x2xf64>, tensor<i32>) {
  %0 = stablehlo.constant dense<[[4.0, 2.0], [2.0, 10.0]]> : tensor<2x2xf64>
  %1:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%0) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)
  return %1#0, %1#1 : tensor<2x2xf64>, tensor<i32>
}
