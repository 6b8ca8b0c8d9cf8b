// RUN: weft-opt %s --weft-choose-layouts --weft-insert-reshards --weft-place-reductions | FileCheck %s
// RUN: weft check %s --pipeline=weft-partition

weft.mesh @mesh <"x" = 2, "y" = 4>

// Two partial sums that are added take one reduction, and it moves on through
// what only moves elements.

// CHECK-LABEL: func.func @sum_of_products
// CHECK: %[[A:.*]] = stablehlo.dot_general {{.*}} unreduced = ["x"]
// CHECK: %[[B:.*]] = stablehlo.dot_general {{.*}} unreduced = ["x"]
// CHECK-NOT: weft.reshard
// CHECK: stablehlo.add %[[A]], %[[B]] {{.*}} unreduced = ["x"]
// CHECK: %[[T:.*]] = stablehlo.transpose {{.*}} unreduced = ["x"]
// CHECK-NEXT: weft.reshard %[[T]] <@mesh, [_, _]>
func.func @sum_of_products(%a: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                           %b: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x4xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// A bias is not partial: adding it before the reduction would count it twice.

// CHECK-LABEL: func.func @bias_is_added_once
// CHECK: %[[A:.*]] = stablehlo.dot_general
// CHECK-NEXT: %[[R:.*]] = weft.reshard %[[A]] <@mesh, [_, _]>
// CHECK-NEXT: stablehlo.add %[[R]]
func.func @bias_is_added_once(%a: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                              %b: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                              %bias: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.add %0, %bias : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// A loop that only accumulates carries the partial sum; it is reduced once,
// after the loop.

// CHECK-LABEL: func.func @accumulated_in_a_loop
// CHECK: %[[START:.*]] = weft.reshard {{.*}} <@mesh, [_, _], unreduced = ["x"]>
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while({{.*}} = %[[START]])
// CHECK-NOT: weft.reshard
// CHECK: } do {
// CHECK-NOT: weft.reshard
// CHECK: stablehlo.add {{.*}} unreduced = ["x"]
// CHECK: weft.reshard %[[LOOP]]#1 <@mesh, [_, _]>
func.func @accumulated_in_a_loop(%a: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                                 %b: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                                 %n: tensor<i32> {weft.range = array<f64: 0.0, 5.0>}) -> tensor<8x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %acc = %zero) : tensor<i32>, tensor<8x4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.add %acc, %0 : tensor<8x4xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<8x4xf32>
  }
  return %r#1 : tensor<8x4xf32>
}

// Where the sum is wanted split, it is reduced into shards.

// CHECK-LABEL: func.func @split_after_transpose
// CHECK: %[[A:.*]] = stablehlo.dot_general {{.*}} unreduced = ["x"]
// CHECK-NEXT: weft.reshard %[[A]] <@mesh, [_, "x"]>
func.func @split_after_transpose(%a: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                                 %b: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<4x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
