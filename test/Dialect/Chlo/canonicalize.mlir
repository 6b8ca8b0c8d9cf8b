// RUN: weft-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: @constant_like
func.func @constant_like(%x: tensor<4xi32>, %d: tensor<?xi32>) -> (tensor<4xf32>, tensor<?xf32>) {
  // CHECK: chlo.constant dense<1.000000e+00> : tensor<4xf32>
  %0 = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: "chlo.constant_like"
  %1 = "chlo.constant_like"(%d) <{value = 1.0 : f32}> : (tensor<?xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<4xf32>, tensor<?xf32>
}

// CHECK-LABEL: @constants_are_shared
func.func @constants_are_shared() -> (tensor<f32>, tensor<f32>) {
  // CHECK-COUNT-1: chlo.constant
  // CHECK-NOT: chlo.constant
  %0 = chlo.constant dense<1.0> : tensor<f32>
  %1 = chlo.constant dense<1.0> : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
