// RUN: weft-opt %s --weft-expand-composites | FileCheck %s
// RUN: weft-opt %s --weft-propagation-pipeline | FileCheck %s --check-prefix=LAID-OUT

weft.mesh @mesh <"a" = 2>

// A composite means its decomposition; what the user put on it stays.

// CHECK-LABEL: @main
// CHECK: call @gelu(%{{.*}}) {note = "kept"} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NOT: stablehlo.composite
// LAID-OUT-LABEL: @main
// LAID-OUT: call @gelu(%{{.*}}) {note = "kept", weft.shardings = #weft.shardings<[<@mesh, ["a"]>]>}
func.func @main(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>}) -> tensor<8xf32> {
  %0 = stablehlo.composite "my.gelu" %x {decomposition = @gelu, note = "kept"} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// LAID-OUT: func.func private @gelu(%{{.*}} {weft.sharding = #weft.sharding<@mesh, ["a"]>})
func.func private @gelu(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
