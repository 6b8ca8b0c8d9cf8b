// RUN: weft-opt %s --weft-pipeline | FileCheck %s

// What is sent when an op mixes elements along a split dimension: no more than
// the parts that devices do not have.

weft.mesh @mesh <"x" = 4>

// CHECK-LABEL: func.func @a_reversal_is_one_permutation
// CHECK: weft.permute {{.*}} pairs [3 -> 0, 2 -> 1, 1 -> 2, 0 -> 3] : tensor<2xf32>
// CHECK-NOT: weft.
// CHECK: return
func.func @a_reversal_is_one_permutation(%a: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> (tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The shards are 2, 2, 2 and 1: each device gets parts of two others.
// CHECK-LABEL: func.func @an_uneven_reversal
// CHECK-COUNT-2: weft.permute {{.*}} : tensor<1xf32>
// CHECK-NOT: weft.all_gather
// CHECK: return
func.func @an_uneven_reversal(%a: tensor<7xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> (tensor<7xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<7xf32>
  return %0 : tensor<7xf32>
}

// 2 of 5 rows of 3 are 6 elements, a quarter of 15 is 4.
// CHECK-LABEL: func.func @an_uneven_reshape
// CHECK: weft.permute {{.*}} shift
// CHECK-NOT: weft.all_gather
// CHECK: return
func.func @an_uneven_reshape(%a: tensor<5x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> (tensor<15xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  %0 = stablehlo.reshape %a : (tensor<5x3xf32>) -> tensor<15xf32>
  return %0 : tensor<15xf32>
}

// CHECK-LABEL: func.func @one_layer_comes_from_its_owner
// CHECK: stablehlo.slice {{.*}} [1:2, 0:3]
// CHECK-NEXT: weft.broadcast {{.*}} from 2 : tensor<1x3xf32>
// CHECK-NEXT: return
func.func @one_layer_comes_from_its_owner(%a: tensor<8x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> (tensor<1x3xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>}) {
  %0 = stablehlo.slice %a [5:6, 0:3] {weft.shardings = #weft.shardings<[<@mesh, [_, _]>]>} : (tensor<8x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CHECK-LABEL: func.func @a_cumulative_sum
// CHECK: "stablehlo.reduce_window"
// CHECK: weft.all_gather {{.*}} : tensor<1xf32> -> tensor<4xf32>
// CHECK-NOT: weft.all_gather
// CHECK: return
func.func @a_cumulative_sum(%a: tensor<32xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> (tensor<32xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 32>, padding = dense<[[31, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %1 = stablehlo.add %b, %c : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<32xf32>, tensor<f32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: func.func @windows_that_select_have_a_halo
// CHECK: weft.permute {{.*}} shift
// CHECK-NOT: weft.all_gather
// CHECK: return
func.func @windows_that_select_have_a_halo(%a: tensor<32xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}, %s: tensor<16xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> (tensor<32xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%a, %s, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %1 = stablehlo.compare GE, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %1 = stablehlo.add %b, %c : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<32xf32>, tensor<16xf32>, tensor<f32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: func.func @random_bits_are_made_where_they_are
// CHECK: weft.axis_index
// CHECK-NOT: weft.all_
// CHECK-NOT: rng_bit_generator
// CHECK: return
func.func @random_bits_are_made_where_they_are(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<1024xui32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  %0:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1024xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<1024xui32>
}

// CHECK-LABEL: func.func @a_sort_splits_another_dimension
// CHECK: weft.all_to_all
// CHECK: "stablehlo.sort"
// CHECK: weft.all_to_all
// CHECK-NOT: weft.all_gather
// CHECK: return
func.func @a_sort_splits_another_dimension(%a: tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) -> (tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %1 = stablehlo.compare LT, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @the_largest_are_among_the_largest_of_each
// CHECK: chlo.top_k({{.*}}, k = 3) : tensor<5x16xf32>
// CHECK: weft.all_gather {{.*}} : tensor<5x3xf32> -> tensor<5x12xf32>
// CHECK: weft.all_gather {{.*}} : tensor<5x3xi32> -> tensor<5x12xi32>
// CHECK-NOT: weft.
// CHECK: return
func.func @the_largest_are_among_the_largest_of_each(%a: tensor<5x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) -> (tensor<5x3xf32>, tensor<5x3xi32>) {
  %0, %1 = chlo.top_k(%a, k = 3) : tensor<5x64xf32> -> (tensor<5x3xf32>, tensor<5x3xi32>)
  return %0, %1 : tensor<5x3xf32>, tensor<5x3xi32>
}
