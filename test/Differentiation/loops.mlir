// RUN: weft-opt %s --weft-value-and-grad | FileCheck %s

// The slices of %ws are read again in the backward loop; only the carried
// vector is kept, of all five iterations.

// CHECK-LABEL: func.func private @loss.value_and_grad
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<4xf32>, tensor<5x4xf32>, tensor<i32>, tensor<5x4xf32>
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<4xf32>, tensor<5x4xf32>
// CHECK: %[[LAST:.*]] = stablehlo.constant dense<4> : tensor<i32>
// CHECK: %[[PLACE:.*]] = stablehlo.subtract %[[LAST]]
// CHECK: stablehlo.dynamic_slice
func.func private @loss(%x: tensor<4xf32>, %ws: tensor<5x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %c = %x, %all = %ws) : tensor<i32>, tensor<4xf32>, tensor<5x4xf32>
  cond {
    %end = stablehlo.constant dense<5> : tensor<i32>
    %0 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %all, %i, %first, sizes = [1, 4] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %w = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
    %1 = stablehlo.multiply %c, %w : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1, %all : tensor<i32>, tensor<4xf32>, tensor<5x4xf32>
  }
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%r#1 init: %init) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
func.func @main(%x: tensor<4xf32>, %ws: tensor<5x4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<5x4xf32>) {
  %v, %g:2 = weft.value_and_grad @loss(%x, %ws) wrt [0, 1] : (tensor<4xf32>, tensor<5x4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<5x4xf32>)
  return %v, %g#0, %g#1 : tensor<f32>, tensor<4xf32>, tensor<5x4xf32>
}
