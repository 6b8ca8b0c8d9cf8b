// RUN: weft-opt %s --weft-partition | FileCheck %s

// What the README shows: nothing moves until the second product, whose partial
// sums take one reduction.

weft.mesh @mesh <"data" = 2, "model" = 4>

// CHECK-LABEL: func.func @mlp
// CHECK-SAME: tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>, weft.whole = tensor<32x64xf32>}
// CHECK-SAME: attributes {weft.local}
// CHECK: stablehlo.dot_general {{.*}} -> tensor<16x64xf32>
// CHECK-NEXT: stablehlo.tanh
// CHECK-NEXT: %[[PARTIAL:.*]] = stablehlo.dot_general {{.*}} -> tensor<16x10xf32>
// CHECK-NEXT: weft.all_reduce add %[[PARTIAL]] over ["model"] : tensor<16x10xf32>
// CHECK-NEXT: return
func.func @mlp(%x: tensor<32x64xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
               %w: tensor<64x256xf32> {weft.sharding = #weft.sharding<@mesh, [_, "model"]>},
               %k: tensor<256x10xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>})
    -> (tensor<32x10xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, ["data", "model"]>]>} : (tensor<32x64xf32>, tensor<64x256xf32>) -> tensor<32x256xf32>
  %1 = stablehlo.tanh %0 {weft.shardings = #weft.shardings<[<@mesh, ["data", "model"]>]>} : tensor<32x256xf32>
  %h = weft.constrain %1 <@mesh, ["data", "model"]> : tensor<32x256xf32>
  %y = stablehlo.dot_general %h, %k, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, ["data", _]>]>} : (tensor<32x256xf32>, tensor<256x10xf32>) -> tensor<32x10xf32>
  return %y : tensor<32x10xf32>
}
