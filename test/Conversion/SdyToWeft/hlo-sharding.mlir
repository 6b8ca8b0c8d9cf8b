// RUN: weft-opt %s -split-input-file --weft-import-sdy | FileCheck %s

// The mesh has as many axes as are needed to tell all parts apart.
// CHECK: weft.mesh @mesh <"axis_0" = 2, "axis_1" = 2, "axis_2" = 2>
// CHECK-LABEL: func @tiles(
// CHECK-SAME: %[[A:[^:]*]]: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["axis_0", ("axis_1", "axis_2")]>}
// CHECK-SAME: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [("axis_1", "axis_2"), "axis_0"]>}
// CHECK-SAME: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [("axis_0", "axis_1"), _]>}
// CHECK-SAME: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "axis_1"]>}
// CHECK-SAME: -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>}
// CHECK-SAME: tensor<f32> {weft.sharding = #weft.sharding<@mesh, []>}
func.func @tiles(
    %a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"},
    %b: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0)}"},
    %c: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"},
    %d: tensor<8x8xf32> {mhlo.sharding = "{devices=[1,2,4]<=[2,2,2]T(1,0,2) last_tile_dims={replicated}}"})
    -> (tensor<8x8xf32> {mhlo.sharding = "{replicated}"}, tensor<f32> {mhlo.sharding = "{replicated}"}) {
  // CHECK: stablehlo.abs %[[A]] {weft.shardings = #weft.shardings<[<@mesh, ["axis_0", ("axis_1", "axis_2")]>]>}
  %0 = stablehlo.abs %a {mhlo.sharding = "{devices=[2,4]<=[8]}"} : tensor<8x8xf32>
  // Devices listed one by one, in an order that axes explain.
  // CHECK: stablehlo.abs %{{.*}} {weft.shardings = #weft.shardings<[<@mesh, [("axis_1", "axis_2"), "axis_0"]>]>}
  %1 = stablehlo.abs %a {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7}"} : tensor<8x8xf32>
  // CHECK: stablehlo.abs %{{.*}} {weft.shardings = #weft.shardings<[<@mesh, [?, ?]>]>}
  %2 = stablehlo.abs %a {mhlo.sharding = "{unknown}"} : tensor<8x8xf32>
  // A tuple has an element for each result.
  // CHECK: stablehlo.abs %{{.*}} {weft.shardings = #weft.shardings<[<@mesh, [_, "axis_0"]>]>}
  %3 = stablehlo.abs %a {mhlo.sharding = "{{devices=[1,2,4]<=[8] last_tile_dim_replicate}}"} : tensor<8x8xf32>
  %4 = stablehlo.constant dense<0.0> : tensor<f32>
  return %0, %4 : tensor<8x8xf32>, tensor<f32>
}

// -----

// One device, and another.
// CHECK: weft.mesh @mesh <>
// CHECK: weft.mesh @maximal_mesh_3 <device_ids = [3]>
// CHECK: weft.mesh @maximal_mesh_0 <device_ids = [0]>
// CHECK-LABEL: func private @maximal(tensor<8x8xf32> {weft.sharding = #weft.sharding<@maximal_mesh_3, []>}, tensor<8xf32> {weft.sharding = #weft.sharding<@maximal_mesh_0, []>})
func.func private @maximal(tensor<8x8xf32> {mhlo.sharding = "{maximal device=3}"}, tensor<8xf32> {mhlo.sharding = "{maximal device=0}"})

// -----

// Without tiles the number of partitions makes the mesh.
// CHECK: weft.mesh @mesh <"axis_0" = 8>
// CHECK-LABEL: func private @replicated(tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [_]>})
module attributes {mhlo.num_partitions = 8 : i32} {
  func.func private @replicated(tensor<8xf32> {mhlo.sharding = "{replicated}"})
}

// -----

// An order that no axes explain is kept as the order of a mesh.
// CHECK: weft.mesh @mesh <"axis_0" = 2, "axis_1" = 2>
// CHECK: weft.mesh @mesh_0 <"axis_0" = 2, "axis_1" = 2, device_ids = [3, 2, 1, 0]>
// CHECK: weft.mesh @mesh_1 <"axis_0" = 2, "axis_1" = 3, device_ids = [0, 3, 1, 4, 2, 5]>
// CHECK-LABEL: func private @orders(
// CHECK-SAME: #weft.sharding<@mesh, ["axis_0", "axis_1"]>
// CHECK-SAME: #weft.sharding<@mesh_0, ["axis_0", "axis_1"]>
// CHECK-SAME: #weft.sharding<@mesh_0, [("axis_0", "axis_1"), _]>
// CHECK-SAME: #weft.sharding<@mesh_1, ["axis_0", "axis_1"]>
func.func private @orders(
    tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"},
    tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]3,2,1,0}"},
    tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1]3,2,1,0}"},
    tensor<8x8xf32> {mhlo.sharding = "{devices=[2,3]<=[2,3]T(1,0)}"})

// -----

// Cuts that do not fit each other need a mesh each.
// CHECK: weft.mesh @mesh <"axis_0" = 2, "axis_1" = 3>
// CHECK: weft.mesh @mesh_0 <"axis_0" = 3, "axis_1" = 2>
// CHECK-LABEL: func private @two_meshes(
// CHECK-SAME: #weft.sharding<@mesh, ["axis_0", "axis_1"]>
// CHECK-SAME: #weft.sharding<@mesh_0, ["axis_0", "axis_1"]>
func.func private @two_meshes(
    tensor<6x6xf32> {mhlo.sharding = "{devices=[2,3]<=[6]}"},
    tensor<6x6xf32> {mhlo.sharding = "{devices=[3,2]<=[6]}"})

// -----

// Partial sums.
// CHECK-LABEL: func private @unreduced(tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["axis_1"], unreduced = ["axis_0"]>})
func.func private @unreduced(tensor<8xf32> {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0) last_tile_dims={unreduced}}"})

// -----

// Where both are written the newer form counts, and new names avoid those of
// the module.
// CHECK: weft.mesh @mesh <"x" = 2>
// CHECK: weft.mesh @mesh_0 <"axis_0" = 2>
// CHECK-LABEL: func private @both(
// CHECK-SAME: tensor<8xf32> {mhlo.sharding = "{replicated}", weft.sharding = #weft.sharding<@mesh, ["x"]>}
// CHECK-SAME: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh_0, ["axis_0"]>}
sdy.mesh @mesh = <["x"=2]>
func.func private @both(
    tensor<8xf32> {mhlo.sharding = "{replicated}", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
    tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"})

// -----

// Nothing here costs time in the number of devices.
// CHECK: weft.mesh @mesh <"axis_0" = 1073741824, "axis_1" = 1073741824>
func.func private @large(tensor<8x8xf32> {mhlo.sharding = "{devices=[1073741824,1073741824]<=[1152921504606846976]}"})
