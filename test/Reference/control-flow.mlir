// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// CHECK: @while: tensor<i32> 5
// CHECK: @while: tensor<2xf32> [32, 64]
func.func @while() -> (tensor<i32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %2:2 = stablehlo.while(%i = %0, %x = %1) : tensor<i32>, tensor<2xf32>
  cond {
    %3 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.add %i, %one : tensor<i32>
    %4 = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %3, %4 : tensor<i32>, tensor<2xf32>
  }
  return %2#0, %2#1 : tensor<i32>, tensor<2xf32>
}

// The value that the loop starts from is used afterwards, so it must survive
// the body's working in place.
// CHECK: @start_survives: tensor<2xf32> [3, 6]
func.func @start_survives() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %2:2 = stablehlo.while(%go = %0, %x = %1) : tensor<i1>, tensor<2xf32>
  cond {
    stablehlo.return %go : tensor<i1>
  } do {
    %3 = stablehlo.not %go : tensor<i1>
    %4 = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %3, %4 : tensor<i1>, tensor<2xf32>
  }
  %5 = stablehlo.add %1, %2#1 : tensor<2xf32>
  return %5 : tensor<2xf32>
}

// Values of a loop may change places.
// CHECK: @swap: tensor<i32> 2
// CHECK: @swap: tensor<i32> 1
func.func @swap() -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.constant dense<2> : tensor<i32>
  %3:3 = stablehlo.while(%go = %0, %x = %1, %y = %2) : tensor<i1>, tensor<i32>, tensor<i32>
  cond {
    stablehlo.return %go : tensor<i1>
  } do {
    %4 = stablehlo.not %go : tensor<i1>
    stablehlo.return %4, %y, %x : tensor<i1>, tensor<i32>, tensor<i32>
  }
  return %3#1, %3#2 : tensor<i32>, tensor<i32>
}

// An index out of range chooses the last branch.
// CHECK: @case: tensor<i32> 10
// CHECK: @case: tensor<i32> 20
// CHECK: @case: tensor<i32> 20
func.func @case() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<-1> : tensor<i32>
  %2 = stablehlo.constant dense<7> : tensor<i32>
  %3 = func.call @choose(%0) : (tensor<i32>) -> tensor<i32>
  %4 = func.call @choose(%1) : (tensor<i32>) -> tensor<i32>
  %5 = func.call @choose(%2) : (tensor<i32>) -> tensor<i32>
  return %3, %4, %5 : tensor<i32>, tensor<i32>, tensor<i32>
}
func.func private @choose(%i: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.constant dense<10> : tensor<i32>
  %b = stablehlo.constant dense<20> : tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK: @if: tensor<f32> 2
func.func @if() -> tensor<f32> {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: @map: tensor<2x2xf32> {{\[\[}}2, 6], [12, 20]]
func.func @map() -> tensor<2x2xf32> {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = "stablehlo.map"(%0, %0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.constant dense<1.0> : tensor<f32>
    %3 = stablehlo.add %b, %2 : tensor<f32>
    %4 = stablehlo.multiply %a, %3 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK: @composite: tensor<f32> 9
func.func @composite() -> tensor<f32> {
  %0 = stablehlo.constant dense<3.0> : tensor<f32>
  %1 = stablehlo.composite "my.square" %0 {decomposition = @square} : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @square(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: @tuples_and_tokens: tensor<i32> 2
// CHECK: @tuples_and_tokens: token
// CHECK: @tuples_and_tokens: (tensor<i32> 1, (tensor<i32> 2, token))
func.func @tuples_and_tokens() -> (tensor<i32>, !stablehlo.token, tuple<tensor<i32>, tuple<tensor<i32>, !stablehlo.token>>) {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<2> : tensor<i32>
  %2 = stablehlo.create_token : !stablehlo.token
  %3 = stablehlo.after_all %2, %2 : !stablehlo.token
  %4 = stablehlo.tuple %1, %3 : tuple<tensor<i32>, !stablehlo.token>
  %5 = stablehlo.tuple %0, %4 : tuple<tensor<i32>, tuple<tensor<i32>, !stablehlo.token>>
  %6 = stablehlo.get_tuple_element %5[1] : (tuple<tensor<i32>, tuple<tensor<i32>, !stablehlo.token>>) -> tuple<tensor<i32>, !stablehlo.token>
  %7 = stablehlo.get_tuple_element %6[0] : (tuple<tensor<i32>, !stablehlo.token>) -> tensor<i32>
  %8:2 = stablehlo.optimization_barrier %7, %3 : tensor<i32>, !stablehlo.token
  return %8#0, %8#1, %5 : tensor<i32>, !stablehlo.token, tuple<tensor<i32>, tuple<tensor<i32>, !stablehlo.token>>
}

// One value used twice by an op that works in place.
// CHECK: @twice: tensor<2xf32> [2, 4]
// CHECK: @twice: tensor<2xf32> [1, 2]
func.func @twice() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.reshape %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.add %1, %1 : tensor<2xf32>
  return %2, %0 : tensor<2xf32>, tensor<2xf32>
}
