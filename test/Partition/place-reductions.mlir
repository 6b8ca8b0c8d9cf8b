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
// CHECK: %[[START:.*]] = stablehlo.constant {{.*}} unreduced = ["x"]>]>} dense<0.000000e+00>
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

// The variable is wanted split, and the term comes through a transpose: it is
// still reduced once, into shards. What it starts with is not partial.

// CHECK-LABEL: func.func @scattered_after_the_loop
// CHECK: %[[START:.*]] = weft.reshard %{{.*}} <@mesh, [_, _], unreduced = ["x"]>
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while({{.*}} = %[[START]])
// CHECK: } do {
// CHECK: %[[DOT:.*]] = stablehlo.dot_general {{.*}} unreduced = ["x"]
// CHECK-NEXT: %[[T:.*]] = stablehlo.transpose %[[DOT]], {{.*}} unreduced = ["x"]
// CHECK-NEXT: stablehlo.add %{{.*}}, %[[T]] {{.*}} unreduced = ["x"]
// CHECK: weft.reshard %[[LOOP]]#1 <@mesh, ["x", _]>
func.func @scattered_after_the_loop(%a: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                                    %b: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                                    %start: tensor<4x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<4x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %acc = %start) : tensor<i32>, tensor<4x8xf32>
      attributes {weft.shardings = #weft.shardings<[<@mesh, []>, <@mesh, ["x", _]>]>}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.add %acc, %1 {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : tensor<4x8xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<4x8xf32>
  }
  return %r#1 : tensor<4x8xf32>
}

// What is read in every turn is needed in every turn.

// CHECK-LABEL: func.func @read_in_the_loop
// CHECK: } do {
// CHECK: %[[DOT:.*]] = stablehlo.dot_general {{.*}} unreduced = ["x"]
// CHECK: weft.reshard %[[DOT]] <@mesh, [_, _]>
// CHECK: stablehlo.return
func.func @read_in_the_loop(%a: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                            %b: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %acc = %zero) : tensor<i32>, tensor<8x4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %s = stablehlo.broadcast_in_dim %f, dims = [] {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : (tensor<f32>) -> tensor<8x16xf32>
    %m = stablehlo.multiply %a, %s {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<8x16xf32>
    %0 = stablehlo.dot_general %m, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.tanh %acc : tensor<8x4xf32>
    %2 = stablehlo.add %1, %0 : tensor<8x4xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<8x4xf32>
  }
  return %r#1 : tensor<8x4xf32>
}

// Partial sums that are wanted split are added first, and scattered once.

// CHECK-LABEL: func.func @sum_of_scattered
// CHECK: %[[SUM:.*]] = stablehlo.add {{.*}} unreduced = ["x"]
// CHECK-NEXT: weft.reshard %[[SUM]] <@mesh, ["x", _]>
// CHECK-NEXT: stablehlo.tanh
func.func @sum_of_scattered(%a: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                            %b: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.add %0, %1 {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : tensor<8x4xf32>
  %3 = stablehlo.tanh %2 {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}

// Of a sum only two pieces are used: they are cut out first.

// CHECK-LABEL: func.func @pieces_of_a_sum
// CHECK: %[[DOT:.*]] = stablehlo.dot_general {{.*}} unreduced = ["x"]
// CHECK-NEXT: %[[A:.*]] = stablehlo.slice %[[DOT]]
// CHECK-NEXT: weft.reshard %[[A]]
// CHECK: %[[B:.*]] = stablehlo.slice %[[DOT]]
// CHECK-NEXT: weft.reshard %[[B]]
func.func @pieces_of_a_sum(%a: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                           %b: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.slice %0 [0:2, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.tanh %1 : tensor<2x4xf32>
  %3 = stablehlo.slice %0 [4:6, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %4 = stablehlo.tanh %3 : tensor<2x4xf32>
  %5 = stablehlo.multiply %2, %4 : tensor<2x4xf32>
  return %5 : tensor<2x4xf32>
}
