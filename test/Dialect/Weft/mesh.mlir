// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK: weft.mesh @mesh <"data" = 2, "model" = 4>
weft.mesh @mesh <"data" = 2, "model" = 4>

// CHECK: weft.mesh @ring default <"x" = 4, device_ids = [0, 2, 3, 1]>
weft.mesh @ring default <"x" = 4, device_ids = [0, 2, 3, 1]>

// The identity order is dropped.
// CHECK: weft.mesh @identity <"x" = 2, "y" = 2>
weft.mesh @identity <"x" = 2, "y" = 2, device_ids = [0, 1, 2, 3]>

// CHECK: weft.mesh @empty <>
weft.mesh @empty <>

// CHECK: weft.mesh @maximal <device_ids = [3]>
weft.mesh @maximal <device_ids = [3]>

// CHECK: weft.mesh @kept <"x" = 2> {stablehlo.mesh = "as found"}
weft.mesh @kept <"x" = 2> {stablehlo.mesh = "as found"}

// CHECK: module attributes
module attributes {
  // CHECK-SAME: test.axis = #weft.axis_ref<"a":(2)4>
  test.axis = #weft.axis_ref<"a":(2)4>,
  // CHECK-SAME: test.dim0 = #weft.dim<_>
  test.dim0 = #weft.dim<_>,
  // CHECK-SAME: test.dim1 = #weft.dim<?>
  test.dim1 = #weft.dim<?>,
  // CHECK-SAME: test.dim2 = #weft.dim<"a">
  test.dim2 = #weft.dim<("a")>,
  // CHECK-SAME: test.dim3 = #weft.dim<("a", "b":(1)2, ?) p1>
  test.dim3 = #weft.dim<("a", "b":(1)2, ?) p1>,
  // CHECK-SAME: test.dim4 = #weft.dim<? p12>
  test.dim4 = #weft.dim<? p12>,
  // CHECK-SAME: test.dim5 = #weft.dim<("a", "b")>
  test.dim5 = #weft.dim<("a", "b")>,
  // CHECK-SAME: test.mesh = #weft.mesh<"a" = 2>
  test.mesh = #weft.mesh<"a" = 2>,
  // CHECK-SAME: test.mesh_axis = #weft.mesh_axis<"a" = 2>
  test.mesh_axis = #weft.mesh_axis<"a" = 2>,
  // CHECK-SAME: test.s0 = #weft.sharding<@mesh, [_, "model" p1, ("a", ?)]>
  test.s0 = #weft.sharding<@mesh, [_, "model" p1, ("a", ?)]>,
  // CHECK-SAME: test.s1 = #weft.sharding<mesh<"a" = 2, device_ids = [1, 0]>, []>
  test.s1 = #weft.sharding<mesh<"a" = 2, device_ids = [1, 0]>, []>,
  // CHECK-SAME: test.s2 = #weft.sharding<@mesh, [_], replicated = ["x"], unreduced = ["y"]>
  test.s2 = #weft.sharding<@mesh, [_], unreduced = add ["y"], replicated = ["x"]>,
  // CHECK-SAME: test.s3 = #weft.sharding<@mesh, [], unreduced = max ["y", "z":(1)2]>
  test.s3 = #weft.sharding<@mesh, [], unreduced = max ["y", "z":(1)2]>,
  // CHECK-SAME: test.s4 = #weft.shardings<[<@mesh, ["a"]>, <@mesh, []>]>
  test.s4 = #weft.shardings<[<@mesh, ["a"]>, #weft.sharding<@mesh, []>]>,
  // CHECK-SAME: test.sub = #weft.sub_axis<(2)4>
  test.sub = #weft.sub_axis<(2)4>
} {}
