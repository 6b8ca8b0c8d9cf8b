// RUN: weft-opt %s -split-input-file --weft-import-sdy | FileCheck %s

// CHECK: module @strings attributes {mhlo.frontend_attributes = {other = "kept"}, mhlo.num_partitions = 8 : i32}
// CHECK: weft.mesh @mesh_0 <"a" = 2, "b" = 4>
// CHECK: weft.mesh @mesh_1 <"a" = 8>
module @strings attributes {mhlo.num_partitions = 8 : i32, mhlo.frontend_attributes = {other = "kept", xla.sdy.meshes = "{mesh_0 = #sdy.mesh<[\22a\22=2, \22b\22=4]>, mesh_1 = #sdy.mesh<[\22a\22=8]>}"}} {
  // CHECK-LABEL: func @main(
  // CHECK-SAME: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh_0, ["a", ? p2]>}
  // CHECK-SAME: tensor<8x8xf32> {mhlo.frontend_attributes = {other = "kept"}, weft.sharding = #weft.sharding<@mesh_1, [_, "a"]>}
  // CHECK-SAME: -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh_0, ["b", _]>})
  func.func @main(
      %x: tensor<8x8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh_0, [{\22a\22}, {?}p2]>"}, mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"},
      %y: tensor<8x8xf32> {mhlo.frontend_attributes = {other = "kept", xla.sdy.sharding = "#sdy.sharding<@mesh_1, [{}, {\22a\22}]>"}})
      -> (tensor<8x8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh_0, [{\22b\22}, {}]>"}}) {
    // CHECK: stablehlo.add %{{.*}}, %{{.*}} {weft.rule = #weft.rule<([i, j], [i, j]) -> ([i, j]), [i = 8, j = 8]>, weft.shardings = #weft.shardings<[<@mesh_0, ["a", _]>]>}
    %0 = stablehlo.add %x, %y {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh_0, [{\22a\22}, {}]>]>", xla.sdy.sharding_rule = "#sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>"}, mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}

// -----

// HLO text escapes the quotes once more, and older versions put each mesh into
// a string of its own.
// CHECK: weft.mesh @mesh <"a" = 2>
// CHECK: func private @main(tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>})
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = \22#sdy.mesh<[\\22a\\22=2]>\22}"}} {
  func.func private @main(tensor<8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\\\22a\\\22}]>"}})
}
