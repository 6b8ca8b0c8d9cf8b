// RUN: weft-opt %s --weft-even-boundary | FileCheck %s

weft.mesh @mesh <"a" = 2, "b" = 4>

// CHECK-LABEL: @main
// CHECK-SAME: %arg0: tensor<6x5x8xf32> {weft.sharding = #weft.sharding<@mesh, [("a", ?), _, ("b", ?)]>}
// CHECK-SAME: %arg1: tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, [?]>}
// CHECK-SAME: -> (tensor<6xf32> {weft.sharding = #weft.sharding<@mesh, ["b":(1)2]>})
func.func @main(%x: tensor<6x5x8xf32> {weft.sharding = #weft.sharding<@mesh, [("a", ?), _, ("b", ?)]>},
                %y: tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, [("b":(1)2, ?)]>})
    -> (tensor<6xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) {
  %0 = stablehlo.constant dense<0.0> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// A function that only this program calls has no caller to please.
// CHECK-LABEL: @helper
// CHECK-SAME: #weft.sharding<@mesh, ["b"]>
func.func private @helper(%x: tensor<6xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> tensor<6xf32> {
  return %x : tensor<6xf32>
}
