// RUN: weft-opt %s --split-input-file --weft-drop-size-one-axes | FileCheck %s

// CHECK: weft.mesh @mesh <"a" = 2, "one" = 1>
weft.mesh @mesh <"a" = 2, "one" = 1>

// CHECK-LABEL: @dropped
// CHECK-SAME: #weft.sharding<@mesh, ["a", _, ?]>
func.func @dropped(%x: tensor<8x8x8xf32> {weft.sharding = #weft.sharding<@mesh, [("one", "a"), _, ?]>}) -> tensor<8x8x8xf32> {
  // CHECK: weft.constrain %{{.*}} <@mesh, [_, _, _]> : tensor
  %0 = weft.constrain %x <@mesh, ["one" p1, _, _]> : tensor<8x8x8xf32>
  // CHECK: weft.shardings = #weft.shardings<[<@mesh, [_, _, _]>]>
  %1 = stablehlo.negate %0 {weft.shardings = #weft.shardings<[<@mesh, [_, _, _], replicated = ["one"]>]>} : tensor<8x8x8xf32>
  return %1 : tensor<8x8x8xf32>
}

// -----

weft.mesh @mesh <"a" = 2, "one" = 1>

// A manual axis has a meaning even with one device along it.
// CHECK-LABEL: @manual_axes_stay
func.func @manual_axes_stay(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: weft.manual over ["one"] ({{.*}}) in [<@mesh, ["one"]>] out [<@mesh, ["one"]>]
  %0 = weft.manual over ["one"] (%x) in [<@mesh, ["one"]>] out [<@mesh, ["one"]>] (%arg: tensor<8xf32>) {
    weft.return %arg : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

weft.mesh @mesh <"a" = 4, "one" = 1>

// Parts of an axis that had one between them are neighbours.
// CHECK-LABEL: @neighbours_are_merged
// CHECK-SAME: #weft.sharding<@mesh, ["a"]>
func.func @neighbours_are_merged(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [("a":(1)2, "one", "a":(2)2)]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
