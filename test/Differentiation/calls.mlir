// RUN: weft-opt %s --weft-value-and-grad --split-input-file | FileCheck %s

// The backward function is built once, however often the function is called.

// CHECK: func.func private @square.forward(%[[X:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK: func.func private @square.backward(%[[CT:.*]]: tensor<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NOT: @square.forward_
func.func private @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %x : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK: func.func private @loss.value_and_grad
// CHECK: %[[A:.*]]:2 = call @square.forward(%{{.*}})
// CHECK: %[[B:.*]]:2 = call @square.forward(%[[A]]#0)
// CHECK: call @square.backward(%{{.*}}, %[[B]]#1, %[[A]]#0)
// CHECK: call @square.backward(%{{.*}}, %[[A]]#1, %{{.*}})
func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = call @square(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @square(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// CHECK: func.func @main
// CHECK: call @loss.value_and_grad
// CHECK-NOT: weft.value_and_grad
func.func @main(%x: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %v, %g : tensor<f32>, tensor<4xf32>
}

// -----

// With remat nothing but the arguments is kept, and a barrier keeps what is
// computed again apart from what was computed before.

// CHECK-LABEL: func.func private @block.backward(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[CT:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[AGAIN:.*]]:2 = stablehlo.optimization_barrier %[[X]], %[[CT]]
// CHECK: %[[E:.*]] = stablehlo.exponential %[[AGAIN]]#0
// CHECK: stablehlo.cosine %[[E]]
// CHECK-NOT: @block.forward
func.func private @block(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weft.remat} {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = stablehlo.sine %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = call @block(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK: func.func private @loss.value_and_grad(%[[X:.*]]: tensor<4xf32>)
// CHECK: call @block(%[[X]])
// CHECK: call @block.backward(%[[X]], %{{.*}})
func.func @main(%x: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %v, %g : tensor<f32>, tensor<4xf32>
}

// -----

// The program gives the rule: here a gradient that is cut off at 1.

func.func private @clip(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> attributes {weft.vjp = [@clip_forward, @clip_backward]} {
  return %x : tensor<4xf32>
}
func.func private @clip_forward(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  return %x, %n : tensor<4xf32>, tensor<i32>
}
func.func private @clip_backward(%n: tensor<i32>, %ct: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.minimum %ct, %one : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @loss(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<f32> {
  %0 = call @clip(%x, %n) : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// CHECK: func.func private @loss.value_and_grad
// CHECK: %[[Y:.*]]:2 = call @clip_forward
// CHECK: call @clip_backward(%[[Y]]#1, %{{.*}})
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<f32>, tensor<4xf32>) {
  %v, %g = weft.value_and_grad @loss(%x, %n) wrt [0] : (tensor<4xf32>, tensor<i32>) -> (tensor<f32>, tensor<4xf32>)
  return %v, %g : tensor<f32>, tensor<4xf32>
}
