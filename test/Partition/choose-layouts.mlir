// RUN: weft-opt %s --weft-choose-layouts --weft-insert-reshards --weft-place-reductions | FileCheck %s
// RUN: weft check %s --pipeline=weft-partition

weft.mesh @mesh <"x" = 4>

// Propagation wanted the values in between by columns. The product is computed
// by rows, and so is all that follows, since no step of it gains by the change.

// CHECK-LABEL: func.func @chain_stays_by_rows
// CHECK-NOT: weft.reshard
// CHECK: return
func.func @chain_stays_by_rows(%a: tensor<16x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                               %b: tensor<8x64xf32>)
    -> (tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<16x8xf32>, tensor<8x64xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.tanh %0 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %2 = stablehlo.negate %1 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %3 = stablehlo.abs %2 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %4 = stablehlo.exponential %3 {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : tensor<16x64xf32>
  return %4 : tensor<16x64xf32>
}

// A value that others use as it was wanted goes there once, for all of them.

// CHECK-LABEL: func.func @shared_value_moves_once
// CHECK: %[[T:.*]] = stablehlo.tanh %arg0
// CHECK-NEXT: %[[R:.*]] = weft.reshard %[[T]] <@mesh, [_, "x"]>
// CHECK-NEXT: stablehlo.negate %[[R]]
// CHECK-NEXT: stablehlo.exponential %[[R]]
// CHECK-NOT: weft.reshard
// CHECK: return
func.func @shared_value_moves_once(%a: tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}, tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %0 = stablehlo.tanh %a {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %1 = stablehlo.negate %0 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %2 = stablehlo.exponential %0 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  return %1, %2 : tensor<16x64xf32>, tensor<16x64xf32>
}

// Both sides have the batch on the same devices: the product is summed there,
// although joining the few rows would send less. So gradients under data
// parallelism are reduced, at any size of the batch.

// CHECK-LABEL: func.func @gradient_of_a_kernel_is_summed
// CHECK-NOT: weft.reshard %arg
// CHECK: %[[P:.*]] = stablehlo.dot_general %arg0, %arg1
// CHECK-SAME: unreduced = ["x"]
// CHECK-NEXT: weft.reshard %[[P]] <@mesh, [_, _]>
func.func @gradient_of_a_kernel_is_summed(%a: tensor<4x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                                          %b: tensor<4x256xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> tensor<64x256xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] {weft.shardings = #weft.shardings<[<@mesh, [_, _]>]>} : (tensor<4x64xf32>, tensor<4x256xf32>) -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}

// The batch is where it goes on to be: the kernel comes to it, not the few rows
// to the kernel.

// CHECK-LABEL: func.func @kernel_comes_to_the_batch
// CHECK: %[[W:.*]] = weft.reshard %arg1 <@mesh, [_, _]>
// CHECK-NEXT: stablehlo.dot_general %arg0, %[[W]]
// CHECK-NOT: weft.reshard
// CHECK: return
func.func @kernel_comes_to_the_batch(%a: tensor<4x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                                     %b: tensor<64x256xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<4x256xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<4x64xf32>, tensor<64x256xf32>) -> tensor<4x256xf32>
  return %0 : tensor<4x256xf32>
}

// A constant is not moved: every device makes what it needs of it.

// CHECK-LABEL: func.func @constant_is_made_where_it_is_needed
// CHECK: %[[ZERO:.*]] = stablehlo.constant {weft.shardings = #weft.shardings<[<@mesh, [_, _]>]>} dense<0.0
// CHECK: "stablehlo.scatter"(%[[ZERO]], %arg0, %arg1)
// CHECK: weft.reshard %{{.*}} <@mesh, [_, "x"]>
// CHECK-NOT: weft.reshard
// CHECK: return
func.func @constant_is_made_where_it_is_needed(%i: tensor<4x1xi32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                                               %u: tensor<4x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<6x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %z = stablehlo.constant {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} dense<0.0> : tensor<6x8xf32>
  %0 = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : (tensor<6x8xf32>, tensor<4x1xi32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// Propagation leaves all of this whole, since what splits the operands of the
// product is summed over, and every device would compute all that follows. If the
// product stays split by rows, so does the rest, and far less is sent.

// CHECK-LABEL: @stays_as_it_is_left
// CHECK: %[[X:.*]] = weft.reshard %arg0 <@mesh, ["x", _]>
// CHECK: %[[UP:.*]] = weft.reshard %arg1 <@mesh, [_, _]>
// CHECK: %[[H:.*]] = stablehlo.dot_general %[[X]], %[[UP]]{{.*}}["x", _]
// CHECK: stablehlo.tanh %[[H]] {{.*}}["x", _]
// CHECK: stablehlo.negate %[[H]] {{.*}}["x", _]
func.func @stays_as_it_is_left(%x: tensor<64x4xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                               %up: tensor<4x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %h = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<64x4xf32>, tensor<4x64xf32>) -> tensor<64x64xf32>
  %a = stablehlo.tanh %h : tensor<64x64xf32>
  %b = stablehlo.negate %h : tensor<64x64xf32>
  %c = stablehlo.add %a, %b : tensor<64x64xf32>
  %d = stablehlo.tanh %c : tensor<64x64xf32>
  %e = stablehlo.negate %d : tensor<64x64xf32>
  %f = stablehlo.add %d, %e : tensor<64x64xf32>
  %r = stablehlo.negate %f {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Here that would save a quarter of the bytes, not half: it stays as propagation
// wants it.

// CHECK-LABEL: @sum_is_as_wanted
// CHECK: stablehlo.dot_general %arg0, %arg1{{.*}}unreduced = ["x"]
func.func @sum_is_as_wanted(%x: tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                            %up: tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %h = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = stablehlo.tanh %h : tensor<64x64xf32>
  %b = stablehlo.negate %h : tensor<64x64xf32>
  %c = stablehlo.add %a, %b : tensor<64x64xf32>
  %r = stablehlo.negate %c {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
