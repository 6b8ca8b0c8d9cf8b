// RUN: weft-opt %s --split-input-file --weft-close-shardings | FileCheck %s

weft.mesh @first <"a" = 2>
weft.mesh @mesh default <"a" = 2, "b" = 2>

// CHECK-LABEL: @every_value
// CHECK-SAME: %arg0: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _]>}
// CHECK-SAME: %arg1: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [_]>}
// CHECK-SAME: -> (tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [_]>})
func.func @every_value(%x: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [("a", ?), ? p2]>}, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: weft.reshard %{{.*}} <@mesh, [_, _]>
  %0 = weft.constrain %x <@mesh, [?, _], replicated = ["b"]> : tensor<8x8xf32>
  // CHECK-NOT: weft.sharding_group
  weft.sharding_group %0 group 0 : tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // The reducer is not laid out.
  // CHECK: stablehlo.reduce
  // CHECK-SAME: applies stablehlo.add
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: weft.scope "s" ({{.*}}) in [<@mesh, [_]>] out [<@mesh, [_]>]
  %2 = weft.scope "s" (%1) in [<mesh<>, [?]>] out [<mesh<>, [?]>] (%arg: tensor<8xf32>) {
    // CHECK: stablehlo.negate {{.*}}<@mesh, [_]>
    %n = stablehlo.negate %arg : tensor<8xf32>
    weft.return %n : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: stablehlo.add {{.*}}<@mesh, [_], unreduced = ["b"]>
  %3 = stablehlo.add %2, %y {weft.shardings = #weft.shardings<[<@mesh, [?], unreduced = ["b"]>]>} : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// CHECK-LABEL: @no_mesh
func.func @no_mesh(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: stablehlo.negate %arg0 : tensor<8xf32>
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
