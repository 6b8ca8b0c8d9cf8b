// RUN: weft-opt %s --weft-lift-meshes | FileCheck %s

// A mesh that is written in a sharding gets the name of an equal one, or a new
// name; equal meshes are one.

// CHECK-DAG: weft.mesh @mesh_0 <"x" = 4>
// CHECK-DAG: weft.mesh @maximal_mesh_3 <device_ids = [3]>
// CHECK-DAG: weft.mesh @mesh <"a" = 2>
weft.mesh @mesh <"a" = 2>
weft.mesh @same <"a" = 2>

// CHECK: func.func @inline_meshes(%{{.*}}: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh_0, ["x"]>})
func.func @inline_meshes(%x: tensor<8xf32> {weft.sharding = #weft.sharding<mesh<"x" = 4>, ["x"]>}) -> tensor<8xf32> {
  // CHECK: weft.constrain %{{.*}} <@mesh, ["a"]>
  %0 = weft.constrain %x <mesh<"a" = 2>, ["a"]> : tensor<8xf32>
  // CHECK: weft.constrain %{{.*}} <@mesh, [_]>
  %1 = weft.constrain %0 <@same, [_]> : tensor<8xf32>
  // CHECK: stablehlo.negate {{.*}}@maximal_mesh_3
  %2 = stablehlo.negate %1 {weft.shardings = #weft.shardings<[<mesh<device_ids = [3]>, []>]>} : tensor<8xf32>
  return %2 : tensor<8xf32>
}
