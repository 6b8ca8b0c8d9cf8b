// RUN: weft-opt %s --weft-value-and-grad | FileCheck %s

// The op on what was broadcast is differentiated; a scalar gets the sum.
// CHECK-LABEL: func.func private @complex.value_and_grad
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.complex
// CHECK: stablehlo.imag
// CHECK: stablehlo.reduce
func.func private @complex(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<f32> {
  %z = chlo.broadcast_complex %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  %r = stablehlo.abs %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>, %y: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %v, %g, %h = weft.value_and_grad @complex(%x, %y) wrt [0, 1] : (tensor<4xf32>, tensor<f32>) -> (tensor<f32>, tensor<4xf32>, tensor<f32>)
  return %g, %h : tensor<4xf32>, tensor<f32>
}
