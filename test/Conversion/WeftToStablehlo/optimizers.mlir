// RUN: weft-opt %s --weft-lower-training | FileCheck %s
// RUN: weft-opt %s --weft-lower-training --weft-evaluate -o /dev/null | FileCheck %s --check-prefix=VALUE

weft.sgd @plain learning_rate 0.5
weft.sgd @clipped learning_rate 1.0 clip_norm 1.0
weft.sgd @rising learning_rate linear<0.0 to 0.4 in 4>
weft.momentum @momentum learning_rate 0.5 decay 0.5
weft.adam @adam learning_rate 0.5 b1 0.5 b2 0.5 eps 0.0

// CHECK-LABEL: func @step
// CHECK-NOT: weft.update
// VALUE: @step: tensor<2xf32> [0.5, 3]
func.func @step() -> tensor<2xf32> {
  %p = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %g = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %0 = weft.update @plain params(%p : tensor<2xf32>) grads(%g : tensor<2xf32>)
  return %0 : tensor<2xf32>
}

// The norm is that of all gradients together: 5.
// VALUE: @clip: tensor<2xf32> [-0.6, -0.6]
// VALUE: tensor<f32> -0.52915
func.func @clip() -> (tensor<2xf32>, tensor<f32>) {
  %p = stablehlo.constant dense<0.0> : tensor<2xf32>
  %q = stablehlo.constant dense<0.0> : tensor<f32>
  %g = stablehlo.constant dense<3.0> : tensor<2xf32>
  %h = stablehlo.constant dense<2.6457513> : tensor<f32>
  %0:2 = weft.update @clipped params(%p, %q : tensor<2xf32>, tensor<f32>) grads(%g, %h : tensor<2xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<f32>
}

// The rate is that of the count before the step.
// VALUE: @scheduled: tensor<f32> 0.8
// VALUE: tensor<i32> 3
func.func @scheduled() -> (tensor<f32>, tensor<i32>) {
  %p = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = weft.update @rising params(%p : tensor<f32>) grads(%p : tensor<f32>) state(%n : tensor<i32>)
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// The state keeps its own type.
// CHECK-LABEL: func @narrow_state
// VALUE: @narrow_state: tensor<f32> -1
// VALUE: tensor<bf16> 4
func.func @narrow_state() -> (tensor<f32>, tensor<bf16>) {
  %p = stablehlo.constant dense<1.0> : tensor<f32>
  %g = stablehlo.constant dense<3.0> : tensor<f32>
  %t = stablehlo.constant dense<2.0> : tensor<bf16>
  %0:2 = weft.update @momentum params(%p : tensor<f32>) grads(%g : tensor<f32>) state(%t : tensor<bf16>)
  return %0#0, %0#1 : tensor<f32>, tensor<bf16>
}

// All of the first slot, then all of the second.
// VALUE: @adam_step: tensor<f32> 0.5
// VALUE: tensor<f32> 1.5
// VALUE: tensor<i32> 1
// VALUE: tensor<f32> 2
// VALUE: tensor<f32> -1
// VALUE: tensor<f32> 8
// VALUE: tensor<f32> 2
func.func @adam_step() -> (tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %p = stablehlo.constant dense<1.0> : tensor<f32>
  %g = stablehlo.constant dense<4.0> : tensor<f32>
  %h = stablehlo.constant dense<-2.0> : tensor<f32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0:7 = weft.update @adam params(%p, %p : tensor<f32>, tensor<f32>) grads(%g, %h : tensor<f32>, tensor<f32>)
      state(%n, %z, %z, %z, %z : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6 : tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
