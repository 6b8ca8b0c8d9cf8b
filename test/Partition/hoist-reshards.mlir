// RUN: weft-opt %s --weft-choose-layouts --weft-insert-reshards --weft-hoist-reshards | FileCheck %s
// RUN: weft check %s --pipeline=weft-partition

weft.mesh @mesh <"x" = 4>

// A matrix that every turn reads is gathered once; the choice counts on it. The
// loop hands it on as a variable that it never changes, as JAX writes it.

// CHECK-LABEL: func.func @weight_of_a_recurrence
// CHECK: %[[W:.*]] = weft.reshard %arg1 <@mesh, [_, _]>
// CHECK: stablehlo.while
// CHECK: } do {
// CHECK-NOT: weft.reshard
// CHECK: stablehlo.dot_general %{{.*}}, %[[W]]
// CHECK-NOT: weft.reshard
// CHECK: return
func.func @weight_of_a_recurrence(%x: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                                  %w: tensor<16x16xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<20> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %i0, %v = %x, %m = %w) : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
      attributes {weft.shardings = #weft.shardings<[<@mesh, []>, <@mesh, ["x", _]>, <@mesh, ["x", _]>]>}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.dot_general %v, %m, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1 = stablehlo.tanh %0 {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : tensor<8x16xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1, %m : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
  }
  return %r#1 : tensor<8x16xf32>
}

// The op that makes the value moves along, out of both loops.

// CHECK-LABEL: func.func @with_what_makes_it
// CHECK: %[[C:.*]] = stablehlo.convert %arg1
// CHECK: %[[W:.*]] = weft.reshard %[[C]]
// CHECK: stablehlo.while
// CHECK: stablehlo.while
// CHECK-NOT: weft.reshard
// CHECK: stablehlo.dot_general %{{.*}}, %[[W]]
func.func @with_what_makes_it(%x: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                              %w: tensor<16x16xbf16> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %v = %x) : tensor<i32>, tensor<8x16xf32>
      attributes {weft.shardings = #weft.shardings<[<@mesh, []>, <@mesh, ["x", _]>]>}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%j = %i0, %u = %v) : tensor<i32>, tensor<8x16xf32>
        attributes {weft.shardings = #weft.shardings<[<@mesh, []>, <@mesh, ["x", _]>]>}
    cond {
      %c = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %m = stablehlo.convert %w {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<16x16xbf16>) -> tensor<16x16xf32>
      %0 = stablehlo.dot_general %u, %m, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
      %1 = stablehlo.tanh %0 {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : tensor<8x16xf32>
      %2 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<8x16xf32>
    }
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %q#1 : tensor<i32>, tensor<8x16xf32>
  }
  return %r#1 : tensor<8x16xf32>
}
