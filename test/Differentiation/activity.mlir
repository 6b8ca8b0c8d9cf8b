// RUN: weft-opt %s --weft-value-and-grad --split-input-file | FileCheck %s

// Only what depends on the wanted arguments gets cotangents: nothing for %w,
// which would be a product with the transposed data.

// CHECK-LABEL: func.func private @linear.value_and_grad
// CHECK-COUNT-2: stablehlo.dot_general
// CHECK-NOT: stablehlo.dot_general
func.func private @linear(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x3xf32> {
  %v, %g = weft.value_and_grad @linear(%x, %w) wrt [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<f32>, tensor<2x3xf32>)
  return %g : tensor<2x3xf32>
}

// -----

// A result that is not the loss needs no derivative, not even of an op that
// has none.

// CHECK-LABEL: func.func private @aux.value_and_grad
// CHECK: stablehlo.bitcast_convert
func.func private @aux(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.sine %x : tensor<f32>
  return %1, %0 : tensor<f32>, tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %v, %a, %g = weft.value_and_grad @aux(%x) wrt [0] : (tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>)
  return %g : tensor<f32>
}

// -----

// Nothing goes back through stop_gradient; an argument that the loss does not
// depend on has a gradient of zeros.

// CHECK-LABEL: func.func private @stopped.value_and_grad
// CHECK: %[[Y:.*]] = weft.stop_gradient
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00>
// CHECK: return %[[Y]], %[[ZERO]]
func.func private @stopped(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  %1 = weft.stop_gradient %0 : tensor<f32>
  return %1 : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %v, %g = weft.value_and_grad @stopped(%x) wrt [0] : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %g : tensor<f32>
}

// -----

// A gradient is laid out as its argument.

weft.mesh @mesh <"data" = 2, "model" = 4>

// CHECK: func.func private @loss.value_and_grad
// CHECK-SAME: -> (tensor<f32>, tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>})
func.func private @loss(%w: tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>}) -> tensor<f32> {
  // CHECK: weft.constrain
  // CHECK: weft.constrain
  %0 = weft.constrain %w <@mesh, ["model", "data"]> : tensor<8x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @main(%w: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %v, %g = weft.value_and_grad @loss(%w) wrt [0] : (tensor<8x4xf32>) -> (tensor<f32>, tensor<8x4xf32>)
  return %g : tensor<8x4xf32>
}
