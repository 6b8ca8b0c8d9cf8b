// RUN: weft-opt %s --weft-split --weft-value-and-grad | FileCheck %s

// A method brings its own rule: the gradient of %x is cut off at 1. Its
// functions take the leaves of the module first.

// CHECK-LABEL: func.func private @clip_backward
func.func private @clip_forward(%w: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %w, %x : tensor<4xf32>
  return %0, %w, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func private @clip_backward(%w: tensor<4xf32>, %x: tensor<4xf32>, %ct: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %ct, %x : tensor<4xf32>
  %1 = stablehlo.multiply %ct, %w : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %2 = stablehlo.minimum %1, %one : tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

weft.module @Scale {
  weft.param @scale : tensor<4xf32> init ones
  weft.method @apply(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weft.vjp = [@clip_forward, @clip_backward]} {
    %w = weft.get @scale : tensor<4xf32>
    %0 = stablehlo.multiply %w, %x : tensor<4xf32>
    weft.return %0 : tensor<4xf32>
  }
  weft.method remat @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = weft.call @apply(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = weft.call @apply(%0) : (tensor<4xf32>) -> tensor<4xf32>
    weft.return %1 : tensor<4xf32>
  }
}

weft.module @Model {
  weft.submodule @scale : @Scale
  weft.method @loss(%x: tensor<4xf32>) -> tensor<f32> {
    %0 = weft.call @scale::@twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    weft.return %1 : tensor<f32>
  }
  weft.method @step(%x: tensor<4xf32>) -> (tensor<f32>, !weft.state<@scale>) {
    %l, %g = weft.value_and_grad @loss(%x) state @scale : (tensor<4xf32>) -> (tensor<f32>, !weft.state<@scale>)
    weft.return %l, %g : tensor<f32>, !weft.state<@scale>
  }
}

// CHECK: optimization_barrier
// CHECK: call @clip_forward
// CHECK: call @clip_backward
