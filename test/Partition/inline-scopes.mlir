// RUN: weft-opt %s --weft-inline-scopes | FileCheck %s

weft.mesh @mesh <"x" = 2>

// Where a scope keeps a value in another sharding, there is a reshard.

// CHECK-LABEL: func.func @body_takes_the_place
// CHECK-NOT: weft.scope
// CHECK: %[[IN:.*]] = weft.reshard %arg0 <@mesh, [_, "x"]>
// CHECK-NEXT: %[[Y:.*]] = stablehlo.tanh %[[IN]]
// CHECK-NEXT: %[[Z:.*]] = stablehlo.add %[[Y]], %[[Y]]
// CHECK-NEXT: return %[[Z]], %[[Y]]
func.func @body_takes_the_place(%x: tensor<4x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0:2 = weft.scope "outer" (%x) in [<@mesh, [_, "x"]>] out [<@mesh, [_, "x"]>, <@mesh, [_, "x"]>] (%a: tensor<4x4xf32>) {
    %1 = weft.scope "inner" (%a) in [<@mesh, [_, "x"]>] out [<@mesh, [_, "x"]>] (%b: tensor<4x4xf32>) {
      %2 = stablehlo.tanh %b {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<4x4xf32>
      weft.return %2 : tensor<4x4xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.add %1, %1 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<4x4xf32>
    weft.return %3, %1 : tensor<4x4xf32>, tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return %0#0, %0#1 : tensor<4x4xf32>, tensor<4x4xf32>
}
