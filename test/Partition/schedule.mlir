// RUN: weft-opt %s --weft-schedule | FileCheck %s

weft.mesh @mesh <"x" = 4>

// The gathered weight would be there while the large product is.

// CHECK-LABEL: @gather_late
// CHECK-NEXT: %[[PRODUCT:.*]] = stablehlo.dot_general %arg1, %arg1
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[PRODUCT]]
// CHECK: %[[GATHERED:.*]] = weft.all_gather %arg0
// CHECK: stablehlo.dot_general %[[SUM]], %[[GATHERED]]
func.func @gather_late(%weight: tensor<16x64xf32>, %x: tensor<64x64xf32>) -> tensor<64xf32> attributes {weft.local} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = weft.all_gather %weight over ["x"] dim 0 : tensor<16x64xf32> -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = stablehlo.dot_general %2, %0, contracting_dims = [0] x [0] : (tensor<64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

// A sum that ends a large value runs before another large value is made.

// CHECK-LABEL: @reduce_early
// CHECK: %[[A:.*]] = stablehlo.dot_general %arg0, %arg0
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[A]]
// CHECK: %[[B:.*]] = stablehlo.dot_general %arg1, %arg1
// CHECK: stablehlo.reduce(%[[B]]
func.func @reduce_early(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<f32>, tensor<f32>) attributes {weft.local} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  return %2, %3 : tensor<f32>, tensor<f32>
}

// What has side effects keeps its order, whatever is held.

// CHECK-LABEL: @effects_stay
// CHECK: %[[A:.*]] = stablehlo.custom_call @first
// CHECK: stablehlo.reduce(%[[A]]
// CHECK: stablehlo.custom_call @second
// CHECK: stablehlo.custom_call @third
// CHECK: stablehlo.reduce
func.func @effects_stay(%x: tensor<64x64xf32>) -> (tensor<f32>, tensor<f32>) attributes {weft.local} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.custom_call @first(%x) {has_side_effect = true} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  stablehlo.custom_call @second(%x) {has_side_effect = true} : (tensor<64x64xf32>) -> ()
  %1 = stablehlo.custom_call @third(%x) {has_side_effect = true} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  return %2, %3 : tensor<f32>, tensor<f32>
}

// Nothing is gained: the order stays, though the second product could be first.

// CHECK-LABEL: @as_good_as_it_gets
// CHECK: stablehlo.dot_general %arg0, %arg0
// CHECK: stablehlo.dot_general %arg1, %arg1
func.func @as_good_as_it_gets(%x: tensor<64x64xf32>, %y: tensor<8x8xf32>) -> (tensor<64x64xf32>, tensor<8x8xf32>) attributes {weft.local} {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<8x8xf32>
}

// Bodies of loops as well, and what is computed with another op stays before
// it.

// CHECK-LABEL: @in_loops
// CHECK: do
// CHECK: %[[A:.*]] = stablehlo.dot_general
// CHECK: stablehlo.tanh %[[A]]
// CHECK-NEXT: stablehlo.reduce
// CHECK: %[[B:.*]] = stablehlo.dot_general
// CHECK: stablehlo.negate %[[B]]
// CHECK-NEXT: stablehlo.reduce
func.func @in_loops(%x: tensor<64x64xf32>, %n: tensor<i32>) -> tensor<f32> attributes {weft.local} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %start = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %start, %s = %zero) : tensor<i32>, tensor<f32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
      %0 = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %t = stablehlo.tanh %0 : tensor<64x64xf32>
      %u = stablehlo.negate %1 : tensor<64x64xf32>
      %2 = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      %3 = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      %4 = stablehlo.add %2, %3 : tensor<f32>
      stablehlo.return %next, %4 : tensor<i32>, tensor<f32>
    }
  return %r#1 : tensor<f32>
}

// A constant that only a loop reads comes before it, whoever else reads it.

// CHECK-LABEL: @constant_of_a_loop
// CHECK: %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<64x64xf32>
// CHECK: stablehlo.while
// CHECK: stablehlo.add %{{.*}}, %[[C]]
func.func @constant_of_a_loop(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %n: tensor<i32>) -> (tensor<f32>, tensor<f32>, tensor<64x64xf32>) attributes {weft.local} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %start = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r:2 = stablehlo.while(%i = %start, %s = %y) : tensor<i32>, tensor<64x64xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %t = stablehlo.add %s, %ones : tensor<64x64xf32>
      stablehlo.return %next, %t : tensor<i32>, tensor<64x64xf32>
    }
  %u = stablehlo.multiply %r#1, %ones : tensor<64x64xf32>
  %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  return %2, %3, %u : tensor<f32>, tensor<f32>, tensor<64x64xf32>
}
