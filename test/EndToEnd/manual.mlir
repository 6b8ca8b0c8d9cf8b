// Manual regions whose values are partial sums, and which call functions: each is
// run whole and partitioned.
//
// RUN: weft check %s | FileCheck %s
// CHECK-NOT: differs

module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {

weft.mesh @mesh <"x" = 2, "y" = 4>

// CHECK: @unreduced_out on 8 devices: agrees
func.func @unreduced_out(%a: tensor<4x6xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>}) -> tensor<2x6xf32> {
  %0 = weft.manual over ["x"] (%a) in [<@mesh, ["x", ?]>] out [<@mesh, [_, ?], unreduced = ["x"]>] (%l: tensor<2x6xf32>) {
    %1 = stablehlo.sine %l : tensor<2x6xf32>
    weft.return %1 : tensor<2x6xf32>
  } : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %2 = stablehlo.negate %0 : tensor<2x6xf32>
  return %2 : tensor<2x6xf32>
}

// CHECK: @unreduced_in on 8 devices: agrees
func.func @unreduced_in(%a: tensor<5x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}, %b: tensor<8x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<5x3xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, [_, _], unreduced = ["x"]>]>} : (tensor<5x8xf32>, tensor<8x3xf32>) -> tensor<5x3xf32>
  %1 = weft.manual over ["x"] (%0) in [<@mesh, [_, _], unreduced = ["x"]>] out [<@mesh, [_, _]>] (%l: tensor<5x3xf32>) {
    %2 = stablehlo.negate %l : tensor<5x3xf32>
    %3 = weft.all_reduce add %2 over ["x"] : tensor<5x3xf32>
    weft.return %3 : tensor<5x3xf32>
  } : (tensor<5x3xf32>) -> tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}

// CHECK: @replicated_in on 8 devices: agrees
// A whole value becomes a sum of which one device has all.
func.func @replicated_in(%a: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %1 = weft.manual over ["x"] (%a) in [<@mesh, [_, _], unreduced = ["x"]>] out [<@mesh, [_, _], unreduced = ["x"]>] (%l: tensor<5x3xf32>) {
    %2 = stablehlo.negate %l : tensor<5x3xf32>
    weft.return %2 : tensor<5x3xf32>
  } : (tensor<5x3xf32>) -> tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}

// CHECK: @nested_unreduced on 8 devices: agrees
func.func @nested_unreduced(%a: tensor<8x6xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<2x6xf32> {
  %0 = weft.manual over ["x"] (%a) in [<@mesh, ["x", ?]>] out [<@mesh, [("x", ?), ?]>] (%l: tensor<4x6xf32>) {
    %1 = weft.manual over ["y"] (%l) in [<@mesh, ["y", ?]>] out [<@mesh, [_, ?], unreduced = ["y"]>] (%m: tensor<1x6xf32>) {
      %i = weft.axis_index over ["y"] : tensor<i32>
      %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
      %2 = stablehlo.add %m, %g : tensor<1x6xf32>
      weft.return %2 : tensor<1x6xf32>
    } : (tensor<4x6xf32>) -> tensor<1x6xf32>
    weft.return %1 : tensor<1x6xf32>
  } : (tensor<8x6xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

func.func private @turn(%own: tensor<2x5xf32>, %x: tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4]]> : tensor<8x2xi64>}> : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %1 = stablehlo.add %0, %own : tensor<2x5xf32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<f32>
  %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %1, %3 : tensor<2x5xf32>, tensor<f32>
}

// Devices are counted in a function that a loop of the region calls; the other
// axis splits the five columns unevenly.
// CHECK: @a_ring_in_a_called_function on 8 devices: agrees
func.func @a_ring_in_a_called_function(%x: tensor<8x5xf32> {weft.sharding = #weft.sharding<@mesh, ["y", "x"]>}) -> (tensor<8x5xf32>, tensor<f32>) {
  %0:2 = weft.manual over ["y"] (%x) in [<@mesh, [("y", ?), ?]>] out [<@mesh, [("y", ?), ?]>, <@mesh, []>] (%own: tensor<2x5xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %r:3 = stablehlo.while(%i = %zero, %at = %own, %sum = %none) : tensor<i32>, tensor<2x5xf32>, tensor<f32>
      cond {
        %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %1:2 = func.call @turn(%own, %at) : (tensor<2x5xf32>, tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<f32>)
        %2 = stablehlo.add %sum, %1#1 : tensor<f32>
        %3 = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %3, %1#0, %2 : tensor<i32>, tensor<2x5xf32>, tensor<f32>
      }
    weft.return %r#1, %r#2 : tensor<2x5xf32>, tensor<f32>
  } : (tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<8x5xf32>, tensor<f32>
}

}
